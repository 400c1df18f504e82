"""The replay of a record of Mille, which checks every card, action and score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mile_bones.engine.errors import NotationError, ReplayError
from mile_bones.engine.faults import action_fault, check_score
from mile_bones.engine.record import GIVEN_UP, Record
from mile_bones.games.montreal.actions import ACTIONS, DRAW, Action, parse_action
from mile_bones.games.montreal.body import DealRecord, Deals
from mile_bones.games.montreal.cards import COPIES, FACES, HAND_SIZE, NOTATION, parse_card, parse_cards
from mile_bones.games.montreal.deal import Deal, shuffled_deal
from mile_bones.games.montreal.game import MontrealMille
from mile_bones.games.montreal.rules import rules_with
from mile_bones.games.montreal.state import MontrealState
from mile_bones.games.montreal.words import refusal_text
from mile_bones.i18n import gettext as _

_BY_WORDS = {f"{seat} {action}": (seat, action) for seat in (0, 1) for action in ACTIONS}
"""The seat and the action of each text in a record."""
_UNUSUAL = (None, DRAW)  # for a text that is not in ``_BY_WORDS``; the seat None never matches


def replay_montreal(record: Record, seed: int | None = None) -> Iterator[tuple[MontrealState, Action | None]]:
    """Play a record of Mille again. See ``mile_bones.games.replay``."""
    assert isinstance(record.body, Deals), "the registry checks this"
    found = record.body.deals
    if not found:
        raise ReplayError(_("the record has no deals"))
    deals = [_deal(record.seed, deal, number, found[0].first) for number, deal in enumerate(found)]
    assert record.target is not None
    state = MontrealMille(rules_with(record.options, record.target)).new_state(
        seed if record.seed is None else record.seed, deal=deals
    )
    for number, deal in enumerate(found, 1):
        if state.is_terminal():
            raise ReplayError(_("the game was over before this deal"), number)
        for index, text in enumerate(deal.actions, 1):
            player = state.current_player
            if player is None or state.hand_number > number:
                raise ReplayError(_("the deal was over before this action"), number, index)
            seat, action = _BY_WORDS.get(text, _UNUSUAL)
            if seat != player or state.why_not(action) is not None:
                raise action_fault(state, text, number, index, parse_action, refusal_text)
            yield state, action
            state.apply_legal(action)
            if action is DRAW:
                _check_stock(state, deal, number, index)
        _check_end(state, deal, number, last=number == len(found))
    if record.ended == GIVEN_UP and state.is_terminal():
        raise ReplayError(_("the game was played to its end, and cannot have been given up"), len(found))
    yield state, None


def _deal(seed: int | None, record: DealRecord, number: int, first: int) -> Deal:
    """Return deal ``number``, counted from 0, of a game in which ``first`` played first.

    Raise ReplayError if the deal in the record is wrong.
    """
    place = number + 1
    if record.first != (first + number) % 2:
        raise ReplayError(_("the other player begins this deal"), place)
    try:
        mine, yours = (parse_cards(cards) for cards in record.dealt)
        turned, stock = parse_card(record.turned), parse_cards(record.stock)
        restock = None if record.reshuffled is None else parse_cards(record.reshuffled)
    except NotationError as error:
        raise ReplayError(str(error), place) from None
    for cards in (mine, yours):
        if len(cards) != HAND_SIZE:
            reason = _("{count} cards were dealt to a player, not {size}")
            raise ReplayError(reason.format(count=len(cards), size=HAND_SIZE), place)
    count = Counter((*mine, *yours, turned, *stock))
    for card in FACES:
        if count[card] != COPIES:
            reason = _("there are {count} cards {card}, not {right}")
            raise ReplayError(reason.format(count=count[card], card=NOTATION[card], right=COPIES), place)
    deal = Deal(record.first, (mine, yours), turned, stock, None, restock)
    if seed is None:
        return deal
    own = shuffled_deal(seed, number, record.first)
    if deal[:4] != own[:4]:
        raise ReplayError(_("these are not the cards of deal {number}").format(number=seed), place)
    return own


def _check_stock(state: MontrealState, deal: DealRecord, number: int, index: int) -> None:
    """Raise ReplayError if a new stock has been made and differs from the one in the record, in its cards or their
    order.
    """
    made = state.logs[number - 1].restocked
    if made is None:
        return
    if deal.reshuffled is None:
        raise ReplayError(_("the discards were shuffled, but their new order is missing"), number, index)
    if parse_cards(deal.reshuffled) != made:
        raise ReplayError(_("these are not the cards of the new stock, or not in their order"), number, index)


def _check_end(state: MontrealState, deal: DealRecord, number: int, *, last: bool) -> None:
    log = state.logs[number - 1]
    if deal.reshuffled is not None and log.restocked is None:
        raise ReplayError(_("a new stock is given, but nothing was shuffled"), number)
    if log.scores is None:
        if deal.score is not None:
            raise ReplayError(_("a score is given, but the deal is not finished"), number)
        if not last:
            raise ReplayError(_("the deal is not finished, but another follows"), number)
        return
    if deal.score is None:
        raise ReplayError(_("the deal is finished, but its score is missing"), number)
    check_score(deal.score, log.scores, number)
