"""What the rooms above have to know of a game before they have one: plain values, and what to call.

Each game fills one ``Spec``, which ``mile_bones.games.spec`` finds by name. Words are callables, so that they are in
the language that is chosen when they are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from mile_bones.engine.aliases import Option, Pair
from mile_bones.engine.excerpt import excerpt
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.engine.bodies import Body
    from mile_bones.engine.lesson import Lesson
    from mile_bones.engine.record import Record
    from mile_bones.engine.shapes import Codec

Words: TypeAlias = Callable[[], str]

HandFacts: TypeAlias = tuple[Pair[Mapping[str, int]], ...]
"""Of each hand that is over, and of each seat in it, the game's facts by name."""

Sheet: TypeAlias = tuple[tuple[tuple[str, Pair[int]], ...] | None, ...]
"""Of each hand the rows of its score sheet: what is told, and the numbers by seat; None for a hand that is not over."""

Steps: TypeAlias = Iterator[tuple[Any, Any]]
"""The state before each action, and the action; at last the state and None."""

import_once = cache(import_module)
"""Import a module by its full name, and return it. After the first time that costs a look into a table."""

POINTS = "points"
"""The fact that every game has. Who has more of it, all hands taken together, has won."""


class Choice(NamedTuple):
    """A value that somebody can choose: a rule set, or one of an option or a setting. ``title`` is what people read,
    ``line`` says something about it, and ``more`` what not everybody wants to know."""

    name: Option
    title: Words
    line: Words | None = None
    more: Words | None = None


class GameOption(NamedTuple):
    """Something that may be chosen for a game beside its rule set; the first of ``choices`` is the usual one."""

    name: str
    title: Words
    choices: tuple[Choice, ...]

    def allows(self, value: Option) -> bool:
        """It can have this value. A truth value is no number here, whatever Python says."""
        return any(type(value) is type(choice.name) and value == choice.name for choice in self.choices)


class Load(Protocol):
    """Makes the game under a rule set, the usual one when None, with these options and this target; what is left out is
    as usual. The options have been checked. NotationError for a rule set that does not exist."""

    def __call__(self, rules: str | None, options: Mapping[str, Option], target: int | None, /) -> Any: ...


class Fact(NamedTuple):
    """Something that is counted of each seat in each hand, and summed up by the history.

    ``share``: it is 0 or 1, and the sum means in how many of the hands. ``other``: what it is called when it is told of
    the one to whom the other did it, None where that goes without saying.
    """

    name: str
    title: Words
    share: bool = False
    other: Words | None = None


class ScoreList(NamedTuple):
    """A list of high scores. ``value`` is what a player enters, from the own and the other's points; it must be more
    than ``least``. ``anybody``: the loser, too, and both in a drawn game; else the winner alone does. ``unit`` says of
    what it is a number. ``name`` is by what it is known in ``mb.ini``: it never changes."""

    name: str
    title: Words
    unit: Words
    value: Callable[[int, int], int]
    least: int = 0
    anybody: bool = False

    def due(self, points: Pair[int]) -> tuple[Pair[int], ...]:
        """Return the seats that may enter the list with their values, the higher value first, else that of seat 0."""
        seats = (seat for seat in (0, 1) if self.anybody or points[seat] > points[1 - seat])
        values = ((seat, self.value(points[seat], points[1 - seat])) for seat in seats)
        return tuple(sorted((due for due in values if due[1] > self.least), key=lambda due: -due[1]))


def score_lists_of_points(least: int) -> tuple[ScoreList, ...]:
    """The lists of a game that is played for points: the most, which must be more than ``least``, and by how many
    somebody has won."""
    return (
        ScoreList(
            "best", lambda: _("Top three scores"), lambda: _("points"), lambda own, _other: own, least, anybody=True
        ),
        ScoreList("spread", lambda: _("Top three spreads"), lambda: _("points ahead"), lambda won, lost: won - lost),
    )


