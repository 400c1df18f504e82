"""The menus of the main window, with the platform's usual shortcuts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QFontMetrics, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QWhatsThis, QWidget

from mile_bones.desktop.look.theme import font
from mile_bones.desktop.menu_entries import Menus
from mile_bones.desktop.mnemonics import marked_letters, with_mnemonics
from mile_bones.desktop.plain_text import set_tip
from mile_bones.desktop.submenus import menu_of
from mile_bones.engine.excerpt import legible
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _
from mile_bones.library.keys import (
    DISCARD_KEY,
    DRAW_KEY,
    HINT_KEY,
    LAST_MOVES_KEY,
    MARK_KEYS,
    MUTE_KEY,
    REPEAT_KEY,
    SMART_KEY,
    STANDING_KEY,
)
from mile_bones.storage.settings import ANIMATION, LOG, MUTE, THEME, Setting

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.desktop.controllers.coups import CoupController
    from mile_bones.desktop.controllers.games import GameController
    from mile_bones.desktop.controllers.hints import HintController
    from mile_bones.desktop.controllers.history import HistoryController
    from mile_bones.desktop.controllers.keys import KeyController
    from mile_bones.desktop.controllers.maintenance import MaintenanceController
    from mile_bones.desktop.controllers.practice import PracticeController
    from mile_bones.desktop.controllers.replay_review import ReplayReviewController
    from mile_bones.desktop.controllers.sound import SoundController
    from mile_bones.desktop.controllers.turns import TurnController
    from mile_bones.desktop.dialog_stack import DialogStack
    from mile_bones.desktop.table.board import Board
    from mile_bones.library.game_library import GameLibrary
    from mile_bones.storage.settings import Settings

_Keys = QKeySequence.StandardKey

_BAR_SIZES = (*((beside, 14) for beside in (10, 8, 6, 4)), *((4, letters) for letters in (13, 12, 11, 10, 9)))
"""Pairs of the padding at both sides of a menu in the bar and the size of its letters, in pixels at scale 1.

The first pair with which all menus fit is used.
"""
_BAR_EDGE, _BAR_APART = 4, 7
"""Two distances: the margin at both ends of the bar, in pixels at scale 1, and the space between two menus, in
pixels.
"""


class MenuWindow(Protocol):
    """The interface that the menus need of their window."""

    boards: BoardStack
    games: GameController
    turns: TurnController
    keys: KeyController
    library: GameLibrary
    settings: Settings
    dialog_stack: DialogStack

    @property
    def table(self) -> Board: ...

    # The window creates each of these parts when a menu entry first needs it.
    @property
    def coups(self) -> CoupController: ...
    @property
    def hints(self) -> HintController: ...
    @property
    def history(self) -> HistoryController: ...
    @property
    def maintenance(self) -> MaintenanceController: ...
    @property
    def practice(self) -> PracticeController: ...
    @property
    def replay_review(self) -> ReplayReviewController: ...
    @property
    def sound(self) -> SoundController: ...

    def menuBar(self) -> QMenuBar: ...
    def at_rest(self, act: Callable[[], object]) -> Callable[[], None]: ...
    def save(self) -> None: ...
    def review(self) -> None: ...
    def choose_game(self) -> None: ...
    def show_players(self) -> None: ...
    def show_high_scores(self) -> object: ...
    def show_options(self) -> None: ...
    def change_name(self) -> None: ...
    def change_settings(self, values: dict[Any, Any]) -> None: ...
    def begin_lesson(self) -> None: ...
    def show_about(self) -> None: ...
    def toggle_log(self) -> None: ...
    def isFullScreen(self) -> bool: ...
    def toggle_full_screen(self) -> None: ...
    def close(self) -> bool: ...


def build_menus(window: MenuWindow) -> Menus:
    """Put the menus into the window's menu bar. Return the entries that change with the game."""
    bar = window.menuBar()
    bar.setProperty("helpTopic", "menus")
    bar.setAttribute(Qt.WidgetAttribute.WA_CustomWhatsThis, False)  # otherwise What's This would open the menus
    game = _game(bar.addMenu(_("&Game")), window)
    # Translators: the menu with Undo, Redo and Hint: a move of the game. A letter behind & opens it, in every language
    moves = bar.addMenu(_("&Move"))
    move = _move(moves, window)
    keyed = _table(moves, window)
    # Translators: the menu that changes how the table looks
    log = _view(bar.addMenu(_("&View")), window)
    lesson = _practice(bar.addMenu(_("&Practice")), window)
    mute = _options(bar.addMenu(_("&Options")), window)
    _help(bar.addMenu(_("&Help")), window)
    keyed |= {HINT_KEY: move["hint"], MUTE_KEY: mute}
    menus = Menus(**game, **move, lesson=lesson, log=log, mute=mute, keyed=keyed)
    menus.show_marks(False)
    menus.show_choice()  # until a game is on the table
    return menus


