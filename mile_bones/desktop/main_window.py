"""The main window: menus, the table, the status bar, and the dialogs that the game calls for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QPoint, QTimer
from PySide6.QtGui import QCloseEvent, QGuiApplication, QHelpEvent, QMoveEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow

from mile_bones import resources
from mile_bones.desktop.menus import build_menus
from mile_bones.desktop.motion import MotionWish
from mile_bones.desktop.play import Play, place_to_begin
from mile_bones.desktop.sprites import Faces
from mile_bones.desktop.table.layout import scale_for
from mile_bones.desktop.tables.milebones.table import MileBonesTable
from mile_bones.desktop.theme import apply_theme, resolve
from mile_bones.engine import RecordError, ReplayError
from mile_bones.games.milebones import GameEnded, HandEnded, Observation
from mile_bones.games.milebones.words import rules_name, side_names
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _
from mile_bones.players import level_name
from mile_bones.session import Session, Shelf
from mile_bones.storage import (
    ANIMATION,
    AUTO_DRAW,
    METHOD,
    NAME,
    SETTINGS,
    SORT,
    THEME,
    WINDOW,
    Placement,
    Problem,
    Profile,
)

if TYPE_CHECKING:
    from mile_bones.desktop.dialogs.paper import PaperDialog
    from mile_bones.desktop.help import HelpWindow

SMALLEST = (800, 600)
USUAL = (1280, 800)


@dataclass(frozen=True)
class Start:
    """What the command line asks for: a record to go on with, and the setup of new games of this run."""

    file: Path | None = None
    seed: int | None = None
    rules: str | None = None
    level: str | None = None


class MainWindow(QMainWindow):
    """One window, one game. ``begin`` starts it: the first name, the game in the autosave, the record of the start."""

    def __init__(self, profile: Profile, clock: Callable[[], datetime], start: Start | None = None) -> None:
        super().__init__()
        self._start = start or Start()
        self._problems: list[Problem] = []
        self._dialogs: list[PaperDialog] = []
        self._help: HelpWindow | None = None
        self._scale = 0.0
        self.shelf = Shelf(profile, clock, self._report)
        self.settings = self.shelf.settings
        self.faces = Faces(profile.cache_dir)
        self.setMinimumSize(*SMALLEST)
        self._restore_geometry()
        self._dress(scale_for(self.width()))
        self.table = MileBonesTable(self.faces)
        self.setCentralWidget(self.table)
        self.play = Play(self.table, self)
        self.motion_wish = MotionWish(self)
        self.menus = build_menus(self)
        self._build_status()
        self._apply_options()
        self.table.set_theme(self._theme)
        self._retitle()
        self._show_status(self.table.observation)

        self.play.hand_over.connect(self._hand_over)
        self.play.extension_asked.connect(self._ask_extension)
        self.play.changed.connect(self._show_status)
        self.table.help_wanted.connect(self._whats_this)
        self.motion_wish.changed.connect(self._motion_wish_changed)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._scheme_changed)
        if hasattr(hints, "accessibility"):  # Qt 6.10 and later
            hints.accessibility().contrastPreferenceChanged.connect(self._scheme_changed)
        self._idle_work = QTimer(self)
        self._idle_work.setInterval(40)
        self._idle_work.timeout.connect(self._render_faces)

    # ------------------------------------------------------------------ the beginning

    def begin(self) -> None:
        """Ask for a name at the very first start, then go on with the game, or begin one."""
        from PySide6.QtGui import QIcon  # not before: it brings QtSvg along

        QGuiApplication.setWindowIcon(QIcon(str(resources.path("icons/icon.svg"))))
        if self.settings.get(NAME):
            self._begin_game()
        else:
            from mile_bones.desktop.dialogs.name import NameDialog

            dialog = NameDialog("", self, first=True)
            dialog.accepted.connect(lambda: self.settings.update({NAME: dialog.name()}))
            dialog.finished.connect(lambda _result: self._begin_game())
            self._open(dialog)

    def _begin_game(self) -> None:
        self._retitle()
        session = self.shelf.resume(self._start)
        if self._start.file is not None and self._open_file(self._start.file, session):
            return
        if session is None:
            self.new_game()
        else:
            self._run(session, dealt=False)

    def _run(self, session: Session, *, dealt: bool) -> None:
        self.table.show_games(self.shelf.results.games)
        self.play.begin(session, dealt=dealt)
        self._show_status(session.observation)
        self.table.focus_place(place_to_begin(session.observation))
        self.menus.give_up.setEnabled(not session.is_over)
        ending = session.ending()
        if ending is not None:
            self._hand_over(*ending)
        self._show_problems()

    # ------------------------------------------------------------------ menus and status bar

    def _build_status(self) -> None:
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        bar.setProperty("helpTopic", "status-bar")
        bar.messageChanged.connect(self.table.herald.say)  # it goes away by itself, so it is said aloud
        self.cards_left, self.trip, self.target, self.setup = (QLabel() for _part in range(4))
        for label in (self.cards_left, self.trip, self.target):
            if label is not self.cards_left:
                label.setProperty("role", "part")  # a line stands between one and the next
            bar.addWidget(label)
        bar.addPermanentWidget(self.setup)

    def _show_status(self, observation: Observation) -> None:
        self.cards_left.setText(_("Cards left: {left}").format(left=observation.left))
        self.trip.setText(_("Trip: {goal} miles").format(goal=format_number(observation.goal)))
        self.target.setText(_("First to {points}").format(points=format_number(observation.rules.target)))
        session = self.play.session
        if session is not None:
            level = session.players[1].level or ""
            self.setup.setText(
                _("{rules}, opponent: {level}").format(rules=rules_name(session.rules_name), level=level_name(level))
            )

    def _retitle(self) -> None:
        name = self.settings.get(NAME)
        self.setWindowTitle(_("Mile Bones: {name}").format(name=name) if name else "Mile Bones")

    # ------------------------------------------------------------------ games

    def new_game(self) -> None:
        """Begin a new game; an unfinished one is kept."""
        try:
            kept = self._put_away(self.play.session)
        except OSError as error:
            self._say_not_kept(error)
            return
        self._run(self._fresh(), dealt=True)
        if kept is not None:
            self._tell_kept(kept)

    def _fresh(self) -> Session:
        """A new game. The seed of the command line deals one game only; the next must not be the same again."""
        session = self.shelf.start(self._start)
        self._start = replace(self._start, seed=None)
        return session

    def _put_away(self, session: Session | None) -> Path | None:
        """Make room for another game: an unfinished one is kept, one that ended in a crash is counted at last.

        OSError when it cannot be kept: then it must stay.
        """
        if session is None:
            return None
        if session.is_over and not session.given_up and self.shelf.owns(session):
            self.shelf.count(session)
        return self.shelf.set_aside(session)

    def _say_not_kept(self, error: OSError) -> None:
        reason = _("{reason}. Play it to its end, or give it up.").format(reason=error.strerror or str(error))
        self._message(_("Your unfinished game cannot be kept"), reason, "files")

    def _tell_kept(self, path: Path) -> None:
        self.statusBar().showMessage(_("Your unfinished game is kept: {name}").format(name=path.name), 8000)

    def ask_give_up(self) -> None:
        from mile_bones.desktop.dialogs.question import QuestionDialog

        session = self.play.session
        if session is None or session.is_over:
            return
        dialog = QuestionDialog(
            _("Give up this game?"),
            _("The game ends without a winner, and nothing is entered in the high scores."),
            _("&Give up"),
            _("&Play on"),
            "secondary",
            self,
            topic="end-of-game",
        )
        dialog.accepted.connect(self._give_up)
        self._open(dialog)

    def _give_up(self) -> None:
        session = self.play.session
        if session is None:
            return
        self.shelf.give_up(session)
        self._run(self._fresh(), dealt=True)

    def ask_open(self) -> None:
        from mile_bones.desktop import files

        files.ask_open(self, self.shelf.games_dir, self._open_file, self.show_help)

    def ask_save(self) -> None:
        from mile_bones.desktop import files

        session = self.play.session
        if session is not None:
            files.ask_save(self, self.shelf.games_dir, lambda path: self._save_file(session, path), self.show_help)

    def _open_file(self, path: Path, saved: Session | None = None) -> bool:
        """Go on with this record, if that can be done. ``saved``: the game in the autosave, before any is played."""
        try:
            record = self.shelf.read(path)
        except RecordError as error:
            reason = _("Line {line}, column {column}: {reason}.").format(
                line=error.line, column=error.column, reason=error.reason
            )
        except ReplayError as error:
            reason = _("Hand {hand}, action {action}: {reason}.")
            if error.action is None:  # the fault is in the deal or in the score
                reason = _("Hand {hand}: {reason}.")
            reason = reason.format(hand=error.hand, action=error.action, reason=error.reason)
        except OSError as error:
            reason = _("{reason}.").format(reason=error.strerror or str(error))
        else:
            try:
                kept = self._put_away(saved or self.play.session)
            except OSError as error:
                self._say_not_kept(error)
                return False
            self._run(self.shelf.go_on_with(record, self._start), dealt=False)
            if kept is not None:
                self._tell_kept(kept)
            return True
        self._message(_("This game cannot be opened"), f"{path.name}\n\n{reason}", "files")
        return False

    def _save_file(self, session: Session, path: Path) -> None:
        try:
            self.shelf.write(session, path)
        except OSError as error:
            self._message(_("The game could not be saved"), f"{path}\n\n{error.strerror or error}", "files")
        else:
            self.statusBar().showMessage(_("Saved: {path}").format(path=path), 5000)

    # ------------------------------------------------------------------ what the game calls for

    def _ask_extension(self) -> None:
        from mile_bones.desktop.dialogs.extension import ExtensionDialog

        observation = self.table.observation
        assert observation is not None
        rules = observation.rules
        dialog = ExtensionDialog(self, goal=rules.goal, extended_goal=rules.extended_goal)
        dialog.accepted.connect(lambda: self.play.answer(True))
        dialog.rejected.connect(lambda: self.play.answer(False))
        self._open(dialog)

    def _hand_over(self, ended: HandEnded, game_ended: GameEnded | None) -> None:
        from mile_bones.desktop.dialogs.score_sheet import ScoreSheetDialog

        session = self.play.session
        assert session is not None
        placement = self.shelf.count(session) if game_ended is not None and self.shelf.owns(session) else None
        games = self.shelf.results.games
        self.table.show_games(games)
        dialog = ScoreSheetDialog(
            ended,
            ended.totals,
            games,
            side_names(),
            game_ended,
            self,
            target=session.observation.rules.target,
        )
        dialog.both_hands_requested.connect(lambda: self._show_both_hands(session, ended.hand, dialog))
        if game_ended is None:
            dialog.accepted.connect(self.play.go_on)
        else:
            dialog.accepted.connect(lambda: self._after_game(placement))
        self._open(dialog)

    def _show_both_hands(self, session: Session, hand: int, sheet: PaperDialog) -> None:
        """Lay open the hand that has just ended, over its score sheet."""
        from mile_bones.desktop.dialogs.both_hands import BothHandsDialog
        from mile_bones.session.review import both_hands

        dialog = BothHandsDialog(both_hands(session.record(), hand), side_names(), sheet)
        dialog.finished.connect(lambda _result: sheet.activateWindow())  # the keyboard goes back there
        self._open(dialog)

    def _after_game(self, placement: Placement | None) -> None:
        """The high scores, if they changed, and then the next game."""
        if placement is None or (placement.best is None and placement.spread is None):
            self.new_game()
        else:
            dialog = self.show_high_scores(placement)
            dialog.finished.connect(lambda _result: self.new_game())

    # ------------------------------------------------------------------ dialogs

    def show_high_scores(self, highlight: Placement | None = None) -> PaperDialog:
        """The two lists; ``highlight`` marks the lines that a game has just entered."""
        from mile_bones.desktop.dialogs.high_scores import HighScoresDialog

        dialog = HighScoresDialog(self.shelf.results.high_scores(), highlight, self)

        def clear() -> None:
            self.shelf.results.clear_high_scores()
            dialog.show_scores(self.shelf.results.high_scores())

        dialog.clear_requested.connect(clear)
        self._open(dialog)
        return dialog

    def show_options(self) -> None:
        """How the game is played and how it looks."""
        from mile_bones.desktop.dialogs.options import OptionsDialog

        dialog = OptionsDialog({setting: self.settings.get(setting) for setting in SETTINGS}, self)
        dialog.accepted.connect(lambda: self.change_settings(dialog.values()))
        self._open(dialog)

    def change_name(self) -> None:
        """Another name for the high scores."""
        from mile_bones.desktop.dialogs.name import NameDialog

        dialog = NameDialog(self.settings.get(NAME), self)
        dialog.accepted.connect(lambda: self.change_settings({NAME: dialog.name()}))
        self._open(dialog)

    def show_about(self) -> None:
        """Version and licences."""
        from mile_bones.desktop.dialogs.about import AboutDialog

        self._open(AboutDialog(self))

    def _message(self, title: str, text: str, topic: str) -> None:
        from mile_bones.desktop.dialogs.question import MessageDialog

        self._open(MessageDialog(title, text, self, topic=topic))

    def _open(self, dialog: PaperDialog) -> None:
        dialog.help_requested.connect(self.show_help)
        dialog.finished.connect(lambda _result: self._closed(dialog))
        self._dialogs.append(dialog)
        dialog.open()

    def _closed(self, dialog: PaperDialog) -> None:
        self._dialogs.remove(dialog)
        dialog.deleteLater()
        self._show_problems()
        if not self._dialogs:
            self.activateWindow()  # the keyboard goes back to the table, whatever the window system thinks

    def at_rest(self, act: Callable[[], object]) -> Callable[[], None]:
        """``act`` as a menu does it: what moves is finished, as by any click, and what the game asks comes first."""

        def begin() -> None:
            self.play.hurry()
            if not self._dialogs:
                act()

        return begin

    # ------------------------------------------------------------------ options

    def change_settings(self, values: dict) -> None:
        """Keep these settings, and let them take effect where they can before the next game."""
        self.settings.update(values)
        self._retitle()
        self._apply_options()
        self._scheme_changed()
        self.play.refresh()

    def _apply_options(self) -> None:
        self.table.gestures.dragging = self.settings.get(METHOD) == "drag"
        self.table.order.set_sorting(self.settings.get(SORT))
        self.play.draw_by_itself = self.settings.get(AUTO_DRAW)
        self.play.set_speed(self.settings.get(ANIMATION), reduced=self.motion_wish.reduced)

    def _motion_wish_changed(self, reduced: bool) -> None:
        self._apply_options()
        if reduced:
            self.play.hurry()  # what is on its way already

    def _dress(self, scale: float) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._theme = resolve(self.settings.get(THEME), app)
        self._scale = scale
        apply_theme(app, self._theme, scale)

    def _scheme_changed(self) -> None:
        self._dress(scale_for(self.width()))
        self.table.set_theme(self._theme)
        self._idle_work.start()

    def toggle_full_screen(self) -> None:
        if self.isFullScreen():
            self.showNormal()
        else:
            self.showFullScreen()

    # ------------------------------------------------------------------ help

    def show_help_here(self) -> None:
        """The help at the page for what has the focus."""
        from mile_bones.desktop.help import topic_for

        self.show_help(topic_for(QApplication.focusWidget()))

    def show_help(self, topic: str) -> None:
        """The help at this page."""
        from mile_bones.desktop.help import HelpWindow

        if self._help is None:
            self._help = HelpWindow(self, topic)
        else:
            self._help.show_topic(topic)
        self._help.show()
        self._help.raise_()
        self._help.activateWindow()

    def _whats_this(self, topic: str, at: QPoint) -> None:
        from mile_bones.desktop.help import whats_this

        self.table.show_whats_this(whats_this(topic), at)

    def event(self, event: QEvent) -> bool:
        """What's This for the places that no slot answers for: menu bar and status bar."""
        if event.type() == QEvent.Type.QueryWhatsThis:
            event.accept()
            return True
        if event.type() == QEvent.Type.WhatsThis and isinstance(event, QHelpEvent):
            from mile_bones.desktop.help import topic_for

            self._whats_this(topic_for(self.childAt(event.pos())), event.globalPos())
            return True
        return super().event(event)

    # ------------------------------------------------------------------ problems with the user's files

    def _report(self, problem: Problem) -> None:
        self._problems.append(problem)
        if self.isVisible():
            QTimer.singleShot(0, self, self._show_problems)

    def _show_problems(self) -> None:
        """Say each problem once, when no other dialog is open."""
        if self._dialogs or not self._problems:
            return
        texts = [problem.message() for problem in self._problems]
        self._problems.clear()
        self._message(_("Something is wrong with your files"), "\n\n".join(texts), "files")

    # ------------------------------------------------------------------ the window

    def _restore_geometry(self) -> None:
        stored = QByteArray.fromHex(self.settings.get(WINDOW).encode())
        if stored.isEmpty() or not self.restoreGeometry(stored):
            screen = QGuiApplication.primaryScreen().availableSize()
            self.resize(min(USUAL[0], screen.width()), min(USUAL[1], screen.height()))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._idle_work.start()

    def resizeEvent(self, event) -> None:
        scale = scale_for(self.width())
        if scale != self._scale:
            self._dress(scale)
        super().resizeEvent(event)
        self._idle_work.start()

    def moveEvent(self, event: QMoveEvent) -> None:
        """An open dialog goes with the window, also when the window system finds a place for a new window."""
        super().moveEvent(event)
        for dialog in self._dialogs:
            dialog.move(dialog.pos() + event.pos() - event.oldPos())

    def _render_faces(self) -> None:
        """While nothing moves, render the faces that are not there yet, one at a time."""
        self.motion_wish.ask()  # not sooner: the window comes first
        if not self.table.animator.running and self.faces.complete():
            self._idle_work.stop()

    def closeEvent(self, event: QCloseEvent) -> None:
        """No question: the game is saved already."""
        self.settings.update({WINDOW: bytes(self.saveGeometry().data()).hex()})
        if self._help is not None:
            self._help.close()
        self.play.stop()
        self.shelf.close()
        super().closeEvent(event)
