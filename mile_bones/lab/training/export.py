"""Trained networks as the files that ship: NumPy arrays in half precision, about 300 kB each."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray

from mile_bones.games.milebones.batch import layout as at
from mile_bones.i18n import gettext as _
from mile_bones.lab.batch import features
from mile_bones.lab.training.networks import PlayerTower, Tower
from mile_bones.lab.training.outcomes import OpenJudge
from mile_bones.lab.training.stakes import Stakes
from mile_bones.players.milebones.completion import INPUTS
from mile_bones.players.milebones.features import SIZE
from mile_bones.players.milebones.network import LAYERS
from mile_bones.players.milebones.policy import Policy
from mile_bones.storage.files import write_atomically


class NotAPlayerError(ValueError):
    """Raised for a file that is not a trained player; the message names the file."""


T = TypeVar("T", bound=Tower)
Arrays = dict[str, NDArray[np.floating]]


def layers(tower: Tower, prefix: str = "") -> Arrays:
    """Return the layers under the names of ``players.network``. The scale of the inputs is multiplied into the first
    layer.
    """
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


def tower(path: Path, *, half: bool = False) -> Tower:
    """Return the player in a file that ``write`` wrote. ``half`` has the same meaning as in ``Tower``.

    Raise NotAPlayerError for any other file, OSError from the disk.
    """
    with _arrays(path) as file:
        inputs, hidden = file["one"].shape
        if inputs == SIZE:
            return _filled(_empty(SIZE, hidden, at.ACTIONS, half), file, "")
        return _filled(PlayerTower(hidden, half=half, remembers=inputs > INPUTS), file, "")


def champion_towers(path: Path, *, half: bool = False) -> tuple[Tower, OpenJudge, Stakes, float]:
    """Return the network that guesses cards, the judge, the stakes and the game part from a file of ``champion``.

    The stakes are the values of points. Raise NotAPlayerError for any other file, OSError from the disk.
    """
    with _arrays(path) as file:
        hidden = {name: len(file[f"{name}_one_bias"]) for name in ("guess", "judge")}
        guess = _filled(_empty(SIZE, hidden["guess"], at.FACES, half=False), file, "guess_")
        examples = file["outcomes"].astype(np.int16)
        tower = _filled(_empty(features.CRITIC_SIZE, hidden["judge"], len(examples), half), file, "judge_")
        stakes = Stakes(file["chances"].astype(np.float32), file["slopes"].astype(np.float64))
        return guess, OpenJudge(tower, examples), stakes, float(file["game_part"])


@contextmanager
def _arrays(path: Path) -> Iterator[Mapping[str, NDArray[np.floating]]]:
    data = io.BytesIO(path.read_bytes())
    try:
        with np.load(data, allow_pickle=False) as file:
            yield file
    except Exception as error:  # NumPy and torch raise all kinds of errors for unknown files
        raise NotAPlayerError(_("“{file}” holds no trained player").format(file=path)) from error


def _empty(inputs: int, hidden: int, outputs: int, half: bool) -> Tower:
    return Tower((1.0,) * inputs, hidden, outputs, half=half)


def _filled(result: T, file: Mapping[str, NDArray[np.floating]], prefix: str) -> T:
    state = {
        f"{name.removesuffix('_bias')}.{'bias' if name.endswith('_bias') else 'weight'}": torch.from_numpy(
            file[prefix + name].astype(np.float32).T.copy()
        )
        for name in LAYERS
    }
    result.scale.fill_(1.0)  # the weights include the scale already
    result.load_state_dict(state | {"scale": result.scale})
    return result.requires_grad_(False)


def policy(player: Tower) -> Policy:
    """Return the player as it will ship."""
    return Policy(layers(player))


def champion(judge: OpenJudge, guess: Tower, stakes: Stakes, game_part: float) -> Arrays:
    """Return the arrays that ``players.champion`` needs besides the player itself."""
    return {
        **layers(judge.tower, "judge_"),
        "outcomes": judge.examples,
        **layers(guess, "guess_"),
        "chances": stakes.tables.astype(np.float16),
        "slopes": stakes.slopes,
        "game_part": np.array(game_part),
    }


def write(arrays: Mapping[str, NDArray[Any]], path: Path) -> None:
    """Write the file completely or not at all. Raise OSError, with the name, if that fails."""
    data = io.BytesIO()
    np.savez_compressed(data, allow_pickle=False, **arrays)
    write_atomically(path, data.getvalue())