def fit_menu_bar(bar: QMenuBar, k: float, width: int) -> None:
    """Make all menus visible in a bar of this width at scale ``k``.

    If they do not fit, first the padding beside their names shrinks, and then the letters.
    """
    texts = [action.text().replace("&", "") for action in bar.actions()]
    for beside, letters in _BAR_SIZES:
        px, pad = round(letters * k), round(beside * k)
        metrics = QFontMetrics(font(px, "Medium"))
        words = sum(metrics.horizontalAdvance(text) + 2 * pad + _BAR_APART for text in texts)
        if words + 2 * round(_BAR_EDGE * k) + _BAR_APART <= width:
            break
    usual = (beside, letters) == _BAR_SIZES[0]
    if usual and not bar.styleSheet():
        return  # the style sheet of the application is enough
    sheet = f"QMenuBar {{ font-size: {px}px; }} QMenuBar::item {{ padding-left: {pad}px; padding-right: {pad}px; }}"
    if sheet != bar.styleSheet():
        bar.setStyleSheet(sheet)


def _game(menu: QMenu, window: MenuWindow) -> dict[str, QAction]:
    games = window.games
    _add(menu, _("Choose &game…"), window.at_rest(window.choose_game), "Ctrl+G")
    new = _add(menu, _("&New game"), window.at_rest(games.new_game), _Keys.New)
    # Translators: who plays the new game is asked first
    players = _add(menu, _("New game &for…"), window.at_rest(window.show_players), "Ctrl+Shift+N")
    number = _add(menu, _("New game with n&umber…"), window.at_rest(games.ask_number))
    day = _add(menu, _("&Deal of the day"), window.at_rest(games.deal_of_the_day))
    again = _add(menu, _("&Play this deal again"), window.at_rest(games.ask_play_again))
    copy_number = _add(menu, _("&Copy deal number"), games.copy_number)
    replay = _add(menu, _("&Replay from the beginning"), window.at_rest(games.replay), "Ctrl+R")
    review = _add(menu, _("Revie&w this game…"), window.at_rest(window.review), "Ctrl+Shift+R")
    menu.addSeparator()
    give_up = _add(menu, _("Gi&ve up…"), window.at_rest(games.ask_give_up))
    menu.addSeparator()
    _add(menu, _("&Open…"), window.at_rest(games.ask_open), _Keys.Open)
    _recent(menu.addMenu(_("Op&en recent")), window)
    save = _add(menu, _("&Save as…"), window.at_rest(window.save), _Keys.SaveAs, "Ctrl+Shift+S")
    menu.addSeparator()
    high_scores = _add(menu, _("&High scores…"), window.at_rest(window.show_high_scores), "Ctrl+H")
    _add(menu, _("H&istory…"), window.at_rest(lambda: window.history.show()), "Ctrl+Shift+H")
    _add(menu, _("S&tatistics…"), window.at_rest(lambda: window.history.show_statistics()), "Ctrl+T")
    _add(menu, _("Check &my games…"), window.at_rest(lambda: window.maintenance.ask_check()))
    _add(menu, _("Restore from a &backup…"), window.at_rest(lambda: window.maintenance.ask_restore()))
    menu.addSeparator()
    _add(menu, _("&Quit"), window.close, _Keys.Quit, "Ctrl+Q").setMenuRole(QAction.MenuRole.QuitRole)
    return {
        "new": new,
        "players": players,
        "number": number,
        "day": day,
        "again": again,
        "copy_number": copy_number,
        "replay": replay,
        "review": review,
        "give_up": give_up,
        "save": save,
        "high_scores": high_scores,
    }


