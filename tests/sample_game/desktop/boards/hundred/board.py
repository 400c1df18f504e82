"""The board of Hundred: nine places of cards for each player, and the pile between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.ending import GameEndDialog
from mile_bones.desktop.look.card_art import CardArt
from mile_bones.desktop.look.theme import font
from mile_bones.desktop.look.themes import Theme
from mile_bones.desktop.sound.cue import Cue
from mile_bones.desktop.table.board import Board, MakeBoard
from mile_bones.desktop.table.drop_rules import DropRules, Sources
from mile_bones.desktop.table.ending import Dialogs, Ending
from mile_bones.desktop.table.layout import Rect
from mile_bones.desktop.table.model import SlotModel
from mile_bones.desktop.table.motions import put
from sample_game.games.hundred.state import CARDS, Action, Event, GameEnded, Observation, Played
from sample_game.games.hundred.words import event_text, refusal_text

OWN, OTHER = (tuple(f"{side}.{card}" for card in CARDS) for side in ("own", "other"))
PILE = "pile"
FACES = (*map(str, CARDS),)


class Faces:
    """A white card with a number."""

    names, units, files = FACES, (100, 140), ()

    def words(self) -> str:
        return ""

    def paint(self, painter: QPainter, name: str, theme: Theme) -> None:
        painter.fillRect(0, 0, *self.units, theme.panel)
        painter.setPen(theme.panel_ink)
        painter.setFont(font(72))
        painter.drawText(QRectF(0, 0, *self.units), Qt.AlignmentFlag.AlignCenter, name)


class HundredRules(DropRules):
    """The rules of dragging: a card can only be dropped on the pile."""

    def __init__(self, seen: Observation) -> None:
        self._seen = seen

    def may_lift(self, place: str) -> bool:
        return place in OWN and CARDS[OWN.index(place)] in self._seen.held(self._seen.seat or 0)

    def targets(self, sources: Sources) -> dict[str, str]:
        return {PILE: "Play here"} if _action(sources) in self._seen.legal_actions() else {}

    def actions_at(self, sources: Sources, place: str) -> tuple[Action, ...]:
        return (_action(sources),) if place == PILE else ()

    def smart_actions(self, place: str) -> tuple[Action, ...]:
        return (_action((place,)),)

    def where_to(self, sources: Sources) -> str:
        refusal = self._seen.why_not(_action(sources))
        return "Put it on the pile." if refusal is None else f"{refusal_text(refusal, ('', ''), self._seen.seat)}."

    def refused_at(self, sources: Sources, place: str) -> str:
        return "Cards go on the pile."

    def stays(self, sources: Sources) -> str:
        return "The card stays with you."


def _action(sources: Sources) -> Action:
    return Action(CARDS[OWN.index(sources[0])])


class HundredBoard(Board):
    """The table on which a window shows a game of Hundred."""

    help_topic = "hundred"
    observation: Observation

    def __init__(self, cache: Path | None, parent: QWidget | None = None) -> None:
        topics = dict.fromkeys((*OTHER, PILE, *OWN), self.help_topic)
        super().__init__(topics, CardArt(Faces(), cache), parent, groups=(OTHER, (PILE,), OWN))
        self.setAccessibleName("Card table")
        self.show_observation(Observation(0, 0))

    def card_size(self) -> tuple[float, float]:
        width, height = self.viewport().width(), self.viewport().height()
        wide = min(width / 12, height / 5)
        return wide, 1.4 * wide

    def lay_out(self) -> dict[str, Rect]:
        (wide, high), (width, height) = self.card_size(), self.viewport().size().toTuple()
        self.place_message(Rect(0, height / 2 + high, width, 24), 1.0)
        self.place_tools({})
        rows = ((OTHER, 0.1 * high), (OWN, height - 1.1 * high))
        left = (width - 10.2 * wide) / 2
        places = {row[at]: Rect(left + 1.15 * at * wide, y, wide, high) for row, y in rows for at in range(len(CARDS))}
        return places | {PILE: Rect((width - wide) / 2, (height - high) / 2, wide, high)}

    def show_observation(self, observation: Observation) -> None:
        self.drag.clear()
        self.land_all()
        self.observation = observation
        legal = observation.legal_actions()
        for row, seat in ((OWN, self.near_seat), (OTHER, 1 - self.near_seat)):
            held = observation.held(seat)
            for place, card in zip(row, CARDS, strict=True):
                left = held.count(card)
                words = f"{self._names[seat]}: {card}, {left} left"
                face = str(card) if left else None
                usable = row is OWN and Action(card) in legal
                use = "Can be played" if usable else ""
                model = SlotModel(face=face, depth=max(0, left - 1), name=words, description=use, usable=usable)
                self.slots[place].show_model(model)
        pile = observation.pile
        top = str(pile[-1]) if pile else None
        self.slots[PILE].show_model(SlotModel(face=top, depth=len(pile[:3]), name=f"Pile: {sum(pile)}"))
        for slot in self.slots.values():
            slot.mark(hidden=False, refused=False)
        self.describe()

    def make_rules(self) -> HundredRules | None:
        return None if self.viewpoint is not None or self.observation.seat is None else HundredRules(self.observation)

    def animate(self, events: Sequence[Event], end: Observation, done: Callable[[], None]) -> None:
        played = next(event for event in events if isinstance(event, Played))
        place = (OWN if played.seat == self.near_seat else OTHER)[CARDS.index(played.card)]
        flight = self.drag.take_dropped().get(place) or self.fly(str(played.card), place)

        def landed() -> None:
            self.cued.emit(self.cues(played, self.near_seat, end))
            self.show_observation(end)
            done()

        self.animator.run([put(flight, self.slots[PILE].rect.center())], landed)

    def cues(self, event: Event, you: int | None, table: Observation) -> Sequence[Cue]:
        if isinstance(event, GameEnded):
            return (Cue.GAME_WON if you in (None, event.winner) else Cue.HAND_LOST,)
        return (Cue.DISCARD,)

    def end_dialog(self, ending: Ending, dialogs: Dialogs) -> GameEndDialog:
        text = event_text(ending.events[-1], ending.names, ending.you)
        return GameEndDialog(ending, text, dialogs.parent, band="green", topic=self.help_topic)


BOARD: MakeBoard = HundredBoard
