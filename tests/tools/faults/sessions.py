"""Scenes from a match. Each makes the calls of a front end to a library, in the order in which the front end makes
them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from faults.histories import some_games
from faults.invariants import CountedGame, Kept, Later, Value, Won
from faults.scene import Broken, Scene
from mile_bones.engine.aliases import Option
from mile_bones.engine.record import GIVEN_UP, Record
from mile_bones.games.milebones.actions import DRAW, END_TRIP, PLAY
from mile_bones.games.milebones.cards import Card
from mile_bones.library.game_library import GameLibrary
from mile_bones.match.match import Match
from mile_bones.players import load_player
from mile_bones.storage.history import History
from mile_bones.storage.records import save_record
from mile_bones.storage.rows import CountedGame as Entry
from mile_bones.storage.settings import NAME
from stories import going, near_the_goal, three_wins, won

_GOING = going(name="Ben").record()
_NEAR = near_the_goal().record()
_LAST_CARD = three_wins().record()
_WON = won()
_ACTIONS = 6


@dataclass(frozen=True)
class _Wanted:
    seed: int | None = 3
    rules: str | None = None
    level: str | None = "easy"
    target: int | None = None
    options: Mapping[str, Option] = field(default_factory=dict)


WANTED = _Wanted()


def opened(scene: Scene) -> GameLibrary:
    """Open the library, as at a start of the program."""
    library = GameLibrary(scene.profile, scene.clock, scene.report)
    scene.later(library)
    return library


def start(scene: Scene) -> None:
    """Start the program again. The game in progress appears, and work that an earlier start could not finish is
    finished.
    """
    library = opened(scene)
    match = library.resume(WANTED)
    if match is not None and match.is_over:
        library.count(match)
    library.agree()


# ------------------------------------------------------------------ before


def a_game_in_progress(scene: Scene) -> None:
    _leave(scene, _NEAR)


def before_the_last_card(scene: Scene) -> None:
    _leave(scene, _LAST_CARD)


def a_game_that_is_over(scene: Scene) -> None:
    """Leave the files as after a kill between the last card and counting."""
    _leave(scene, _WON)


def a_game_that_waits(scene: Scene) -> None:
    """Leave a game that is over and could not be entered into the history. The history can now be written again."""
    _leave(scene, _LAST_CARD)
    scene.profile.history_path.mkdir()
    library = GameLibrary(scene.profile, scene.clock, lambda problem: None)
    match = library.resume(WANTED)
    assert match is not None
    _win(scene, library, match)
    library.count(match)
    library.close()
    scene.profile.history_path.rmdir()
    scene.forget()
    scene.holds(CountedGame(_WON, "finished"), Won((1, 0), 5700))


def an_unfinished_game_in_the_history(scene: Scene) -> None:
    some_games(scene)
    History(scene.profile.history_path, scene.report).add(Entry(_GOING, scene.clock(), (), "unfinished"))
    scene.forget()
    scene.holds(Kept(_GOING))


def _leave(scene: Scene, record: Record) -> None:
    scene.profile.games_dir.mkdir(parents=True)
    save_record(scene.profile.games_dir / "current-1.json", record)
    scene.holds(Kept(record))


# ------------------------------------------------------------------ what may fail


def play(scene: Scene) -> None:
    """Play some actions, take one back and redo it. In between, the disk becomes sound, and fails again."""
    library = opened(scene)
    match = library.resume(WANTED) or _begin(scene, library)
    _act(scene, library, match, _ACTIONS)
    _try(scene, library, match, match.undo)
    _try(scene, library, match, match.redo)
    _recover(scene, library)
    scene.holds(Kept(match.record()))
    scene.fail_again()
    _act(scene, library, match, 2)


def finish(scene: Scene) -> None:
    """Win and count the game, and begin the next game, all while the disk fails."""
    library = opened(scene)
    if _won_and_counted(scene, library):
        _recover(scene, library)
        scene.holds(CountedGame(_WON, "finished"), Won((1, 0), 5700))


def finish_and_quit(scene: Scene) -> None:
    """Do the same as ``finish``, but end the program before the disk is sound."""
    library = opened(scene)
    if _won_and_counted(scene, library):
        library.close()


def give_up(scene: Scene) -> None:
    library = opened(scene)
    match = _resumed(scene, library)
    if match is None:
        return
    over = replace(match.record(), ended=GIVEN_UP)
    with scene.doing(Kept(over), CountedGame(over, GIVEN_UP)) as step:
        library.give_up(match)
        step.done = over not in library.unsaved.finished
        step.told = bool(library.unsaved)
    _act(scene, library, _begin(scene, library), 2)
    library.close()


def set_aside(scene: Scene) -> None:
    """Set an unfinished game aside for a new one, if it can be kept."""
    library = opened(scene)
    match = _resumed(scene, library)
    if match is None:
        return
    try:
        if library.set_aside(match) is None:
            raise Broken("a game with actions was not kept")
    except OSError:
        return
    _act(scene, library, _begin(scene, library), 2)


def go_on_from_the_history(scene: Scene) -> None:
    """Resume a game of the history. The game leaves the history only when it is in the autosave."""
    library = opened(scene)
    library.resume(WANTED)
    numbers = [game.id for game in library.history.games() if game.state == "unfinished"]
    record = library.past(numbers[0]) if numbers else None
    if record is None:
        if not scene.problems:
            raise Broken("the game did not appear, and nobody was told")
        return
    match = library.go_on_with(record, WANTED)
    if library.holds(match):
        library.history.delete(numbers)
    _act(scene, library, match, 2)


def enter_what_waits(scene: Scene) -> None:
    """Enter a waiting game at a start of the program. If this start fails to enter it, a later start enters it."""
    library = opened(scene)
    library.resume(WANTED)
    library.agree()
    _act(scene, library, _begin(scene, library), 2)
    library.close()


def change_settings(scene: Scene) -> None:
    library = opened(scene)
    with scene.doing(Value("player", "name", "Zoë")) as step:
        library.settings.update({NAME: "Zoë"})
        step.done, step.told = library.unsaved.settings is None, bool(library.unsaved)
    _recover(scene, library)
    scene.holds(Value("player", "name", "Zoë"))


# ------------------------------------------------------------------ steps


def _resumed(scene: Scene, library: GameLibrary) -> Match | None:
    """Return the game in progress, or None if it does not appear. Raise ``Broken`` if it does not appear and nobody was
    told about it.
    """
    match = library.resume(WANTED)
    if match is None and not scene.problems:
        raise Broken(f"the game did not appear, and nobody was told (in another window: {library.played_elsewhere()})")
    return match


def _won_and_counted(scene: Scene, library: GameLibrary) -> bool:
    """Finish and count the game in progress, and begin the next. Return False if the game does not appear."""
    match = _resumed(scene, library)
    if match is None:
        return False
    if not match.is_over:
        _win(scene, library, match)
    _count(scene, library, match)
    _act(scene, library, _begin(scene, library), 2)
    return True


def _begin(scene: Scene, library: GameLibrary) -> Match:
    return library.start(WANTED)


def _act(scene: Scene, library: GameLibrary, match: Match, number: int) -> None:
    """Play `number` actions, for whichever player is to act."""
    brain = load_player("mile-bones", "easy")
    for _action in range(number):
        question = match.question()
        if question is not None:
            _try(scene, library, match, partial(match.submit, 1, brain.choose(question.observation), question.ply))
        else:
            _try(scene, library, match, partial(match.submit, 0, brain.choose(match.observation(0))))


def _try(scene: Scene, library: GameLibrary, match: Match, act: Callable[[], object]) -> None:
    """Carry out `act`. Its result is then on the disk, or the library reports that it is unsaved."""
    then = Later(Kept(match.record()).about)
    with scene.doing(then) as step:
        act()
        then.fact = Kept(match.record())
        step.done, step.told = not library.unsaved.games, bool(library.unsaved)


def _win(scene: Scene, library: GameLibrary, match: Match) -> None:
    for action in (DRAW, PLAY[Card.MILES_100], END_TRIP):
        _try(scene, library, match, partial(match.submit, 0, action))


def _count(scene: Scene, library: GameLibrary, match: Match) -> None:
    """Count the game. If the game is in any file, it counts once."""
    with scene.doing(CountedGame(_WON, "finished"), Won((1, 0), 5700), Kept(_WON)) as step:
        library.count(match)
        step.done, step.told = not library.unsaved.finished, bool(library.unsaved)


def _recover(scene: Scene, library: GameLibrary) -> None:
    """Make the disk sound again, and check that nothing stays unsaved."""
    scene.heal()
    library.catch_up()
    if library.unsaved:
        raise Broken(f"not all could be saved on a sound disk: {library.unsaved}")
