"""Every sentence of the rules page about the score of a deal, the end of a game, and the payment."""

from __future__ import annotations

import pytest

from games.montreal.tables import cards, play, table
from mile_bones.games.montreal.cards import RANK_NOTATION, counted
from mile_bones.games.montreal.events import GameEnded, HandEnded
from mile_bones.games.montreal.payment import Payment, payment_of, rounded, winner_of
from mile_bones.games.montreal.payment_words import PaymentRow, payment_rows, payment_sum
from mile_bones.games.montreal.rules import MOST_DEALS, Rules
from mile_bones.games.montreal.scoring import Score, score_side
from mile_bones.games.montreal.sets import Sets

EIGHT_10S = "2*10S 2*10H 2*10D 2*10C"
EIGHT_2S = "2*2S 2*2H 2*2D 2*2C"
EIGHT_3S = "2*3S 2*3H 2*3D 2*3C"


def sets(**by_rank: str) -> Sets:
    """Return sets by rank, for example ``r8="8S 8D 2C"``."""
    naturals, wilds = bytearray(52), bytearray(52)
    for name, text in by_rank.items():
        rank = RANK_NOTATION.index(name[1:])
        for card in cards(text):
            if card // 4 == rank:
                naturals[card] += 1
            else:
                wilds[4 * rank + card] += 1
    return Sets(bytes(naturals), bytes(wilds))


def score(laid: Sets, hand: str = "", *, out: bool = False) -> Score:
    return score_side(laid, counted(cards(hand)), out=out)


@pytest.mark.parametrize(
    ("laid", "hand", "out", "total", "stars", "chapeau"),
    [
        # The player who goes out scores the cards laid down.
        (sets(rQ="QS QH 2C", r8="8S 8D 8H"), "", True, 100 + 10 + 20 + 15, 0, 0),
        # The opponent scores the cards laid down less those in hand.
        (sets(rQ="QS QH QC", r8="8S 8D 8H"), "AS 2C", False, 120 + 15 - 15 - 20, 0, 0),
        # A score below zero is a chapeau. A score of exactly zero is not.
        (sets(r8="8S 8D 8H"), "AS 3C", False, -5, 0, 1),
        (sets(r8="8S 8D 8H"), "AS", False, 0, 0, 0),
        (sets(), "QS JD", False, -150, 0, 1),
        # A natural of the first kind (eight cards of one rank) counts double and gives a star, for either
        # player.
        (sets(r10=EIGHT_10S), "AS", False, 160 - 15, 1, 0),
        (sets(r10=EIGHT_10S, r8="8S 8D 2C"), "", True, 160 + 30, 1, 0),
        (sets(r2=EIGHT_2S), "", False, 320, 1, 0),
        # Eight cards with a wild, or a wild as the ninth card, are not a natural.
        (sets(r10="2*10S 2*10H 2*10D 10C 2C"), "AS", False, 70 + 20 - 15, 0, 0),
        (sets(r10=EIGHT_10S + " 2C"), "AS", False, 80 + 20 - 15, 0, 0),
        # The second kind: going out without a 2 as a wild (a set of 2s is allowed). All cards count double.
        (sets(rK="KS KH KD", r4="4S 4H 4D"), "", True, 2 * 45, 1, 0),
        (sets(rK="KS KH KD", r2="2S 2H 2D"), "", True, 2 * 90, 1, 0),
        (sets(rK="KS KH KD", r4="4S 4H 2D"), "", True, 60, 0, 0),
        (sets(rK="KS KH KD"), "3C", False, 25, 0, 0),
        # Both kinds of natural: the set of eight counts four times, the other sets twice. The stars are the
        # sets of eight plus one.
        (sets(r10=EIGHT_10S, r4="4S 4H 4D"), "", True, 4 * 80 + 2 * 15, 2, 0),
        (sets(r10=EIGHT_10S, r3=EIGHT_3S, r4="4S 4H 4D"), "", True, 4 * 120 + 2 * 15, 3, 0),
        # Cards in hand are never doubled, and a chapeau is decided after doubling.
        (sets(r3=EIGHT_3S), "QS", False, 80 - 100, 1, 1),
        (sets(r3=EIGHT_3S), "JD AS 2C", False, 80 - 85, 1, 1),
        (sets(r3=EIGHT_3S), "JD AS 3C 4C", False, 80 - 75, 1, 0),
    ],
)
def test_a_deal_has_the_right_score(laid: Sets, hand: str, out: bool, total: int, stars: int, chapeau: int) -> None:
    found = score(laid, hand, out=out)
    assert (found.total, found.naturals, found.chapeau) == (total, stars, chapeau)
    items = found.to_dict()
    assert items["laid"] + items["eights"] + items["clean"] + items["hand"] == items["total"] == total


