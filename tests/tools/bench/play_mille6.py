"""Lets one of our players play the old mille(6) through a pseudo-terminal, as a person would.

The program from Debian's package bsdgames is used unchanged. ``--mille`` uses another build of it, for example a build
without the fault of Debian's build that docs/players.md describes. The program draws its table with curses. pyte, a
terminal emulator in Python, turns this output into a screen of 80 x 24 letters. The observation that our player gets
contains only what can be read on this screen. Our player has seat 0, the seat of the human. The old program's computer
has seat 1.

    python tests/tools/bench/play_mille6.py --player expert --hands 2000 --seed 1 --log expert.jsonl

Without ``--seed`` the program seeds itself with its process id. With ``--seed``, a shim of one line, built by cc and
loaded by LD_PRELOAD, answers when the program asks for its process id, so that the same seed deals the same cards.
Nothing else is changed.

The driver also follows the game from the moves alone, and compares: the table after every move, and both scores after
every hand. If they do not agree, the difference is counted and printed on standard error, and the screen is taken as
right. The tool needs: pip install pyte
"""

from __future__ import annotations

import argparse
import json
import math
import os
import pty
import random
import select
import subprocess
import sys
import tempfile
import termios
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyte

from mile_bones.games.milebones.actions import DRAW, Action, Kind
from mile_bones.games.milebones.cards import BATTLE_HAZARDS, DISTANCES, GUARD, HAZARDS, SAFETIES, Card
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.games.milebones.rules import MILLE
from mile_bones.games.milebones.tableau import TableauView
from mile_bones.lab.statistics import estimate, share_interval
from mile_bones.players import load_player
from mile_bones.players.milebones import MileBonesPlayer

ME, COMPUTER = 0, 1
PROMPTS = (MOVE, EXTENSION, HAND, GAME) = (">>:Move:", "Extension?", "Another hand?", "Another game?")
PROMPT_Y, PROMPT_X = 10, 20
SLOTS = "P123456"  # the keys of the places in the hand, from the top
CARDS = {card.notation.replace("_", " "): card for card in Card}
ON_REPAIR = (None, Card.GASOLINE, Card.SPARE_TIRE, Card.REPAIRS)
SHIM = '#include <stdlib.h>\n#include <unistd.h>\npid_t getpid(void) { return atoi(getenv("MILLE_SEED")); }\n'


class Lost(Exception):
    """An error of the driver: the old program did something that the driver does not understand, so that the game
    cannot continue.
    """


def named(name: str) -> Card | None:
    """Return the card that the old program calls by this name, or None for any other name."""
    return CARDS.get(name.upper())


class Screen(pyte.Screen):
    """A screen that notes in ``echoed`` whether a key has been echoed in the column ``echo_x`` behind the prompt."""

    echoed, echo_x = True, 0

    def draw(self, data: str) -> None:
        """Note whether letters that arrive at the cursor are an echo."""
        here = self.cursor
        if here.y == PROMPT_Y and here.x + len(data) > self.echo_x:
            self.echoed |= bool(data[max(self.echo_x - here.x, 0) :].strip())
        super().draw(data)

    def text(self, y: int, x: int, width: int) -> str:
        """Return the text at this place, without the blanks around it."""
        return "".join(self.buffer[y][column].data for column in range(x, x + width)).strip()

    def question(self) -> str | None:
        """Return the prompt behind which the cursor waits for a key, or None if there is none."""
        words = self.text(PROMPT_Y, PROMPT_X, 20)
        waits = (self.cursor.y, self.cursor.x) == (PROMPT_Y, PROMPT_X + len(words) + 1)
        return words if waits and words in PROMPTS else None


