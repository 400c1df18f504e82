"""The scenes, as data: the cards that have been played, the settings, and the person's actions in the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from mile_bones.engine.record import Record
from mile_bones.library.settings import TUTOR
from mile_bones.storage.profile import Profile
from mile_bones.storage.settings import ANIMATION, LARGE_INDICES, METHOD, NAME, OUTLINES, SCANNING, Setting
from pictures.cubes import TO_PLACE, TO_SLIDE, TO_TAKE
from pictures.deals import finished, game, hand
from pictures.profiles import (
    backups,
    coups_met,
    extension_mistake,
    high_scores,
    many_games,
    mistakes,
    reviewed_games,
    reviews,
    unreviewed,
    whole_review,
    wrong_numbers,
)
from pictures.rummy import record, taking

HANDS = finished("mile-bones-game-04", 2)
"""Two hands that were played before. Their totals are 2,650 points to 1,600."""


@dataclass(frozen=True)
class Scene:
    """One picture. ``steps`` are gestures in the words of ``stage.Stage.do``. ``record`` is None at the very first
    start.
    """

    name: str
    record: Record | None
    steps: tuple[str, ...] = ()
    settings: dict[Setting, object] = field(default_factory=dict)
    before: Callable[[Profile], None] = lambda profile: None
    """Fills the profile with things from earlier days."""
    contrast: bool = False
    """True if the scene is worth a picture in high contrast, too."""


def _idle(count: int, seat: int = 0) -> list[str]:
    """Return `count` turns in which nothing happens."""
    return [f"{(seat + turn) % 2} ." for turn in range(count)]


_MINE = "100 75 FLAT PUMP END PROOF"
_THEIRS = "GAS 50 50 75 REPAIRS PUMP"
_JOURNEY = [
    *("0 GO", "1 GO", "0 200", "1 200", "0 100", "1 75", "0 .", "1 FLAT"),
    *("0 !PROOF 200 25 > 25", "1 .", "0 ACE", "0 LIMIT", "1 TANK", "1 .", "0 100"),
    *_idle(34, 1),
    *("1 25",),
]
ROAD = game(*HANDS, hand(_MINE, _THEIRS, [*_JOURNEY, "0 ? STOP"], then="50"), level="easy")
"""A game under way: 425 to 300 miles, a coup fourré, and a safety each. Stop has been drawn, and Out of Gas comes
next.
"""
DRAGGING = game(*HANDS, hand(_MINE, _THEIRS, [*_JOURNEY[:-1], "1 .", "0 -STOP", "1 25", "0 ? 50"]))
"""The same position, with a Flat Tire to play."""

START = game(hand("25 100 GO STOP SPARE WAY", "25 50 75 GO GO ACCIDENT", []))
"""The first turn of a game."""

COUP = game(
    hand("100 75 GO END PROOF 25", "FLAT 50 50 75 REPAIRS PUMP", ["0 GO", "1 GO", "0 50", "1 25 > FLAT"], then="25 200")
)
"""A Flat Tire has come, and Puncture Proof is in the hand."""

STOPPED = game(
    *HANDS,
    hand(
        "25 100 END SPARE 75 GO",
        "25 50 STOP LIMIT GO 75",
        ["0 GO", "1 GO", "0 50", "1 25", "0 100", "1 50 > LIMIT", "0 25", "1 75 > STOP", "0 ? 200"],
    ),
)
"""A player who is stopped and limited at the same time."""

OUT = game(
    *HANDS,
    hand(
        "25 50 ACE PROOF GO REPAIRS",
        "25 50 TANK WAY GO 75",
        ["0 GO", "1 GO", "0 100", "1 25", "0 75", "1 50", *_idle(83)],
    ),
)
"""A game whose deck is out. Both players still have a hand to play."""

_TO_600 = ["0 GO", "1 GO", "0 200", "1 50", "0 200", "1 50", "0 100", "1 .", "0 100", "1 25", "0 ? 25"]
GOAL = game(*HANDS, hand("100 75 FLAT PUMP END ACE", "50 75 REPAIRS GO 25 WAY", _TO_600))
"""100 miles before the end of the trip, with a 100 in the hand."""
LAST_HAND = game(
    *finished("mile-bones-game-00", 4), hand("100 75 FLAT PUMP END ACE", "50 75 REPAIRS GO 25 WAY", _TO_600)
)
"""The same position in the last hand of the game."""

LAID_DOWN = game(
    *finished("mile-bones-game-00", 4),
    hand(
        "100 GO PROOF TANK WAY 50",
        "FLAT GAS STOP ACE 25 50",
        [
            *("0 GO", "1 GO", "0 200", "1 200", "0 200", "1 200", "0 100", "1 75 > FLAT"),
            *("0 !PROOF 100 100 > 100", "1 75 > GAS", "0 !TANK 25 75 > 100", "0 =yes", "1 75", "0 25"),
            *("1 50 > STOP", "0 !WAY 100 50 > 75", "1 LIMIT > ACE", "1 50", "0 50", "1 .", "0 -STOP", "1 -LIMIT"),
        ],
    ),
)
"""A position far into the game, with an extension, and three coups fourrés on one side."""

DEAL_ENDS, GAME_ENDS = record(of_the_game=False), record(of_the_game=True)
"""Games of Mille in which the person can go out. The first is at the end of a deal, the second at the end of the
game.
"""

TO_TAKE_PILE, TO_TAKE_LONG_PILE = taking(8), taking(14)
"""Games of Mille in which the pile can be taken: a pile of usual size, and one that makes the hand long."""

LONG_NAME = {NAME: "Wilhelmina Featherstonehaugh-Wy"}
CLICKING = {METHOD: "click"}
_SEEN: dict[Setting, object] = {OUTLINES: "thicker", LARGE_INDICES: True}

SCENES = (
    Scene("start", START, contrast=True),
    Scene("road", ROAD, ("drop STOP discard", "focus hand.6", "keys Left"), before=high_scores, contrast=True),
    Scene("drag", DRAGGING, ("hold FLAT other.battle",), contrast=True),
    Scene("coup", COUP, ("drop PROOF own.battle",), contrast=True),
    Scene("coup-possible", COUP, ("hover PROOF",)),
    Scene("stopped", STOPPED, ("keys Home", "mark GO"), CLICKING, contrast=True),
    Scene("refused", STOPPED, ("drop 100 own.miles",)),
    Scene("out", OUT, ("drop 25 own.miles",)),
    Scene("laid-down", LAID_DOWN),
    Scene("extension", GOAL, ("drop 100 own.miles",), contrast=True),
    Scene("extension-last", LAST_HAND, ("drop 100 own.miles",)),
    Scene("score-sheet", GOAL, ("drop 100 own.miles", "button No"), contrast=True),
    Scene("both-hands", GOAL, ("drop 100 own.miles", "button No", "button Show"), contrast=True),
    Scene("game-over", LAST_HAND, ("drop 100 own.miles", "button No")),
    Scene("high-scores", LAST_HAND, ("drop 100 own.miles", "button No", "button Go"), before=high_scores),
    Scene("hint", ROAD, ("press H", "button Hint", "advised"), contrast=True),
    Scene(
        "extension-hint", GOAL, ("drop 100 own.miles", "button Hint", "button Hint", "answer-advised"), contrast=True
    ),
    Scene("tutor", STOPPED, ("drop GO discard", "objected"), {TUTOR: True}, contrast=True),
    Scene("advice", ROAD, ("press H", "button Hint", "advised", "press H"), contrast=True),
    Scene("give-up", ROAD, ("choose give_up",)),
    Scene("options", ROAD, ("press Ctrl+,",), contrast=True),
    Scene("opponents", ROAD, ("press Ctrl+,", "turn 1", "button More"), contrast=True),
    Scene("aids", ROAD, ("press Ctrl+,", "turn 4"), contrast=True),
    Scene("one-key", ROAD, (), {**CLICKING, SCANNING: "5000"}, contrast=True),
    Scene("thick-lines", ROAD, ("mark STOP",), {**CLICKING, **_SEEN}, contrast=True),
    Scene("millieu-thick-lines", TO_PLACE, (), _SEEN, contrast=True),
    Scene("mille-large-indices", TO_TAKE_PILE, (), _SEEN, contrast=True),
    Scene("name", None),
    Scene("name-missing", None, ("button Start",)),
    Scene("about", ROAD, ("choose about",)),
    Scene("help", ROAD, ("focus own.battle", "press F1"), contrast=True),
    Scene("unsaved", ROAD, ("block", "drop STOP discard", "button Close", "quit"), contrast=True),
    Scene("check", ROAD, ("choose check", "button Check"), before=wrong_numbers, contrast=True),
    Scene("restore", ROAD, ("choose restore",), before=backups, contrast=True),
    Scene("whose-games", ROAD, ("press Ctrl+Shift+H", "button Import", "pick mille-game-00"), contrast=True),
    Scene("history", ROAD, ("press Ctrl+Shift+H",), before=many_games, contrast=True),
    Scene("statistics", ROAD, ("press Ctrl+T",), before=many_games, contrast=True),
    Scene("results", ROAD, ("press Ctrl+T", "take Results"), before=many_games, contrast=True),
    Scene("hand-scores", ROAD, ("press Ctrl+T", "take Hand"), before=many_games),
    Scene("results-table", ROAD, ("press Ctrl+T", "take Results", "button As"), before=many_games),
    Scene("review", ROAD, ("show review-page", "charted"), before=whole_review, contrast=True),
    Scene("review-dot", ROAD, ("show review-page", "charted", "point 5"), before=whole_review, contrast=True),
    Scene("review-table", ROAD, ("show review-page", "charted", "button As"), before=whole_review),
    Scene(
        *("review-running", ROAD, ("show review-page", "charted")),
        before=lambda profile: whole_review(profile, 2),
        contrast=True,
    ),
    Scene(
        "review-begun",
        ROAD,
        ("show review-page", "charted", "button Stop"),
        before=unreviewed,
    ),
    Scene("errors-none", ROAD, ("press Ctrl+T", "take Error rate over"), before=many_games),
    Scene("errors", ROAD, ("press Ctrl+T", "take Error rate over"), before=reviewed_games, contrast=True),
    Scene("errors-by-hand", ROAD, ("press Ctrl+T", "take Error rate by hand"), before=reviewed_games),
    Scene("errors-by-kind", ROAD, ("press Ctrl+T", "take Error rate by kind"), before=reviewed_games, contrast=True),
    Scene("kinds-table", ROAD, ("press Ctrl+T", "take Error rate by kind", "button As"), before=reviewed_games),
    Scene("luck", ROAD, ("press Ctrl+T", "take Luck over"), before=reviewed_games, contrast=True),
    Scene("luck-by-hand", ROAD, ("press Ctrl+T", "take Luck by"), before=reviewed_games, contrast=True),
    Scene("luck-table", ROAD, ("press Ctrl+T", "take Luck over", "button As"), before=reviewed_games),
    Scene("number", ROAD, ("choose number",), contrast=True),
    Scene("new-game", ROAD, ("press Ctrl+N",)),
    Scene("millieu-place", TO_PLACE, contrast=True),
    Scene("millieu-slide", TO_SLIDE),
    Scene("millieu-take", TO_TAKE, contrast=True),
    Scene("millieu-done", TO_SLIDE, ("show end-of-turn",)),
    Scene("millieu-hint", TO_PLACE, ("press H", "button Hint", "advised"), contrast=True),
    Scene("millieu-hint-slide", TO_SLIDE, ("press H", "button Hint", "advised")),
    Scene("millieu-advice", TO_PLACE, ("press H", "button Hint", "advised", "press H")),
    Scene("millieu-options", TO_PLACE, ("press Ctrl+,",), contrast=True),
    Scene("mille-draw", TO_TAKE_PILE, contrast=True),
    Scene("mille-taken", TO_TAKE_LONG_PILE, ("focus stock", "keys P", "focus hand.1", "keys A Right"), contrast=True),
    Scene("mille-look", TO_TAKE_LONG_PILE, ("focus pile", "keys I"), contrast=True),
    Scene("mille-out", DEAL_ENDS, contrast=True),
    Scene("mille-question", DEAL_ENDS, ("show out",)),
    Scene("mille-question-hint", DEAL_ENDS, ("show out", "button Hint", "button Hint", "answer-advised")),
    Scene("mille-hint", TO_TAKE_LONG_PILE, ("keys D", "press H", "button Hint", "advised"), contrast=True),
    Scene("mille-score-sheet", DEAL_ENDS, ("show out", "button Go"), contrast=True),
    Scene("mille-both-hands", DEAL_ENDS, ("show out", "button Go", "button Show"), contrast=True),
    Scene("mille-payment", GAME_ENDS, ("show last-out", "button Payment"), contrast=True),
    Scene("mille-options", DEAL_ENDS, ("press Ctrl+,", "turn 1"), contrast=True),
    Scene("mille-players", DEAL_ENDS, ("show players",), contrast=True),
    Scene("mille-help", DEAL_ENDS, ("press F1",), contrast=True),
    Scene("chooser", ROAD, ("show chooser",), contrast=True),
    Scene("chooser-first", None, (), {NAME: "Anna"}, contrast=True),
    Scene("lesson", ROAD, ("show lesson",), contrast=True),
    Scene("lesson-discard", ROAD, ("show lesson-discard",)),
    Scene("lesson-refused", ROAD, ("show lesson-refused",), contrast=True),
    Scene("lesson-coup", ROAD, ("show lesson-coup",), contrast=True),
    Scene("lesson-question", ROAD, ("show lesson-question",)),
    Scene("lesson-end", ROAD, ("show lesson-end",), contrast=True),
    Scene("mille-lesson", TO_TAKE_PILE, ("show mille-lesson",), contrast=True),
    Scene("coup-of-the-day", ROAD, ("show coup",)),
    Scene("coup-answered", ROAD, ("show coup-answered",), contrast=True),
    Scene("coup-refused", ROAD, ("show coup-refused",)),
    Scene("mille-coup", TO_TAKE_PILE, ("show mille-coup",)),
    Scene("mille-coup-answered", TO_TAKE_PILE, ("show mille-coup-answered",), contrast=True),
    Scene("millieu-coup", TO_PLACE, ("show millieu-coup",)),
    Scene("millieu-coup-answered", TO_PLACE, ("show millieu-coup-answered",), contrast=True),
    Scene("past-coups", ROAD, ("show past-coups",), before=coups_met, contrast=True),
    Scene("mistake", ROAD, ("show mistake",), before=mistakes, contrast=True),
    Scene("mistake-answered", ROAD, ("show mistake-answered",), before=mistakes, contrast=True),
    Scene("mistake-values", ROAD, ("show mistake-shown", "button All"), before=mistakes),
    Scene("mistake-question", ROAD, ("show mistake",), before=extension_mistake),
    Scene("mistakes-none", ROAD, ("show mistake",), contrast=True),
    Scene("players", ROAD, ("show players",), contrast=True),
    Scene("players-more", ROAD, ("show players", "button More")),
    Scene("curtain", ROAD, ("show curtain",), contrast=True),
    Scene("curtain-long-name", ROAD, ("show long-curtain",)),
    Scene("watching", ROAD, ("show watching",), contrast=True),
    Scene("replay-review", ROAD, ("show review", "explained"), before=reviews, contrast=True),
    Scene("replay-review-discard", ROAD, ("show review-discard", "explained"), before=reviews, contrast=True),
    Scene("replay-review-safety", ROAD, ("show review-safety", "explained"), before=reviews),
    Scene("replay-review-both", ROAD, ("show review-both", "explained"), before=reviews, contrast=True),
    Scene("replay-review-log", ROAD, ("show review", "explained", "press Ctrl+L"), before=reviews),
    Scene("replay-review-offered", ROAD, ("show review-offered",)),
    Scene("whats-this", ROAD, ("ask own.safety.1",)),
    Scene("menu", ROAD, ("press F10",)),
)
USUAL = {NAME: "Anna", ANIMATION: "off"}