def _recent(menu: QMenu, window: MenuWindow) -> None:
    """Fill the menu with the files that were opened or saved last, each time it opens."""
    menu.setToolTipsVisible(True)
    clear = _add(menu, _("&Clear the list"), lambda: window.library.recent.clear())
    line = menu.insertSeparator(clear)
    files: list[QAction] = []

    def fill() -> None:
        for old in files:
            menu.removeAction(old)
            old.deleteLater()
        files.clear()
        for number, path in enumerate(window.library.recent.paths(), 1):
            name = legible(path.name).replace("&", "&&")
            # Translators: a file that was opened lately; the number from 1 to 9 is the letter to press
            entry = QAction(_("&{number} {name}").format(number=number, name=name), menu)
            set_tip(entry, legible(path))
            entry.triggered.connect(_open(window, path))
            menu.insertAction(line, entry)
            files.append(entry)
        clear.setEnabled(bool(files))

    menu.aboutToShow.connect(fill)


def _open(window: MenuWindow, path: Path) -> Callable[[], None]:
    return window.at_rest(lambda: window.games.open_file(path))


def _move(menu: QMenu, window: MenuWindow) -> dict[str, QAction]:
    undo = _add(menu, _("&Undo"), window.at_rest(window.games.ask_undo), _Keys.Undo, "Ctrl+Z")
    redo = _add(menu, _("&Redo"), window.at_rest(window.turns.redo))
    redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])  # people are used to either of them
    menu.addSeparator()
    hint = _add(menu, _("&Hint"), window.at_rest(lambda: window.hints.ask()))
    menu.addSeparator()
    next_act = window.at_rest(lambda: window.replay_review.go_to_next())
    previous_act = window.at_rest(lambda: window.replay_review.go_to_previous())
    next_mark = _add(menu, _("&Next marked choice"), next_act, "F3")
    previous_mark = _add(menu, _("&Previous marked choice"), previous_act, "Shift+F3")
    return {"undo": undo, "redo": redo, "hint": hint, "next_mark": next_mark, "previous_mark": previous_mark}


def _table(menu: QMenu, window: MenuWindow) -> dict[Setting[str], QAction]:
    """Add the entries for the actions and questions at the table that have single keys. ``KeyController`` handles these
    keys.
    """
    keys = window.keys
    menu.addSeparator()
    # Translators: {number} is where the card lies in the hand, and the key that marks it
    numbers, marking = menu.addMenu(_("&Mark a card")), _("Card &{number}")
    found = {}
    for number, setting in enumerate(MARK_KEYS, 1):
        text = marking.format(number=format_number(number))
        found[setting] = _add(numbers, text, window.at_rest(partial(keys.mark, number)))
    found[DRAW_KEY] = _add(menu, _("&Draw a card"), window.at_rest(keys.draw))
    found[DISCARD_KEY] = _add(menu, _("Discard the marked &card"), window.at_rest(keys.discard))
    found[SMART_KEY] = _add(menu, _("&Smart play"), window.at_rest(keys.smart_play))
    menu.addSeparator()
    found[REPEAT_KEY] = _add(menu, _("Rep&eat the last message"), window.at_rest(keys.repeat))
    found[STANDING_KEY] = _add(menu, _("Say how both s&tand"), window.at_rest(keys.tell_standing))
    found[LAST_MOVES_KEY] = _add(menu, _("Read the &last five moves"), window.at_rest(keys.tell_last_moves))
    return found


def fixed_keys(bar: QMenuBar, keyed: Collection[QAction]) -> dict[str, str]:
    """Return the texts of the menu entries by their keys, written as in mb.ini. The entries in ``keyed`` are left
    out.
    """
    found: dict[str, str] = {}
    portable = QKeySequence.SequenceFormat.PortableText

    def gather(actions: Sequence[QAction]) -> None:
        for action in actions:
            inner = menu_of(action)
            if inner is not None:
                gather(inner.actions())
            elif action not in keyed:
                words = plain_words(action.text())
                found.update({sequence.toString(portable): words for sequence in action.shortcuts()})

    gather(bar.actions())
    for action in bar.actions():
        mnemonic = QKeySequence.mnemonic(action.text()).toString(portable)
        if mnemonic:
            found[mnemonic] = plain_words(action.text())
    return found