def test_a_set_is_a_natural_from_its_eighth_card_until_a_wild_is_added() -> None:
    state = table("10C 2C 3S 4S", "KS", sets={"10": "2*10S 2*10H 2*10D 10C"}, phase="play")
    (added,) = play(state, "add 10C 10")
    assert added.natural
    assert state.round.sets(0).is_natural(8)
    (added,) = play(state, "add 2C 10")
    assert not added.natural and not state.round.sets(0).is_natural(8)
    state = table("10C 10C 4S", "KS 10D", sets={"10": "2*10S 2*10H 10D"})
    (taken,) = play(state, "pile 10C 10C")
    assert taken.natural


@pytest.mark.parametrize(
    ("total", "to"), [(1250, 1300), (1249, 1200), (-50, 0), (-51, -100), (-55, -100), (0, 0), (49, 0), (50, 100)]
)
def test_totals_are_rounded_to_hundreds(total: int, to: int) -> None:
    assert rounded(total) == to


PLAIN = Rules()
TO_2000 = Rules(target=2000)
REQUIRED = Rules(natural_required=True)


@pytest.mark.parametrize(
    ("totals", "naturals", "deals", "rules", "result"),
    [
        ((1199, 1100), (0, 0), 5, PLAIN, (False, None)),
        ((1200, 1100), (0, 0), 5, PLAIN, (True, 0)),
        ((1200, 1205), (0, 0), 5, PLAIN, (True, 1)),
        ((1300, 1300), (1, 0), 5, PLAIN, (False, None)),  # undecided: another deal follows
        ((1900, 1100), (0, 0), 5, TO_2000, (False, None)),
        ((2000, 1100), (0, 0), 5, TO_2000, (True, 0)),
        ((2000, 1100), (0, 1), 5, REQUIRED, (False, None)),  # neither has both the target and a natural
        ((2000, 1200), (0, 1), 5, REQUIRED, (True, 1)),  # whatever the opponent's total
        ((1300, 1200), (1, 1), 5, REQUIRED, (True, 0)),
        ((1300, 1300), (1, 2), 5, REQUIRED, (False, None)),
        ((1300, 1300), (1, 0), 5, REQUIRED, (True, 0)),
        ((900, 800), (0, 0), MOST_DEALS, PLAIN, (True, 0)),
        ((900, 900), (3, 0), MOST_DEALS, PLAIN, (True, None)),
        ((1900, 2100), (0, 0), MOST_DEALS, REQUIRED, (True, 1)),
        ((1300, 1300), (0, 0), MOST_DEALS, PLAIN, (True, None)),
        ((-100, -90), (0, 0), MOST_DEALS, PLAIN, (True, 1)),
        ((2000, 1250), (0, 1), MOST_DEALS, REQUIRED, (True, 1)),
        ((100, 55), (0, 0), 1, Rules(most_deals=1), (True, 0)),  # a single deal
        ((100, 100), (0, 0), 1, Rules(most_deals=1), (True, None)),
    ],
)
def test_a_game_ends_with_a_winner_at_the_target(
    totals: tuple[int, int], naturals: tuple[int, int], deals: int, rules: Rules, result: tuple[bool, int | None]
) -> None:
    assert winner_of(totals, naturals, deals, rules) == result
    over, winner = result
    swapped = over, None if winner is None else 1 - winner
    assert winner_of(totals[::-1], naturals[::-1], deals, rules) == swapped