class Parts(NamedTuple):
    """What is called when a game is played, counted or told of. It comes with all modules of the game.

    ``load`` makes the game for a rule set that it has, and ``load_single`` one of a single deal, which the lab
    measures, where it has no loop of its own for that; ``replay`` plays a record of it again (see
    ``mile_bones.games.replay``).
    ``turning`` tells an event by which a hand turns from what happens all the time; by default none does.
    ``facts`` counts what is in a record that has been checked: it gives every name of ``told`` for both seats of each
    hand; by default the game is one hand, and a point is that it was won. ``sheet`` is what a score sheet says of it,
    without sums; by default just what ``facts`` says.
    """

    words: ModuleType
    body: type[Body]
    load: Load
    replay: Callable[[Record, int | None], Steps]
    turning: Callable[[Any], bool] = lambda _event: False
    told: tuple[Fact, ...] = (Fact(POINTS, lambda: _("Games won")),)
    facts: Callable[[Record], HandFacts] | None = None
    sheet: Callable[[Record], Sheet] | None = None
    load_single: Callable[[str | None], Any] | None = None


class Spec(NamedTuple):
    """One game. ``line`` tells it in a sentence and ``poster`` is how the names of its pictures begin, for the chooser,
    where its name has the colour ``band`` ("green", "navy", "red", "brown" or "burgundy"); the first of ``rule_sets``
    is the usual one.

    ``has_deals``: every game begins with a deal, which has a number. ``has_hand``: the players draw cards, and may
    arrange those they hold. ``has_steps``: a turn is made of choices that may be taken back until it is over.
    ``first_by_lot``: chance says who begins the very first game; else the person does.
    ``hands_are_deals``: one round of the game, a hand elsewhere, is called a deal; a hand is what a player holds.
    ``target``: the points that end a game, None where none do; ``targets`` are those that people are offered where
    there is a choice, and any other will do. ``section`` is put behind the names of the sections and keys that the game
    has in ``mb.ini``, so that no two games share one; it never changes.
    ``module`` is the ``__name__`` of the module that makes the spec. Beside it are the modules ``parts`` (with
    ``PARTS``), ``codec`` and, if ``has_lesson``, ``lesson`` (with ``FIRST_HAND``).
    """

    name: str
    module: str
    title: Words
    line: Words
    poster: str
    band: str
    rule_sets: tuple[Choice, ...]
    seats: int
    has_hidden_cards: bool
    has_deals: bool
    has_hand: bool
    target: int | None
    has_steps: bool = False
    first_by_lot: bool = False
    hands_are_deals: bool = False
    high_scores: tuple[ScoreList, ...] = ()
    options: tuple[GameOption, ...] = ()
    targets: tuple[int, ...] = ()
    section: str = ""
    has_lesson: bool = False

    def misfit(self, options: Mapping[str, Option]) -> str | None:
        """What is wrong with the first option that this game does not have, or not with this value; None: nothing."""
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known or not known[name].allows(value):
                reason = _("“{option}” cannot be “{value}” in {game}")
                return reason.format(option=excerpt(name), value=excerpt(str(value)), game=self.title())
        return None

    @property
    def parts(self) -> Parts:
        """The parts of the game, which import all its modules."""
        found: Parts = self._beside("parts").PARTS
        return found

    @property
    def words(self) -> ModuleType:
        """The module with the sentences about the game."""
        return self.parts.words

    @property
    def codec(self) -> Codec:
        """What bots and other machines are told, and tell, as JSON. No window imports it."""
        found: Codec = self._beside("codec")
        return found

    @property
    def lesson(self) -> Lesson | None:
        """The lesson in which the game is learned by playing it, or None if it has none."""
        found: Lesson | None = self._beside("lesson").FIRST_HAND if self.has_lesson else None
        return found

    def own(self, word: str) -> str:
        """Return the name of a section or key in ``mb.ini`` that only this game has, which begins with ``word``."""
        return f"{word} {self.section}".rstrip()

    def _beside(self, name: str) -> Any:
        """Import the module ``name`` from the package of the game, and return it."""
        return import_once(f"{self.module.rpartition('.')[0]}.{name}")

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rule sets."""
        return tuple(str(choice.name) for choice in self.rule_sets)

    def rules_title(self, name: str) -> str:
        """What people call a rule set; the name itself where there is no such one."""
        return next((choice.title() for choice in self.rule_sets if choice.name == name), name)
