"""Operations on games in files: those that a player saves, and the autosave."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from faults.invariants import Content, Kept, Somewhere
from faults.scene import Broken, Scene
from mile_bones.engine.bodies import Hands
from mile_bones.engine.record import GIVEN_UP, Record
from mile_bones.storage.autosave import Autosave
from mile_bones.storage.records import save_record
from stories import going, near_the_goal

GOING = going().record()
NEAR = near_the_goal(name="Ben").record()
_RUBBISH = b"{rubbish"
_MINE = "mine"  # a folder in which only the player saves
_SAVED = "mine/saved.json"
_SLOT = "games/current-1.json"


def _bytes(record: Record) -> bytes:
    return record.to_json().encode()


# ------------------------------------------------------------------ files that a player saves


def a_folder(scene: Scene) -> None:
    (scene.root / _MINE).mkdir(parents=True)
    scene.holds(Content(_SAVED, None))


def a_saved_file(scene: Scene) -> None:
    (scene.root / _MINE).mkdir(parents=True)
    save_record(scene.root / _SAVED, GOING)
    scene.holds(Content(_SAVED, _bytes(GOING)))


def a_link_to_a_saved_file(scene: Scene) -> None:
    a_saved_file(scene)
    (scene.root / "elsewhere").mkdir()
    (scene.root / _SAVED).rename(scene.root / "elsewhere" / "saved.json")
    (scene.root / _SAVED).symlink_to(Path("..", "elsewhere", "saved.json"))


def save_as(scene: Scene) -> None:
    with scene.doing(Content(_SAVED, _bytes(NEAR)), raises=(OSError,)):
        save_record(scene.root / _SAVED, NEAR)


# ------------------------------------------------------------------ the autosave


def opened(scene: Scene) -> Autosave:
    slot = Autosave(scene.profile, scene.report, scene.clock)
    scene.later(slot)
    return slot


def a_game_in_progress(scene: Scene) -> None:
    opened(scene).save(GOING)
    scene.holds(Kept(GOING))


def a_damaged_game(scene: Scene) -> None:
    scene.profile.games_dir.mkdir(parents=True)
    (scene.root / _SLOT).write_bytes(_RUBBISH)
    scene.holds(Somewhere(_SLOT, _RUBBISH))


def play(scene: Scene) -> None:
    """Save a game after three actions. The disk is sound again before the third action, and fails again after it."""
    slot = opened(scene)
    _save(scene, slot, _shorter(GOING, 2))
    _save(scene, slot, _shorter(GOING, 1))
    scene.heal()
    _save(scene, slot, GOING)
    if slot.unsaved is not None:
        raise Broken("it could not be saved on a sound disk")
    scene.fail_again()
    _save(scene, slot, replace(GOING, assisted=True))


def go_on(scene: Scene) -> None:
    """Resume the unfinished game. Either the game appears, or the reason why it does not appear is reported."""
    slot = opened(scene)
    found = slot.load()
    if found is None and not scene.problems:
        raise Broken(f"the game did not appear, and nobody was told (in another window: {slot.others})")
    if found is not None:
        _save(scene, slot, replace(GOING, assisted=True))


def beside_another_window(scene: Scene) -> None:
    """Save from two windows, each of which has a separate slot."""
    first = opened(scene)
    _save(scene, first, GOING)
    second = opened(scene)
    _save(scene, second, NEAR)
    _save(scene, first, replace(GOING, assisted=True))


def clear(scene: Scene) -> None:
    """Clear the slot of a game that has come into the history."""
    slot = opened(scene)
    if slot.load() is not None:
        scene.forget()
        with scene.doing(Content(_SLOT, None)):
            slot.clear()


def keep(scene: Scene) -> None:
    """Set a game aside into its own file, and then save another game in the slot."""
    slot = opened(scene)
    if slot.load() is None:
        return
    try:
        path = slot.set_aside(GOING)
    except OSError:
        return
    scene.holds(Content(str(path.relative_to(scene.root)), _bytes(GOING)))
    _save(scene, slot, NEAR)


def retire(scene: Scene) -> None:
    """Retire a game that is over while the history cannot be written. The game waits in a file, and its slot gets
    another game.
    """
    slot = opened(scene)
    if slot.load() is None:
        return
    over = replace(GOING, ended=GIVEN_UP)
    _save(scene, slot, over)
    with scene.doing(Kept(over)) as step:
        step.done = slot.wait(over, slot.retire(over)) is not None
        step.told = not step.done
    _save(scene, slot, NEAR)


def read_what_is_damaged(scene: Scene) -> None:
    opened(scene).load()
    if not scene.problems:
        raise Broken("it was damaged, and nobody was told")


def _save(scene: Scene, slot: Autosave, record: Record) -> None:
    with scene.doing(Kept(record)) as step:
        slot.save(record)
        step.done = slot.unsaved is None


def _shorter(record: Record, by: int) -> Record:
    (hand,) = record.hands
    return replace(record, body=Hands((replace(hand, actions=hand.actions[:-by]),)))