@pytest.mark.parametrize("wrong", [{"target": 0}, {"stake": -1}, {"most_deals": 0}, {"most_deals": 101}])
def test_impossible_rules_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="the target must be at least 1"):
        Rules(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("stake", [1, 2, 3])
@pytest.mark.parametrize(
    ("totals", "naturals", "chapeaux", "options", "paid"),
    [
        ((1230, 585), (1, 0), (0, 1), {}, 30),  # the example of the rules page
        ((2100, 860), (4, 0), (0, 3), {"target": 2000, "progressive": True}, 66),  # the other example of the rules page
        ((2100, 860), (5, 0), (0, 3), {"target": 2000, "progressive": True}, 81),  # the same payment with five naturals
        ((1230, 600), (0, 0), (0, 0), {}, 6 + 3),  # half the target is not a skunk
        ((1230, 599), (0, 0), (0, 0), {}, 2 * (6 + 3)),  # the limit applies before rounding
        ((1230, 0), (0, 0), (0, 0), {}, 2 * (12 + 3)),
        ((1230, -1), (0, 0), (0, 0), {}, 3 * (12 + 3)),
        ((1230, -51), (0, 0), (0, 2), {}, 3 * (13 + 3 * 3)),
        ((2000, 999), (0, 0), (0, 0), {"target": 2000}, 2 * (10 + 3)),
        ((2000, 1000), (0, 0), (0, 0), {"target": 2000}, 10 + 3),
        ((1201, 600), (0, 0), (0, 0), {"target": 1201}, 2 * (6 + 3)),
        ((1230, 700), (0, 5), (5, 0), {}, 5 + 3),  # the loser's naturals and the winner's chapeaux do not count
        ((1230, 599), (0, 0), (0, 0), {"progressive": True}, 6 + 3 + 3),  # a skunk adds one large stake
        ((1230, -1), (0, 0), (0, 0), {"progressive": True}, 12 + 3 + 6),  # a negative total adds two large stakes
        ((1205, 2000), (1, 0), (0, 2), {"natural_required": True}, 3 * 4),  # the difference counts as 0
    ],
)
def test_the_payment_follows_totals_naturals_chapeaux_and_options(
    totals: tuple[int, int],
    naturals: tuple[int, int],
    chapeaux: tuple[int, int],
    options: dict[str, object],
    paid: int,
    stake: int,
) -> None:
    rules = Rules(stake=stake, **options)  # type: ignore[arg-type]
    assert rules.large_stake == 3 * stake
    assert payment_of(0, totals, naturals, chapeaux, rules).total == stake * paid
    assert payment_of(1, totals[::-1], naturals[::-1], chapeaux[::-1], rules).total == stake * paid


def test_the_payment_of_66_is_explained_step_by_step() -> None:
    payment = payment_of(0, (2100, 860), (4, 0), (0, 3), Rules(target=2000, progressive=True, stake=1))
    assert [line.amount for line in payment.lines] == [12, 3, 3, 30, 18]
    assert payment_sum(payment) == "12 + 3 + 3 + 30 + 18 = 66"
    assert payment_rows(payment) == (
        PaymentRow("Hundreds from 900 to 2,100", "12 × 1", "12"),
        PaymentRow("The game", "1 × 3", "3"),
        PaymentRow("Skunk", "1 × 3", "3"),
        PaymentRow("4 naturals of the winner", "(1 + 2 + 3 + 4) × 3", "30"),
        PaymentRow("3 chapeaux of the loser", "(1 + 2 + 3) × 3", "18"),
        PaymentRow("Paid", "12 + 3 + 3 + 30 + 18 = 66", "66"),
    )


def test_a_payment_of_a_single_line_has_no_sum() -> None:
    """Without a difference, naturals and chapeaux, only the game itself is paid."""
    payment = payment_of(0, (1230, 1240), (1, 0), (0, 0), Rules(stake=1, natural_required=True))
    alone = payment_of(0, (1200, 1205), (0, 0), (0, 0), Rules(stake=1))
    assert payment_sum(payment) == "3 + 3 = 6"
    assert payment_sum(alone) == ""
    assert payment_rows(alone)[-1] == PaymentRow("Paid", "", "3")


def test_the_payment_of_30_is_explained_step_by_step() -> None:
    payment = payment_of(0, (1230, 585), (1, 0), (0, 1), Rules(stake=1))
    assert payment_rows(payment) == (
        PaymentRow("Hundreds from 600 to 1,200", "6 × 1", "6"),
        PaymentRow("The game", "1 × 3", "3"),
        PaymentRow("1 natural of the winner", "1 × 3", "3"),
        PaymentRow("1 chapeau of the loser", "1 × 3", "3"),
        PaymentRow("Skunk: all of it twice", "2 × 15", "30"),
        PaymentRow("Paid", "(6 + 3 + 3 + 3) × 2 = 30", "30"),
    )


def test_a_payment_is_explained_if_the_loser_has_more_points_or_is_below_0() -> None:
    more = payment_of(1, (2000, 1205), (0, 1), (2, 0), Rules(stake=1, natural_required=True))
    assert payment_rows(more)[0] == PaymentRow("No difference: the loser has more points", "0 × 1", "0")
    assert payment_sum(more) == "3 + 3 + 6 = 12"
    less = payment_of(0, (1200, -70), (0, 0), (0, 1), Rules(stake=2))
    assert payment_rows(less)[0] == PaymentRow("Hundreds from \u200e\u2212100 to 1,200", "13 × 2", "26")
    assert payment_rows(less)[-2] == PaymentRow("Below zero: all of it three times", "3 × 38", "114")


# ------------------------------------------------------------------ whole games


def last_deal(**more: object) -> tuple[HandEnded, GameEnded | None]:
    """Return the end of a deal in which seat 0 goes out with 105 points and the opponent holds 60 points."""
    state = table(
        "2C 9S", "3S", sets={"K": "2*KS 2*KH 2*KD KC", "8": "8S 8D 8H"}, theirs="JD 10S", phase="play", **more
    )
    events = play(state, "add 2C K, discard 9S")
    end = next(event for event in events if isinstance(event, HandEnded))
    return end, next((event for event in events if isinstance(event, GameEnded)), None)


def test_a_deal_is_added_to_the_totals_naturals_and_chapeaux() -> None:
    end, over = last_deal(totals=(200, 70), naturals=(1, 2), chapeaux=(0, 1))
    assert (end.totals, end.naturals, end.chapeaux) == ((305, 10), (1, 2), (0, 2))
    assert over is None


def test_the_game_ends_after_the_deal_that_reaches_the_target() -> None:
    _end, over = last_deal(totals=(1095, 500))
    assert over == GameEnded(0, "target", (1200, 440), (0, 0), (0, 1), None)
    assert last_deal(totals=(1094, 500))[1] is None


def test_the_end_of_a_game_with_stakes_has_the_payment() -> None:
    _end, over = last_deal(totals=(1125, 645), naturals=(1, 0), stake=1)
    assert over is not None and isinstance(over.payment, Payment)
    assert (over.totals, over.payment.total) == ((1230, 585), 30)


def test_after_100_deals_the_game_ends() -> None:
    _end, over = last_deal(totals=(0, 500), deals=MOST_DEALS, stake=1)
    assert over is not None
    assert (over.winner, over.reason, over.totals) == (1, "deals", (105, 440))
    assert over.payment is not None
    _end, over = last_deal(totals=(0, 165), deals=MOST_DEALS, stake=1)
    assert over == GameEnded(None, "deals", (105, 105), (0, 0), (0, 1), None)
    assert last_deal(totals=(0, 165), deals=MOST_DEALS - 1)[1] is None
