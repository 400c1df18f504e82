"""The flights of cards and pieces when an action is undone or redone. Compared are the start, the end and the time of
each flight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from PySide6.QtCore import QPointF

from desktop.boards.test_action_marks import is_discard
from desktop.boards.test_rules_kept import Seated, seated
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.engine.rng import Rng
from mile_bones.games import GAMES, load_game

__all__ = ["seated"]

GOLDEN = Path(__file__).parents[2] / "data" / "what_flies"
SEEDS = {"mile-bones": 197, "millieu": 4, "montreal-mille": 62}
"""Games with rare actions, among them a coup fourré, a captured piece and a pile that is taken."""
ACTIONS = 20
SLOW = 1000.0


def actions(game: str, seed: int, count: int) -> Iterator[tuple[Any, Any, Any, list[Any]]]:
    """Play a game, rare actions first. Yield each action, the states before and after it, and its events."""
    state, rng = load_game(game).new_state(seed=seed), Rng(seed)
    for _action in range(count):
        legal = state.legal_actions()
        rare = [action for action in legal if not is_discard(action) and str(action) != "draw"] or legal
        action = rare[rng.below(len(rare))]
        before = state.clone()
        events = state.apply_action(action, deal=False)
        yield action, before, state, [event for event in events if not isinstance(event, state.closing)]
        if state.needs_deal or not state.legal_actions():
            return


def seen_from(board: Any, seat: int, *, watched: bool) -> Callable[[Any], Any]:
    """Return a function from a state to its observation by this seat. With ``watched``, the observation is that of a
    spectator on this seat's side.
    """

    def look(state: Any) -> Any:
        seen = state.observation(seat)
        return board.seen_from(state.observation(1 - seat), seen) if watched else seen

    return look


def nearest(board: Any, at: QPointF) -> str:
    """Return the place nearest to this point, with its distance in pixels if the point is not its centre."""
    middles = {place: slot.rect.center() for place, slot in board.slots.items() if slot.isVisible() and slot.rect}
    place = min(middles, key=lambda place: (middles[place] - at).manhattanLength())
    away = at - middles[place]
    return place if away.manhattanLength() < 0.5 else f"{place}{away.x():+.0f}{away.y():+.0f}"


class Look(NamedTuple):
    """The look of an item at a moment."""

    name: str
    at: QPointF
    size: float
    turned: float
    opacity: float

    def told(self, board: Any) -> str:
        parts = [f"{self.name} at {nearest(board, self.at)}"]
        parts += [f"x{self.size:.2f}"] * (self.size != 1)
        parts += [f"turned {self.turned:.0f}"] * (self.turned != 0)
        parts += [f"seen {self.opacity:.1f}"] * (self.opacity != 1)
        return " ".join(parts)


class Watch:
    """An observer that writes down everything that moves on a board."""

    def __init__(self, board: Any) -> None:
        self._board = board
        self.lines: list[str] = []
        for number, animator in enumerate(board.animators()):
            animator.speed = SLOW
            animator.run = self._watched(animator.run, number)

    def _watched(self, run: Callable[..., None], number: int) -> Callable[..., None]:
        def watched(motions: list[Any], *others: Any, **more: Any) -> None:
            self.lines += [self._motion(motion, number) for motion in motions]
            run(motions, *others, **more)

        return watched

    def _motion(self, motion: Any, number: int) -> str:
        motion.apply(0.0)
        before = self._looks()
        motion.apply(1.0)
        after = self._looks()
        motion.apply(0.0)
        moved = [item for item, look in after.items() if look != before[item]]
        ways = [f"{before[item].told(self._board)} -> {after[item].told(self._board)}" for item in moved]
        return f"    {motion.start:.0f} + {motion.length:.0f}: {'; '.join(ways) or f'animator {number}'}"

    def _looks(self) -> dict[Any, Look]:
        flights = [item for item in self._board.scene().items() if isinstance(item, FlyingCard)]
        looks = {}
        for item in (*flights, *self._board.slots.values()):
            flies = isinstance(item, FlyingCard)
            at = item.scenePos() if flies else item.rect.center() + item.pos()
            name = item.face if flies else f"[{item.place}]"
            looks[item] = Look(name, at, item.scale(), item.rotation(), item.opacity())
        return looks

    def shown(self) -> dict[str, str]:
        """Return what each place shows now."""
        found = {}
        for place, slot in self._board.slots.items():
            model, absent = slot.model, getattr(slot, "absent", ())
            cards = getattr(model, "cards", None)
            fan = None if cards is None else [card for index, card in enumerate(cards) if index not in absent]
            found[place] = f"{model.face if fan is None else fan} {'hidden' * slot.marks.hidden}".strip()
        return found


def lines_of(board: Any, watch: Watch, events: list[Any], before: Any, after: Any) -> Iterator[str]:
    """Yield lines about the motions seen while these events are undone, and then while they are redone."""
    for word, start, end, back in (("undone", after, before, True), ("redone", before, after, False)):
        board.show_observation(start)
        watch.lines.clear()
        board.travel(events, end, lambda: None, back=back)
        shown = watch.shown()
        while board.animator.running:
            board.finish()
        still = {place: face for place, face in watch.shown().items() if face != shown[place]}
        yield f"  {word}"
        yield from watch.lines
        if still:
            yield f"    meanwhile: {', '.join(f'{place}={shown[place]}' for place in still)}"
        assert board.observation is end


class Side(NamedTuple):
    """The side from which the table is seen, either by the player of a seat or by a spectator on that side."""

    seat: int
    sorting: bool = False
    watched: bool = False


SIDES = {"seat 0": Side(0), "seat 1, sorted": Side(1, sorting=True), "watched from seat 1": Side(1, watched=True)}


@pytest.mark.parametrize("game", GAMES)
def test_cards_and_pieces_fly_as_recorded(seated: Seated, game: str) -> None:
    board, _state = seated(game)
    watch, lines = Watch(board), []
    for action, earlier, later, happened in actions(game, SEEDS[game], ACTIONS):
        for name, (seat, sorting, watched) in SIDES.items():
            look = seen_from(board, seat, watched=watched)
            board.set_viewpoint(seat if watched else None)
            board.set_sorting(sorting)
            events = [event.seen_by(seat) for event in happened]
            lines.append(f"{action}, {name}")
            lines += lines_of(board, watch, events, look(earlier), look(later))
    assert lines == (GOLDEN / f"{game}.txt").read_text("utf-8").splitlines()
