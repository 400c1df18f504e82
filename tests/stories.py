"""Games told card by card: a record of any situation, made from the cards that matter to it.

>>> story = Story("GO 100 100 100 25 25", theirs="FLAT_TIRE 25 25 25 50 50")
>>> story.me("draw 50", "play GO").computer("draw GO", "play FLAT_TIRE").record()

The deck is made at the end: first the cards that were drawn, in that order, then the cards ``coming``, then all other
cards, the least useful first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from random import Random

from mile_bones.engine.aliases import Pair
from mile_bones.engine.record import PlayerInfo, Record
from mile_bones.games import spec
from mile_bones.games.milebones.actions import parse_action
from mile_bones.games.milebones.cards import Card, parse_card
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.hand import Deal
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.match.match import Match
from mile_bones.match.seats import Computer, Person, Seat, Setup
from mile_bones.players import load_player

ALONE: Pair[Seat] = (Person("Anna"), Computer("easy", "Computer"))
DULL = "GASOLINE GASOLINE SPARE_TIRE SPARE_TIRE REPAIRS REPAIRS"
"""A hand that cannot do anything as long as nobody plays a hazard."""

_DULLEST_FIRST = (
    *(Card.END_OF_LIMIT, Card.REPAIRS, Card.SPARE_TIRE, Card.GASOLINE),
    *(Card.MILES_25, Card.MILES_50, Card.MILES_75, Card.MILES_200, Card.MILES_100, Card.GO),
    *(Card.SPEED_LIMIT, Card.STOP, Card.OUT_OF_GAS, Card.FLAT_TIRE, Card.ACCIDENT),
    *(Card.EXTRA_TANK, Card.PUNCTURE_PROOF, Card.DRIVING_ACE, Card.RIGHT_OF_WAY),
)


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards for their notation, separated by spaces."""
    return tuple(parse_card(word) for word in text.split())


class Story:
    """A game in the making. ``me`` and ``computer`` continue the last hand, and ``hand`` deals the next one."""

    def __init__(
        self,
        mine: str,
        theirs: str = DULL,
        *,
        coming: str = "",
        first: int = 0,
        rules: str = "mile-bones",
        level: str | None = "easy",
        target: int = 5000,
        name: str = "Anna",
    ) -> None:
        self._rules = replace(RULE_SETS[rules], target=target)
        self._players = (PlayerInfo(name, "human"), PlayerInfo("Computer", "computer", level))
        self._first = first
        self._hands: list[_Hand] = []
        self.hand(mine, theirs, coming=coming)

    def hand(self, mine: str, theirs: str = DULL, *, coming: str = "") -> Story:
        """Deal the next hand. ``coming`` are the cards that are drawn after the story."""
        self._hands.append(_Hand((self._first + len(self._hands)) % 2, (cards(mine), cards(theirs)), cards(coming)))
        return self

    def me(self, *acts: str) -> Story:
        """Let the person act: "play GO", "discard 25", "draw 100".

        A drawn card is named, unless it is the next of the cards ``coming``.
        """
        return self._acts(0, acts)

    def computer(self, *acts: str) -> Story:
        """Let the computer act, in the same words as ``me``."""
        return self._acts(1, acts)

    def comes(self, names: str) -> Story:
        """Add cards that are drawn automatically, after a coup fourré."""
        self._hands[-1].drawn.extend(cards(names))
        return self

    def idles(self, seat: int) -> Story:
        """Play a turn in which the least useful card is drawn and discarded."""
        card = self._hands[-1].rest()[0].notation
        return self._acts(seat, (f"draw {card}", f"discard {card}"))

    def idle_until(self, left: int, *, turn: int = 0) -> Story:
        """Let both players idle, ``turn`` first, until only ``left`` cards are in the deck."""
        while self._hands[-1].left() > left:
            self.idles(turn)
            turn = 1 - turn
        return self

    def drive(self, *distances: str) -> Story:
        """Draw and play these distances, one each turn, while the computer idles."""
        for distance in distances:
            self.me(f"draw {distance}", f"play {distance}").idles(1)
        return self

    def record(self, *, ended: str | None = None) -> Record:
        """Return the record of the whole story with its scores. Raise IllegalAction if an act breaks the rules."""
        state = MileBones(self._rules).new_state(1, deal=[hand.deal() for hand in self._hands])
        for hand in self._hands:
            for seat, act in hand.acts:
                assert state.current_player == seat, f"it is not the turn of player {seat}: {act}"
                state.apply_action(parse_action(act))
        body = state.body()
        number = sha256(repr((self._players, body.first_deal())).encode()).hexdigest()[
            :32
        ]  # a different id for other players
        return Record("mile-bones", self._rules.name, self._players, body, self._rules.target, ended=ended, id=number)

    def _acts(self, seat: int, acts: Sequence[str]) -> Story:
        for act in acts:
            verb, _space, name = act.partition(" ")
            if verb == "draw" and name:
                self._hands[-1].drawn.append(parse_card(name))
                act = "draw"
            self._hands[-1].acts.append((seat, act))
        return self


