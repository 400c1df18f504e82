"""The main window: menus, the table, the status bar, and the options."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMargins, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QMoveEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLayout, QMenu, QMenuBar, QVBoxLayout, QWidget
from shiboken6 import Shiboken

from mile_bones import resources
from mile_bones.desktop.board_stack import BoardStack
from mile_bones.desktop.controllers.games import GameController, Start
from mile_bones.desktop.controllers.keys import KeyController
from mile_bones.desktop.controllers.log import LogController
from mile_bones.desktop.controllers.modes import Mode, Modes
from mile_bones.desktop.controllers.play import PlayMode
from mile_bones.desktop.controllers.saving import SavingController
from mile_bones.desktop.controllers.turns import TurnController
from mile_bones.desktop.dialog_stack import DialogStack
from mile_bones.desktop.geometry import restore_geometry
from mile_bones.desktop.language import choose_language
from mile_bones.desktop.look.scale import Fit, fit_for, scale_for
from mile_bones.desktop.look.theme import apply_theme, resolve, system_text
from mile_bones.desktop.look.themes import contrast_theme
from mile_bones.desktop.menus import build_menus, fit_menu_bar, fixed_keys
from mile_bones.desktop.on_demand import PartsOnDemand
from mile_bones.desktop.plain_text import set_title
from mile_bones.desktop.reduced_motion import ReducedMotion
from mile_bones.desktop.status import StatusBar
from mile_bones.desktop.submenus import MenuBar, menu_of
from mile_bones.desktop.table.durations import MESSAGE_MS
from mile_bones.desktop.wayland import keep_keyboard_in_front
from mile_bones.engine.excerpt import legible
from mile_bones.games import GAMES
from mile_bones.i18n import gettext as _
from mile_bones.library.game_library import GameLibrary
from mile_bones.library.settings import GAME, game_settings
from mile_bones.storage.problems import Problem
from mile_bones.storage.profile import Profile
from mile_bones.storage.settings import (
    ANIMATION,
    ASK_DISCARD,
    AUTO_DRAW,
    DONE,
    DOUBLE_CLICK,
    DRAG_DISTANCE,
    LANGUAGE,
    LARGE_INDICES,
    LOG,
    METHOD,
    NAME,
    OUTLINES,
    SORT,
    TEXT,
    THEME,
    WINDOW,
)

if TYPE_CHECKING:
    from mile_bones.desktop.bar_area import BarArea
    from mile_bones.desktop.dialogs.base import BaseDialog
    from mile_bones.desktop.table.board import Board
    from mile_bones.match.match import Match
    from mile_bones.storage.results import Placement

MENU_KEY = "F10"
"""The key that opens the first menu, as on most systems."""
AT_LEISURE_MS = 1500
"""The time in milliseconds from the start until the program does work that can wait."""


class MainWindow(PartsOnDemand):
    """The window in which the games are played.

    ``begin`` asks for a name at the first start. Then it continues the autosaved game or the game of the command line,
    or begins a new one.
    """

    def __init__(
        self,
        profile: Profile,
        clock: Callable[[], datetime],
        start: Start | None = None,
        *,
        translations: Path | None = None,
    ) -> None:
        """Make the window. ``translations``: the folder with the catalogues, or None for those of the game."""
        super().__init__()
        self._scale = 0.0
        self._agreed = False
        self.dialog_stack = DialogStack(self)
        self.library = GameLibrary(profile, clock, self._report, beside=True)
        self.settings = self.library.settings
        self._cache = profile.cache_dir
        self._translations = translations or resources.path("translations")
        self._choose_language()
        self._geometry = restore_geometry(self, self.settings.get(WINDOW))
        self._geometry.changed.connect(lambda told: self.settings.update({WINDOW: told}))
        self._apply_style()
        self.setAcceptDrops(True)
        self.reduced_motion = ReducedMotion(self)
        self.reduced_motion.changed.connect(self._reduced_motion_changed)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._scheme_changed)
        if hasattr(hints, "accessibility"):  # for Qt 6.10 and later
            hints.accessibility().contrastPreferenceChanged.connect(self._scheme_changed)
        self._idle_work = QTimer(self)
        self._idle_work.setInterval(40)
        self._idle_work.timeout.connect(self._render_faces)
        self._frame = frozenset(vars(self))
        self._furnish(self._first_game(start), start or Start())

    def _furnish(self, game: str, start: Start) -> None:
        """Create everything that contains text. All of it is created again when another language is chosen."""
        self.boards = BoardStack(game, self._cache)
        self._middle = QWidget()
        rows = QVBoxLayout(self._middle)
        rows.setContentsMargins(QMargins())
        rows.setSpacing(0)
        stage, self._stage, self._side = QHBoxLayout(), QVBoxLayout(), QVBoxLayout()
        for column in (self._stage, self._side):
            column.setSpacing(0)
            stage.addLayout(column, column is self._stage)
        stage.setSpacing(0)
        self._stage.addWidget(self.boards, 1)
        rows.addLayout(stage, 1)
        self._rows = rows
        self.setCentralWidget(self._middle)
        self.turns = TurnController(self.boards, self)
        self.games = GameController(self.library, self.boards, self.turns, self.dialog_stack, start)
        self.modes = Modes(self)
        self.play = PlayMode(self.modes, self.boards, self.turns, self.games, self.dialog_stack, self._lay_below)
        self.modes.enter(self.play)
        self.status = StatusBar()
        self.status.fit(self._fit, self.height())
        self.saving = SavingController(self.library, self.dialog_stack, self.status.unsaved, self._announce)
        self.keys = KeyController(self.boards)
        bar = MenuBar()
        self.setMenuBar(bar)
        self.menus = build_menus(self)
        fit_menu_bar(self.menuBar(), self._fit.k, self.width())
        for entry in self.menuBar().actions():
            menu = menu_of(entry)
            if menu is not None:
                menu.aboutToShow.connect(self._release_elsewhere)
                bar.watch(menu)
        self.boards.input_began.connect(bar.leave)
        self.keys.bind(self.menus.keyed, self.menuBar())
        QShortcut(QKeySequence(MENU_KEY), self.menuBar(), self._open_menus)
        entries = {
            "undo": self.menus.undo,
            "redo": self.menus.redo,
            "hint": self.menus.hint,
            "help": self._help_action(),
        }
        self.boards.offer({**entries, "log": self.menus.log})
        self.log = LogController(self.boards, self.menus.log, self._lay_log)
        # A text that disappears automatically is also read aloud.
        self.status.messageChanged.connect(self._announce)
        self.setStatusBar(self.status)
        self.status.unsaved.clicked.connect(self.saving.tell)
        self.status.mute.clicked.connect(lambda: self.sound.toggle())
        self.apply_options()
        self._fit_log()
        self.boards.set_theme(self._theme)
        self._retitle()
        self._show_current()

        self._connect_controllers()
        self._follow(self.play)
        self.boards.help_wanted.connect(self._whats_this)
        self.boards.undo_requested.connect(self.games.ask_undo)
        self.boards.loaded.connect(lambda _board: self.apply_options())

    def _help_action(self) -> QAction:
        """Return the action that opens the help about the game on the table."""
        action = QAction(self, text=_("Help"))  # with a positional text PySide6 would import its icon classes
        action.triggered.connect(lambda: self.dialog_stack.show_help(self.table.help_topic))
        return action

    def _connect_controllers(self) -> None:
        """Connect the controllers with each other. One controller carries out the requests of another, and none of them
        depends on this window.
        """
        self.games.begun.connect(self._begun)
        self.modes.left.connect(self.games.come_back)
        self.games.replay_requested.connect(lambda record: self.replay.show(record))
        self.games.review_requested.connect(lambda record: self.review_page.show(record))
        self.games.high_scores_requested.connect(self._show_new_high_scores)
        self.games.message.connect(self._show_message)
        self.games.closing.connect(self.close)
        self.games.choice_requested.connect(self.choose_game)
        self.turns.passed.connect(lambda name: self.seating.draw_curtain(name))
        self.saving.caught_up.connect(self._show_games_won)
        self.saving.message.connect(self._show_message)
        self.saving.closing.connect(self.close)

    def _follow(self, mode: Mode) -> None:
        """Connect the signals of this mode, so that the window, the log and the keys follow it."""
        mode.moved.connect(self._show_parts)
        mode.shown.connect(partial(self._show_mode, mode))
        mode.told.connect(self.log.tell)
        mode.told.connect(self.keys.tell)
        mode.speed_changed.connect(self.apply_options)

    @property
    def table(self) -> Board:
        """The board of the current game."""
        return self.boards.current

    def _first_game(self, start: Start | None) -> str:
        """Return the game whose board the window shows first, before anything else is loaded."""
        game = (start.game if start is not None else None) or self.settings.get(GAME)
        return game if game in GAMES else GAMES[0]

    # ------------------------------------------------------------------ the beginning

    def begin(self) -> None:
        """Ask for a name at the very first start. Then continue the game, or begin one."""
        from PySide6.QtGui import QIcon  # late, because it loads QtSvg

        QGuiApplication.setWindowIcon(QIcon(str(resources.path("icons/icon.svg"))))
        self.make_parts_for_a_game()
        if self.settings.get(NAME):
            self._begin_game()
        else:
            from mile_bones.desktop.dialogs.name import NameDialog

            dialog = NameDialog(self.games.waiting_name(), self, first=True, game=self.boards.game)
            dialog.accepted.connect(lambda: self.settings.update({NAME: dialog.name()}))
            dialog.finished.connect(lambda _result: self._begin_game())
            self.dialog_stack.open(dialog)

    def _begin_game(self) -> None:
        self._retitle()
        self.games.begin()

    def _begun(self, match: Match) -> None:
        """Show that another game is on the table."""
        self._show_parts(match.observation(match.viewer))
        self._show_mode(self.play)
        if not self._agreed:
            self._agreed = True
            QTimer.singleShot(AT_LEISURE_MS, self, self._begin_saving)
        self.maintenance.work_at_leisure()

    def _show_new_high_scores(self, placement: Placement) -> None:
        self.games.follow(self.show_high_scores(placement))

    def _show_message(self, text: str) -> None:
        self.status.showMessage(text, MESSAGE_MS)

    def _show_games_won(self) -> None:
        if self.modes.current is self.play:
            self.games.show_games_won()

    def _show_restored(self) -> None:
        """Apply settings and scores that were restored from a backup."""
        self.change_settings({})
        self._show_games_won()

    def _show_current(self) -> None:
        self._show_parts(self.table.observation)
        self._show_mode(self.modes.current)

    def _show_mode(self, mode: Mode) -> None:
        mode.describe(self.menus, self.status)
        self.saving.look()

    def _show_parts(self, observation: object) -> None:
        self.status.show_table(self.table.status(observation))

    def _announce(self, text: str) -> None:
        self.table.announcer.announce(text)

    def _report(self, problem: Problem) -> None:
        """Report a problem with the user's files, and show its consequences."""
        self.dialog_stack.report(problem)
        if self.isVisible():
            QTimer.singleShot(0, self, self._look_at_saving)

    # Look up the controller when it is called, because a change of the language replaces it.

    def _begin_saving(self) -> None:
        self.saving.begin()

    def _look_at_saving(self) -> None:
        self.saving.look()

    def _retitle(self) -> None:
        name = self.settings.get(NAME)
        set_title(self, _("Mile Bones: {name}").format(name=legible(name)) if name else _("Mile Bones"))

    # ------------------------------------------------------------------ dialogs

    def show_high_scores(self, highlight: Placement | None = None) -> BaseDialog:
        """Open the high scores. ``highlight`` marks the entries that a game has just made."""
        from mile_bones.desktop.dialogs.high_scores import HighScoresDialog

        results = self.library.results_of(self.boards.game)
        dialog = HighScoresDialog(results.high_scores(), self.boards.game, highlight, self)

        def clear() -> None:
            results.clear_high_scores(self.library.clock())
            dialog.show_scores(results.high_scores())

        dialog.clear_requested.connect(clear)
        self.dialog_stack.open(dialog)
        return dialog

    def choose_game(self) -> None:
        """Show the page on which the player chooses a game."""
        self.choice.show()

    def show_players(self) -> None:
        """Ask who plays the next game."""
        self.seating.ask()

    def show_options(self) -> None:
        """Show the dialog with the options for play and appearance."""
        from mile_bones.desktop.dialogs.options import OptionsDialog

        taken = {MENU_KEY: _("Menu")} | fixed_keys(self.menuBar(), self.menus.keyed.values())
        dialog = OptionsDialog(self.settings.get, self.boards.game, self, taken=taken)
        dialog.accepted.connect(lambda: self._choose_options(dialog.values()))
        dialog.volume_tried.connect(self.sound.try_volume)
        dialog.finished.connect(lambda _result: self.sound.apply())
        self.dialog_stack.open(dialog)

    def _choose_options(self, values: dict) -> None:
        """Keep the options of the dialog. If a rule was changed, forget the rules that the command line has set."""
        if any(values[setting] != self.settings.get(setting) for setting in game_settings(self.boards.game)):
            self.games.forget_asked_rules()
        self.change_settings(values)

    def _choose_rules(self, values: dict) -> None:
        self.games.forget_asked_rules()
        self.change_settings(values)

    def change_name(self) -> None:
        """Ask for another name for the high scores."""
        from mile_bones.desktop.dialogs.name import NameDialog

        dialog = NameDialog(self.settings.get(NAME), self)
        dialog.accepted.connect(lambda: self.change_settings({NAME: dialog.name()}))
        self.dialog_stack.open(dialog)

    def begin_lesson(self) -> None:
        """Begin the lesson that the menu names."""
        self.lesson.begin(self.menus.lesson_game)

    def show_about(self) -> None:
        """Show the version and the licences."""
        from mile_bones.desktop.dialogs.about import AboutDialog

        self.dialog_stack.open(AboutDialog(self))

    def _lay_below(self, bar: QWidget) -> None:
        """Put this bar below the table until it is deleted."""
        self.bars.lay(bar)
        bar.show()

    def save(self) -> None:
        """Let the player save the game on the table: the game in progress, or the replayed one."""
        self.games.ask_save(self.modes.current.record)

    def review(self) -> None:
        """Show the coach's review of the game on the table, or of the replayed one."""
        match, record = self.turns.match, self.modes.current.record
        if record is None and match is not None:
            record = match.record()
        if record is not None:
            self.games.review_requested.emit(record)

    def _lay_log(self, panel: QWidget, beside: bool) -> None:
        """Put the log beside the table, above other panels, or below the table."""
        if beside:
            self._side.insertWidget(0, panel, 1)
        else:
            self._stage.addWidget(panel)

    def _lay_beside(self, panel: QWidget) -> None:
        """Put this panel beside the table, below the log. The log gets a third of the height."""
        self._side.addWidget(panel, 2)

    def _fit_log(self) -> None:
        """Fit the log to the size of the window, measured in units of the letters' size."""
        larger = self._fit.k / scale_for(self.width(), self.height())
        self.log.fit(self.settings.get(LOG), self.width() / larger, self.height() / larger)

    def toggle_log(self) -> None:
        """Fold or unfold the log, and store this in the settings."""
        self.settings.update({LOG: "open" if self.menus.log.isChecked() else "folded"})
        self._fit_log()

    def at_rest(self, act: Callable[[], object]) -> Callable[[], None]:
        """Return a function that calls ``act`` as a menu does.

        The function first finishes all animations, as any click does. It does not call ``act`` while a dialog is open,
        such as a question of the game.
        """

        def begin() -> None:
            self.turns.hurry()
            if not self.dialog_stack.dialogs:
                act()

        return begin

    # ------------------------------------------------------------------ options

    def change_settings(self, values: dict) -> None:
        """Store these settings, and apply those that take effect before the next game."""
        self.settings.update(values)
        self._retitle()
        self.apply_options()
        self._scheme_changed()
        self.modes.current.refresh()
        self.saving.look()
        if self.settings.get(LANGUAGE) != self._language:
            QTimer.singleShot(0, self, self._change_language)  # after the dialog in which it was chosen has closed

    def apply_options(self) -> None:
        """Apply the options to the boards, the turns, the keys and the other parts."""
        for board in self.boards.all:
            board.gestures.dragging = self.settings.get(METHOD) != "click"
            board.gestures.clicking = self.settings.get(METHOD) != "drag"
            board.gestures.double_clicks = self.settings.get(DOUBLE_CLICK)
            board.gestures.drag_distance = float(self.settings.get(DRAG_DISTANCE))
            board.set_sorting(self.settings.get(SORT))
        self.turns.plays_by_itself = self.settings.get(AUTO_DRAW)
        self.turns.asks_before_discarding = self.settings.get(ASK_DISCARD)
        self.turns.waits_for_done = self.settings.get(DONE)
        self.keys.apply(self.settings.get)
        self.turns.set_speed(self.settings.get(ANIMATION), reduced=self.reduced_motion.reduced)
        self.modes.current.keep_speed()
        self.apply_options_to_parts()

    # ------------------------------------------------------------------ the language

    def _choose_language(self) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._language = self.settings.get(LANGUAGE)
        choose_language(app, self._language, self._translations)

    def _change_language(self) -> None:
        """Rebuild the window in the chosen language. A game, replay, lesson or puzzle continues where it was."""
        if self.settings.get(LANGUAGE) == self._language:
            return
        if self.dialog_stack.dialogs:  # an open dialog must still find the object that opened it
            front = self.dialog_stack.dialogs[-1]
            front.finished.connect(lambda _result: QTimer.singleShot(0, self, self._change_language))
            return
        help_topic = self.dialog_stack.help_topic
        place = self.table.place_of_focus()
        game, show_again = self.boards.game, self.modes.current.again()
        handed_on = self.games.hand_on()
        old = [value for name, value in vars(self).items() if name not in self._frame and isinstance(value, QObject)]
        self.setUpdatesEnabled(False)
        self._put_away()
        self._choose_language()
        self._apply_style()  # the style depends on the reading direction
        _let_go_of_menus(self.menuBar())
        self.forget_parts()
        self._furnish(game, handed_on[0])
        self.make_parts_for_a_game()
        self.games.take_over(handed_on)
        self._middle.show()  # otherwise the widget appears, and can have the focus, only later
        show_again(self)
        if place is not None:
            self.table.focus_place(place)  # so that Enter has the same meaning as before
        self.setUpdatesEnabled(True)
        for each in old:
            if not isinstance(each, QLayout):  # the widget of a layout deletes it
                each.deleteLater()
        self._idle_work.start()
        if help_topic is not None:
            self.dialog_stack.show_help(help_topic)
            self.activateWindow()

    def _put_away(self) -> None:
        """Stop and remove everything that ``_furnish`` has created."""
        self.dialog_stack.close_help()
        self.modes.current.put_away()
        self.turns.stop()
        self.close_parts()

    def _reduced_motion_changed(self, reduced: bool) -> None:
        self.apply_options()
        if reduced:
            self.turns.hurry()  # ends running animations

    def _apply_style(self) -> None:
        """Apply one theme and one scale to the whole window, depending on its size."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._theme = resolve(self.settings.get(THEME), app)
        if self._theme.high_contrast:
            large = self.settings.get(LARGE_INDICES)
            self._theme = contrast_theme(self.settings.get(OUTLINES), large_indices=large)
        self._fit = self._wanted_fit()
        apply_theme(app, self._theme, self._fit.k, compact=self._fit.compact)

    def _wanted_fit(self) -> Fit:
        return fit_for(self.width(), self.height(), int(self.settings.get(TEXT)) / 100 * system_text())

    def _scheme_changed(self) -> None:
        before = self._fit
        self._apply_style()
        if self._fit != before:
            self._restyle_parts()
            self._fit_log()
        self.boards.set_theme(self._theme)
        self._idle_work.start()

    def _fit_parts(self) -> None:
        fit_menu_bar(self.menuBar(), self._fit.k, self.width())
        self.status.fit(self._fit, self.height())
        if self.is_made("bars"):
            self._fit_bars(self.bars)

    def _fit_bars(self, bars: BarArea) -> None:
        status = 0 if self.status.isHidden() else self.status.sizeHint().height()
        bars.fit(self._fit, self.height() - self.menuBar().sizeHint().height() - status)

    def _restyle_parts(self) -> None:
        """Apply another scale to the sizes of the parts around the table."""
        self._fit_parts()
        self.modes.current.apply_style()
        self.log.apply_style()
        if self.is_made("hints"):
            self.hints.apply_style()
        if self.is_made("replay_review"):
            self.replay_review.apply_style()

    def toggle_full_screen(self) -> None:
        """Fill the screen, or return to the previous state, which may be maximised."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    # ------------------------------------------------------------------ keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys that the focused widget does not use."""
        if not self.keys.key(event):
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remove the highlight of a menu title after a click that no widget uses."""
        bar = self.menuBar()
        if isinstance(bar, MenuBar):
            bar.leave()
        super().mousePressEvent(event)

    def _release_elsewhere(self) -> None:
        """Let a dragged card return to its place, because the mouse button will be released over a menu or a dialog."""
        self.table.gestures.release_elsewhere()

    def _open_menus(self) -> None:
        bar = self.menuBar()
        bar.setActiveAction(bar.actions()[0])

    # ------------------------------------------------------------------ what's this

    def _whats_this(self, topic: str, at: QPoint) -> None:
        from mile_bones.desktop.help.book import whats_this

        self.table.show_whats_this(whats_this(topic), at)

    def event(self, event: QEvent) -> bool:
        """Show What's This for places that are not slots: the menu bar and the status bar.

        Such a request, a dialog or another window ends a drag, because the mouse button may be released elsewhere.
        """
        if event.type() in _END_A_DRAG:
            self._release_elsewhere()
        keep_keyboard_in_front(self, event)
        if event.type() == QEvent.Type.QueryWhatsThis:
            event.accept()
            return True
        if event.type() == QEvent.Type.WhatsThis and isinstance(event, QHelpEvent):
            from mile_bones.desktop.help.context import topic_for

            self._whats_this(topic_for(self.childAt(event.pos())), event.globalPos())
            return True
        return super().event(event)

    # ------------------------------------------------------------------ a file that is dropped

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept one file from this computer, unless a dialog is open."""
        if _dropped_file(event) is not None and not self.dialog_stack.dialogs:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Continue with the record in the dropped file."""
        path = _dropped_file(event)
        if path is not None:
            event.acceptProposedAction()
            QTimer.singleShot(0, self, self.at_rest(lambda: self.games.open_file(path)))  # after the drop

    # ------------------------------------------------------------------ the window

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._idle_work.start()

    def resizeEvent(self, event) -> None:
        if self._wanted_fit() != self._fit:
            self._apply_style()
            self._restyle_parts()
        self._fit_parts()
        self._fit_log()
        self.table.keep_up()  # the layout has resized the table before the scale and the fit were known
        super().resizeEvent(event)
        self._idle_work.start()

    def moveEvent(self, event: QMoveEvent) -> None:
        """Move open dialogs with the window, even when the window system places a new window."""
        super().moveEvent(event)
        self.dialog_stack.move(event.pos() - event.oldPos())

    def _render_faces(self) -> None:
        """While nothing moves, render the missing faces of cards, one at a time."""
        self.reduced_motion.ask()  # not earlier, because the window has to be shown first
        table = self.table
        if not (table.animator.running or table.gestures.carrying) and table.art.complete():
            self._idle_work.stop()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close without a question if the game is saved."""
        if not self.saving.may_leave():
            event.ignore()
            return
        self.settings.update({WINDOW: self._geometry.told()})
        self._put_away()
        self.library.close()
        super().closeEvent(event)


_END_A_DRAG = (QEvent.Type.WindowBlocked, QEvent.Type.WindowDeactivate, QEvent.Type.EnterWhatsThisMode)


def _dropped_file(event: QDropEvent) -> Path | None:
    urls = event.mimeData().urls()
    return Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None


def _let_go_of_menus(bar: QMenuBar) -> None:
    """Release the menus that Qt is about to delete.

    Qt has created the menus and their entries, so Python does not notice their deletion. A new object at the same
    address would be taken for the old one.
    """
    for thing in (*bar.findChildren(QAction), *bar.findChildren(QMenu)):
        Shiboken.invalidate(thing)
