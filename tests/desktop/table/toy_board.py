"""The smallest game with cards, which tests what boards have in common. Players put numbers on a rising pile, and draw
from a deck.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from mile_bones.desktop.look.card_art import CardArt
from mile_bones.desktop.look.themes import Theme
from mile_bones.desktop.table.board import Board
from mile_bones.desktop.table.drop_rules import DropRules, Sources
from mile_bones.desktop.table.fans import fan
from mile_bones.desktop.table.hand_order import HandOrder
from mile_bones.desktop.table.layout import Rect
from mile_bones.desktop.table.model import BACK, SlotModel

MOST = 12
HAND = tuple(f"hand.{index}" for index in range(MOST))
CARD = (60, 84)


class ToyFaces:
    """Cards without a drawing."""

    names = (*(str(number) for number in range(20)), BACK)
    units = CARD
    files = ()

    def words(self) -> str:
        return ""

    def paint(self, painter: QPainter, name: str, theme: Theme) -> None:
        painter.fillRect(QRectF(0, 0, *CARD), theme.panel)


class ToyRules(DropRules):
    """A number goes on the pile if it is higher than the top number. The deck gives a card."""

    def __init__(self, cards: tuple[int, ...], top: int) -> None:
        self._cards, self._top = cards, top

    def _card(self, sources: Sources) -> int:
        (source,) = sources
        return self._cards[HAND.index(source)]

    def may_lift(self, place: str) -> bool:
        return place in HAND[: len(self._cards)]

    def targets(self, sources: Sources) -> dict[str, str]:
        return {"pile": "Put here"} if self._card(sources) > self._top else {}

    def actions_at(self, sources: Sources, place: str) -> tuple[object, ...]:
        return (("put", self._card(sources)),) if place == "pile" else ()

    def actions_of(self, place: str, chosen: Sources = ()) -> tuple[object, ...]:
        return ("draw",) if place == "deck" else ()

    def smart_actions(self, place: str) -> tuple[object, ...]:
        return (("put", self._card((place,))),) if self.targets((place,)) else ()

    def is_home(self, place: str) -> bool:
        return place in HAND

    def where_to(self, sources: Sources) -> str:
        return f"{self._card(sources)} may go somewhere"

    def refused_at(self, sources: Sources, place: str) -> str:
        return f"{self._card(sources)} goes on the pile"

    def stays(self, sources: Sources) -> str:
        return f"{self._card(sources)} stays"


class ToyBoard(Board):
    """A fan of cards, a deck and a pile. The hand is one stop of the Tab key."""

    def __init__(self) -> None:
        places = {"deck": "deck", "pile": "pile", "far": "far", **dict.fromkeys(HAND, "hand")}
        super().__init__(places, CardArt(ToyFaces(), None), groups=[HAND])
        self.order: HandOrder[int] = HandOrder(sorting=False)
        self.top = 0
        self.watched = False
        self.observation = self.turn()
        self.resize(800, 400)

    def turn(self) -> object:
        return self.order.cards, self.top

    def card_size(self) -> tuple[float, float]:
        return CARD

    def lay_out(self) -> dict[str, Rect]:
        self.place_message(Rect(10, 120, 400, 23), 1.0)
        hand = fan(len(self.order.cards), Rect(100, 200, 400, CARD[1]), CARD[0], mirrored=self.mirrored)
        return {
            "deck": Rect(100, 20, *CARD),
            "pile": Rect(300, 20, *CARD),
            "far": Rect(600, 20, *CARD),
            **dict(zip(HAND, hand, strict=False)),
        }

    def show_cards(self, *cards: int, top: int | None = None) -> None:
        """Hold these cards, and show the table again."""
        self.drag.clear()
        self.land_all()
        self.order.match(cards)
        self.top = self.top if top is None else top
        self.observation = self.turn()
        self.slots["pile"].show_model(SlotModel(face=str(self.top), name=f"Pile: {self.top}"))
        self.slots["deck"].show_model(SlotModel(face=BACK, name="Deck"))
        self.slots["far"].show_model(SlotModel(name="Far"))
        for place, slot in self.slots.items():
            if place in HAND:
                index = HAND.index(place)
                held = index < len(self.order.cards)
                face = str(self.order.cards[index]) if held else None
                slot.show_model(SlotModel(face=face, name=f"Card {index + 1}", usable=held))
            slot.mark(hidden=False, refused=False)
        self.place_slots(self.lay_out())
        self.describe()

    def rules_depend_on(self) -> tuple[object, ...]:
        return self.order.cards, self.watched

    def make_rules(self) -> ToyRules | None:
        return None if self.watched else ToyRules(self.order.cards, self.top)

    def arranges(self, place: str) -> bool:
        return place in HAND

    def rearrange(self, sources: Sources, place: str) -> bool:
        self.order.move([HAND.index(source) for source in sources], HAND.index(place))
        self.show_cards(*self.order.cards)
        return True
