"""The table on a screen of 80 by 24 letters, in the layout of mille(6). This module only draws.

The left half is the table: each side has safeties, Battle, Speed and miles, and the hand is between the two sides. The
right half is the score window. Its last line shows mistakes. The last line of the screen shows what has happened.
"""

from __future__ import annotations

from dataclasses import dataclass

from mile_bones.games.milebones import scoring, words
from mile_bones.games.milebones.cards import DISTANCES, HAZARDS, SAFETIES, Card
from mile_bones.games.milebones.events import HandEnded
from mile_bones.games.milebones.observation import Observation
from mile_bones.games.milebones.scoring import Score, lasting_points
from mile_bones.games.milebones.tableau import TableauView
from mile_bones.i18n import gettext as _
from mile_bones.terminal.canvas import WIDTH, Canvas, columns, cut_to
from mile_bones.terminal.slots import KEYS

YOU, COMPUTER = 0, 20  # columns at which the halves of the table begin
WINDOW = 40
PROMPT = (10, COMPUTER)
"""The line and column of the prompt."""
_COMPUTER_MILES = 41
_ERROR_LINE, _WINDOW_END = 15, 16
_NEWS_LINE = 23
ERROR_WIDTH = 38
"""The number of letters in the longest message about a mistake that can be shown."""
_ENDS = (65, 71, 80)  # the columns after the numbers: the player's, the opponent's, the worth of an item
_HEAD_ENDS = (65, 72, 80)
_HEAD_WIDTH = 6
_CARD_WIDTH = COMPUTER - 2
"""The largest width of a card's name, which follows the key of its slot. A longer name is cut."""


@dataclass(frozen=True)
class Scene:
    """The data to draw.

    While a hand is played, ``final`` is None; afterwards it is the end of the hand, for the score window.
    ``whole_window`` is True if the score window has all items instead of the commands. ``said`` is the last action of
    the opponent, in two lines. ``names`` and ``games`` have the player first, then the opponent.
    """

    observation: Observation
    slots: tuple[Card | None, ...]
    games: tuple[int, int]
    prompt: str
    names: tuple[str, str]
    error: str = ""
    news: tuple[str, ...] = ()
    weighty: tuple[str, ...] = ()
    """The sentences of the news that come first if not all fit. The last of these sentences is the most important."""
    said: tuple[str, str] = ("", "")
    final: HandEnded | None = None
    whole_window: bool = False
    ordered: bool = False


def draw(scene: Scene) -> Canvas:
    """Return the screen with this scene."""
    canvas = Canvas()
    observation = scene.observation
    for column, miles_column, side in ((YOU, 0, observation.own), (COMPUTER, _COMPUTER_MILES, observation.other)):
        _draw_side(canvas, column, miles_column, side)
    if observation.extended_by is not None:
        canvas.put(4, 9, _("Extension"), "heading")
    # Translators: a heading in the terminal, at most 16 letters wide; the letters are those of the original mille(6)
    canvas.put(5, YOU, _("--HAND--"), "heading")
    for line, (key, card) in enumerate(zip(KEYS, scene.slots, strict=True), 6):
        canvas.put(line, YOU, key, "heading")
        if card is not None:
            _put_card(canvas, line, YOU + 2, card)
    canvas.put(5, COMPUTER, _("--DECK--"), "heading")
    canvas.put(6, COMPUTER + 2, str(observation.left))
    canvas.put(7, COMPUTER, _("--DISCARD--"), "heading")
    if observation.discards:
        _put_card(canvas, 8, COMPUTER + 2, observation.discards[-1])
    canvas.put(*PROMPT, cut_to(scene.prompt, WINDOW - COMPUTER), "prompt")
    for line, text in enumerate(scene.said, 11):
        canvas.put(line, COMPUTER, cut_to(text, WINDOW - COMPUTER))
    _draw_window(canvas, scene)
    canvas.put(_ERROR_LINE, WINDOW + 2, cut_to(scene.error, ERROR_WIDTH), "error")
    canvas.put(_NEWS_LINE, 0, _fitted(scene.news, scene.weighty))
    return canvas


def _draw_side(canvas: Canvas, column: int, miles_column: int, side: TableauView) -> None:
    for line, card in enumerate(SAFETIES):
        if card in side.safeties:
            canvas.put(line, column, "*" if card in side.coups else " ")
            _put_card(canvas, line, column + 2, card)
    canvas.put(13, column, _("--BATTLE--"), "heading")
    canvas.put(15, column, _("--SPEED--"), "heading")
    for line, top in ((14, side.battle), (16, side.speed)):
        if top is not None:
            _put_card(canvas, line, column + 2, top)
    canvas.put(17, miles_column, _("--MILEAGE--"), "heading")
    for line, kind in enumerate(DISTANCES, 18):
        played = [str(kind.miles)] * sum(card == kind for card in side.distances)
        canvas.put(line, miles_column, " ".join(played), "distance")


