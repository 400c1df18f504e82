"""Texts, figures and tables about the review of a whole game."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from mile_bones.desktop.dialogs.figures import rows_of, table
from mile_bones.desktop.dialogs.lists import NOTHING, LongList
from mile_bones.desktop.dialogs.score_table import Cell, Column, Plan
from mile_bones.engine.record import GIVEN_UP, Record
from mile_bones.games import final_state, spec
from mile_bones.i18n import format_number, format_signed, ngettext, pgettext
from mile_bones.i18n import gettext as _
from mile_bones.match.cost_words import cost_figures
from mile_bones.match.replaying import Replay
from mile_bones.match.review import Choice, Review
from mile_bones.match.review_words import better_text, done_text, grade, mark_title, result_word
from mile_bones.match.seats import lone_person, shown_names
from mile_bones.match.units import by_unit
from mile_bones.players import coach_spec, find_level, load_coach

ROW = 28
"""The height of a row of figures at scale 1."""
_MOST_TURNS = 12
"""The largest number of turns that are numbered on an axis."""
_LONGEST = 18
"""The number of characters to which a name beside something else is cut."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked choice in words. ``title`` says who did what. ``place`` says how good the choice was, and where in the
    game it was. ``text`` are further sentences.
    """

    title: str
    place: str
    text: str

    @property
    def sentence(self) -> str:
        """All the texts in one string, in the order in which they are read aloud."""
        return _("{place}. {title}. {text}").format(place=self.place, title=self.title, text=self.text)


class ChanceLine:
    """The near player's chance of winning during the game, given what that player could know at each choice.

    The other player knows other cards, and would have a different line. ``points`` are pairs of a place in the game
    (see ``ReviewFigures.place``) and a chance.
    """

    def __init__(self, points: Sequence[tuple[float, float]]) -> None:
        self.points = points
        self._places = [place for place, _chance in points]

    def at(self, place: float) -> float | None:
        """Return the chance at this place, interpolated between two points, or None if nothing is known yet."""
        if not self.points:
            return None
        after = bisect_left(self._places, place)
        (left, low), (right, high) = self.points[max(after - 1, 0)], self.points[min(after, len(self.points) - 1)]
        return low if right <= left else low + (high - low) * (place - left) / (right - left)


class ReviewFigures:
    """The figures of the review of one game, whose kind must have a coach.

    Raise ReplayError if the record breaks the rules.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.names = shown_names(record.game, record.players)
        """The names of the players, by seat."""
        self.you = lone_person(record.players)
        """The seat of the only person, whom sentences call "you", or None if there is no such seat."""
        self._replay = Replay(record)
        coach, found = load_coach(record.game), coach_spec(record.game)
        assert coach is not None and found is not None, "the caller checks this"
        self._coach, self._limits, self._knows_luck = coach, found.error_limits, found.knows_luck
        self._game = spec(record.game)
        self.part_word = by_unit(self._game, hand=_("Hand"), deal=_("Deal"), whole=pgettext("part of a game", "Turn"))
        """The word for a part of this game: a hand, or a turn if a game has no hands."""

    @property
    def near(self) -> int:
        """The seat whose chance to win is shown."""
        return self.you or 0

    @cached_property
    def end(self) -> float | None:
        """The near player's chance after the last move: 0 after a loss, 1 after a win, one half after a draw, or None
        if the game is not over.
        """
        state = final_state(self.record)
        if not state.is_terminal():
            return None
        own, other = state.returns()[self.near], state.returns()[1 - self.near]
        return 0.5 + 0.5 * ((own > other) - (own < other))

    def place(self, choice: Choice) -> float:
        """Return the place of a choice in the game. A place in the first hand is between 0 and 1."""
        return self._place(choice.hand, choice.action)

    def _place(self, hand: int, action: int) -> float:
        return hand - 1 + action / (self._replay.actions(hand) + 1)

    @cached_property
    def _turns(self) -> list[float]:
        """The places at which the turns of the first hand begin."""
        acted = [state.current_player for state, action in self._replay.steps(1) if action is not None]
        return [
            self._place(1, number)
            for number, (player, before) in enumerate(zip(acted, [None, *acted], strict=False), 1)
            if player != before
        ]

    def part(self, choice: Choice) -> int:
        """Return the number of the hand of a choice, or of its turn if the game has no hands."""
        return choice.hand if self._game.has_points else bisect_right(self._turns, self.place(choice))

    def parts(self) -> list[tuple[float, int]]:
        """Return the numbers of hands or turns that an axis shows, each with its place. If there are many turns, only
        every few of them are shown.
        """
        if self._game.has_points:
            return [(number - 0.5, number) for number in range(1, self._replay.hands + 1)]
        step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200) if len(self._turns) <= _MOST_TURNS * step)
        return [(place, number) for number, place in enumerate(self._turns, 1) if number % step == 0]

    def chances(self, choices: Sequence[Choice], *, whole: bool) -> ChanceLine:
        """Return the line of chances through the near player's choices. If `whole`, it goes to the end of the game.

        If nothing is hidden, the line has also the chance before each choice, which shows what the opponent gave away.
        """
        points = []
        for choice in choices:
            if choice.seat != self.near:
                continue
            if not self._game.has_hidden_cards:
                points.append((self._place(choice.hand, choice.action - 1), choice.rating.best.chance))
            points.append((self.place(choice), choice.rating.of(choice.chosen).chance))
        if whole and points and self.end is not None:
            points.append((float(self._replay.hands), self.end))
        return ChanceLine(points)

    def subtitle(self) -> str:
        """Return a line that says who played, and by which rules."""
        record = self.record
        rules = spec(record.game).rules_title(record.rules)
        if self.you is None:
            return _("{name} against {other}. {rules}.").format(name=self.names[0], other=self.names[1], rules=rules)
        player = record.players[1 - self.you]
        level = find_level(record.game, player.level)
        other = short(player.name) if level is None else level.title()
        return _("You against the computer: {level}. {rules}.").format(level=other, rules=rules)

    def progress(self, review: Review) -> str:
        """Return one or two sentences about how much has been reviewed."""
        of = review.of
        if not of and self.record.ended == GIVEN_UP:
            return by_unit(
                self._game,
                hand=_("This game was given up in its first hand: there is nothing to look at."),
                deal=_("This game was given up in its first deal: there is nothing to look at."),
                whole=_("This game was given up: there is nothing to look at."),
            )
        if not of:
            return by_unit(
                self._game,
                hand=_("No hand of this game is over yet: there is nothing to look at."),
                deal=_("No deal of this game is over yet: there is nothing to look at."),
                whole=_("This game is not over yet: there is nothing to look at."),
            )
        if not review.is_whole:
            text = by_unit(
                self._game,
                hand=ngettext("{done} of {count} hand looked at.", "{done} of {count} hands looked at.", of),
                deal=ngettext("{done} of {count} deal looked at.", "{done} of {count} deals looked at.", of),
                whole=_("The coach has not yet looked at the whole game."),
            )
            return text.format(done=len(review.hands), count=of)
        text = by_unit(
            self._game,
            hand=ngettext("The whole hand has been looked at.", "All {count} hands have been looked at.", of),
            deal=ngettext("The whole deal has been looked at.", "All {count} deals have been looked at.", of),
            whole=_("The whole game has been looked at."),
        ).format(count=of)
        if review.unfinished:
            left_out = _("The next one is not over, and was left out.")
            text = _("{sentence} {next_sentence}").format(sentence=text, next_sentence=left_out)
        return text

    # ------------------------------------------------------------------ choices

    def mark(self, choice: Choice) -> Mark:
        """Return a marked choice in words. Its place is the moment before the choice, which a replay shows."""
        assert choice.mark is not None
        place = by_unit(
            self._game,
            hand=_("{mark}, hand {hand}, after move {move}"),
            deal=_("{mark}, deal {hand}, after move {move}"),
            whole=_("{mark}, after move {move}"),
        )
        place = place.format(mark=mark_title(choice.mark), hand=choice.hand, move=choice.action - 1)
        return Mark(self._done(choice), place, better_text(self._replay, choice, self._coach))

    def _done(self, choice: Choice) -> str:
        return _("{name}: {move}").format(name=short(self.names[choice.seat]), move=done_text(self._replay, choice))

    def dearest(self, review: Review) -> list[Choice]:
        """Return the choices that cost most. If only one person has played, return that person's choices, else those of
        both players.
        """
        return review.dearest(seat=self.you)

    def dearest_title(self) -> str:
        """Return the title of the list of the choices that cost most."""
        return _("The choices that cost most") if self.you is None else _("Your choices that cost most")

    def nothing_dear(self, review: Review) -> str:
        """Return the text that is shown if no choice has cost much."""
        if not review.hands:
            return by_unit(
                self._game,
                hand=_("They come here as soon as the first hand has been looked at."),
                deal=_("They come here as soon as the first deal has been looked at."),
                whole=_("They come here as soon as the whole game has been looked at."),
            )
        if self.you is None:
            return _("No choice cost much: well played.")
        return _("No choice of yours cost much: well played.")

    # ------------------------------------------------------------------ numbers

    def numbers(self, review: Review) -> Plan:
        """Return a table of result, luck, skill and errors of all hands that are reviewed."""
        names = [short(name) for name in self.names]
        first = by_unit(self._game, hand=_("All hands"), deal=_("All deals"), whole=_("The whole game"))
        columns = (
            Column(Cell(first, 14, muted=True)),
            *(Column(Cell(name, 14, "Bold"), padding=12, least=92, most=150) for name in names),
        )
        rows = rows_of(self._lines(review), names, lit=skill_title())
        title = _("Result, luck and skill") if self._knows_luck else _("Result and errors")
        return Plan(title, columns, rows, row_height=ROW, header_height=26, indent=14)

    def _lines(self, review: Review) -> list[tuple[str, list[str]]]:
        results = [review.result(seat) for seat in (0, 1)]
        luck = review.luck_of(0) if self.has_luck(review) else None
        told = _signed(results, review)
        if not self._game.has_points and review.hands:  # in such a game the points only say who won
            told = [result_word(result) for result in results]
        lines = [(_("Result"), told)]
        if luck is not None:  # whole points, so that the figures shown add up
            whole = round(luck)
            lines.append((_("Luck"), _signed([whole, -whole], review)))
            lines.append((skill_title(), _signed([results[0] - whole, results[1] + whole], review)))
        rates = [review.error_rate(seat) for seat in (0, 1)]
        costs = [format_number(round(rate.a_hand)) if rate.decisions else NOTHING for rate in rates]
        hand, deal = _("Errors, points a hand"), _("Errors, points a deal")
        lines.append((by_unit(self._game, hand, deal, _("Errors, per cent of the game")), costs))
        words = [grade(rate, self._limits, review.marks(seat)) or NOTHING for seat, rate in enumerate(rates)]
        lines.append((_("In a word"), words))
        return lines

    def has_luck(self, review: Review) -> bool:
        """Return True if this kind of game has figures for luck, and all reviewed hands have theirs."""
        return self._knows_luck and all(hand.luck is not None for hand in review.hands)

    def summary(self, review: Review, choices: Sequence[Choice]) -> str:
        """Return the line of chances in words, for a screen reader."""
        chances = [round(100 * chance) for _at, chance in self.chances(choices, whole=review.is_whole).points]
        if not chances:
            return _("Nothing has been looked at yet.")
        marked = sum(choice.mark is not None for choice in choices)
        text = _("From {first} % at first to {last} % at last, between {least} and {most} %.").format(
            first=chances[0], last=chances[-1], least=min(chances), most=max(chances)
        )
        marks = ngettext("{count} marked choice.", "{count} marked choices.", marked).format(count=marked)
        return _("{sentence} {next_sentence}").format(sentence=text, next_sentence=marks)

    # ------------------------------------------------------------------ charts as tables

    def chances_title(self) -> str:
        """Return the title of the line of chances."""
        if self.you is not None:
            return _("Your chance to win the game")
        return _("The chance of {name} to win the game").format(name=self.names[self.near])

    def chances_table(self, choices: Sequence[Choice]) -> LongList:
        """Return the line of chances as a table: every choice with the chance after it."""
        heads = (self.part_word, _("After move"), _("What was done"), _("Chance"), _("Cost"))
        chances = self.chances(choices, whole=False)

        @cache  # making a line replays its hand up to that line
        def line(row: int) -> tuple[str, ...]:
            choice = choices[row]
            cost, chance = NOTHING, chances.at(self.place(choice))
            if choice.mark is not None:
                cost = _("{mark}, {figures}").format(
                    mark=mark_title(choice.mark), figures=cost_figures(choice.cost, self._game)
                )
            return (
                format_number(self.part(choice)),
                format_number(choice.action - 1),
                self._done(choice),
                NOTHING if chance is None else _("{percent} %").format(percent=round(100 * chance)),
                cost,
            )

        return table(self.chances_title(), heads, len(choices), line, words=3)

    def hands_table(self, review: Review) -> LongList:
        """Return the same figures as the bars, as a table: result, luck and skill of both players in every hand."""
        lines = []
        for hand in review.hands:
            luck = round(hand.luck_of(0) or 0.0)
            for seat, name in enumerate(self.names):
                own = luck if seat == 0 else -luck
                values = (hand.result(seat), own, hand.result(seat) - own)
                lines.append((format_number(hand.hand), short(name), *map(format_signed, values)))
        heads = (self.part_word, _("Player"), _("Result"), _("Luck"), _("Skill"))
        return table(luck_title(), heads, len(lines), lines.__getitem__, words=2)


def skill_title() -> str:
    """Return the name of the result without luck."""
    return _("Skill: result without luck")


def luck_title() -> str:
    """Return the title of the chart of luck and skill."""
    return _("Luck and skill over the game")


def _signed(values: Sequence[int], review: Review) -> list[str]:
    return [format_signed(value) if review.hands else NOTHING for value in values]


def short(name: str) -> str:
    """Return a name cut to fit into little room."""
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
