"""The options dialog is used by mouse and by keys, and can be restored to the defaults. It returns only the settings
that it shows.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QGroupBox, QLabel, QScrollArea

from known_levels import LEVELS
from mile_bones.desktop.dialogs.key_box import KeyBox
from mile_bones.desktop.dialogs.options import OptionsDialog
from mile_bones.desktop.help.book import open_book
from mile_bones.desktop.look.scale import fit_for, scale_for
from mile_bones.desktop.speech.ssip import can_speak
from mile_bones.games import GAMES
from mile_bones.library.keys import KEYS
from mile_bones.library.settings import (
    LEVEL,
    RULES,
    TUTOR,
    level_setting,
    option_setting,
    shown_settings,
    target_setting,
)
from mile_bones.players import level, levels
from mile_bones.storage.settings import (
    ANIMATION,
    ASK_DISCARD,
    AUTO_DRAW,
    DONE,
    DOUBLE_CLICK,
    DRAG_DISTANCE,
    LANGUAGE,
    LARGE_INDICES,
    METHOD,
    MONO,
    MUTE,
    NAME,
    OUTLINES,
    SCANNING,
    SORT,
    SPEECH,
    TEXT,
    THEME,
    VOLUME,
    WINDOW,
)
from other_values import usual

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

ALT = Qt.KeyboardModifier.AltModifier
SWITCHES = (SORT, AUTO_DRAW, ASK_DISCARD, TUTOR)
AIDS = (SCANNING, OUTLINES, LARGE_INDICES)
HAND = (METHOD, DRAG_DISTANCE, DOUBLE_CLICK)
GENERAL = (LANGUAGE, ANIMATION, THEME, TEXT, VOLUME, MUTE, MONO)
VOICE = (SPEECH,) if can_speak() else ()
OTHER = {
    METHOD: "click",
    DRAG_DISTANCE: "30",
    DOUBLE_CLICK: False,
    SORT: False,
    AUTO_DRAW: True,
    ASK_DISCARD: True,
    TUTOR: True,
    RULES: "mille",
    LEVEL: "easy",
    LANGUAGE: "fa",
    ANIMATION: "off",
    THEME: "contrast",
    TEXT: "150",
    VOLUME: "30",
    MUTE: True,
    MONO: True,
    **({SPEECH: "normal"} if can_speak() else {}),
    **{setting: setting.default for setting in KEYS},
    SCANNING: "1000",
    OUTLINES: "thick",
    LARGE_INDICES: True,
}


@pytest.fixture
def show(window, opened):
    def make(values=None, game="mile-bones"):
        wanted = values or {}
        return opened(OptionsDialog(lambda setting: wanted.get(setting, setting.default), game, window()))

    return make


def words(dialog: OptionsDialog) -> list[str]:
    """Return the words of the pages, and of every control with words on the visible page."""
    labels = [text for text in dialog.findChildren(QLabel) if text.buddy() is not None and text.isVisible()]
    buttons = [button for button in dialog.findChildren(QAbstractButton) if button.text() and button.isVisible()]
    pages = [dialog.pages.tabText(page) for page in range(dialog.pages.count())]
    return pages + [widget.text() for widget in (*labels, *buttons)]


def each_page(dialog: OptionsDialog) -> Iterator[int]:
    """Show the pages one after another, and yield the number of each."""
    for page in range(dialog.pages.count()):
        dialog.pages.setCurrentIndex(page)
        yield page


def mnemonic(dialog: OptionsDialog, text: str) -> Qt.Key:
    (marked,) = (marked for marked in words(dialog) if marked.replace("&", "") == text)
    return QKeySequence.mnemonic(marked)[0].key()


def test_without_values_all_settings_have_their_defaults(show) -> None:
    dialog = show()
    assert dialog.values() == {setting: setting.default for setting in dialog.held}


def test_values_that_are_set_are_returned(show) -> None:
    dialog = show({**OTHER, NAME: "Anna", WINDOW: "00"})
    assert dialog.values() == OTHER


@pytest.mark.parametrize(
    ("game", "held"),
    [
        (
            "mile-bones",
            (
                *HAND,
                *SWITCHES,
                RULES,
                LEVEL,
                *GENERAL,
                *VOICE,
                *KEYS,
                *AIDS,
            ),
        ),
        (
            "millieu",
            (
                *HAND,
                DONE,
                TUTOR,
                option_setting("millieu", "late_mills"),
                level_setting("millieu"),
                *GENERAL,
                *VOICE,
                *KEYS,
                *AIDS,
            ),
        ),
        (
            "montreal-mille",
            (
                *(*HAND, SORT, AUTO_DRAW, ASK_DISCARD, TUTOR, target_setting("montreal-mille")),
                *(option_setting("montreal-mille", name) for name in ("natural_required", "progressive", "stake")),
                *(
                    level_setting("montreal-mille"),
                    *GENERAL,
                    *VOICE,
                    *KEYS,
                    *AIDS,
                ),
            ),
        ),
    ],
)
def test_each_game_has_the_settings_that_mean_something_in_it(game: str, held) -> None:
    assert tuple(each for each in shown_settings(game) if each is not SPEECH or can_speak()) == held


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("game", GAMES)
def test_every_choice_of_a_setting_can_be_chosen(show, game: str) -> None:
    dialog = show(game=game)
    for setting in dialog.held:
        if setting in KEYS:
            continue  # see test_key_box
        for value in setting.choices or ("300", "2000"):
            dialog.set_values({setting: value})
            assert dialog.values()[setting] == value
            assert setting.allows(dialog.values()[setting])


def test_everything_can_be_changed_with_mnemonics(qtbot, show) -> None:
    dialog = show()

    def press(*texts: str, then: int = 0, arrow: Qt.Key = Qt.Key.Key_Down) -> None:
        """Go to each control by its access key. Then press the key ``arrow`` `then` times in the last control."""
        for text in texts:
            qtbot.keyClick(dialog, mnemonic(dialog, text), ALT)
        for _ in range(then):
            qtbot.keyClick(dialog.focusWidget(), arrow)

    press("Click and click", SORT.label, AUTO_DRAW.label, ASK_DISCARD.label, TUTOR.label, DOUBLE_CLICK.label)
    press(f"{DRAG_DISTANCE.label}:", then=4)
    press("Game", "mille(6)", "Easy")
    qtbot.waitUntil(lambda: dialog.values()[LEVEL] == "easy")
    press("Picture and sound", MUTE.label)
    press("Picture and sound", MONO.label)
    press("Language:", then=4)
    press("Animation:", then=3)
    press("Theme:", then=3)
    press("Text size:", then=2)
    press("Volume:", then=5, arrow=Qt.Key.Key_Left)
    if VOICE:
        press("Read aloud:", then=2)
    press("Aids", LARGE_INDICES.label)
    press("Scanning:", then=2)
    press("Outlines:", then=1)
    qtbot.waitUntil(lambda: dialog.values() == OTHER)
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog, Qt.Key.Key_O, ALT)


def test_a_click_on_the_words_of_an_option_chooses_it(qtbot, show) -> None:
    dialog = show()
    buttons = {button.text().replace("&", ""): button for button in dialog._groups[METHOD].buttons()}
    qtbot.mouseClick(buttons["Click and click"], Qt.MouseButton.LeftButton)
    assert dialog.values()[METHOD] == "click"
    qtbot.mouseClick(dialog._boxes[SORT], Qt.MouseButton.LeftButton)
    assert dialog.values()[SORT] is False


def test_every_level_has_a_line_and_on_request_its_measured_strength(qtbot, show) -> None:
    dialog = show()
    buttons = dialog._groups[LEVEL].buttons()
    assert [button.property("value") for button in buttons] == list(LEVELS)
    assert [button.text().replace("&", "") for button in buttons] == [
        level("mile-bones", name).title() for name in LEVELS
    ]
    dialog.pages.setCurrentIndex(1)
    for more in (False, True, False):
        shown = [text.text() for text in dialog.findChildren(QLabel)]
        for button, name in zip(buttons, LEVELS, strict=True):
            found = level("mile-bones", name)
            told = f"{found.line()}\n{found.strength()}" if more else found.line()
            assert told in shown and button.accessibleDescription() == button.whatsThis() == told
        assert any("points a hand" in text for text in shown) is more
        QApplication.processEvents()
        assert dialog.findChild(QScrollArea).verticalScrollBar().maximum() == 0, "the dialog grows with its words"
        qtbot.mouseClick(dialog.more, Qt.MouseButton.LeftButton)


def test_another_game_has_its_own_rules_and_opponents_and_no_hand(show) -> None:
    dialog = show(game="millieu")
    buttons = dialog._groups[level_setting("millieu")].buttons()
    assert [button.text().replace("&", "") for button in buttons] == [level.title() for level in levels("millieu")]
    assert {group.title() for group in dialog.findChildren(QGroupBox)} == {
        *("Method of playing", "Mouse", "Your turn", "The coach", "Rules", "Opponent"),
        *("Language", "Picture", "Sound", *("Voice" for _voice in VOICE), "Keys at the table"),
        *("One key", "High contrast"),
    }
    assert dialog.band.subtitle.text() == "How you play Millieu, against whom, and how it looks and sounds."


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("game", GAMES)
def test_the_help_about_opponents_names_the_levels_of_the_game(show, game: str) -> None:
    dialog = show(game=game)
    group = next(group for group in dialog.findChildren(QGroupBox) if group.title() == "Opponent")
    page = open_book("en").pages[group.property("helpTopic")]
    for one in levels(game):
        assert one.title() in page.markdown


@pytest.mark.parametrize("game", ["montreal-mille", "millieu"])
def test_other_games_mention_nothing_that_only_mile_bones_has(show, game: str) -> None:
    said = " ".join(label.text() for label in show(game=game).findChildren(QLabel))
    assert "coup" not in said.lower() and "mile bones" not in said.lower()


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("game", GAMES)
def test_no_two_controls_share_an_access_key(show, game: str) -> None:
    dialog = show(game=game)
    for _page in each_page(dialog):
        letters = [QKeySequence.mnemonic(text).toString() for text in words(dialog)]
        assert len(set(letters)) == len(letters) >= 8 and "" not in letters


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_the_smallest_window_shows_every_page_without_scrolling(theme, game, window, opened) -> None:
    dialog = opened(OptionsDialog(usual, game, window(theme)))
    for _page in each_page(dialog):
        assert dialog.full_height <= dialog.height() <= dialog.room()
        assert not dialog._area.verticalScrollBar().isVisible()


def test_restore_defaults_leaves_the_dialog_open(qtbot, show) -> None:
    dialog = show(OTHER)
    qtbot.mouseClick(dialog.restore, Qt.MouseButton.LeftButton)
    assert dialog.isVisible()
    assert dialog.values() == {setting: setting.default for setting in dialog.held}


def test_escape_and_cancel_reject_the_dialog(qtbot, show) -> None:
    first, second = show(), show()
    with qtbot.waitSignal(first.rejected):
        qtbot.keyClick(first, Qt.Key.Key_Escape)
    with qtbot.waitSignal(second.rejected):
        qtbot.mouseClick(second.cancel, Qt.MouseButton.LeftButton)


def test_tab_goes_through_all_controls_in_reading_order(qtbot, show) -> None:
    dialog = show()
    boxes, groups, lists = dialog._boxes, dialog._groups, dialog._lists
    keys = dialog.findChild(KeyBox)
    pages = (
        (groups[METHOD].checkedButton(), lists[DRAG_DISTANCE], *(boxes[s] for s in (DOUBLE_CLICK, *SWITCHES))),
        (groups[RULES].checkedButton(), groups[LEVEL].checkedButton(), dialog.more),
        (
            lists[LANGUAGE],
            lists[ANIMATION],
            lists[THEME],
            lists[TEXT],
            dialog._volume,
            boxes[MUTE],
            boxes[MONO],
            *(lists[each] for each in VOICE),
        ),
        (keys.table, keys.change_button, keys.usual_button),
        (lists[SCANNING], lists[OUTLINES], boxes[LARGE_INDICES]),
    )
    for page in each_page(dialog):
        bar = dialog.pages.tabBar()
        bar.setFocus()
        expected = [bar, *pages[page], dialog.restore, dialog.ok, dialog.cancel]
        seen = []
        for _ in expected:
            seen.append(dialog.focusWidget())
            qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        assert seen == expected
        assert dialog.focusWidget() is bar


def test_f1_asks_for_the_help_page_of_the_focused_control(qtbot, show) -> None:
    dialog = show()
    for widget, topic in (
        (dialog._groups[METHOD].checkedButton(), "options#method"),
        (dialog._boxes[SORT], "options#sort"),
        (dialog._groups[RULES].checkedButton(), "rule-sets"),
        (dialog._groups[LEVEL].checkedButton(), "opponents"),
        (dialog._lists[THEME], "themes-and-animation"),
        (dialog._lists[SCANNING], "accessibility"),
        (dialog._lists[OUTLINES], "themes-and-animation"),
        (dialog._volume, "sound"),
        (dialog.ok, "options"),
    ):
        for _page in each_page(dialog):
            if widget.isVisible():
                break
        widget.setFocus()
        with qtbot.waitSignal(dialog.help_requested) as asked:
            qtbot.keyClick(widget, Qt.Key.Key_F1)
        assert asked.args == [topic]


def test_a_volume_moved_by_hand_is_tried_and_its_percent_is_read(qtbot, show) -> None:
    dialog = show({VOLUME: "50"})
    with qtbot.waitSignal(dialog.volume_tried) as tried:
        qtbot.keyClick(dialog._volume, Qt.Key.Key_Right)
    assert tried.args == [60] and dialog.values()[VOLUME] == "60"
    assert dialog._volume.accessibleDescription() == "60%"
    assert "60%" in [text.text() for text in dialog.findChildren(QLabel)]


def test_a_volume_set_by_the_program_is_not_tried(qtbot, show) -> None:
    dialog = show({VOLUME: "50"})
    with qtbot.assertNotEmitted(dialog.volume_tried):
        dialog.set_values({VOLUME: "100"})
    assert dialog.values()[VOLUME] == "100"


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("size", [(640, 400), (800, 600), (1280, 800), (1920, 1080)])
def test_a_text_size_too_large_for_the_window_is_pointed_out(show, size):
    dialog = show()
    dialog.game_window().resize(*size)
    dialog.pages.setCurrentIndex(2)
    chooser = dialog._lists[TEXT]
    for choice in TEXT.values:
        chooser.setCurrentIndex(chooser.findData(choice.name))
        found, wanted = fit_for(*size, int(choice.name) / 100).k, scale_for(*size) * int(choice.name) / 100
        assert dialog.capped.isVisible() is (found < wanted - 0.001), choice.name
        if found < wanted - 0.001:
            most = round(100 * found / scale_for(*size))
            assert dialog.capped.text() == f"In a window of this size the text grows to {most}% at most."
            assert chooser.accessibleDescription() == dialog.capped.text()