class Program:
    """The old program in its pseudo-terminal. ``question`` is the prompt at which it waits."""

    def __init__(self, path: str, shim: Path | None, seed: int) -> None:
        environment = {"TERM": "linux", "LC_ALL": "C"}
        if shim is not None:
            environment |= {"MILLE_SEED": str(seed), "LD_PRELOAD": str(shim)}
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            termios.tcsetwinsize(0, (24, 80))
            os.execve(path, [path], environment)
        self.screen = Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self.question = self._wait()
        self.send("o")  # a sorted hand avoids what happens to the computer's hand: see Hand.ran_out

    def send(self, keys: str) -> None:
        """Type `keys`, and wait for the next question. The question is there when the keys have been echoed and
        erased.
        """
        self.screen.echoed, self.screen.echo_x = False, PROMPT_X + len(self.question) + 1
        os.write(self._terminal, keys.encode())
        self.question = self._wait()

    def close(self) -> None:
        """Hang up, which ends the program."""
        os.close(self._terminal)
        os.waitpid(self._pid, 0)

    def _wait(self) -> str:
        end = time.monotonic() + 10
        while not self.screen.echoed or (question := self.screen.question()) is None:
            if (left := end - time.monotonic()) < 0 or not select.select([self._terminal], [], [], left)[0]:
                raise Lost("no question for ten seconds")
            self._stream.feed(os.read(self._terminal, 65536))  # OSError when the program has ended
        return question


@dataclass
class Side:
    """One side of the table, by the rules of the old program. ``distances`` has the number of cards of each
    distance.
    """

    battle: Card | None = None
    speed: Card | None = None
    safeties: set[Card] = field(default_factory=set)
    coups: set[Card] = field(default_factory=set)
    distances: list[int] = field(default_factory=lambda: [0] * len(DISTANCES))

    @property
    def miles(self) -> int:
        return sum(count * card.miles for card, count in zip(DISTANCES, self.distances, strict=True))

    def lay(self, card: Card, *, coup: bool = False) -> None:
        """Put a card where it belongs on this side."""
        if card in DISTANCES:
            self.distances[card] += 1
        elif card in (Card.SPEED_LIMIT, Card.END_OF_LIMIT):
            self.speed = card
        elif card not in SAFETIES:
            self.battle = card
        else:
            self.safeties.add(card)
            if coup:
                self.coups.add(card)
            if card == Card.RIGHT_OF_WAY and self.speed == Card.SPEED_LIMIT:
                self.speed = None
                if self.battle in ON_REPAIR:
                    self.battle = Card.GO  # in the old program; in ours the pile stays as it is
            if self.battle in BATTLE_HAZARDS and GUARD[self.battle] == card:
                self.battle = None if self.battle == Card.STOP else Card.GO

    def view(self) -> TableauView:
        """Return this side as in an observation. Only the order in which its cards came is missing, and this order does
        not matter.
        """
        return TableauView(
            battle=self.battle,
            speed=self.speed,
            safety_bits=sum(1 << card for card in self.safeties),
            safeties=tuple(sorted(self.safeties)),
            coups=tuple(sorted(self.coups)),
            distances=tuple(card for card in DISTANCES for _copy in range(self.distances[card])),
            miles=self.miles,
            two_hundreds=self.distances[Card.MILES_200],
            can_go=self.battle == Card.GO or (Card.RIGHT_OF_WAY in self.safeties and self.battle in ON_REPAIR),
            limited=self.speed == Card.SPEED_LIMIT,
        )

    def points(self, other: Side, goal: int, left: int) -> int:
        """Return the score of a hand that ends with this side, the `other` side, this goal and `left` cards."""
        trip = 400 + 300 * (not self.distances[Card.MILES_200]) + 300 * (left == 0)
        trip += 200 * (goal == MILLE.extended_goal) + 500 * (other.miles == 0)
        lasting = self.miles + 100 * len(self.safeties) + 300 * (len(self.safeties) == 4) + 300 * len(self.coups)
        return lasting + trip * (self.miles == goal)


