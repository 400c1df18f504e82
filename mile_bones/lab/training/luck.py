"""Training of the luck network, which estimates a table's value from both hands and the unordered remaining cards.

It is the network of ``players/milebones/luck.py``. It learns from two kinds of hands: hands of the expert against
itself and against ``easy``, which are played here, and hands of ``original`` that were played before (``record``). Its
target for a table is the result of the hand minus the luck of the later draws, by its own estimate of that luck so far.
The target has the same mean as the result, and a small part of its spread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as f

from mile_bones.games.milebones.actions import DRAW
from mile_bones.games.milebones.batch import layout as at
from mile_bones.games.milebones.batch.tables import FULL_DECK, Deck, Row
from mile_bones.games.milebones.hand import Hand
from mile_bones.games.milebones.rules import RULE_SETS
from mile_bones.lab import deals
from mile_bones.lab.batch import features, greedy
from mile_bones.lab.batch.compiled import compiled, compiled_parallel, prange
from mile_bones.lab.batch.engine import deal, shuffle_decks, step_all
from mile_bones.lab.batch.legality import legal, playable
from mile_bones.lab.batch.points import lasting_points, score
from mile_bones.lab.training.networks import Tower
from mile_bones.players import load_player
from mile_bones.players.milebones.expert import place
from mile_bones.players.milebones.features import FACES, SCALE
from mile_bones.players.milebones.luck import CHANGING, FIXED, INPUTS, KNOWN_LEVELS, changing_inputs
from mile_bones.players.milebones.network import POINTS

HIDDEN = 256
TRACE = 0.95
"""Lambda: the weight of what followed, as opposed to the network's own estimate."""
_ALL_SCALES = (*SCALE, *(1.0,) * (INPUTS - len(SCALE)))
_SEEN = CHANGING + FIXED  # these inputs equal the lab's compiled features
_EASY, _ORIGINAL = 1, 2  # levels by number, as in KNOWN_LEVELS; 0 is the expert
_WITH = (("original", "expert"), ("expert", "original"), ("original", "easy"), ("easy", "original"),
         ("original", "original"))  # fmt: skip
_LINES = 2048
_CHUNK = 16_384
_TABLES = 512
"""The tables that are evaluated together: a few thousand rows, so that their layers fit into a core's cache."""


@dataclass(frozen=True)
class Tables:
    """Every table of some hands after a draw, in the order of play."""

    hands: NDArray[np.int64]
    """The number of the hand."""
    rows: Row
    decks: Deck
    """The deck of each hand."""
    levels: NDArray[np.int8]
    """The levels in each hand, by seat: 0 for the expert, and from 1 on those of ``KNOWN_LEVELS``."""
    results: NDArray[np.int32]
    """The result of each hand, in points of seat 0 less those of seat 1."""

    def inputs(self) -> Tensor:
        """Return the inputs of the network, ``[n, INPUTS]``."""
        return _inputs(self.rows, self.levels[self.hands])


