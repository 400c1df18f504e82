"""The claims of each reason, checked against the observation with code that is independent of the code that found the
reason.

Cards are counted one by one, and sums of miles are tried out. The cards that get a car going are searched by the rules.
A hand that an action ends is played to its end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from itertools import combinations

from mile_bones.engine.rng import Rng
from mile_bones.games.milebones.actions import DISCARD, DRAW, END_TRIP, EXTEND, PLAY, Action
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.events import HandEnded, Played
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.legality import playable
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.state import MileBonesState
from mile_bones.games.milebones.tableau import Tableau, TableauView
from mile_bones.players.milebones.reasons.codes import Code, Reason

SAFETY_OF = {
    Card.OUT_OF_GAS: Card.EXTRA_TANK,
    Card.FLAT_TIRE: Card.PUNCTURE_PROOF,
    Card.ACCIDENT: Card.DRIVING_ACE,
    Card.SPEED_LIMIT: Card.RIGHT_OF_WAY,
    Card.STOP: Card.RIGHT_OF_WAY,
}
REMEDY_OF = {
    Card.OUT_OF_GAS: Card.GASOLINE,
    Card.FLAT_TIRE: Card.SPARE_TIRE,
    Card.ACCIDENT: Card.REPAIRS,
    Card.SPEED_LIMIT: Card.END_OF_LIMIT,
    Card.STOP: Card.GO,
}
HAZARD_OF = {remedy: hazard for hazard, remedy in REMEDY_OF.items()}
MILES_OF = {Card.MILES_25: 25, Card.MILES_50: 50, Card.MILES_75: 75, Card.MILES_100: 100, Card.MILES_200: 200}
SAFETIES = set(SAFETY_OF.values())
STOPPING = set(SAFETY_OF) - {Card.SPEED_LIMIT}


class Seat:
    """An observation with counts that a person could make by hand."""

    def __init__(self, observation: Observation) -> None:
        self.seen = observation
        self.hand = Counter(observation.hand)
        self.own, self.other, self.rules = observation.own, observation.other, observation.rules
        self.to_go = observation.goal - sum(MILES_OF[card] for card in observation.own.distances)
        self.their_to_go = observation.goal - sum(MILES_OF[card] for card in observation.other.distances)

    def hidden(self, card: Card) -> int:
        return self.rules.deck[card] - self.seen.exposed[card] - self.hand[card]

    def dealt(self) -> MileBonesState:
        """Return the game with some possible hidden cards."""
        return MileBones(self.rules).resample(self.seen, Rng(7))

    def hidden_cards(self) -> list[Card]:
        return [card for card in Card for _copy in range(self.hidden(card))]

    def legal(self, action: Action) -> bool:
        return action in self.seen.legal_actions()

    def after(self, *actions: Action) -> MileBonesState:
        """Return the game after these actions, with some possible hidden cards."""
        state = self.dealt()
        for action in actions:
            state.apply_action(action, deal=False)
        return state

    def totals_after(self, *actions: Action) -> tuple[int, int]:
        """Return the totals at the end of the hand, the player's total first."""
        state = self.dealt()
        events = [event for action in actions for event in state.apply_action(action)]
        (ended,) = [event for event in events if isinstance(event, HandEnded)]
        return ended.totals[self.seen.seat], ended.totals[1 - self.seen.seat]

    def wins_after(self, *actions: Action) -> bool:
        state = self.after(*actions)
        return state.is_terminal() and state.returns()[self.seen.seat] == 1

    def finishing(self, action: Action) -> bool:
        """Return True if the action reaches the goal, so that the trip ends or can be ended."""
        if action not in PLAY or action.card not in MILES_OF:
            return False
        return self.after(action).observation(self.seen.seat).own.miles == self.seen.goal

    def ending(self, action: Action) -> tuple[Action, ...]:
        return (action,) if self.seen.extended_by is not None else (action, END_TRIP)

    def exact(self, hand: Counter[Card], miles: int, more_200s: int) -> int | None:
        """Return the fewest cards of this hand that make exactly ``miles``, or None if no cards do."""
        held = [card for card in hand.elements() if card in MILES_OF]
        if self.own.limited:
            held = [card for card in held if MILES_OF[card] <= 50]
        for number in range(1, len(held) + 1):
            for chosen in combinations(held, number):
                if sum(MILES_OF[card] for card in chosen) == miles and chosen.count(Card.MILES_200) <= more_200s:
                    return number
        return None

    def exact_after(self, action: Action) -> int | None:
        """Return the fewest cards of the hand that complete the trip after this distance, or None if no cards do."""
        assert action.card is not None
        hand = self.hand - Counter([action.card])
        more = self.rules.most_200s - self.own.two_hundreds - (action.card == Card.MILES_200)
        return self.exact(hand, self.to_go - MILES_OF[action.card], more)

    def drives(self, action: Action) -> bool:
        return action in PLAY and action.card in MILES_OF

    def they_finish_with_one(self, other: TableauView) -> bool:
        """Return True if a hidden card would complete the opponent's trip at once. ``other`` is the opponent's side."""
        bits = playable(other, self.own, self.seen.goal, self.rules)
        return any(bits >> card & 1 and MILES_OF.get(card) == self.their_to_go for card in self.hidden_cards())

    def hit(self, hazard: Card) -> TableauView:
        """Return the side of the opponent after this hazard."""
        side = Tableau.from_view(self.other)
        side.lay(hazard)
        return side.view()

    def threats(self) -> int:
        return sum(
            card in STOPPING and SAFETY_OF[card] not in (*self.own.safeties, *self.seen.hand)
            for card in self.hidden_cards()
        )

    def cards_to(self, side: TableauView, cards: Collection[Card], wanted: Callable[[TableauView], bool]) -> int | None:
        """Return the smallest number of these cards that turns ``side`` into a side for which ``wanted`` is true, or
        None if no number does. Each card may be used any number of times.
        """
        now, known = [side], {side}
        for number in range(5):
            if any(wanted(each) for each in now):
                return number
            following = []
            for each in now:
                bits = playable(each, TableauView(), self.seen.goal, self.rules)
                for card in set(cards) - set(MILES_OF) - set(SAFETY_OF):
                    if not bits >> card & 1 or card in each.safeties:
                        continue
                    laid = Tableau.from_view(each)
                    laid.lay_safety(card, coup=False) if card in SAFETIES else laid.lay(card)
                    if laid.view() not in known:
                        known.add(laid.view())
                        following.append(laid.view())
            now = following
        return None