class Look:
    """The things that can be read on the screen. ``said`` is the computer's last action: PLAY or DISCARD, and the
    card.
    """

    def __init__(self, screen: Screen) -> None:
        text = screen.text
        self.hand = [named(text(6 + row, 2, 18)) for row in range(len(SLOTS))]
        self.sides = (self._side(screen, 0), self._side(screen, 20))
        self.left = int(text(6, 22, 3))
        self.discard = named(text(8, 22, 18))
        self.extended = text(4, 9, 9) == "Extension"
        self.said = (text(11, 20, 16), named(text(12, 20, 16)))
        rows = (11, 13) if text(5, 45, 14) == "Trip Completed" else (6, 8)  # the score is longer when a hand has ended
        self.points, self.totals = ((int(text(row, 61, 4)), int(text(row, 67, 4))) for row in rows)

    @staticmethod
    def _side(screen: Screen, x: int) -> Side:
        laid = [row for row in range(len(SAFETIES)) if screen.text(row, x + 2, 16)]
        return Side(
            battle=named(screen.text(14, x + 2, 18)),
            speed=named(screen.text(16, x + 2, 18)),
            safeties={SAFETIES[row] for row in laid},
            coups={SAFETIES[row] for row in laid if screen.text(row, x, 1) == "*"},
            distances=[len(screen.text(18 + row, 2 * x, 40).split()) for row in range(len(DISTANCES))],
        )


