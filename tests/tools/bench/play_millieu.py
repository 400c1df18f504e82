"""Plays matches of Millieu between two players with the same time, also with changed rules, and counts who won.

    python tests/tools/bench/play_millieu.py champion,seconds=0.5 plain,seconds=0.5 --games 20 --file games.jsonl

A player is the name of a level, or ``plain`` for the bot in tests/tools/bots, with settings:

- ``seconds``: the processor time for a turn. Without it no clock is read, and the same command gives the same games.
- ``positions``: the most positions that the level looks at for a turn.
- ``root``, ``looked_at``, ``searched``, ``freedom``: the widths of the search and the value of free turns. ``root`` is
  a factor for all ``ROOT_WIDTHS``.

``"bot:COMMAND"`` starts a bot for each game; ``{seed}`` in the command becomes the seed of the game. Each opening is
drawn by ``--seed``. ``--first`` says who begins; ``both`` plays each opening twice, with the seats exchanged.

With ``--rules extra`` the first player has a tenth piece, drawn at random. With ``--rules late`` the second player may
not make a mill in the first six of their own turns, which is an option of the game. ``late5`` is the same with five
turns, and so on.

Each game is a line of ``--file``. Games that are in the file are not played again, so that a match can be continued
later. ``--minutes`` ends the match early. Nothing is asserted. The results are in docs/millieu.md.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import monotonic, process_time
from typing import Any, NamedTuple, cast

from mile_bones.engine.game import Player
from mile_bones.games.millieu import codec
from mile_bones.games.millieu import rules as millieu_rules
from mile_bones.games.millieu.actions import PLACE, Action, parse_action
from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.pieces import FULL_HAND
from mile_bones.games.millieu.rules import NAME
from mile_bones.games.millieu.state import MillieuState
from mile_bones.lab.protocol.external import ExternalBot
from mile_bones.lab.statistics import share_interval
from mile_bones.players import load_player
from mile_bones.players.millieu import deepening, search

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bots import plain_millieu

NO_LIMIT = 10**9
USUAL = {
    "root": 1.0,
    "looked_at": deepening.LOOKED_AT,
    "searched": deepening.SEARCHED,
    "freedom": search.FREEDOM,
}
ROOT_WIDTHS = deepening.ROOT_WIDTHS
SORTS = ("corner", "edge", "face", "centre")


class Tuned:
    """A level that thinks for ``seconds``, or looks at ``positions``, with other settings of the search."""

    def __init__(self, level: str, seed: int, settings: dict[str, float]) -> None:
        known = {**USUAL, "seconds": None, "positions": None}
        if unknown := settings.keys() - known.keys():
            raise SystemExit(f"no such setting: {', '.join(unknown)}")
        self._settings = {**USUAL, **settings}
        clock = process_time if "seconds" in settings else None
        self._player = cast(Any, load_player(NAME, level, seed, clock=clock))
        if "seconds" in settings:
            self._player.seconds, self._player.positions = settings["seconds"], NO_LIMIT
        if "positions" in settings:
            self._player.positions = int(settings["positions"])

    def choose(self, observation: Observation) -> Action:
        found = self._settings
        widths = tuple(max(2, round(found["root"] * width)) for width in ROOT_WIDTHS)
        deepening.ROOT_WIDTHS = widths  # type: ignore[assignment]
        deepening.LOOKED_AT, deepening.SEARCHED = int(found["looked_at"]), int(found["searched"])
        search.FREEDOM = found["freedom"]
        action: Action = self._player.choose(observation)
        return action


class Plain:
    """The bot in plain Python, in this process."""

    def __init__(self, seed: int, seconds: float) -> None:
        self._random, self._seconds, self._plan = random.Random(seed), seconds, list[str]()

    def choose(self, observation: Observation) -> Action:
        plain_millieu.SECONDS = self._seconds
        random.seed(self._random.random())
        legal = [str(action) for action in observation.legal_actions()]
        return parse_action(plain_millieu.choose(codec.observation(observation), legal, self._plan))


def player(text: str, seed: int) -> Player[Any, Any]:
    """Return the player that the text describes."""
    if text.startswith("bot:"):
        bot = ExternalBot(NAME, text.removeprefix("bot:").replace("{seed}", str(seed)), time_limit=60, start_limit=60)
        bot.greet()
        return bot
    name, *rest = text.split(",")
    settings = {key: float(value) for key, value in (each.split("=") for each in rest)}
    return (
        Plain(seed, settings.get("seconds", plain_millieu.SECONDS)) if name == "plain" else Tuned(name, seed, settings)
    )


class Game(NamedTuple):
    """One game of a match."""

    number: int
    a_begins: bool
    sort: str
    """The sort of the opening: corner, edge, face or centre."""
    a_won: float
    """1 if A won, 0 if B won, 0.5 for a draw."""
    turns: int
    longest: tuple[float, float]
    """The seconds of processor time for the longest turn of A, and of B."""
    mean: tuple[float, float]


def start_of(rules: str, rng: random.Random) -> tuple[MillieuState, str]:
    """Return a game after its opening, and the sort of the opening."""
    state = MillieuState(late_mills=rules.startswith("late"))
    if rules == "extra":
        hand = [*FULL_HAND]
        hand[rng.randrange(9)] += 1
        state = MillieuState.from_observation(state.observation(0)._replace(hands=(tuple(hand), FULL_HAND)))
    point = rng.randrange(27)
    state.apply_action(PLACE[rng.randrange(9)][point])
    middle = sum(each == 1 for each in (point % 3, point // 3 % 3, point // 9))
    return state, SORTS[middle]


def play(players: tuple[Player[Any, Any], Player[Any, Any]], state: MillieuState) -> tuple[float, list[list[float]]]:
    """Play a game to its end. Return 1 if seat 0 won, and the seconds of each turn by seat."""
    seconds: list[list[float]] = [[], []]
    while (seat := state.current_player) is not None:
        observation = state.observation(seat)
        start = process_time()
        action = players[seat].choose(observation)
        if observation.placed is None:
            seconds[seat].append(0.0)
        seconds[seat][-1] += process_time() - start
        state.apply_action(action)
    return (state.returns()[0] + 1) / 2, seconds


def one_game(match: argparse.Namespace, number: int) -> Game:
    """Play game ``number`` of the match."""
    opening = number // 2 if match.first == "both" else number
    a_begins = number % 2 == 0 if match.first == "both" else match.first == "a"
    state, sort = start_of(match.rules, random.Random(f"{match.seed} {opening}"))
    players = [player(text, 1000 * match.seed + 2 * number + side) for side, text in enumerate((match.a, match.b))]
    bots = [each for each in players if isinstance(each, ExternalBot)]
    one, two = players if a_begins else players[::-1]
    for seat, each in enumerate((one, two)):
        if isinstance(each, ExternalBot):
            each.game_start("game", NAME, seat, "bench")
    result, seconds = play((one, two), state)
    for bot in bots:
        bot.leave()
        bot.close()
    times = seconds if a_begins else seconds[::-1]
    longest, mean = ([round(each(side), 3) for side in times] for each in (max, lambda side: sum(side) / len(side)))
    return Game(
        number,
        a_begins,
        sort,
        result if a_begins else 1 - result,
        state.turn,
        (longest[0], longest[1]),
        (mean[0], mean[1]),
    )


def games_of(match: argparse.Namespace) -> Iterator[Game]:
    """Yield the games of the match: those in its file, and those that are played now."""
    key = {"a": match.a, "b": match.b, "rules": match.rules, "seed": match.seed, "first": match.first}
    known: dict[int, Game] = {}
    if match.file is not None and match.file.exists():
        for line in map(json.loads, match.file.read_text(encoding="utf-8").splitlines()):
            if line["match"] == key:
                game = Game(*line["game"])
                known[game.number] = game
    end = monotonic() + 60 * match.minutes
    for number in range(match.games):
        if number in known:
            yield known[number]
        elif monotonic() < end:
            game = one_game(match, number)
            if match.file is not None:
                with match.file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"match": key, "game": game}) + "\n")
            yield game


def share(name: str, results: Iterable[float]) -> str:
    """Return a row of the table: the name, the number of games, and the share won with Wilson's interval."""
    points = list(results)
    if not points:
        return f"{name}: no games"
    won = sum(points) / len(points)
    low, high = share_interval(won, len(points))
    drawn = f", {points.count(0.5)} drawn" if 0.5 in points else ""
    return f"{name}: {won:.1%} of {len(points)} ({low:.1%}–{high:.1%}){drawn}"