def goes(side: TableauView) -> bool:
    return side.can_go


def fast(side: TableauView) -> bool:
    return not side.limited


def true(observation: Observation, better: Action, worse: Action, reason: Reason) -> bool:
    """Return True if all claims of the reason about the observation and the two actions are true."""
    return reason.seat == observation.seat and CHECKS[reason.code](Seat(observation), better, worse, reason)


# ------------------------------------------------------------------ safeties


def _plays_safety(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    return better == PLAY[r.card] and r.card in SAFETIES and s.legal(better) and worse != better


def _coup_now(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    state = s.dealt()
    held = len(state.observation(s.seen.seat).hand)
    played = [event for event in state.apply_action(better) if isinstance(event, Played)]
    after = state.observation(s.seen.seat)
    return (
        _plays_safety(s, better, worse, r)
        and played[0].coup
        and s.seen.coup_hazard == r.other_card
        and (after.left < s.seen.left or r.count == 0)
        and len(after.hand) == held - 1 + r.count
    )


def _before_finish(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert worse.card is not None
    state = s.after(better)
    if DRAW in state.legal_actions():
        state.apply_action(DRAW)
    again = worse in state.legal_actions() and state.current_player == s.seen.seat
    return _plays_safety(s, better, worse, r) and s.finishing(worse) and again and MILES_OF[worse.card] == r.miles


def _takes_away(s: Seat, r: Reason) -> bool:
    """Return True if the safety removes the hazard that shows on the player's Battle pile, so that the car can go."""
    assert r.card is not None
    side = Tableau.from_view(s.own)
    side.lay_safety(r.card, coup=False)
    return not s.own.can_go and side.can_go and s.own.battle in STOPPING


def _only_cure(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    without = {card for card in (*s.hidden_cards(), *s.seen.hand) if card != r.card}
    return (
        _plays_safety(s, better, worse, r)
        and _takes_away(s, r)
        and s.own.battle == r.other_card
        and s.cards_to(s.own, without, goes) is None
    )


def _no_remedy_held(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.other_card is not None and s.own.battle is not None
    return (
        _plays_safety(s, better, worse, r)
        and _takes_away(s, r)
        and REMEDY_OF[s.own.battle] == r.other_card
        and r.other_card not in s.seen.hand
        and s.hidden(r.other_card) == r.count
    )


def _reaches_target(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    before = s.seen.totals[0] + s.own.miles + 100 * len(s.own.safeties) + 300 * len(s.own.coups)
    gain = 400 if len(s.own.safeties) == 3 else 100
    target = s.rules.target
    return (
        _plays_safety(s, better, worse, r) and before < target <= before + gain == r.points and r.other_points == target
    )


def _no_coup_left(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    return _plays_safety(s, better, worse, r) and not any(SAFETY_OF.get(card) == r.card for card in s.hidden_cards())


def _starts(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    side = Tableau.from_view(s.own)
    side.lay_safety(Card.RIGHT_OF_WAY, coup=False)
    return _plays_safety(s, better, worse, r) and not s.own.can_go and side.can_go


def _hold(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    coming = sum(SAFETY_OF.get(card) == r.card for card in s.hidden_cards())
    return (
        worse == PLAY[r.card]
        and better != DISCARD[r.card]
        and coming == r.count > 0
        and s.seen.coup != r.card
        and r.card in SAFETIES
    )


# ------------------------------------------------------------------ hazards


def _attacks(s: Seat, action: Action, r: Reason) -> bool:
    assert r.card is not None
    return action == PLAY[r.card] and r.card in SAFETY_OF and s.legal(action)


def _cannot_be_cured(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    wanted = fast if r.card == Card.SPEED_LIMIT else goes
    return _attacks(s, better, r) and s.cards_to(s.hit(r.card), s.hidden_cards(), wanted) is None


def _only_safety_cures(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None and r.other_card is not None
    wanted = fast if r.card == Card.SPEED_LIMIT else goes
    without = [card for card in s.hidden_cards() if card != r.other_card]
    hit = s.hit(r.card)
    return (
        _attacks(s, better, r)
        and SAFETY_OF[r.card] == r.other_card in s.hidden_cards()
        and s.cards_to(hit, without, wanted) is None
        and s.cards_to(hit, s.hidden_cards(), wanted) is not None
        and REMEDY_OF[r.card] not in s.hidden_cards()
    )


def _stops_last_card(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    return (
        _attacks(s, better, r)
        and s.they_finish_with_one(s.other)
        and not s.they_finish_with_one(s.hit(r.card))
        and r.miles == s.their_to_go
        and r.sure == (SAFETY_OF[r.card] not in s.hidden_cards())
    )


def _stops_game(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    now = s.seen.totals[1] + s.other.miles + 100 * len(s.other.safeties) + 300 * len(s.other.coups)
    now += 300 * (len(s.other.safeties) == 4)
    return (
        _attacks(s, better, r)
        and now < s.rules.target <= r.points == now + s.their_to_go + 400
        and r.other_points == s.rules.target
    )


def _no_coup_against(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None and r.other_card is not None
    return (
        _attacks(s, better, r)
        and worse == PLAY[r.other_card]
        and s.hidden(SAFETY_OF[r.card]) == 0
        and s.hidden(SAFETY_OF[r.other_card]) == 1
    )


def _fewer_cures(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None and r.other_card is not None
    pair = (better, worse)
    counted = (s.hidden(REMEDY_OF[r.card]), s.hidden(REMEDY_OF[r.other_card])) == (r.count, r.other_count)
    played, kept = (PLAY[r.card], PLAY[r.other_card]), (DISCARD[r.other_card], DISCARD[r.card])
    return counted and r.count < r.other_count and (pair == played or (pair == kept and _may_serve(s, r.card)))


def _may_serve(s: Seat, hazard: Card) -> bool:
    """Return True if the opponent has not played the safety against this hazard."""
    return SAFETY_OF[hazard] not in s.other.safeties


def _stop_beats_limit(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    played = (better, worse) == (PLAY[r.card], PLAY[Card.SPEED_LIMIT]) and not s.hit(r.card).can_go
    kept = (better, worse) == (DISCARD[Card.SPEED_LIMIT], DISCARD[r.card]) and _may_serve(s, r.card)
    return r.card in STOPPING and (played or kept)


def _two_cards(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    remedies = set(HAZARD_OF)
    return (
        _attacks(s, better, r)
        and worse == PLAY[Card.STOP]
        and s.cards_to(s.hit(r.card), remedies, goes) == 2
        and s.cards_to(s.hit(Card.STOP), remedies, goes) == 1
        and REMEDY_OF[r.card] == r.other_card
    )


def _stops_going(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    remedy, safety = REMEDY_OF[r.card], SAFETY_OF[r.card]
    if r.sure == (safety in s.hidden_cards()):
        return False
    without = set(Card) - {remedy, safety}
    return (
        _attacks(s, better, r)
        and s.other.can_go
        and s.cards_to(s.hit(r.card), without, goes) is None
        and s.hidden(remedy) == r.count > 0
    )


def _coup_risk(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    return _attacks(s, worse, r) and SAFETY_OF[r.card] == r.other_card in s.hidden_cards()


def _cure_now(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    standing = not any(s.legal(PLAY[card]) for card in MILES_OF)
    return (
        better == PLAY[r.card]
        and s.legal(better)
        and standing
        and s.own.battle == r.other_card == HAZARD_OF[r.card]
        and not s.hand[SAFETY_OF[s.own.battle]]
    )


def _go_now(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    state = s.after(better)
    side = state.observation(s.seen.seat).own
    return better == PLAY[Card.GO] and not s.own.can_go and side.can_go and not s.hand[Card.RIGHT_OF_WAY]


def _lift_limit(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    limited = TableauView(battle=Card.GO, can_go=True, limited=True, miles=s.own.miles, two_hundreds=s.own.two_hundreds)
    free = limited._replace(limited=False)
    now, then = (playable(side, s.other, s.seen.goal, s.rules) for side in (limited, free))
    waiting = sum(s.hand[card] for card in MILES_OF if then >> card & 1 and not now >> card & 1)
    free_by_it = better == PLAY[Card.END_OF_LIMIT] and s.legal(better) and not s.hand[Card.RIGHT_OF_WAY]
    return free_by_it and waiting == r.count and s.to_go > 50


def _nothing_faster(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    free = TableauView(battle=Card.GO, can_go=True, miles=s.own.miles, two_hundreds=s.own.two_hundreds)
    then = playable(free, s.other, s.seen.goal, s.rules)
    return worse == PLAY[Card.END_OF_LIMIT] and not any(
        then >> card & 1 and MILES_OF.get(card, 0) > 50 for card in s.hand
    )


# ------------------------------------------------------------------ distances


def _finishes(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    return better == PLAY[r.card] and s.finishing(better) and not s.finishing(worse)


def _wins(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    ending = s.ending(better)
    won = s.wins_after(*ending) and s.totals_after(*ending) == (r.points, r.other_points)
    return _finishes(s, better, worse, r) and won


def _leaves_held(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None and r.other_card is not None
    after = s.hand - Counter([r.card])
    return (
        better == PLAY[r.card]
        and s.legal(better)
        and s.to_go == r.miles == MILES_OF[r.card] + MILES_OF[r.other_card]
        and after[r.other_card] > 0
        and s.exact_after(better) == 1
        and (not s.drives(worse) or s.exact_after(worse) != 1)
    )


def _leaves_exact(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    return (
        better == PLAY[r.card]
        and s.to_go - MILES_OF[r.card] == r.miles
        and s.exact_after(better) == r.count
        and s.drives(worse)
        and s.exact_after(worse) is None
    )


def _leaves_few(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    last = next(card for card, miles in MILES_OF.items() if miles == r.miles)
    return (
        worse == PLAY[r.card]
        and s.to_go - MILES_OF[r.card] == r.miles
        and (s.hand - Counter([r.card]))[last] == 0
        and s.hidden(last) == r.count
        and (r.code == Code.LEAVES_FEW) == (r.count > 0)
    )


def _big_before_limit(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None and r.other_card is not None
    limited = TableauView(battle=Card.GO, can_go=True, limited=True)
    bits = playable(limited, s.other, s.seen.goal, s.rules)
    return (
        (better, worse) == (PLAY[r.card], PLAY[r.other_card])
        and bits >> r.other_card & 1 == 1
        and not bits >> r.card & 1
        and s.hidden(Card.SPEED_LIMIT) == r.count > 0
        and Card.RIGHT_OF_WAY not in s.own.safeties
    )


def _more_miles(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None and r.other_card is not None
    return (better, worse) == (PLAY[r.card], PLAY[r.other_card]) and MILES_OF[r.card] > MILES_OF[r.other_card]


def _driving(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    return better == PLAY[r.card] and s.legal(better) and s.drives(better) and not s.drives(worse)


# ------------------------------------------------------------------ discards


def _threw(s: Seat, action: Action, r: Reason) -> bool:
    assert r.card is not None
    return action == DISCARD[r.card] and s.legal(action)


def _shown_safety(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    return _threw(s, better, r) and SAFETY_OF[r.card] == r.other_card in s.other.safeties and not s.legal(PLAY[r.card])


def _behind_safety(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    return _threw(s, better, r) and SAFETY_OF[HAZARD_OF[r.card]] == r.other_card in s.own.safeties


def _never_needed(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    hazard = HAZARD_OF[r.card]
    showing = hazard in (s.own.battle, s.own.speed)
    return (
        _threw(s, better, r) and hazard == r.other_card not in s.hidden_cards() and not showing and hazard != Card.STOP
    )


def _safety_held(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    return _threw(s, better, r) and SAFETY_OF[HAZARD_OF[r.card]] == r.other_card in s.seen.hand


def _too_many_200s(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    driven = s.own.distances.count(Card.MILES_200)
    return _threw(s, better, r) and r.card == Card.MILES_200 and driven == r.count == s.rules.most_200s


def _cannot_go_again(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    cards = (*s.hidden_cards(), *s.seen.hand)
    return _threw(s, better, r) and r.card in MILES_OF and s.cards_to(s.own, cards, goes) is None


def _limited_big(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None and r.other_card is not None
    limited = s.own.limited and MILES_OF[r.other_card] <= 50 < MILES_OF[r.card]
    return (better, worse) == (DISCARD[r.card], DISCARD[r.other_card]) and limited and MILES_OF[r.other_card] <= s.to_go


def _keep_slow(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None and r.other_card is not None
    return (
        (better, worse) == (DISCARD[r.other_card], DISCARD[r.card])
        and not s.own.limited
        and MILES_OF[r.card] <= 50 < MILES_OF[r.other_card]
        and MILES_OF[r.card] <= s.to_go
        and s.hidden(Card.SPEED_LIMIT) == r.count > 0
        and Card.RIGHT_OF_WAY not in s.own.safeties
    )


def _smaller_loss(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None and r.other_card is not None
    pair = (better, worse) == (DISCARD[r.card], DISCARD[r.other_card])
    more = MILES_OF[r.other_card] - MILES_OF[r.card]
    return pair and MILES_OF[r.other_card] <= s.to_go == r.miles and more == r.count > 0


def _keep_cure(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    hazard = HAZARD_OF[r.card]
    shows = s.own.speed if hazard == Card.SPEED_LIMIT else s.own.battle
    return _threw(s, worse, r) and shows == hazard == r.other_card and s.hand[r.card] == 1


def _keep_go(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    without = set(Card) - {Card.GO} - SAFETIES.difference(s.seen.hand)
    return (
        _threw(s, worse, r)
        and r.card == Card.GO
        and s.cards_to(s.own, without, goes) is None
        and s.hidden(Card.GO) == r.count
        and s.hand[Card.GO] == 1
    )


def _keep_finish(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    more = s.rules.most_200s - s.own.two_hundreds
    return (
        _threw(s, worse, r)
        and s.to_go == r.miles
        and s.exact(s.hand, s.to_go, more) is not None
        and s.exact(s.hand - Counter([r.card]), s.to_go, more) is None
    )


def _keep_only_remedy(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    hazard = HAZARD_OF[r.card]
    safe = SAFETY_OF[hazard] in (*s.own.safeties, *s.seen.hand)
    return (
        _threw(s, worse, r)
        and s.hand[r.card] == 1
        and hazard == r.other_card
        and s.hidden(hazard) == r.count > 0
        and not safe
    )


def _two_remedies(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None and r.other_card is not None
    kept = SAFETY_OF[HAZARD_OF[r.card]] not in s.own.safeties
    return (better, worse) == (DISCARD[r.other_card], DISCARD[r.card]) and kept


def _more_needed(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None and r.other_card is not None
    counted = (s.hidden(HAZARD_OF[r.card]), s.hidden(HAZARD_OF[r.other_card])) == (r.count, r.other_count)
    return _two_remedies(s, better, worse, r) and counted and r.count > r.other_count


def _rarer(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None and r.other_card is not None
    counted = (s.hidden(r.card), s.hidden(r.other_card)) == (r.count, r.other_count)
    return _two_remedies(s, better, worse, r) and counted and r.count < r.other_count


def _go_often(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    armed = (*s.own.safeties, *s.seen.hand)
    return _threw(s, worse, r) and r.card == Card.GO and s.threats() == r.count > 0 and Card.RIGHT_OF_WAY not in armed


def _hazard_kept(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    return _threw(s, worse, r) and r.card in SAFETY_OF and _may_serve(s, r.card)


def _keep_miles(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    assert r.card is not None
    cards = (*s.hidden_cards(), *s.seen.hand)
    too_many = r.card == Card.MILES_200 and s.own.two_hundreds >= s.rules.most_200s
    return (
        _threw(s, worse, r)
        and MILES_OF[r.card] <= s.to_go == r.miles
        and not too_many
        and s.cards_to(s.own, cards, goes) is not None
    )


# ------------------------------------------------------------------ the extension


def _goes_on(s: Seat, better: Action, worse: Action) -> bool:
    return (better, worse) == (EXTEND, END_TRIP) and s.seen.phase is Phase.EXTEND


def _ends(s: Seat, better: Action, worse: Action) -> bool:
    return (better, worse) == (END_TRIP, EXTEND) and s.seen.phase is Phase.EXTEND


def _ending_wins(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    won = s.wins_after(END_TRIP) and s.totals_after(END_TRIP) == (r.points, r.other_points)
    return _ends(s, better, worse) and won


def _ending_loses(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    state = s.after(END_TRIP)
    lost = state.is_terminal() and state.returns()[s.seen.seat] == -1
    return _goes_on(s, better, worse) and lost and s.totals_after(END_TRIP) == (r.points, r.other_points)


def _at_stake(s: Seat) -> int:
    """Return the points that ending the trip adds to the lasting points on the table."""
    lasting = s.own.miles + 100 * len(s.own.safeties) + 300 * len(s.own.coups) + 300 * (len(s.own.safeties) == 4)
    return s.totals_after(END_TRIP)[0] - s.seen.totals[0] - lasting


def _miles_held(s: Seat, better: Action, worse: Action, r: Reason) -> bool:
    allowed = s.rules.most_200s - s.own.distances.count(Card.MILES_200)
    big = min(s.hand[Card.MILES_200], allowed)
    miles = 200 * big + sum(MILES_OF[card] for card in s.seen.hand if card in MILES_OF and card != Card.MILES_200)
    return _goes_on(s, better, worse) and min(miles, 300) == r.miles > 100 and s.threats() == r.count


CHECKS: dict[Code, Callable[[Seat, Action, Action, Reason], bool]] = {
    Code.COUP_NOW: _coup_now,
    Code.SAFETY_BEFORE_FINISH: _before_finish,
    Code.ONLY_CURE: _only_cure,
    Code.NO_REMEDY_HELD: _no_remedy_held,
    Code.FOURTH_SAFETY: lambda s, b, w, r: _plays_safety(s, b, w, r) and len({*s.own.safeties, r.card}) == 4,
    Code.SAFETY_REACHES_TARGET: _reaches_target,
    Code.SAFETY_BEFORE_THEY_FINISH: lambda s, b, w, r: (
        _plays_safety(s, b, w, r) and s.they_finish_with_one(s.other) and r.miles == s.their_to_go
    ),
    Code.SAFETY_DECK_OUT: lambda s, b, w, r: _plays_safety(s, b, w, r) and s.seen.left == 0,
    Code.SAFETY_DECK_SHORT: lambda s, b, w, r: _plays_safety(s, b, w, r) and 0 < r.count == s.seen.left <= 6,
    Code.NO_COUP_LEFT: _no_coup_left,
    Code.SAFETY_STARTS: _starts,
    Code.SAFETY_ENDS_LIMIT: lambda s, b, w, r: (
        _plays_safety(s, b, w, r) and r.card == Card.RIGHT_OF_WAY and s.own.speed == Card.SPEED_LIMIT
    ),
    Code.SAFETY_CURES: lambda s, b, w, r: (
        _plays_safety(s, b, w, r) and _takes_away(s, r) and s.own.battle == r.other_card
    ),
    Code.SAFETY_COSTS_NO_TURN: _plays_safety,
    Code.HOLD_FOR_COUP: _hold,
    Code.SAFETY_THROWN_AWAY: lambda s, b, w, r: _threw(s, w, r) and r.card in SAFETIES,
    Code.CANNOT_BE_CURED: _cannot_be_cured,
    Code.ONLY_SAFETY_CURES: _only_safety_cures,
    Code.STOPS_LAST_CARD: _stops_last_card,
    Code.LIMIT_STOPS_LAST_CARD: _stops_last_card,
    Code.STOPS_GAME: _stops_game,
    Code.SHUT_OUT_POSSIBLE: lambda s, b, w, r: (
        _attacks(s, b, r) and not s.other.distances and r.miles == s.to_go <= 350
    ),
    Code.LIMIT_IN_VAIN: lambda s, b, w, r: (
        _attacks(s, w, r) and r.card == Card.SPEED_LIMIT and r.miles == s.their_to_go <= 50
    ),
    Code.LIMIT_ON_STOPPED: lambda s, b, w, r: (
        _attacks(s, w, r) and r.card == Card.SPEED_LIMIT and not s.other.can_go and s.rules.name == "mille"
    ),
    Code.NO_COUP_AGAINST: _no_coup_against,
    Code.FEWER_CURES: _fewer_cures,
    Code.STOP_BEATS_LIMIT: _stop_beats_limit,
    Code.TWO_CARDS_TO_CURE: _two_cards,
    Code.STOPS_GOING: _stops_going,
    Code.LIMIT_SLOWS: lambda s, b, w, r: (
        _attacks(s, b, r) and r.card == Card.SPEED_LIMIT and r.miles == s.their_to_go > 50
    ),
    Code.COUP_RISK: _coup_risk,
    Code.CURE_NOW: _cure_now,
    Code.GO_NOW: _go_now,
    Code.LIFT_LIMIT: _lift_limit,
    Code.GO_IN_VAIN: lambda s, b, w, r: (
        w == PLAY[Card.GO] and s.own.can_go and Card.RIGHT_OF_WAY in s.own.safeties and s.legal(w)
    ),
    Code.LIMIT_NEAR_GOAL: lambda s, b, w, r: w == PLAY[Card.END_OF_LIMIT] and s.legal(w) and r.miles == s.to_go <= 50,
    Code.NOTHING_FASTER: _nothing_faster,
    Code.FINISH_WINS_GAME: _wins,
    Code.FINISH_SHUT_OUT: lambda s, b, w, r: _finishes(s, b, w, r) and not s.other.distances,
    Code.FINISH_DELAYED: lambda s, b, w, r: _finishes(s, b, w, r) and s.seen.left == 0,
    Code.FINISHES: lambda s, b, w, r: _finishes(s, b, w, r) and r.miles == s.seen.goal,
    Code.WAIT_FOR_DELAYED: lambda s, b, w, r: (
        s.drives(w) and s.legal(w) and not s.drives(b) and w.card == r.card and 0 < r.count == s.seen.left <= 20
    ),
    Code.NO_HURRY: lambda s, b, w, r: (
        b.card is not None
        and b == DISCARD[b.card]
        and w in PLAY
        and s.legal(w)
        and (w.card in MILES_OF or w.card in HAZARD_OF)
        and not s.other.can_go
        and r.miles == s.their_to_go >= 400
    ),
    Code.CAN_WAIT: lambda s, b, w, r: (
        s.finishing(w) and w.card == r.card and s.seen.goal == 700 and r.miles == s.their_to_go > max(MILES_OF.values())
    ),
    Code.LEAVES_HELD: _leaves_held,
    Code.LEAVES_EXACT: _leaves_exact,
    Code.SAFE_TRIP: lambda s, b, w, r: w == PLAY[Card.MILES_200] and Card.MILES_200 not in s.own.distances and b != w,
    Code.LEAVES_NO_CARD: _leaves_few,
    Code.LEAVES_FEW: _leaves_few,
    Code.BIG_BEFORE_LIMIT: _big_before_limit,
    Code.MORE_MILES: _more_miles,
    Code.FIRST_MILES: lambda s, b, w, r: (
        _driving(s, b, w, r) and not s.own.distances and r.miles == s.their_to_go <= 350
    ),
    Code.MILES_DECK_OUT: lambda s, b, w, r: _driving(s, b, w, r) and s.seen.left == 0,
    Code.DRIVE_WHILE_GOING: lambda s, b, w, r: _driving(s, b, w, r) and s.threats() == r.count > 0,
    Code.MILES_NOW: lambda s, b, w, r: _driving(s, b, w, r) and s.threats() == 0,
    Code.SHOWN_SAFETY: _shown_safety,
    Code.LIMIT_USELESS: lambda s, b, w, r: (
        _threw(s, b, r) and r.card == Card.SPEED_LIMIT and r.miles == s.their_to_go <= 50
    ),
    Code.REMEDY_BEHIND_SAFETY: _behind_safety,
    Code.REMEDY_NEVER_NEEDED: _never_needed,
    Code.REMEDY_SAFETY_HELD: _safety_held,
    Code.REMEDY_SPARE: lambda s, b, w, r: (
        _threw(s, b, r) and r.card in HAZARD_OF and s.seen.hand.count(r.card) - 1 == r.count > 0
    ),
    Code.TOO_MANY_200S: _too_many_200s,
    Code.TOO_FAR: lambda s, b, w, r: _threw(s, b, r) and r.miles == s.to_go < MILES_OF.get(r.card, 0),
    Code.CANNOT_GO_AGAIN: _cannot_go_again,
    Code.DISCARD_200: lambda s, b, w, r: (
        _threw(s, b, r) and r.card == Card.MILES_200 and Card.MILES_200 not in s.own.distances
    ),
    Code.LIMITED_BIG: _limited_big,
    Code.SMALLER_LOSS: _smaller_loss,
    Code.DISTANCES_SPARE: lambda s, b, w, r: (
        _threw(s, b, r) and r.card in MILES_OF and sum(card in MILES_OF for card in s.seen.hand) == r.count > 2
    ),
    Code.HAZARDS_SPARE: lambda s, b, w, r: (
        _threw(s, b, r) and r.card in SAFETY_OF and sum(card in SAFETY_OF for card in s.seen.hand) == r.count > 2
    ),
    Code.KEEP_CURE: _keep_cure,
    Code.KEEP_GO: _keep_go,
    Code.KEEP_FINISH: _keep_finish,
    Code.KEEP_ONLY_REMEDY: _keep_only_remedy,
    Code.REMEDY_MORE_NEEDED: _more_needed,
    Code.REMEDY_RARER: _rarer,
    Code.KEEP_SLOW: _keep_slow,
    Code.GO_OFTEN: _go_often,
    Code.HAZARD_FOR_LATER: lambda s, b, w, r: (
        _hazard_kept(s, b, w, r) and not s.other.can_go and not s.legal(PLAY[w.card or 0])
    ),
    Code.HAZARD_HITS_NOW: lambda s, b, w, r: _hazard_kept(s, b, w, r) and s.legal(PLAY[w.card or 0]),
    Code.KEEP_MILES: _keep_miles,
    Code.ENDING_WINS_GAME: _ending_wins,
    Code.ENDING_LOSES_GAME: _ending_loses,
    Code.UNPLAYED_SAFETY: lambda s, b, w, r: (
        _goes_on(s, b, w)
        and r.card in SAFETIES
        and r.card in s.seen.hand
        and (s.threats(), _at_stake(s)) == (r.count, r.points)
    ),
    Code.SHUT_OUT_SURE: lambda s, b, w, r: _ends(s, b, w) and not s.other.distances,
    Code.DECK_TOO_SHORT: lambda s, b, w, r: (
        _ends(s, b, w) and r.count == s.seen.left < 15 and r.miles == 300 and r.points == _at_stake(s)
    ),
    Code.LIMITED_TRIP: lambda s, b, w, r: (
        _ends(s, b, w) and s.own.speed == Card.SPEED_LIMIT and r.miles == 300 and r.points == _at_stake(s)
    ),
    Code.THEY_ARE_NEAR: lambda s, b, w, r: (
        _ends(s, b, w) and s.other.can_go and r.miles == 1000 - s.other.miles <= 600 and r.points == _at_stake(s)
    ),
    Code.CAN_BE_STOPPED: lambda s, b, w, r: _ends(s, b, w) and s.threats() == r.count > 0 and _at_stake(s) == r.points,
    Code.CANNOT_BE_STOPPED: lambda s, b, w, r: (
        _goes_on(s, b, w) and s.threats() == 0 and r.points == 500 and r.count == s.seen.left
    ),
    Code.MILES_HELD: _miles_held,
    Code.THEY_CANNOT_GO: lambda s, b, w, r: (
        _goes_on(s, b, w) and not s.other.can_go and r.miles == 1000 - s.other.miles and r.count == s.threats()
    ),
    Code.DECK_LONG_ENOUGH: lambda s, b, w, r: (
        _goes_on(s, b, w) and r.other_count == s.seen.left >= 28 and r.points == 500 and r.count == s.threats()
    ),
}