class Hand:
    """One hand at the old program's table. ``old`` is the last discard before the hand, which is still on the screen.

    ``ran_out`` is True once the computer has played its last card. Debian's build of the program then takes what it
    finds in memory for a card, first the card on its own Battle pile. The driver can neither prevent nor follow this.
    """

    def __init__(
        self, program: Program, player: MileBonesPlayer, number: int, totals: tuple[int, int], old: Card | None
    ):
        self.program, self.player, self.number, self.before, self.old = program, player, number, totals, old
        self.faults: list[str] = []
        self.sides = (Side(), Side())
        self.discards: list[tuple[Card, int]] = []
        self.exposed = [0] * len(Card)
        self.theirs = MILLE.hand_size
        self.left = sum(MILLE.deck) - 2 * MILLE.hand_size
        self.coup_hazard: Card | None = None
        self.goal, self.extended_by, self.ran_out, self.look = MILLE.goal, -1, False, Look(program.screen)
        self.first = ME if self.look.left == self.left else COMPUTER
        if self.first == COMPUTER:
            self._computer()

    def play(self) -> tuple[int, int]:
        """Play the hand to its end. Return the points that the old program gives."""
        while self.program.question == MOVE:
            if self.look.left and self.look.hand[0] is None:
                self._begin_turn()
            else:
                observation = self.observation(Phase.PLAY)
                self._do(self.player.choose(observation), observation.coup)
        for seat in (ME, COMPUTER):
            points = self.sides[seat].points(self.sides[1 - seat], self.goal, self.look.left)
            if points != self.look.points[seat] or self.before[seat] + points != self.look.totals[seat]:
                self.faults.append(f"seat {seat}: {points}, screen {self.look.points} {self.look.totals}")
        return self.look.points

    def observation(self, phase: Phase) -> Observation:
        """Return the observation of our player."""
        return Observation(
            seat=ME,
            rules=MILLE,
            hand_number=self.number,
            first=self.first,
            phase=phase,
            player=ME,
            hand=tuple(card for card in self.look.hand if card is not None),
            own=self.sides[ME].view(),
            other=self.sides[COMPUTER].view(),
            other_cards=self.theirs,
            left=self.look.left,
            discards=tuple(card for card, _seat in self.discards),
            discarded_by=tuple(seat for _card, seat in self.discards),
            exposed=tuple(self.exposed),
            coup_hazard=self.coup_hazard,
            goal=self.goal,
            extended_by=None if self.extended_by < 0 else self.extended_by,
            totals=self.before,
        )

    def _begin_turn(self) -> None:
        """Draw a card, or two after a coup fourré, unless our player wants to play a coup first."""
        observation = self.observation(Phase.DRAW)
        if observation.coup is not None and (action := self.player.choose(observation)) is not DRAW:
            self._do(action, observation.coup)
        else:
            self.coup_hazard = None
            self.left -= min(MILLE.hand_size + 1 - len(observation.hand), self.left)
            self.program.send("p")
            self.look = Look(self.program.screen)
            self._compare("drawing")

    def _do(self, action: Action, coup: Card | None) -> None:
        """Type the action of our player, and read what follows, including the computer's turn."""
        card, plays = action.card, action.kind is Kind.PLAY
        assert card is not None
        place = self.look.hand.index(card)
        self.program.send(f"{'u' if plays else 'd'}{SLOTS[place]}\n")
        if self.program.question == MOVE and (error := self.program.screen.text(15, 45, 35)):
            raise Lost(f"{action} refused: {error}")
        self._note(ME, plays, card, coup=plays and card == coup)
        self.coup_hazard = None
        if self.program.question == EXTENSION:
            self.look.hand[place] = None  # the screen does not show the move yet
            yes = bool(self.player.choose(self.observation(Phase.EXTEND)).yes)
            if yes:
                self.goal, self.extended_by = MILLE.extended_goal, ME
            self.program.send("y" if yes else "n")
        self.look = Look(self.program.screen)
        if (plays and card in SAFETIES) or self.sides[ME].miles == self.goal:
            self._compare(str(action))
        else:
            self._computer()

    def _computer(self) -> None:
        """Read the computer's turn: it may have laid safeties, and then one other card."""
        drawn, self.left = self.left - self.look.left, self.look.left
        if self.look.extended and self.goal == MILLE.goal:
            self.goal, self.extended_by = MILLE.extended_goal, COMPUTER
        self.theirs += drawn
        if self.theirs:
            shown = self.look.sides[COMPUTER]
            for safety in sorted(shown.safeties - self.sides[COMPUTER].safeties):
                self._note(COMPUTER, True, safety, coup=safety in shown.coups)
            # A hand can be over before the computer chooses its card. The screen then still shows the
            # computer's action of the turn before.
            (verb, card), safe = self.look.said, self.look.said[1] in SAFETIES
            if card is not None and not safe and (self.program.question == MOVE or not self._agrees()):
                self._note(COMPUTER, verb == "PLAY", card)
                self.coup_hazard = card if verb == "PLAY" and card in HAZARDS else None
        self.ran_out |= self.theirs <= 0
        self._compare(f"computer {self.look.said}")

    def _note(self, seat: int, plays: bool, card: Card, *, coup: bool = False) -> None:
        """Note that a card has left a hand."""
        self.exposed[card] += 1
        self.theirs -= seat == COMPUTER
        if plays:
            self.sides[1 - seat if card in HAZARDS else seat].lay(card, coup=coup)
        else:
            self.discards.append((card, seat))

    def _agrees(self) -> bool:
        discard = self.discards[-1][0] if self.discards else self.old
        return (self.sides, self.left, discard) == (self.look.sides, self.look.left, self.look.discard)

    def _compare(self, after: str) -> None:
        """Note a fault if the screen does not show what we expect, or if not all 101 cards are somewhere."""
        if not self._agrees():
            self.faults.append(f"after {after}: {self.sides}, screen {self.look.sides}")
            self.sides, self.left = self.look.sides, self.look.left
        mine = sum(card is not None for card in self.look.hand)
        if sum(self.exposed) + mine + self.theirs + self.left != sum(MILLE.deck):
            self.faults.append(f"after {after}: {mine} and {self.theirs} cards in the hands")