def card_label(card: Card) -> str:
    """Return the text for a card on the screen: the number of a distance, the name of any other."""
    return str(card.miles) if card in DISTANCES else words.card_name(card)


def _put_card(canvas: Canvas, y: int, x: int, card: Card) -> None:
    if card in DISTANCES:
        style = "distance"
    elif card in HAZARDS:
        style = "hazard"
    else:
        style = "safety" if card in SAFETIES else "remedy"
    label = card_label(card)
    if len(columns(label)) > _CARD_WIDTH:
        label = cut_to(label, _CARD_WIDTH - 1) + "."
    canvas.put(y, x, label, style)


# ------------------------------------------------------------------ the score window


def _draw_window(canvas: Canvas, scene: Scene) -> None:
    for line in range(_WINDOW_END + 1):
        canvas.put(line, WINDOW, "|")
    canvas.put(_WINDOW_END, WINDOW + 1, "_" * 39)
    for name, end in zip((*scene.names, _("Value")), _HEAD_ENDS, strict=True):
        # Translators: short for "Computer", as narrow as the column of numbers below it
        head = _("Comp") if name == _("Computer") else cut_to(name, _HEAD_WIDTH)
        canvas.put(0, end - len(columns(head)), head, "heading")
    line = 1
    whole = scene.whole_window or scene.final is not None
    for label, worth, field in _items()[: None if whole else 4]:
        points = tuple(getattr(score, field) for score in _scores(scene))
        _put_row(canvas, line, label, points, worth)
        line += 1
    canvas.put(line, 61, "----   ----   -----")
    own, other = (score.total for score in _scores(scene))
    before = scene.observation.totals if scene.final is None else scene.final.totals
    totals = before if scene.final is not None else (before[0] + own, before[1] + other)
    _put_row(canvas, line + 1, _("Hand Total"), (own, other))
    canvas.put(line + 2, 60, "-----  -----")
    _put_row(canvas, line + 3, _("Overall Total"), totals)
    _put_row(canvas, line + 4, _("Games"), scene.games)
    if not whole:
        _draw_commands(canvas, line + 6, ordered=scene.ordered)


def _items() -> tuple[tuple[str, int | None, str], ...]:
    """Return the rows: label, worth of the item or None, and field of a score."""
    return (
        (_("Milestones Played"), None, "milestones"),
        (_("Each Safety"), scoring.SAFETY, "safeties"),
        (_("All 4 Safeties"), scoring.ALL_SAFETIES, "all_safeties"),
        (_("Each Coup Fourré"), scoring.COUP_FOURRE, "coups_fourres"),
        (_("Trip Completed"), scoring.TRIP_COMPLETED, "trip_completed"),
        (_("Safe Trip"), scoring.SAFE_TRIP, "safe_trip"),
        (_("Delayed Action"), scoring.DELAYED_ACTION, "delayed_action"),
        (_("Extension"), scoring.EXTENSION, "extension"),
        (_("Shut-Out"), scoring.SHUT_OUT, "shut_out"),
    )


def _scores(scene: Scene) -> tuple[Score, Score]:
    if scene.final is not None:
        return scene.final.scores
    return lasting_points(scene.observation.own), lasting_points(scene.observation.other)


def _put_row(canvas: Canvas, line: int, label: str, figures: tuple[int, int], worth: int | None = None) -> None:
    canvas.put(line, max(WINDOW + 2, 59 - len(columns(label))), label)
    for figure, end in zip((*figures, worth), _ENDS, strict=True):
        if figure is not None:
            text = str(figure)
            canvas.put(line, end - len(text), text)


def _draw_commands(canvas: Canvas, line: int, *, ordered: bool) -> None:
    order = _("o: stop ordering") if ordered else _("o: order hand")
    commands = (
        # Translators: a key and what it does: the key stays p in every language
        (_("p: pick"), _("q: quit")),
        (_("u: use #"), order),
        (_("d: discard #"), _("s: save")),
        (_("w: toggle window"), _("r: reprint  ?: help")),
    )
    for number, (first, second) in enumerate(commands):
        canvas.put(line + number, WINDOW + 2, first)
        canvas.put(line + number, WINDOW + 20, second)


def _fitted(sentences: tuple[str, ...], weighty: tuple[str, ...]) -> str:
    """Return the sentences that fit into a line.

    If not all fit, the sentences in ``weighty`` come first. The last of them is the most important. After them come as
    many of the other sentences as fit, counted from the end.
    """
    first = [text for text in sentences if text in weighty]
    others = [text for text in sentences if text not in weighty]
    if first and len(columns(" ".join(sentences))) <= WIDTH:
        return " ".join(sentences)
    while len(others) > (not first) and len(columns(" ".join((*first, *others)))) > WIDTH:
        others = others[1:]
    while len(first) > 1 and len(columns(" ".join(first))) > WIDTH:
        first = first[1:]
    return " ".join((*first, *others))