def record(number: int, seed: int) -> dict[str, NDArray[Any]]:
    """Play at least ``number`` hands of ``original`` with other levels and itself.

    Return arrays with a line for each hand: cards, choices, levels, rules, and the seat that began.
    """
    known = {"expert": 0, "easy": _EASY, "original": _ORIGINAL}
    players = {name: load_player("mile-bones", name) for name in known}
    found: dict[str, list[Any]] = {name: [] for name in ("cards", "choices", "levels", "rules", "first")}
    while len(found["cards"]) < number:
        for pair, rules in product(_WITH, RULE_SETS.values()):
            its = deals.deal(rules, seed, len(found["cards"]), len(found["cards"]) // 2 % 2)
            hand, choices = Hand(rules, its), list[int]()
            while hand.ended is None:
                if hand.draw_is_forced():
                    hand.apply(DRAW)
                    continue
                action = players[pair[hand.player]].choose(hand.observation(hand.player))
                choices.append(place(action, hand.phase))
                hand.apply(action)
            dealt = [its.dealt[seat][turn] for turn in range(rules.hand_size) for seat in (its.first, 1 - its.first)]
            found["cards"].append([*dealt, *its.deck])
            found["choices"].append(choices)
            found["levels"].append([known[name] for name in pair])
            found["rules"].append(at.RULE_SETS.index(rules))
            found["first"].append(its.first)
    longest = max(map(len, found["choices"]))
    found["choices"] = [line + [-1] * (longest - len(line)) for line in found["choices"]]
    return {name: np.array(lines, np.int8) for name, lines in found.items()}


def replayed(recorded: Mapping[str, NDArray[Any]], chosen: NDArray[np.int64]) -> Tables:
    """Play again the recorded hands with the numbers in ``chosen``, and return their tables."""
    rows, decks = _dealt(recorded["cards"][chosen], recorded["rules"][chosen], recorded["first"][chosen])
    choices = recorded["choices"][chosen].astype(np.int64)
    return _played(rows, decks, recorded["levels"][chosen], lambda active, turn: choices[active, turn])


def self_played(player: Tower, number: int, rng: np.random.Generator) -> Tables:
    """Play hands of the expert: two of three against itself, the others with ``easy`` on one side or both.

    Half of the seats draw their actions at random by the network's probabilities. The other half nearly always take the
    most likely action.
    """
    cards = np.empty((number, int(FULL_DECK.sum())), np.int8)
    shuffle_decks(cards, rng.random(cards.shape))
    rows, decks = _dealt(cards, (np.arange(number) % 2).astype(np.int8), rng.integers(0, 2, number).astype(np.int8))
    kind = rng.random(number)
    levels = np.zeros((number, 2), np.int8)
    levels[kind < 0.07] = _EASY
    one = (kind >= 0.07) & (kind < 0.32)
    levels[one, rng.integers(0, 2, number)[one]] = _EASY
    warmth = np.where(rng.random((number, 2)) < 0.5, 1.0, 0.25)

    def choose(active: NDArray[np.int64], _turn: int) -> NDArray[np.int64]:
        seats = rows[active, at.PLAYER]
        masks, choices = np.empty(len(active), np.int64), np.empty(len(active), np.int64)
        _legal(rows, active, masks)
        easy = levels[active, seats] == _EASY
        greedy_choices = np.empty(int(easy.sum()), np.int64)
        _greedy(rows, active[easy], greedy_choices)
        choices[easy] = greedy_choices
        others = active[~easy]
        seen = np.empty((len(others), features.SIZE), np.int8)
        features.actor_features(rows, others, seen)
        allowed = torch.from_numpy((masks[~easy, None] >> np.arange(at.ACTIONS) & 1).astype(bool))
        likes = player(torch.from_numpy(seen)) / torch.from_numpy(warmth[others, seats[~easy]])[:, None].float()
        # To draw by the probabilities, take the maximum of the log-probabilities plus Gumbel noise.
        noise = torch.from_numpy(rng.gumbel(size=likes.shape)).float()
        choices[~easy] = (likes + noise).masked_fill(~allowed, -1e9).argmax(dim=1).numpy()
        return choices

    return _played(rows, decks, levels, choose)


def train(
    start: Tower,
    player: Tower,
    recorded: Mapping[str, NDArray[Any]],
    rounds: int,
    rng: np.random.Generator,
    tell: Callable[[str], None],
    hands: int = 8192,
    epochs: int = 3,
) -> Tower:
    """Train ``start`` with ``rounds`` batches of ``hands`` hands, about a third of them recorded ones.

    Return the average of the network over the last thousand steps. ``tell`` gets a line after each batch.
    """
    network, mean = start, Tower(_ALL_SCALES, HIDDEN, 1, half=False)
    mean.load_state_dict(network.state_dict())
    steps, done = torch.optim.Adam(network.parameters()), 0
    for number in range(rounds):
        for group in steps.param_groups:
            group["lr"] = 3e-4 * (1 - number / rounds)
        old = min(hands * 5 // 16, len(recorded["cards"]))
        batch = _joined(
            self_played(player, hands - old, rng), replayed(recorded, rng.choice(len(recorded["cards"]), old, False))
        )
        inputs = batch.inputs()
        targets, spread = _targets(batch, inputs, mean)
        errors = []
        for _epoch in range(epochs):
            for lines in torch.from_numpy(rng.permutation(len(targets))).split(_LINES):
                error = f.mse_loss(network(inputs[lines])[:, 0], targets[lines])
                steps.zero_grad(set_to_none=True)
                error.backward()
                steps.step()
                errors.append(error.item())
                done += 1
                with torch.no_grad():
                    for slow, fast in zip(mean.parameters(), network.parameters(), strict=True):
                        slow.lerp_(fast, max(1e-3, 1 / done))
        tell(f"{number + 1}/{rounds}: error {np.mean(errors):.4f}, {spread:.0%} of the deviation is left without luck")
    return mean


def from_critic(judge: Mapping[str, NDArray[np.floating]]) -> Tower:
    """Return a network whose estimate of the points is about that of the champion's judge.

    The judge sees the next cards. Here the inputs for them are replaced by their expectation. The network is a linear
    approximation of the judge: the derivatives of the mean lead by each group of outcomes, at the groups' usual shares.
    """
    network = Tower(_ALL_SCALES, HIDDEN, 1, half=False)
    one = torch.from_numpy(judge["judge_one"].astype(np.float32))
    own = torch.zeros(INPUTS, HIDDEN)
    own[:_SEEN] = one[:_SEEN]
    own[_SEEN + FACES : _SEEN + 2 * FACES] = one[_SEEN:].reshape(-1, FACES, HIDDEN).sum(0)
    groups, usual = (torch.from_numpy(judge[name].astype(np.float32)) for name in ("judge_out", "judge_out_bias"))
    own_points, other_points = torch.from_numpy(judge["outcomes"].astype(np.float32)).mean(dim=1).T
    leads, shares = (own_points - other_points) / POINTS, torch.softmax(usual, 0)
    mean = shares @ leads
    state = {
        "one.weight": (own / torch.tensor(_ALL_SCALES)[:, None]).T,
        "two.weight": torch.from_numpy(judge["judge_two"].astype(np.float32)).T,
        "out.weight": (groups @ (shares * (leads - mean)))[None],
        "out.bias": mean[None],
    }
    for name in ("one", "two"):
        state[f"{name}.bias"] = torch.from_numpy(judge[f"judge_{name}_bias"].astype(np.float32))
    network.load_state_dict(state | {"scale": network.scale})
    return network


def fair(weights: Mapping[str, NDArray[np.floating]], number: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Return the shipped network's mean estimate of a new deal for the player who begins.

    The mean is over at least ``number`` deals and their first draws. The indices are the rule set, the level of the
    player who begins, and the level of the other. The deals are the same for all levels.
    """
    one, one_bias, two, two_bias, out, out_bias = (
        torch.from_numpy(weights[name].astype(np.float32))
        for name in ("one", "one_bias", "two", "two_bias", "out", "out_bias")
    )
    kinds = range(len(KNOWN_LEVELS) + 1)
    sums, done = np.zeros((len(RULE_SETS), len(kinds), len(kinds))), 0
    while done < number:
        cards = np.empty((_CHUNK, int(FULL_DECK.sum())), np.int8)
        shuffle_decks(cards, rng.random(cards.shape))
        nothing = np.zeros(_CHUNK, np.int8)
        for rules in range(len(RULE_SETS)):
            rows, _decks = _dealt(cards, nothing + np.int8(rules), nothing)
            known = torch.addmm(one_bias, _inputs(rows, np.zeros((_CHUNK, 2), np.int8)), one)
            for own, other in product(kinds, kinds):
                flags = torch.tensor(
                    [float(kind == level + 1) for kind in (own, other) for level in range(len(KNOWN_LEVELS))]
                )
                hidden = f.relu(known + flags @ one[-len(flags) :])
                said = f.relu(torch.addmm(two_bias, hidden, two)) @ out + out_bias
                sums[rules, own, other] += said.double().sum().item() * POINTS
        done += _CHUNK
    return sums / done


def _dealt(cards: Deck, rules: NDArray[np.int8], first: NDArray[np.int8]) -> tuple[Row, Deck]:
    rows, decks = np.empty((len(cards), at.WIDTH), np.int16), np.empty((len(cards), at.DECK), np.int8)
    deal(rows, decks, cards, rules, first, np.zeros((len(cards), 2), np.int16))
    return rows, decks


def _played(
    rows: Row,
    decks: Deck,
    levels: NDArray[np.int8],
    choose: Callable[[NDArray[np.int64], int], NDArray[np.int64]],
) -> Tables:
    """Play the hands to their ends and return their tables.

    ``choose`` takes numbers of hands and the number of the turn, and returns a choice for each of these hands.
    """
    active, turn = np.arange(len(rows)), 0
    hands, before = [], []
    with torch.no_grad():
        while len(active):
            choices = choose(active, turn)
            after_draw = active[rows[active, at.PHASE] == at.PLAY_PHASE]
            hands.append(after_draw)
            before.append(rows[after_draw])
            step_all(rows, decks, active, choices)
            active, turn = active[rows[active, at.ENDED] == 0], turn + 1
    results = np.empty(len(rows), np.int32)
    _results(rows, results)
    return Tables(np.concatenate(hands), np.concatenate(before), decks, levels, results)


def _joined(one: Tables, other: Tables) -> Tables:
    return Tables(
        np.concatenate([one.hands, other.hands + len(one.results)]),
        np.concatenate([one.rows, other.rows]),
        np.concatenate([one.decks, other.decks]),
        np.concatenate([one.levels, other.levels]),
        np.concatenate([one.results, other.results]),
    )


def _counts(rows: Row) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the cards of the player to act, the cards of the other, and the remaining ones, as counts by face."""
    lines, own = np.arange(len(rows))[:, None], rows[:, [at.PLAYER]].astype(np.int64)
    mine, theirs = (
        rows[lines, seat * at.SEAT + at.HAND + np.arange(FACES)].astype(np.int64) for seat in (own, 1 - own)
    )
    return mine, theirs, FULL_DECK - rows[:, at.EXPOSED : at.EXPOSED + FACES] - mine - theirs


def _inputs(rows: Row, levels: NDArray[np.int8]) -> Tensor:
    seen = np.empty((len(rows), features.CRITIC_SIZE), np.int8)
    features.critic_features(rows, np.zeros((1, at.DECK), np.int8), np.zeros(len(rows), np.int64), seen)
    deck = torch.from_numpy(_counts(rows)[2]).float()
    lines, own = np.arange(len(rows)), rows[:, at.PLAYER].astype(np.int64)
    flags = [levels[lines, seat] == level + 1 for seat in (own, 1 - own) for level in range(len(KNOWN_LEVELS))]
    return torch.cat(
        [
            torch.from_numpy(seen[:, :_SEEN]).float(),
            deck / 10,
            deck / deck.sum(dim=1, keepdim=True).clamp_min(1),
            torch.from_numpy(np.stack(flags, axis=1)).float(),
        ],
        dim=1,
    )


def _targets(batch: Tables, inputs: Tensor, network: Tower) -> tuple[Tensor, float]:
    """Return the network's target for each table, and the share of the results' deviation that is left without luck."""
    signs = 1 - 2 * batch.rows[:, at.PLAYER].astype(np.float64)
    lasting = np.empty(len(signs), np.int32)
    _lasting(batch.rows, lasting)
    with torch.no_grad():
        said = torch.cat([network(lines)[:, 0] for lines in inputs.split(_CHUNK)]).double().numpy()
        expected, came = _expected(batch, inputs, network)
    after, before = (lasting + signs * values * POINTS for values in (said, expected))
    before = np.where(came >= 0, before, after)
    targets = np.empty(len(signs))
    _trace(batch.hands, after, before, batch.results.astype(np.float64), targets)
    luck = np.bincount(batch.hands, weights=after - before, minlength=len(batch.results))
    left = float((batch.results - luck).std() / batch.results.std())
    return torch.from_numpy((targets - lasting) * signs / POINTS).float(), left


def _expected(batch: Tables, inputs: Tensor, network: Tower) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return two arrays: the estimate of each table, averaged over all cards that might have been drawn last, and the
    card that was drawn.

    The card is -1 if the deck is empty. Then either no card was drawn, or no other card could have been drawn.
    """
    rows = batch.rows
    left = rows[:, at.LEFT].astype(np.int64)
    came = np.where(left > 0, batch.decks[batch.hands, at.DECK - left - 1], -1).astype(np.int64)
    own, other, deck = _counts(rows)
    bits = np.empty(len(rows), np.int64)
    _playable(rows, bits)
    own[came >= 0, came[came >= 0]] -= 1
    deck[came >= 0, came[came >= 0]] += 1
    one = (network.one.weight * network.scale).T
    fixed = torch.cat([torch.arange(CHANGING, _SEEN), torch.arange(_SEEN + 2 * FACES, INPUTS)])
    changing = torch.cat([one[:CHANGING], one[_SEEN : _SEEN + 2 * FACES]])
    one = one[fixed]
    result = np.zeros(len(rows))
    for begin in range(0, len(rows), _TABLES):
        part = slice(begin, begin + _TABLES)
        which, faces = np.nonzero((deck[part] > 0) & (came[part, None] >= 0))
        cards = np.eye(FACES, dtype=np.int64)[faces]
        seen = changing_inputs(
            own[part][which] + cards,
            other[part][which],
            deck[part][which] - cards,
            bits[part][which, None] >> np.arange(FACES) & 1,
        )
        known = torch.addmm(network.one.bias, inputs[part][:, fixed], one)[torch.from_numpy(which)]
        hidden = f.relu(known.addmm_(torch.from_numpy(seen), changing), inplace=True)
        hidden = f.relu(network.two(hidden), inplace=True)
        values = network.out(hidden)[:, 0].double().numpy()
        shares = deck[part][which, faces] / deck[part][which].sum(axis=1)
        result[part] = np.bincount(which, weights=values * shares, minlength=len(result[part]))
    return result, came


@compiled
def _trace(
    hands: NDArray[np.int64],
    after: NDArray[np.float64],
    before: NDArray[np.float64],
    results: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None:
    """Write the targets into ``out``, from the last table of each hand back to its first.

    A target is what followed the table, minus the luck of the later draws, and mixed with the estimates on the way by
    ``TRACE``. ``results`` is overwritten.
    """
    for line in range(len(hands) - 1, -1, -1):
        hand = hands[line]
        out[line] = results[hand]
        without_luck = results[hand] - (after[line] - before[line])
        results[hand] = (1 - TRACE) * before[line] + TRACE * without_luck


@compiled_parallel
def _legal(rows: Row, hands: NDArray[np.int64], out: NDArray[np.int64]) -> None:
    for number in prange(len(hands)):
        out[number] = legal(rows[hands[number]])


@compiled_parallel
def _greedy(rows: Row, hands: NDArray[np.int64], out: NDArray[np.int64]) -> None:
    for number in prange(len(hands)):
        out[number] = greedy.choose(rows[hands[number]])


@compiled_parallel
def _playable(rows: Row, out: NDArray[np.int64]) -> None:
    for number in prange(len(rows)):
        out[number] = playable(rows[number], int(rows[number, at.PLAYER]))


@compiled_parallel
def _lasting(rows: Row, out: NDArray[np.int32]) -> None:
    for number in prange(len(rows)):
        out[number] = lasting_points(rows[number], 0) - lasting_points(rows[number], 1)


@compiled_parallel
def _results(rows: Row, out: NDArray[np.int32]) -> None:
    for number in prange(len(rows)):
        out[number] = score(rows[number], 0) - score(rows[number], 1)
