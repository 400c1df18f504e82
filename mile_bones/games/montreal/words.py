"""The words of Mille: refusals, actions, events, prompts and the score sheet, the same for every front end.

``names`` are the names of the two players, by seat. The player in ``seat`` is called "you". For a spectator (``seat``
is None) both players are called by their names. The names of cards and sets are in the module ``names``, and the
payment is in ``payment_words``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mile_bones.engine.errors import Refusal
from mile_bones.engine.game import leader
from mile_bones.engine.sentences import drawn_text, not_your_turn_text, with_points
from mile_bones.games.montreal.actions import Action, Kind
from mile_bones.games.montreal.events import (
    Added,
    Dealt,
    Discarded,
    Drawn,
    Event,
    GameEnded,
    HandEnded,
    Laid,
    PileTaken,
    Reshuffled,
    TurnedTaken,
)
from mile_bones.games.montreal.names import card_in_list, card_words, cards_text, ranks_words
from mile_bones.games.montreal.observation import Observation, Phase
from mile_bones.games.montreal.rules import MOST_DEALS, Rules
from mile_bones.i18n import format_number, format_signed, ngettext
from mile_bones.i18n import gettext as _


def score_items() -> tuple[tuple[str, str, str], ...]:
    """Return the rows of the score sheet: the field of ``Score``, its label and its worth."""
    return (
        ("laid", _("Cards laid down"), ""),
        ("eights", _("Sets of eight"), _("their cards once more")),
        ("clean", _("Out without a wild"), _("all cards once more")),
        ("hand", _("Cards in hand"), _("taken off")),
    )


def goal_text(rules: Rules) -> str:
    """Return a short text about how a game is won, without a full stop: "First to 1,200"."""
    # Translators: a natural is a set of all eight cards of a rank, or going out without a wild card.
    text = _("First to {points} with a natural") if rules.natural_required else _("First to {points}")
    return text.format(points=format_number(rules.target))


def refusal_text(refusal: Refusal, names: Sequence[str], seat: int | None) -> str:
    """Return the refusal as a sentence without its full stop, for the player in ``seat``, who wanted to act."""
    if refusal.code == "not_your_turn":
        return not_your_turn_text(names, seat)
    return _REFUSALS[refusal.code](*refusal.values)


_REFUSALS: dict[str, Callable[..., str]] = {
    "game_over": lambda: _("The game is over"),
    "hand_over": lambda: _("The deal is over"),
    "draw_first": lambda: _("Draw a card or take the pile first"),
    "drawn_already": lambda: _("You have your card already: lay down, add or discard"),
    "nothing_to_draw": lambda: _("There is nothing to draw: you must take the pile"),
    "not_the_first_turn": lambda: _("Only on the very first turn may the card turned up be taken alone"),
    "not_a_two": lambda card: _("Only a 2 may be taken alone, and this is {card}").format(card=card_words(card)),
    "another_rank": lambda card: _("Two cards like the top one are needed, which is {card}").format(
        card=card_words(card)
    ),
    "not_in_hand": lambda card: _("There is no such card left in your hand: {card}").format(card=card_in_list(card)),
    "has_set": lambda rank: _("You have a set of {ranks} already: add to it").format(ranks=ranks_words(rank)),
    "no_set": lambda rank: _("You have no set of {ranks} yet: lay down three cards").format(ranks=ranks_words(rank)),
}
REFUSAL_CODES = frozenset({"not_your_turn", *_REFUSALS})
"""All codes of refusals for which there are words."""


def action_text(action: Action, observation: Observation | None = None) -> str:
    """Return the name of an action inside a sentence: "discard the 7 of clubs", as in "Undo: discard the 7 of clubs".

    If ``observation``, the observation before the action, is given and the pile is taken, the words name the pile's top
    card.
    """
    top = None if observation is None else observation.top
    if action.kind is Kind.DRAW:
        return _("draw a card")
    if action.kind is Kind.TURNED:
        return _("take the 2 turned up") if top is None else _("take {card}").format(card=card_words(top))
    if action.kind is Kind.PILE:
        text = _("take the pile with {cards}") if top is None else _("take the pile with {cards} for {top}")
        return text.format(cards=cards_text(action.cards), top="" if top is None else card_words(top))
    if action.kind is Kind.LAY:
        return _("lay down {cards}").format(cards=cards_text(action.cards))
    card = card_words(action.cards[0])
    if action.kind is Kind.ADD:
        assert action.rank is not None
        return _("add {card} to the {ranks}").format(card=card, ranks=ranks_words(action.rank))
    return _("discard {card}").format(card=card)


def is_worth_telling(event: Event, seat: int | None) -> bool:
    """Return True if the event is announced to ``seat``.

    The draws of the other player are not announced, because there is one in most turns.
    """
    return not (isinstance(event, Drawn) and event.seat != seat)


def event_text(event: Event, names: Sequence[str], seat: int | None, *, laid_open: bool = False) -> str:
    """Return the event as a sentence for the player in ``seat``, or for a spectator.

    Call this function with ``event.seen_by(seat)``.

    ``laid_open`` has two effects: cards that are hidden from this seat are named if the event has them, and the end of
    a deal has its points, which are otherwise on the score sheet.
    """
    match event:
        case Dealt():
            opening = _("You play first.") if event.first == seat else _("{name} plays first.")
            text = _("Deal {number}: {card} is turned up. {opening}")
            return text.format(
                number=event.hand, card=card_words(event.turned), opening=opening.format(name=names[event.first])
            )
        case Reshuffled():
            text = ngettext(
                "The stock was empty: {count} discard is the new one.",
                "The stock was empty: {count} discards, shuffled, are the new one.",
                event.left,
            )
            return text.format(count=event.left)
        case Drawn():
            return drawn_text(event, names, seat, card_words, laid_open=laid_open)
        case PileTaken():
            return _pile_taken(event, names, seat)
        case TurnedTaken():
            text = _("You took {card}, which was turned up.")
            if event.seat != seat:
                text = _("{name} took {card}, which was turned up.")
            return text.format(name=names[event.seat], card=card_words(event.card))
        case Laid():
            text = _("You laid down {cards}.") if event.seat == seat else _("{name} laid down {cards}.")
            return text.format(name=names[event.seat], cards=cards_text(event.cards))
        case Added():
            return _added(event, card_words(event.card), names, seat)
        case Discarded():
            text = _("You discarded {card}.") if event.seat == seat else _("{name} discarded {card}.")
            return text.format(name=names[event.seat], card=card_words(event.card))
        case HandEnded():
            text = hand_end_text(event, names, seat)
            return with_points(text, event.scores, names, seat) if laid_open else text
        case GameEnded():
            return game_end_text(event, names, seat)


def joined_text(events: Sequence[Event], names: Sequence[str], seat: int | None) -> str:
    """Return one sentence about several cards that were added to the same set one after another, or "" for other
    events.
    """
    added = [event for event in events if isinstance(event, Added)]
    sets = {(event.seat, event.rank) for event in added}
    if len(added) < len(events) or len(added) < 2 or len(sets) > 1:
        return ""
    return _added(added[-1], cards_text(event.card for event in added), names, seat)


def brief_text(events: Sequence[Event], names: Sequence[str], seat: int | None) -> str:
    """Return short sentences about a turn in which the other player took the pile; "" for other events.

    They say that the pile was taken, which set became a natural, what the player's last step was, and what happened
    after it.
    """
    taken = next((event for event in events if isinstance(event, PileTaken) and event.seat != seat), None)
    if taken is None or isinstance(events[-1], HandEnded | GameEnded):
        return ""
    count = len(taken.rest) + 1
    text = ngettext("{name} took the pile, {count} card.", "{name} took the pile, {count} cards.", count)
    text = text.format(name=names[taken.seat], count=count)
    told = _with_natural(text, ranks_words(taken.top >> 2)) if taken.natural else text
    later = events[events.index(taken) + 1 :]
    steps = [event for event in later if isinstance(event, Laid | Added | Discarded) and event.seat == taken.seat]
    left = [event for event in later if event not in steps[:-1] or (isinstance(event, Added) and event.natural)]
    return " ".join((told, *(event_text(event, names, seat) for event in left)))


def _added(event: Added, cards: str, names: Sequence[str], seat: int | None) -> str:
    """Return a sentence about ``cards`` that were added to a set, the last of them by ``event``."""
    # Translators: {card} may be a list of several cards
    text = _("You added {card} to the {ranks}.") if event.seat == seat else _("{name} added {card} to the {ranks}.")
    ranks = ranks_words(event.rank)
    text = text.format(name=names[event.seat], card=cards, ranks=ranks)
    return _with_natural(text, ranks) if event.natural else text


def _pile_taken(event: PileTaken, names: Sequence[str], seat: int | None) -> str:
    mine, rest = event.seat == seat, len(event.rest)
    if not rest:
        text = _("You took the pile, a single card, and laid down {cards}.")
        if not mine:
            text = _("{name} took the pile, a single card, and laid down {cards}.")
    elif mine:
        text = ngettext(
            "You took the pile: {cards} are laid down, {count} card went to your hand.",
            "You took the pile: {cards} are laid down, {count} cards went to your hand.",
            rest,
        )
    else:
        text = ngettext(
            "{name} took the pile: {cards} are laid down, {count} card went to the hand.",
            "{name} took the pile: {cards} are laid down, {count} cards went to the hand.",
            rest,
        )
    text = text.format(name=names[event.seat], cards=cards_text((*event.pair, event.top)), count=rest)
    return _with_natural(text, ranks_words(event.top >> 2)) if event.natural else text


def _with_natural(sentence: str, ranks: str) -> str:
    return _("{sentence} A natural: all eight {ranks}!").format(sentence=sentence, ranks=ranks)


def hand_end_text(event: HandEnded, names: Sequence[str], seat: int | None) -> str:
    """Return a text about how the deal ended, for the head of the score sheet: who went out, and whose score is a
    chapeau.
    """
    if event.out is None:
        text = _("There is nothing left to draw, and nobody has gone out.")
    elif event.scores[event.out].clean:
        # Translators: a natural counts double. Here it is going out without a wild card; elsewhere a set of all eight.
        text = _("You went out without a wild: a natural!")
        if event.out != seat:
            text = _("{name} went out without a wild: a natural!")
    else:
        text = _("You went out.") if event.out == seat else _("{name} went out.")
    text = text if event.out is None else text.format(name=names[event.out])
    for player in (0, 1):
        if event.scores[player].chapeau:
            text = _("{sentence} {chapeau}").format(sentence=text, chapeau=_chapeau(names[player], player == seat))
    return text


def _chapeau(name: str, mine: bool) -> str:
    # Translators: a chapeau (French for hat) is a deal with less than no points.
    return _("You have a chapeau.") if mine else _("{name} has a chapeau.").format(name=name)


def hand_winner_text(event: HandEnded, names: Sequence[str], seat: int | None) -> str:
    """Return a sentence about who has more points in this deal."""
    winner = leader([score.total for score in event.scores])
    if winner is None:
        return _("Nobody wins this deal")
    return _("You win this deal") if winner == seat else _("{name} wins this deal").format(name=names[winner])


def game_end_text(event: GameEnded, names: Sequence[str], seat: int | None) -> str:
    """Return a text about who won the game, with which totals, and about the payment."""
    if event.winner is None:
        text = _("The game is drawn after {deals} deals, at {points} points each.")
        return text.format(deals=MOST_DEALS, points=format_number(event.totals[0]))
    won, lost = (event.totals[player] for player in (event.winner, 1 - event.winner))
    mine = event.winner == seat
    if event.reason == "deals":
        text = _("You win the game after {deals} deals, {won} to {lost}.")
        if not mine:
            text = _("{name} wins the game after {deals} deals, {won} to {lost}.")
    elif won < lost:
        text = _("You win the game by a natural, {won} to {lost}.")
        if not mine:
            text = _("{name} wins the game by a natural, {won} to {lost}.")
    else:
        text = _("You win the game, {won} to {lost}.") if mine else _("{name} wins the game, {won} to {lost}.")
    text = text.format(name=names[event.winner], deals=MOST_DEALS, won=format_signed(won), lost=format_signed(lost))
    if event.payment is None:
        return text
    loser = 1 - event.winner
    paid = _("You pay {amount}.") if loser == seat else _("{name} pays {amount}.")
    paid = paid.format(name=names[loser], amount=format_number(event.payment.total))
    return _("{sentence} {payment}").format(sentence=text, payment=paid)


def prompt(observation: Observation, names: Sequence[str]) -> str:
    """Return one sentence that says what the player to act can do."""
    if observation.player is None:
        return _("The game is over.")
    if not observation.to_act:
        return _("It is the turn of {name}.").format(name=names[observation.player])
    if observation.phase is Phase.PLAY:
        return _("Your turn: lay down what you like, and discard a card.")
    kinds = {action.kind for action in observation.legal_actions()}
    if Kind.TURNED in kinds:
        return _("Your turn: draw a card, or take the 2 turned up.")
    if Kind.DRAW not in kinds:
        return _("Your turn: there is nothing to draw, so you must take the pile.")
    return _("Your turn: draw a card, or take the pile.") if Kind.PILE in kinds else _("Your turn: draw a card.")
