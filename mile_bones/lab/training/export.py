"""Trained networks as the files that ship: NumPy arrays in half precision, some 300 kB each."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from mile_bones.games.milebones.batch import layout as at
from mile_bones.i18n import gettext as _
from mile_bones.lab.training.networks import Tower
from mile_bones.lab.training.stakes import Stakes
from mile_bones.players.milebones.features import SIZE
from mile_bones.players.milebones.network import LAYERS, Network
from mile_bones.storage.files import write_atomically


class NotAPlayerError(ValueError):
    """A file is not one of a trained player; the text names it."""


Arrays = dict[str, NDArray[np.floating]]


def layers(tower: Tower, prefix: str = "") -> Arrays:
    """The layers under the names of ``players.network``; what scales the inputs is worked into the first."""
    weights = {
        "one": tower.one.weight * tower.scale,
        "one_bias": tower.one.bias,
        "two": tower.two.weight,
        "two_bias": tower.two.bias,
        "out": tower.out.weight,
        "out_bias": tower.out.bias,
    }
    return {
        prefix + name: weight.detach().float().cpu().numpy().T.astype(np.float16) for name, weight in weights.items()
    }


def tower(path: Path) -> Tower:
    """The player in a file that ``write`` wrote. NotAPlayerError for any other file, OSError from the disk."""
    data = io.BytesIO(path.read_bytes())
    try:
        with np.load(data, allow_pickle=False) as file:
            state = {
                f"{name.removesuffix('_bias')}.{'bias' if name.endswith('_bias') else 'weight'}": torch.from_numpy(
                    file[name].astype(np.float32).T.copy()
                )
                for name in LAYERS
            }
        result = Tower((1.0,) * SIZE, len(state["one.bias"]), at.ACTIONS, half=False)
        result.load_state_dict(state | {"scale": result.scale})
    except Exception as error:  # whatever a strange file makes of NumPy and torch
        raise NotAPlayerError(_("“{file}” holds no trained player").format(file=path)) from error
    return result.requires_grad_(False)


def network(player: Tower) -> Network:
    """The player as it will be once it has shipped."""
    return Network(layers(player))


def champion(judge: Tower, guess: Tower, stakes: Stakes, game_part: float) -> Arrays:
    """What ``players.champion`` needs besides the player itself."""
    return {
        **layers(judge, "judge_"),
        **layers(guess, "guess_"),
        "chances": stakes.tables.astype(np.float16),
        "slopes": stakes.slopes,
        "game_part": np.array(game_part),
    }


def write(arrays: Arrays, path: Path) -> None:
    """Write the file, all of it or nothing. OSError, with the name, when that cannot be done."""
    data = io.BytesIO()
    np.savez_compressed(data, allow_pickle=False, **arrays)
    write_atomically(path, data.getvalue())
