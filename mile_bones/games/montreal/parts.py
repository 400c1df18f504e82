"""The parts of Mille, the rummy of Montréal: how it is played, scored and described."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mile_bones.engine.aliases import Option, Pair
from mile_bones.engine.record import Record
from mile_bones.engine.spec import PAID, POINTS, Fact, HandFacts, Parts, Sheet
from mile_bones.games.montreal import words
from mile_bones.games.montreal.body import DealRecord, Deals
from mile_bones.games.montreal.events import turns_the_hand
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.payment import payment_of, winner_of
from mile_bones.games.montreal.replay import replay_montreal
from mile_bones.games.montreal.rules import USUAL, rules_with
from mile_bones.i18n import gettext as _

# The facts, in the order in which the statistics show them.
FACTS = (
    Fact(POINTS, lambda: _("Points")),
    Fact("out", lambda: _("Went out"), share=True),
    # Translators: a natural is a set of all eight cards of a rank, or going out without a wild card; it counts double.
    Fact("naturals", lambda: _("Naturals")),
    # Translators: a chapeau (French for hat) is a deal with less than no points.
    Fact("chapeaux", lambda: _("Chapeaux")),
    Fact("piles", lambda: _("Piles taken")),
    # Translators: the money that somebody has won in many games, less the money lost in them. Before a number.
    Fact(PAID, lambda: _("Purse"), signed=True),
)


def facts(record: Record) -> HandFacts:
    """Return the facts of both seats for every finished deal of a record that has been checked.

    The history assumes that the player with more points has won. If a natural is required to win, however, the winner
    may have fewer points than the loser. In that case points are taken from the loser in the last deal, so that the
    loser has one point less than the winner. (The payment does not count such a difference, either.)

    The payment is a fact of the last deal.
    """
    deals = [deal for deal in _deals(record) if deal.score is not None]
    found = [(_of(deal, 0), _of(deal, 1)) for deal in deals]
    if not found or record.target is None:
        return ()
    totals, naturals, chapeaux = (
        (_sum(found, 0, name), _sum(found, 1, name)) for name in (POINTS, "naturals", "chapeaux")
    )
    rules = rules_with(record.options, record.target)
    over, winner = winner_of(totals, naturals, len(found), rules)
    if over and winner is not None:
        won, lost = found[-1][winner], found[-1][1 - winner]
        if totals[winner] <= totals[1 - winner]:
            lost[POINTS] -= totals[1 - winner] - totals[winner] + 1
        if rules.stake:
            won[PAID] = payment_of(winner, totals, naturals, chapeaux, rules).total
            lost[PAID] = -won[PAID]
    return tuple(found)


def _sum(found: Sequence[Pair[dict[str, int]]], seat: int, name: str) -> int:
    return sum(sides[seat][name] for sides in found)


def sheet(record: Record) -> Sheet:
    """Return the rows of the score sheet for every deal, or None for a deal that is not finished."""
    return tuple(
        deal.score
        and tuple((label, (deal.score[0][item], deal.score[1][item])) for item, label, _worth in words.score_items())
        for deal in _deals(record)
    )


def _deals(record: Record) -> tuple[DealRecord, ...]:
    assert isinstance(record.body, Deals), "the registry checks this"
    return record.body.deals


def _of(deal: DealRecord, seat: int) -> dict[str, int]:
    assert deal.score is not None
    score = deal.score[seat]
    return {
        POINTS: score["total"],
        "out": score["out"],
        "naturals": score["naturals"],
        "chapeaux": score["chapeau"],
        "piles": sum(text.startswith(f"{seat} pile ") for text in deal.actions),
        PAID: 0,
    }


def _load(_rules: str | None, options: Mapping[str, Option], target: int | None) -> MontrealMille:
    return MontrealMille(rules_with(options, USUAL.target if target is None else target))


PARTS = Parts(
    words=words,
    body=Deals,
    load=_load,
    load_single=lambda rules: MontrealMille(replace(_load(rules, {}, None).rules, most_deals=1)),
    replay=replay_montreal,
    is_turning_point=turns_the_hand,
    fact_columns=FACTS,
    facts=facts,
    sheet=sheet,
)