def plain_words(text: str) -> str:
    """Return the text of an entry without the mark of its mnemonic and without the dots at its end."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").removesuffix("…")


def _view(menu: QMenu, window: MenuWindow) -> QAction:
    theme, animation, full, log_words = with_mnemonics([THEME.label, ANIMATION.label, _("Full screen"), LOG.label])
    _choices(menu.addMenu(theme), window, THEME)
    _choices(menu.addMenu(animation), window, ANIMATION)
    menu.addSeparator()
    log = _add(menu, log_words, window.toggle_log, "Ctrl+L")
    log.setCheckable(True)
    end = menu.addSeparator()
    full_screen = _add(menu, full, window.toggle_full_screen, _Keys.FullScreen, "F11")
    full_screen.setCheckable(True)

    shown: list[QAction] = []  # the entries of the visible board

    def tick() -> None:  # the window system has its own keys for full screen
        full_screen.setChecked(window.isFullScreen())
        for other in shown:
            menu.removeAction(other)
        shown[:] = window.table.view_actions() if window.boards.shows_board() else ()
        menu.insertActions(end, shown)

    tick()
    menu.aboutToShow.connect(tick)
    return log


def _practice(menu: QMenu, window: MenuWindow) -> QAction:
    _add(menu, _("&Coup of the day"), window.at_rest(lambda: window.coups.show_today()))
    _add(menu, _("&Past coups…"), window.at_rest(lambda: window.coups.show_past()))
    menu.addSeparator()
    _add(menu, _("My &mistakes"), window.at_rest(lambda: window.practice.show_mistakes()))
    menu.addSeparator()
    return _add(menu, _("&First hand, a lesson"), window.at_rest(window.begin_lesson))


def _options(menu: QMenu, window: MenuWindow) -> QAction:
    options = _add(menu, _("&Options…"), window.at_rest(window.show_options), _Keys.Preferences, "Ctrl+,")
    options.setMenuRole(QAction.MenuRole.PreferencesRole)
    name = _add(menu, _("Change &name…"), window.at_rest(window.change_name))
    menu.addSeparator()
    (words,) = with_mnemonics([MUTE.label], marked_letters((options.text(), name.text())))
    mute = _add(menu, words, lambda: window.sound.toggle())
    mute.setCheckable(True)
    return mute


_CONTENTS = "contents"
"""The topic of the first page of the help."""


def _help(menu: QMenu, window: MenuWindow) -> None:
    _add(menu, _("&Contents"), lambda: window.dialog_stack.show_help(_CONTENTS))
    _add(menu, _("&Help on this place"), lambda: _show_help_here(window), _Keys.HelpContents, "F1")
    _add(menu, _("&What's this?"), QWhatsThis.enterWhatsThisMode, _Keys.WhatsThis, "Shift+F1")
    menu.addSeparator()
    _add(menu, _("&About Mile Bones"), window.at_rest(window.show_about)).setMenuRole(QAction.MenuRole.AboutRole)


def _show_help_here(window: MenuWindow) -> None:
    """Show the help page for the focused widget, or for the table or page in the window if no widget has the focus."""
    from mile_bones.desktop.help.context import topic_for

    place: QWidget | None = QApplication.focusWidget()
    bar = window.menuBar()
    if place is not None and (place is not bar or bar.activeAction() is not None):
        topic = topic_for(place)
    elif window.boards.shows_board():
        topic = window.table.help_topic
    else:
        topic = topic_for(window.boards.currentWidget())
    window.dialog_stack.show_help(topic)


def _add(menu: QMenu, text: str, act: Callable[[], object], *keys: _Keys | str) -> QAction:
    """Add and return an entry. It gets the first of ``keys`` that the platform has."""
    action = menu.addAction(text)
    action.triggered.connect(lambda _checked=False: act())
    for key in keys:
        found = QKeySequence.keyBindings(key) if isinstance(key, _Keys) else [QKeySequence(key)]
        found = [sequence for sequence in found if not sequence.isEmpty()]
        if found:
            action.setShortcuts(found)
            break
    return action


def _choices(menu: QMenu, window: MenuWindow, setting: Setting[str]) -> None:
    """Add the values of a setting, one of them ticked."""
    group = QActionGroup(menu)
    texts = with_mnemonics([choice.title() for choice in setting.values])
    for choice, text in zip(setting.values, texts, strict=True):
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setData(choice.name)
        group.addAction(action)
    group.triggered.connect(lambda action: window.change_settings({setting: action.data()}))

    def tick() -> None:
        for action in group.actions():
            action.setChecked(window.settings.get(setting) == action.data())

    tick()
    menu.aboutToShow.connect(tick)
