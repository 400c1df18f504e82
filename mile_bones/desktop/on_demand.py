"""The parts of the main window that are not needed when it is first shown. Each part is created when it is first
used.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from mile_bones.library.settings import TUTOR
from mile_bones.storage.settings import MUTE, NAME, SCANNING, SPEECH

if TYPE_CHECKING:
    from mile_bones.desktop.bar_area import BarArea
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.controllers.choice import ChoiceController
    from mile_bones.desktop.controllers.coups import CoupController
    from mile_bones.desktop.controllers.games import GameController
    from mile_bones.desktop.controllers.hints import HintController
    from mile_bones.desktop.controllers.history import HistoryController
    from mile_bones.desktop.controllers.lesson import LessonController
    from mile_bones.desktop.controllers.log import LogController
    from mile_bones.desktop.controllers.maintenance import MaintenanceController
    from mile_bones.desktop.controllers.modes import Mode, Modes
    from mile_bones.desktop.controllers.practice import PracticeController
    from mile_bones.desktop.controllers.puzzle import PuzzleController
    from mile_bones.desktop.controllers.replay import ReplayController
    from mile_bones.desktop.controllers.replay_review import ReplayReviewController
    from mile_bones.desktop.controllers.review_page import ReviewPageController
    from mile_bones.desktop.controllers.reviews import ReviewController
    from mile_bones.desktop.controllers.saving import SavingController
    from mile_bones.desktop.controllers.scanning import ScanController
    from mile_bones.desktop.controllers.seating import SeatingController
    from mile_bones.desktop.controllers.sound import SoundController
    from mile_bones.desktop.controllers.speech import SpeechController
    from mile_bones.desktop.controllers.turns import TurnController
    from mile_bones.desktop.dialog_stack import DialogStack
    from mile_bones.desktop.long_press import LongPress
    from mile_bones.desktop.menu_entries import Menus
    from mile_bones.desktop.other_layouts import OtherLayouts
    from mile_bones.desktop.status import StatusBar
    from mile_bones.library.game_library import GameLibrary
    from mile_bones.storage.settings import Settings

_FOR_A_GAME = ("hints", "sound", "other_layouts", "long_press")
"""The parts that a game needs besides the table."""


class PartsOnDemand(QMainWindow):
    """Creates each part, imports its class and connects its signals when the attribute is first read.

    Code that handles all parts, for example to close them, must not create any of them. `is_made` returns whether a
    part exists.
    """

    boards: BoardStack
    dialog_stack: DialogStack
    games: GameController
    library: GameLibrary
    log: LogController
    menus: Menus
    modes: Modes
    saving: SavingController
    settings: Settings
    status: StatusBar
    turns: TurnController
    _rows: QVBoxLayout

    # ------------------------------------------------------------------ modes, and their choice and review

    @cached_property
    def choice(self) -> ChoiceController:
        """The controller of the page on which a game is chosen."""
        from mile_bones.desktop.controllers.choice import ChoiceController

        choice = ChoiceController(self.modes, self.boards, self.games)
        self._follow(choice)
        choice.shown.connect(self.log.rest)
        choice.lesson_requested.connect(lambda game: self.lesson.begin(game))
        return choice

    @cached_property
    def lesson(self) -> LessonController:
        from mile_bones.desktop.controllers.lesson import LessonController

        lesson = LessonController(
            self.modes, self.boards, self.dialog_stack, self._lay_below, lambda game: bool(self.games.unfinished(game))
        )
        self._follow(lesson)
        lesson.play_requested.connect(self.games.play)
        return lesson

    @cached_property
    def puzzle(self) -> PuzzleController:
        """The controller of a position to solve: a mistake of the player, or a coup of the daily puzzle."""
        from mile_bones.desktop.controllers.puzzle import PuzzleController

        puzzle = PuzzleController(self.modes, self.boards, self.dialog_stack, self._lay_below)
        self._follow(puzzle)
        puzzle.message.connect(self._show_message)
        return puzzle

    @cached_property
    def practice(self) -> PracticeController:
        from mile_bones.desktop.controllers.practice import PracticeController

        return PracticeController(self.library, self.puzzle, self.dialog_stack)

    @cached_property
    def coups(self) -> CoupController:
        from mile_bones.desktop.controllers.coups import CoupController

        return CoupController(self.library, self.puzzle, self.boards, self.dialog_stack)

    @cached_property
    def replay(self) -> ReplayController:
        from mile_bones.desktop.controllers.replay import ReplayController

        replay = ReplayController(self.modes, self.boards, self.dialog_stack, self._lay_below)
        replay.shown.connect(lambda: self.replay_review.begin())
        self._follow(replay)
        replay.go_on_requested.connect(self.games.ask_go_on_from)
        return replay

    @cached_property
    def replay_review(self) -> ReplayReviewController:
        """The controller of the coach's comments on the choices in a replay."""
        from mile_bones.desktop.controllers.replay_review import ReplayReviewController

        review = ReplayReviewController(self.boards, self.replay, self.reviews, self._lay_beside)
        review.marks_changed.connect(self.menus.show_marks)
        return review

    @cached_property
    def reviews(self) -> ReviewController:
        from mile_bones.desktop.controllers.reviews import ReviewController

        return ReviewController(self.library, self)

    @cached_property
    def review_page(self) -> ReviewPageController:
        from mile_bones.desktop.controllers.review_page import ReviewPageController

        page = ReviewPageController(self.reviews, self.dialog_stack)
        page.choice_requested.connect(lambda record, hand, action: self.replay.show_choice(record, hand, action))
        return page

    @cached_property
    def bars(self) -> BarArea:
        """The place below the table for the bar of a lesson, a puzzle or a replay."""
        from mile_bones.desktop.bar_area import BarArea

        bars = BarArea(self._rows)
        self._fit_bars(bars)
        return bars

    # ------------------------------------------------------------------ parts for games and their keeping

    @cached_property
    def seating(self) -> SeatingController:
        """The controller of the choice of the players, and of the curtain between two people."""
        from mile_bones.desktop.controllers.seating import SeatingController

        seating = SeatingController(self.library, self.boards, self.turns, self.games, self.dialog_stack)
        seating.rules_chosen.connect(self._choose_rules)
        seating.renamed.connect(lambda name: self.change_settings({NAME: name}))
        return seating

    @cached_property
    def history(self) -> HistoryController:
        from mile_bones.desktop.controllers.history import HistoryController

        return HistoryController(self.library, self.dialog_stack, self.turns, self.games, self.saving.try_again)

    @cached_property
    def maintenance(self) -> MaintenanceController:
        """The controller of checks, repairs and backups."""
        from mile_bones.desktop.controllers.maintenance import MaintenanceController

        maintenance = MaintenanceController(self.library, self.dialog_stack)
        maintenance.changed.connect(self._show_restored)
        maintenance.closing.connect(self.close)
        return maintenance

    @cached_property
    def hints(self) -> HintController:
        """The controller of the coach at the table."""
        from mile_bones.desktop.controllers.hints import HintController

        hints = HintController(self.boards, self.turns, self.games, self.dialog_stack, self._lay_below)
        hints.tutors = self.settings.get(TUTOR)
        hints.changed.connect(self._show_current)
        return hints

    # ------------------------------------------------------------------ sounds, and other ways to use the table

    @cached_property
    def sound(self) -> SoundController:
        from mile_bones.desktop.controllers.sound import SoundController

        sound = SoundController(self.settings, self.boards, parent=self)
        sound.muted.connect(self.status.mute.setChecked)
        sound.muted.connect(self.menus.mute.setChecked)
        sound.message.connect(self._show_message)
        sound.apply()
        return sound

    @cached_property
    def speech(self) -> SpeechController:
        """The controller of the game's own voice."""
        from mile_bones.desktop.controllers.speech import SpeechController

        return SpeechController(self.settings, self)

    @cached_property
    def scanning(self) -> ScanController:
        from mile_bones.desktop.controllers.scanning import ScanController

        return ScanController(self, self.boards, self.turns, self._announce)

    @cached_property
    def other_layouts(self) -> OtherLayouts:
        """The part that handles shortcuts on keyboard layouts without the letters of these shortcuts."""
        from mile_bones.desktop.other_layouts import OtherLayouts

        return OtherLayouts(self)

    @cached_property
    def long_press(self) -> LongPress:
        """The part that handles a long press on a touch screen, which asks What's This."""
        from mile_bones.desktop.long_press import LongPress

        return LongPress(self)

    # ------------------------------------------------------------------ all of them

    def is_made(self, name: str) -> bool:
        """Return True if the part of this name exists."""
        return name in vars(self)

    def make_parts_for_a_game(self) -> None:
        """Create the parts that a game needs besides the table."""
        for name in _FOR_A_GAME:
            getattr(self, name)

    def apply_options_to_parts(self) -> None:
        """Apply the options to the parts that exist, and create parts that the options need."""
        if self.is_made("hints"):
            self.hints.tutors = self.settings.get(TUTOR)
        pace = self.settings.get(SCANNING)
        if pace != SCANNING.default or self.is_made("scanning"):
            self.scanning.set_pace(0 if pace == SCANNING.default else int(pace))
        if self.is_made("sound"):
            self.sound.apply()
        else:
            self.status.mute.setChecked(self.settings.get(MUTE))
            self.menus.mute.setChecked(self.settings.get(MUTE))
        if self.settings.get(SPEECH) != SPEECH.default or self.is_made("speech"):
            self.speech.apply()

    def close_parts(self) -> None:
        """Close each part that exists and has running work."""
        for name in ("scanning", "long_press", "other_layouts", "hints", "replay_review", "reviews", "sound", "speech"):
            if self.is_made(name):
                getattr(self, name).close()

    def forget_parts(self) -> None:
        """Forget all parts, because the window is rebuilt. They are created again when needed."""
        for name, value in vars(PartsOnDemand).items():
            if isinstance(value, cached_property) and self.is_made(name):
                delattr(self, name)

    # ------------------------------------------------------------------ what the parts need from the window

    if TYPE_CHECKING:

        def change_settings(self, values: dict) -> None: ...
        def _announce(self, text: str) -> None: ...
        def _choose_rules(self, values: dict) -> None: ...
        def _fit_bars(self, bars: BarArea) -> None: ...
        def _follow(self, mode: Mode) -> None: ...
        def _lay_below(self, bar: QWidget) -> None: ...
        def _lay_beside(self, panel: QWidget) -> None: ...
        def _show_current(self) -> None: ...
        def _show_message(self, text: str) -> None: ...
        def _show_restored(self) -> None: ...
