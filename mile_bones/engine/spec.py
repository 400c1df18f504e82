"""The description of a game (``Spec``) and its parts. Other packages can read a description without importing the game.

Each game fills one ``Spec``, which ``mile_bones.games.spec`` finds by the game's name. Words are functions, which
return the text in the language that is current when the words are shown.
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
"""For each hand that is over, the facts of each seat, by their names."""

Sheet: TypeAlias = tuple[tuple[tuple[str, Pair[int]], ...] | None, ...]
"""The rows of the score sheet for each hand, or None for a hand that is not over.

A row is its title and the numbers by seat.
"""

Steps: TypeAlias = Iterator[tuple[Any, Any]]
"""Each action with the state before it, and finally the last state with None."""

import_once = cache(import_module)
"""Import a module by its full name and return it. Later calls with this name only look it up in a table."""

POINTS = "points"
"""The name of a fact that every game has. The player with the most points, in all hands together, has won."""

PAID = "paid"
"""The name of a fact of every game for stakes: what the seat was paid in this hand, negative if it paid."""


class Choice(NamedTuple):
    """A value that a person can choose: a rule set, or a value of an option or a setting.

    ``title`` is its name for people. ``line`` describes it. ``more`` is further information that only some people want.
    """

    name: Option
    title: Words
    line: Words | None = None
    more: Words | None = None


class GameOption(NamedTuple):
    """A choice to be made for a game, in addition to its rule set.

    The first of ``choices`` is the usual one. ``line`` explains the choice where ``title`` does not.
    """

    name: str
    title: Words
    choices: tuple[Choice, ...]
    line: Words | None = None

    def allows(self, value: Option) -> bool:
        """Return True if ``value`` is one of the choices. True and False do not count as 1 and 0 here, although they do
        in Python.
        """
        return any(type(value) is type(choice.name) and value == choice.name for choice in self.choices)


class Load(Protocol):
    """A function that makes the game with a rule set, options and a target. None for the rule set means the usual one.

    Options that are left out, and a target of None, have their usual values. The options have been checked. Raise
    NotationError if the rule set does not exist.
    """

    def __call__(self, rules: str | None, options: Mapping[str, Option], target: int | None, /) -> Any: ...


class Fact(NamedTuple):
    """A number that is counted for each seat in each hand. The history adds these numbers up.

    ``share`` is True if the number is 0 or 1. Its sum is then the number of hands with a 1. ``other`` is the title of
    the opponent's number, or None if both numbers have the same title. An example of ``other`` is "Hazards taken": what
    the opponent did to the player. ``signed`` is True if people see the number with its sign.
    """

    name: str
    title: Words
    share: bool = False
    other: Words | None = None
    signed: bool = False


class ScoreList(NamedTuple):
    """A list of high scores.

    - ``name``: the key in ``mb.ini``. It never changes.
    - ``unit``: the unit of the values, for people.
    - ``value``: a function that returns the value for the list, from the player's own points and the opponent's.
    - ``least``: the value must be greater than this.
    - ``anybody``: True if the loser may enter, too, and both players in a drawn game. If False, only the winner may.
    """

    name: str
    title: Words
    unit: Words
    value: Callable[[int, int], int]
    least: int = 0
    anybody: bool = False

    def due(self, points: Pair[int]) -> tuple[Pair[int], ...]:
        """Return the seats that may enter the list, each with its value. The higher value is first, or seat 0 if both
        are equal.
        """
        seats = (seat for seat in (0, 1) if self.anybody or points[seat] > points[1 - seat])
        values = ((seat, self.value(points[seat], points[1 - seat])) for seat in seats)
        return tuple(sorted((due for due in values if due[1] > self.least), key=lambda due: -due[1]))


def score_lists_of_points(least: int) -> tuple[ScoreList, ...]:
    """Return the lists of a game that is played for points: the most points, and the greatest lead of a winner.

    Points must be more than ``least`` to enter the first list.
    """
    return (
        ScoreList(
            "best", lambda: _("Top three scores"), lambda: _("points"), lambda own, _other: own, least, anybody=True
        ),
        ScoreList("spread", lambda: _("Top three spreads"), lambda: _("points ahead"), lambda won, lost: won - lost),
    )


class Parts(NamedTuple):
    """The functions and data with which a game is played, scored and described. Loading them imports the whole game.

    - ``words``: the module with the sentences about the game.
    - ``body``: the class of the bodies of its records.
    - ``load``: makes the game with a rule set that it has.
    - ``replay``: plays a record again; the second argument is a seed (see ``mile_bones.games.replay``).
    - ``is_turning_point``: returns True for an event that is a turning point of a hand. By default no event is.
    - ``fact_columns``: the facts that are counted. By default the game is one hand, and its winner has one point.
    - ``facts``: returns the numbers of ``fact_columns`` for both seats of each hand in a record that has been checked.
    - ``sheet``: returns the rows of the score sheet, without sums. By default they are those of ``facts``.
    - ``load_single``: makes a game of a single deal, which the lab measures, or None if the lab has its own loop for
      that.
    """

    words: ModuleType
    body: type[Body]
    load: Load
    replay: Callable[[Record, int | None], Steps]
    is_turning_point: Callable[[Any], bool] = lambda _event: False
    fact_columns: tuple[Fact, ...] = (Fact(POINTS, lambda: _("Games won")),)
    facts: Callable[[Record], HandFacts] | None = None
    sheet: Callable[[Record], Sheet] | None = None
    load_single: Callable[[str | None], Any] | None = None


class Spec(NamedTuple):
    """The description of one game.

    - ``name``: the name in records and commands.
    - ``module``: the ``__name__`` of the module that makes the spec. Its package also has the modules ``parts`` (with
      ``PARTS``), ``codec`` and, if ``has_lesson`` is True, ``lesson`` (with ``LESSON``).
    - ``line``: describes the game in one sentence, for the dialog in which a game is chosen.
    - ``poster``: how the names of its pictures in that dialog begin.
    - ``band``: the colour of its name in that dialog: "green", "navy", "red", "brown" or "burgundy".
    - ``rule_sets``: the first is the usual one.
    - ``has_deals``: True if every game begins with a deal, which has a number.
    - ``has_hand``: True if the players draw cards and may arrange the cards in their hands.
    - ``target``: the usual number of points that end a game, or None if none do.
    - ``has_steps``: True if a turn consists of choices that may be taken back until it is over.
    - ``first``: the seat that begins the very first game, or None if chance decides. A person has seat 0.
    - ``hands_are_deals``: True if a round of the game, called a hand in other games, is called a deal. A hand is then
      only the cards that a player holds.
    - ``for_stakes``: True if the loser may pay the winner. The facts then contain ``PAID``.
    - ``targets``: the targets that people are offered if there is a choice. Others are possible.
    - ``section``: is appended to the names of the game's sections and keys in ``mb.ini``, so that no two games share
      one. It never changes.
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
    first: int | None = 0
    hands_are_deals: bool = False
    for_stakes: bool = False
    high_scores: tuple[ScoreList, ...] = ()
    options: tuple[GameOption, ...] = ()
    targets: tuple[int, ...] = ()
    section: str = ""
    has_lesson: bool = False

    @property
    def has_points(self) -> bool:
        """Whether the game is played for points, in hands. Otherwise only the winner matters."""
        return self.target is not None

    def misfit(self, options: Mapping[str, Option]) -> str | None:
        """Return the sentence that refuses the first wrong option, or None if all options are right. An option is wrong
        if this game does not have it, or if it cannot have this value.
        """
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known or not known[name].allows(value):
                reason = _("“{option}” cannot be “{value}” in {game}")
                return reason.format(option=excerpt(name), value=excerpt(str(value)), game=self.title())
        return None

    @property
    def parts(self) -> Parts:
        """The parts of the game. Reading them for the first time imports all modules of the game."""
        found: Parts = self._beside("parts").PARTS
        return found

    @property
    def words(self) -> ModuleType:
        """The module with the sentences about the game."""
        return self.parts.words

    @property
    def codec(self) -> Codec:
        """The module that converts observations, events and actions to and from JSON, for bots and other programs. No
        window imports it.
        """
        found: Codec = self._beside("codec")
        return found

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that teaches the game by playing it, or None if the game has no lesson."""
        found: Lesson | None = self._beside("lesson").LESSON if self.has_lesson else None
        return found

    def own(self, word: str) -> str:
        """Return a name for a section or key in ``mb.ini`` that only this game has. It begins with ``word``."""
        return f"{word} {self.section}".rstrip()

    def _beside(self, name: str) -> Any:
        """Import the module ``name`` from the package of the game and return it."""
        return import_once(f"{self.module.rpartition('.')[0]}.{name}")

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rule sets."""
        return tuple(str(choice.name) for choice in self.rule_sets)

    def rules_title(self, name: str) -> str:
        """Return the title of the rule set ``name``, or ``name`` if there is no such rule set."""
        return next((choice.title() for choice in self.rule_sets if choice.name == name), name)