class _Hand:
    def __init__(self, first: int, dealt: tuple[tuple[Card, ...], tuple[Card, ...]], coming: tuple[Card, ...]) -> None:
        self.first = first
        self.dealt = dealt
        self.coming = coming
        self.drawn: list[Card] = []
        self.acts: list[tuple[int, str]] = []

    def rest(self) -> list[Card]:
        """Return the cards that the story does not use, the least useful first."""
        left = Counter(dict(zip(Card, RULE_SETS["mile-bones"].deck, strict=True)))
        left.subtract((*self.dealt[0], *self.dealt[1], *self.drawn, *self.coming))
        assert min(left.values()) >= 0, "more cards of a kind than the deck holds"
        return [card for card in _DULLEST_FIRST for _copy in range(left[card])]

    def left(self) -> int:
        return len(self.rest()) + len(self.coming)

    def deal(self) -> Deal:
        return Deal(self.first, self.dealt, (*self.drawn, *self.coming, *self.rest()))


def going(mine: str = "100 100 100 100 100", theirs: str = DULL, **more: object) -> Story:
    """Return a story on the person's turn. The person has played Go, and the computer has drawn and discarded.

    The person has the five cards of ``mine``, and the card that was drawn in the turn with Go.
    """
    story = Story(f"GO {mine}", theirs, **more)  # type: ignore[arg-type]
    return story.me("draw 25", "play GO").idles(1)


def near_the_goal(**more: object) -> Story:
    """Return a story in which the person has 600 of 700 miles and a 100 in the hand, and has to draw."""
    return going(**more).drive("100", "100", "100", "100", "100", "100")


def three_wins(**more: object) -> Story:
    """Return a story in which the person has won two hands and will win the third: 5,700 to 0 after the next card."""
    story = Story("GO 100 100 100 100 100", first=0, **more)  # type: ignore[arg-type]
    _win(story, begins=True)
    story.hand("GO 100 100 100 100 100")
    _win(story, begins=False)
    story.hand("GO 100 100 100 100 100")
    story.me("draw 25", "play GO").idles(1)
    return story.drive("100", "100", "100", "100", "100", "100")


def won(**more: object) -> Record:
    """Return the record of the whole game of ``three_wins``, 5,700 to 0."""
    return three_wins(**more).me("draw", "play 100", "extend no").record()


def lost_with_the_last_hand(**more: object) -> Story:
    """Return a story in which the person will win the second hand, 1,400 to 100, and lose the game, 1,400 to 2,000.

    The person has 600 of 700 miles and a 100 in the hand, and has to draw.
    """
    story = Story(DULL, "GO 100 100 100 100 100", first=1, target=2000, **more)  # type: ignore[arg-type]
    story.computer("draw 25", "play GO").idles(0)
    for _turn in range(6):
        story.computer("draw 100", "play 100").idles(0)
    story.computer("draw 50", "play 100", "extend no")
    story.hand("GO 100 100 100 100 100", "GO 50 50 GASOLINE GASOLINE REPAIRS")
    story.me("draw 25", "play GO").computer("draw REPAIRS", "play GO")
    for _turn in range(2):
        story.me("draw 100", "play 100").computer("draw REPAIRS", "play 50")
    return story.drive("100", "100", "100", "100")


def _win(story: Story, *, begins: bool) -> None:
    if not begins:
        story.idles(1)
    story.me("draw 25", "play GO").idles(1).drive("100", "100", "100", "100", "100", "100")
    story.me("draw 50", "play 100", "extend no")


def begun(game: str, rules: str, seats: Pair[Seat], seed: int, turns: int = 6) -> Record:
    """Return the record of a game after some turns, in which seat 0 has the next turn."""
    match = Match.start(Setup(game, seats, rules, seed), lambda _record: None)
    luck, many_hands = Random(seed), spec(game).has_hidden_cards
    while match.ply < turns or match.current_player != 0:
        seat = match.current_player
        before = match.observation(seat)
        match.submit(seat, luck.choice(before.legal_actions()))
        if match.is_over or (many_hands and match.observation(0).hand_number != before.hand_number):
            return begun(game, rules, seats, seed + 1, turns)
    return replace(match.record(), seed=None)  # the seed would determine the cards


def before_the_end(game: str, winner: int) -> tuple[Record, object]:
    """Return a game against the computer as its record before the last action, and the last action, which is the
    person's.
    """
    number, target = _LAST_ACTIONS[game, winner]
    match = Match.start(Setup(game, ALONE, spec(game).rules[0], number, target=target), lambda _record: None)
    players = [load_player(game, "easy", number + seat) for seat in (0, 1)]
    while True:
        seat, before = match.current_player, match.record()
        action = players[seat].choose(match.observation(seat))
        match.submit(seat, action)
        if match.is_over:
            assert (seat, match.winner) == (0, winner)
            return replace(before, seed=None), action


_LAST_ACTIONS = {
    ("mile-bones", 0): (2, 500),
    ("mile-bones", 1): (49, 500),
    ("montreal-mille", 0): (7, 200),
    ("montreal-mille", 1): (1, 200),
    ("millieu", 0): (0, None),
}
"""By game and winner: the seed and the target of a game that has this winner, and ends with an action of the person, if
both sides play at level easy.
"""
ENDS = tuple(_LAST_ACTIONS)
"""The pairs of game and winner that `before_the_end` can make."""
