"""A hand in progress: the cards, both sides of the table, and the effect of each action.

``Hand.apply`` does not check an action; ``MileBonesState`` checks it before it calls ``apply``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mile_bones.engine.errors import Refusal
from mile_bones.engine.hands import dealt_by_turns
from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.actions import Action, Kind
from mile_bones.games.milebones.cards import GUARD, Card
from mile_bones.games.milebones.events import Answered, Discarded, Drawn, Event, Passed, Played
from mile_bones.games.milebones.legality import ALL_SAFETY_BITS, playable, useful, why_not_play
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.scoring import Score, score_side
from mile_bones.games.milebones.tableau import Tableau

if TYPE_CHECKING:
    from mile_bones.games.milebones.rules import Rules

_FACES = tuple(Card)
# Looking up an enumeration member takes a tenth of the time if it has a name in the module. Every action needs these.
_DRAW, _PLAY, _DISCARD, _EXTEND = Kind.DRAW, Kind.PLAY, Kind.DISCARD, Kind.EXTEND
_TO_DRAW, _TO_PLAY, _ASKED = Phase.DRAW, Phase.PLAY, Phase.EXTEND
_MILES_200 = Card.MILES_200
_HAZARD_BITS = sum(1 << card for card in GUARD)


class Deal(NamedTuple):
    """The cards of a hand before the first action.

    ``first`` is the seat that begins. ``dealt`` has the cards of both hands, by seat. ``deck`` has the other cards, the
    next one first.
    """

    first: int
    dealt: tuple[tuple[Card, ...], tuple[Card, ...]]
    deck: tuple[Card, ...]


def shuffled_deal(rules: Rules, seed: int, number: int, first: int) -> Deal:
    """Return deal ``number`` (from 0) of the game with this seed."""
    return deal_out(rules, Rng.for_deal(seed, number), first)


def deal_out(rules: Rules, luck: Rng, first: int) -> Deal:
    """Return a deal of a whole deck, shuffled by ``luck``. The first card of the deck goes to ``first``."""
    cards = [card for card, copies in zip(_FACES, rules.deck, strict=True) for _copy in range(copies)]
    luck.shuffle(cards)
    size = rules.hand_size
    return Deal(first, dealt_by_turns(cards, size, first), tuple(cards[2 * size :]))


class Hand:
    """A hand in progress. ``player`` is the seat to act. ``ended`` is "trip" or "cards" when the hand has ended, or
    else None.
    """

    __slots__ = (
        "completed_by",
        "coup_hazard",
        "deck",
        "discarded_by",
        "discards",
        "ended",
        "exposed",
        "extended_by",
        "first",
        "goal",
        "hands",
        "phase",
        "player",
        "rules",
        "sides",
    )

    def __init__(self, rules: Rules, deal: Deal) -> None:
        self.rules = rules
        self.first = deal.first
        self.hands = (list(deal.dealt[0]), list(deal.dealt[1]))
        self.deck = list(reversed(deal.deck))  # the next card is the last of the list
        self.sides = (Tableau(), Tableau())
        self.discards: list[Card] = []
        self.discarded_by: list[int] = []
        self.exposed = [0] * len(Card)
        self.player = deal.first
        self.phase = _TO_DRAW if self.deck else _TO_PLAY
        self.coup_hazard: Card | None = None
        self.goal = rules.goal
        self.extended_by: int | None = None
        self.completed_by: int | None = None
        self.ended: str | None = None

    def clone(self) -> Hand:
        """Return an independent copy."""
        twin: Hand = object.__new__(Hand)
        for name in Hand.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.hands = (self.hands[0][:], self.hands[1][:])
        twin.deck = self.deck[:]
        twin.sides = (Tableau.from_view(self.sides[0].view()), Tableau.from_view(self.sides[1].view()))
        twin.discards = self.discards[:]
        twin.discarded_by = self.discarded_by[:]
        twin.exposed = self.exposed[:]
        return twin

    def playable(self) -> int:
        """Return the faces that the player to act could play, whether held or not, as bits ``1 << card``."""
        return playable(self.sides[self.player], self.sides[1 - self.player], self.goal, self.rules)

    def draw_is_forced(self) -> bool:
        """Return True if the player to act can only draw: a turn begins, and no coup fourré is possible."""
        return self.phase is _TO_DRAW and (
            self.coup_hazard is None or GUARD[self.coup_hazard] not in self.hands[self.player]
        )

    def observation(
        self, seat: int, hand_number: int = 1, totals: tuple[int, int] = (0, 0), *, over: bool = False
    ) -> Observation:
        """Return the observation of ``seat``.

        ``totals`` are the points of the game, those of ``seat`` first. ``over`` is True if nobody is to act, because
        the hand has ended.
        """
        other = 1 - seat
        return Observation(
            seat,
            self.rules,
            hand_number,
            self.first,
            Phase.OVER if over else self.phase,
            None if over else self.player,
            tuple(self.hands[seat]),
            self.sides[seat].view(),
            self.sides[other].view(),
            len(self.hands[other]),
            len(self.deck),
            tuple(self.discards),
            tuple(self.discarded_by),
            tuple(self.exposed),
            self.coup_hazard,
            self.goal,
            self.extended_by,
            totals,
        )

    def why_not(self, action: Action) -> Refusal | None:
        """Return None if the player to act may take ``action``, or else the reason why not."""
        kind = action.kind
        if self.phase is _ASKED or kind is _EXTEND:
            if self.phase is not _ASKED:
                return Refusal("no_question")
            return None if kind is _EXTEND else Refusal("answer_first")
        if kind is _DRAW:
            return None if self.phase is _TO_DRAW else Refusal("drawn_already" if self.deck else "deck_is_out")
        card = action.card
        if card is None or card not in self.hands[self.player]:
            return Refusal("not_in_hand", (card,))
        if self.phase is _TO_DRAW:
            if kind is _PLAY and self.coup_hazard is not None and GUARD[self.coup_hazard] == card:
                return None
            if self.coup_hazard is not None and GUARD[self.coup_hazard] in self.hands[self.player]:
                return Refusal("coup_or_draw", (GUARD[self.coup_hazard],))
            return Refusal("draw_first")
        if kind is _DISCARD:
            if ALL_SAFETY_BITS >> card & 1 and not self.rules.safeties_can_be_discarded:
                return Refusal("keep_safeties", (card,))
            return None
        return why_not_play(card, self.sides[self.player], self.sides[1 - self.player], self.goal, self.rules)

    def apply(self, action: Action) -> list[Event]:
        """Take a legal action and return its events; nothing is hidden in them. If the hand ends, set ``ended``."""
        events: list[Event] = []
        kind = action.kind
        if kind is _DRAW:
            self.coup_hazard = None
            self._draw(events, coup=False)
            self.phase = _TO_PLAY
            if not self.deck:
                self._close_if_useless()
            return events
        if kind is _EXTEND:
            self._answer(bool(action.yes), events)
        else:
            card = action.card
            assert card is not None
            self.hands[self.player].remove(card)
            self.exposed[card] += 1
            if kind is _DISCARD:
                self.discards.append(card)
                self.discarded_by.append(self.player)
                events.append(Discarded(self.player, card))
                self._next_turn(None, events)
            elif ALL_SAFETY_BITS >> card & 1:
                self._safety(card, events)
            else:
                self._play(card, events)
        if not self.deck and self.ended is None and self.phase is not _ASKED:
            self._close_if_useless()
        return events

    def score(self) -> tuple[Score, Score]:
        """Return both score columns of the hand as it is now."""
        first, second = (
            score_side(
                self.sides[seat],
                self.sides[1 - seat],
                completed=self.completed_by == seat,
                extended=self.extended_by is not None,
                deck_is_out=not self.deck,
                rules=self.rules,
            )
            for seat in (0, 1)
        )
        return first, second

    def _draw(self, events: list[Event], coup: bool) -> None:
        card = self.deck.pop()
        self.hands[self.player].append(card)
        events.append(Drawn(self.player, card, len(self.deck), coup))

    def _play(self, card: Card, events: list[Event]) -> None:
        player = self.player
        if _HAZARD_BITS >> card & 1:
            self.sides[1 - player].lay(card)
            events.append(Played(player, card, 1 - player))
            self._next_turn(card, events)
            return
        side = self.sides[player]
        events.append(Played(player, card, player))
        if card > _MILES_200:
            side.lay(card)
        else:
            side.lay_distance(card)
            if side.miles == self.goal:
                if self.extended_by is None:
                    self.coup_hazard = None  # if the deck is out, no draw has reset this
                    self.phase = _ASKED
                else:
                    self._complete()
                return
        self._next_turn(None, events)

    def _safety(self, card: Card, events: list[Event]) -> None:
        """Play a safety, after which the player has another turn.

        After a coup fourré the player gets two cards and does not draw at the beginning of that turn.
        """
        coup = self.coup_hazard is not None and GUARD[self.coup_hazard] == card
        self.coup_hazard = None
        self.sides[self.player].lay_safety(card, coup)
        events.append(Played(self.player, card, self.player, coup))
        if coup:
            for _card in range(min(2, len(self.deck))):
                self._draw(events, coup=True)
            self.phase = _TO_PLAY
        else:
            self.phase = _TO_DRAW if self.deck else _TO_PLAY
        if not self.deck:
            self._pass_over(events)

    def _answer(self, yes: bool, events: list[Event]) -> None:
        if yes:
            self.goal = self.rules.extended_goal
            self.extended_by = self.player
        events.append(Answered(self.player, yes, self.goal))
        if yes:
            self._next_turn(None, events)
        else:
            self._complete()

    def _complete(self) -> None:
        self.completed_by = self.player
        self.ended = "trip"

    def _next_turn(self, coup_hazard: Card | None, events: list[Event]) -> None:
        self.player = 1 - self.player
        self.coup_hazard = coup_hazard
        self.phase = _TO_DRAW if self.deck else _TO_PLAY
        if not self.deck:
            self._pass_over(events)

    def _pass_over(self, events: list[Event]) -> None:
        """Skip the turn of a player without cards once the deck is out. End the hand if neither player has cards."""
        if self.hands[self.player]:
            return
        if not self.hands[1 - self.player]:
            self.ended = "cards"
            return
        events.append(Passed(self.player))
        self.player = 1 - self.player
        self.coup_hazard = None

    def _close_if_useless(self) -> None:
        """End the hand if nobody has a useful card, under rules with ``ends_when_cards_are_useless``."""
        if not self.rules.ends_when_cards_are_useless:
            return
        for seat in (0, 1):
            bits = useful(self.sides[seat], self.sides[1 - seat], self.goal, self.rules)
            if any(bits >> card & 1 for card in self.hands[seat]):
                return
        self.ended = "cards"