def play_game(program: Program, player: MileBonesPlayer, log: list[dict[str, Any]]) -> int:
    """Play a game to 5000. Return 1 if our player wins it, -1 if the computer does, or else 0."""
    totals, number, old = (0, 0), 0, named(program.screen.text(8, 22, 18))
    while max(totals) < MILLE.target:
        number += 1
        hand = Hand(program, player, number, totals, old)
        points, old = hand.play(), hand.look.discard
        totals = totals[ME] + points[ME], totals[COMPUTER] + points[COMPUTER]
        line = {"hand": number, "first": hand.first, "points": points, "extended_by": hand.extended_by}
        log.append(line | {"left": hand.left, "ran_out": hand.ran_out, "faults": hand.faults})
        if (program.question == GAME) != (max(totals) >= MILLE.target):
            raise Lost(f"{program.question} at {totals}")
        if program.question == HAND:
            program.send("y")
    return (totals[ME] > totals[COMPUTER]) - (totals[ME] < totals[COMPUTER])


def report(log: list[dict[str, Any]], games: list[int], lost: list[str]) -> None:
    """Print the results."""
    for name, some in (("hands", log), ("computer never out of cards", [one for one in log if not one["ran_out"]])):
        points = estimate([one["points"][ME] - one["points"][COMPUTER] for one in some])
        exact = sum(not one["faults"] for one in some)
        print(f"{name}: {points.n}, points a hand {points.mean:+.1f}, s.e. {points.se:.1f}; all as expected in {exact}")
    begun = [
        estimate([one["points"][ME] - one["points"][COMPUTER] for one in log if one["first"] == first])
        for first in (ME, COMPUTER)
        if any(one["first"] == first for one in log)
    ]
    if len(begun) == 2:
        mean, se = sum(one.mean for one in begun) / 2, math.hypot(*(one.se for one in begun)) / 2
        print(f"with both beginning equally often: {mean:+.1f}, s.e. {se:.1f}")
    if games:
        share = (games.count(1) + games.count(0) / 2) / len(games)
        low, high = (100 * bound for bound in share_interval(share, len(games)))
        print(f"games: {len(games)}, {games.count(1)} won: {100 * share:.1f}% ({low:.1f} to {high:.1f})")
    print(f"games broken off: {len(lost)}", *lost, sep="\n  ")


def main() -> None:
    """Read the command line, and play."""
    parser = argparse.ArgumentParser(description="Let a player of Mile Bones play the old mille(6) program.")
    parser.add_argument("--hands", type=int, default=100, help="at least so many; the last game is played to its end")
    parser.add_argument("--player", default="expert", help="a level of ours")
    parser.add_argument("--seed", type=int, help="the same cards every time; without it the program seeds itself")
    parser.add_argument("--stay", action="store_true", help="one process for all games, not a new one for each")
    parser.add_argument("--mille", default="/usr/games/mille", help="the old program, or another build of it")
    parser.add_argument("--log", type=Path, help="write a line of JSON for every hand")
    options = parser.parse_args()
    player, luck, program = (
        load_player("mile-bones", options.player, seed=options.seed or 0),
        random.Random(options.seed),
        None,
    )
    log: list[dict[str, Any]] = []
    games: list[int] = []
    lost: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        shim = None if options.seed is None else Path(folder, "shim.so")
        if shim is not None:
            subprocess.run(["cc", "-x", "c", "-", "-shared", "-fPIC", "-o", shim], input=SHIM, text=True, check=True)
        while len(log) < options.hands:
            if program is None:
                program = Program(options.mille, shim, luck.randrange(1, 1 << 22))
            else:
                program.send("y")
            try:
                games.append(play_game(program, player, log))
            except (Lost, OSError, ValueError) as error:
                lost.append(f"{error}; hands before it: {len(log)}")
            if not options.stay or program.question != GAME:
                program.close()
                program = None
    (options.log or Path(os.devnull)).write_text("".join(json.dumps(one) + "\n" for one in log))
    print(*(f"fault: {fault}" for one in log for fault in one["faults"]), sep="\n", file=sys.stderr)
    report(log, games, lost)


if __name__ == "__main__":
    main()