def report(match: argparse.Namespace, games: list[Game]) -> None:
    """Print the results of the games."""
    print(f"{match.a} – {match.b}, {match.rules}, seed {match.seed}, {match.first} first")
    print(share("A won", (game.a_won for game in games)))
    print(share("A won as first", (game.a_won for game in games if game.a_begins)))
    print(share("A won as second", (game.a_won for game in games if not game.a_begins)))
    second = [(game, 1 - game.a_won if game.a_begins else game.a_won) for game in games]
    print(share("the second player won", (won for _game, won in second)))
    for sort in SORTS:
        print(share(f"the second player won, {sort}", (won for game, won in second if game.sort == sort)))
    lengths = sorted(game.turns for game in games)
    print(f"turns: {lengths[0]} to {lengths[-1]}, median {lengths[len(lengths) // 2]}")
    for side, name in enumerate("AB"):
        mean = sum(game.mean[side] for game in games) / len(games)
        print(f"{name}: {mean:.3f} s a turn, longest {max(game.longest[side] for game in games):.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", choices=("a", "b", "both"), default="both")
    late = [f"late{turns}" for turns in range(1, 10)]
    parser.add_argument("--rules", choices=("usual", "extra", "late", *late), default="usual")
    parser.add_argument("--file", type=Path)
    parser.add_argument("--minutes", type=float, default=600)
    match = parser.parse_args()
    if match.rules in late:
        millieu_rules.LAST_BARRED = 2 * int(match.rules.removeprefix("late"))
    games = list(games_of(match))
    if not games:
        sys.exit("no game was played")
    report(match, games)


if __name__ == "__main__":
    main()
