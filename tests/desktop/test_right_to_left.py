"""The window in Persian is mirrored. Keys and mouse follow the mirrored window."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import combinations, groupby, pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from desktop.boards.milebones.test_strip import lettering
from desktop.driver import Home, Person
from desktop.reader import words_of
from desktop.test_maintenance import a_win, check, findings, sql
from mile_bones.desktop.boards.milebones import slot_names
from mile_bones.desktop.boards.montreal.naming import taken_set
from mile_bones.desktop.dialogs.base import label
from mile_bones.desktop.dialogs.game_options import TargetField
from mile_bones.desktop.dialogs.number import NumberDialog
from mile_bones.desktop.language import choose_language
from mile_bones.desktop.look import theme
from mile_bones.desktop.table import paint
from mile_bones.desktop.transport import TransportButton
from mile_bones.games.montreal.cards import RANKS
from mile_bones.storage.settings import LANGUAGE, SORT
from stories import going

EMPTY = struct.pack("<7I", 0x950412DE, 0, 0, 28, 28, 0, 0)
"""A compiled catalogue without any text: the window is laid out from right to left, and its words stay English."""
FILE = Path(__file__).parents[1] / "data" / "conformance" / "mile-bones-game-01.json"
LEFT, RIGHT = Qt.Key.Key_Left, Qt.Key.Key_Right
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def persian(home: Home, qapp: QApplication, tmp_path: Path) -> Iterator[Home]:
    """A profile in which Persian is chosen."""
    file = tmp_path / "translations" / "fa" / "LC_MESSAGES" / "mile_bones.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(EMPTY)
    home.translations = tmp_path / "translations"
    home.set({LANGUAGE: "fa", SORT: False})
    yield home
    home.leave_all()
    choose_language(qapp, "en", Path())
    theme.apply_theme(qapp, *theme.active())


def x_of(person: Person, place: str | None) -> float:
    assert place is not None
    return person.table.slots[place].rect.center().x()


# ------------------------------------------------------------------ places


def test_the_first_card_and_the_players_own_piles_are_at_the_right(persian: Home) -> None:
    person = persian.open(going().record())
    table = person.table
    hand = [x_of(person, slot_names.hand(index)) for index in range(len(person.hand))]
    assert hand == sorted(hand, reverse=True)
    assert x_of(person, slot_names.battle(True)) > x_of(person, slot_names.miles(True)) > x_of(person, slot_names.DRAW)
    assert table.panel.rect.center().x() < table.width() / 2
    for place, slot in table.slots.items():
        assert slot.rect == paint.qrect(table.layout_now.slots[place])


def test_the_cars_drive_to_the_left_with_their_miles_ahead_of_them(persian: Home) -> None:
    person = persian.open(going().record())
    strip = person.table.strip
    places = []
    for miles in (0, 100, 500):
        strip.show_miles(0, miles)
        places.append(strip.cars[0].pos().x())
        assert lettering(strip, 0).right() < strip.cars[0].sceneBoundingRect().center().x() or miles > 400
    assert places == sorted(places, reverse=True)
    assert strip.flag.pos().x() < places[-1]


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize("width", [800, 1280, 1920])
@pytest.mark.parametrize("game", ["mile-bones", "montreal-mille", "millieu"])
def test_no_words_of_a_score_panel_overlap(persian: Home, game: str, width: int) -> None:
    person = persian.open(going().record()) if game == "mile-bones" else persian.open(game=game)
    person.window.resize(width, 600 * width // 800)
    person.settled()
    panel = person.table.panel
    if game == "mile-bones":
        panel.show_rows(tuple((label, "4,025", "3,800") for label, _own, _other in panel.rows))
    words = words_of(panel)
    assert len(words) > 6
    for one, other in combinations(words, 2):
        assert not one.inked.intersects(other.inked), (one, other)
    names = [word for word in words if word.text in ("You", "Computer", "Comp.")]
    assert names[0].text == "You"
    assert names[0].inked.x() > names[1].inked.x(), "the player's own column comes first"


def test_words_on_the_table_begin_at_the_right(persian: Home) -> None:
    person = persian.open(game="montreal-mille")
    person.window.resize(1280, 800)
    person.settled()
    zone = person.table.slots["lay"]
    words = words_of(zone)
    assert len(words) == 2
    assert words[0].inked.right() == pytest.approx(words[1].inked.right(), abs=3)
    assert words[0].inked.center().x() > zone.rect.center().x()
    assert words[0].inked.right() < zone.rect.right() - 0.8 * zone.rect.height(), (
        "the picture of cards comes before the words"
    )
    view = person.table.pile_view
    view.show_pile(person.sees.hand[:4])
    heads = words_of(view)
    assert heads[0].inked.right() > view.rect.right() - 40
    places = [word.inked.right() for word in heads]
    assert places == sorted(places, reverse=True)


def test_a_chart_keeps_its_axes_but_its_legend_begins_at_the_right(persian: Home, qtbot) -> None:
    person = persian.open()
    from mile_bones.desktop.dialogs.charts import Chart

    chart = Chart("Results", "Games", "Points")
    qtbot.addWidget(chart)
    colours = person.window.table.theme
    for number, name in enumerate(("You", "Computer")):
        chart.bars([number], [5], 0.8, colours.you, name)
    chart.resize(600, 300)
    with qtbot.waitExposed(chart):
        chart.show()
    plot = chart.getPlotItem()
    assert plot.getAxis("left").geometry().right() <= plot.getViewBox().geometry().left() + 1
    (_sample, you), (_other_sample, computer) = chart.legend.items
    assert you.sceneBoundingRect().x() > computer.sceneBoundingRect().x()


# ------------------------------------------------------------------ keys


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize(
    ("game", "start"),
    [
        ("mile-bones", "hand.3"),
        ("mile-bones", "own.speed"),
        ("mile-bones", "other.speed"),
        ("montreal-mille", "hand.3"),
        ("millieu", "own.hand.4"),
    ],
)
def test_an_arrow_key_moves_the_focus_in_the_direction_of_the_arrow(persian: Home, game: str, start: str) -> None:
    person = persian.open(going().record()) if game == "mile-bones" else persian.open(game=game)
    person.settled()
    table = person.table
    for key, sign in ((LEFT, -1), (RIGHT, 1)):
        table.focus_place(start)
        person.wait_until(lambda: person.focused() == start)
        person.key(key)
        assert sign * (x_of(person, person.focused()) - x_of(person, start)) > 0, (key, person.focused())


def test_shift_and_an_arrow_key_move_a_card_where_the_arrow_points(persian: Home) -> None:
    person = persian.open(going().record())
    person.draw()
    before = person.hand
    card, start = before[2], slot_names.hand(2)
    person.table.focus_place(start)
    person.key(LEFT, modifiers=SHIFT)
    assert person.hand == (*before[:2], before[3], card, *before[4:])
    assert x_of(person, person.focused()) < x_of(person, start)
    person.key(RIGHT, modifiers=SHIFT)
    assert person.hand == before


def test_a_replay_runs_to_the_right_as_on_a_recorder(persian: Home) -> None:
    person = persian.open()
    assert person.window.games.open_file(FILE)
    bar = person.window.replay.bar
    xs = [button.x() for button in bar.buttons]
    assert xs == sorted(xs)
    bar.slider.setFocus()
    person.key(RIGHT, RIGHT)
    assert person.window.replay.position == 2
    person.key(LEFT)
    assert person.window.replay.position == 1


@pytest.mark.parametrize("sign", ["play", "event", "next mark"])
def test_the_signs_on_transport_buttons_are_not_mirrored(qtbot, qapp: QApplication, sign: str) -> None:
    pictures = []
    for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
        button = TransportButton(sign, "Go on")
        button.setLayoutDirection(direction)
        qtbot.addWidget(button)
        pictures.append(button.grab().toImage())
    assert pictures[0] == pictures[1]


# ------------------------------------------------------------------ words


@pytest.mark.parametrize("width", range(200, 400, 20))
def test_the_lines_of_a_label_are_aligned_at_the_right(qtbot, dressed, width: int) -> None:
    dressed("light", 1.0)
    text = "خوش آمدید! شما و کامپیوتر در یک جاده می‌رانید، و هر کس زودتر برسد سفر را کامل کرده است."
    words = label(text, "text", wrap=True)
    words.setIndent(12)
    qtbot.addWidget(words)
    words.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    words.setFixedWidth(width)
    words.setFixedHeight(words.heightForWidth(width))
    seen = QImage(words.size(), QImage.Format.Format_RGB32)
    seen.fill(Qt.GlobalColor.white)
    words.render(seen, QPoint(), renderFlags=QWidget.RenderFlag.DrawChildren)
    ink = [[x for x in range(width) if seen.pixelColor(x, y).lightness() < 128] for y in range(seen.height())]
    lines = [list(rows) for written, rows in groupby(ink, bool) if written]
    starts = [max(max(row) for row in rows) for rows in lines if len(rows) > 8]
    assert len(starts) > 1
    assert max(starts) - min(starts) <= 1
    assert width - 18 < max(starts) < width - 12, "indented like a note below its button"


# ------------------------------------------------------------------ numbers


def test_the_number_of_a_deal_may_have_persian_digits(persian: Home) -> None:
    person = persian.open()
    person.window.games.ask_number()
    dialog = person.dialog(NumberDialog)
    dialog.field.insert("۱۱")  # these digits come from a Persian keyboard
    person.key(Qt.Key.Key_Return)
    assert persian.saved().seed == 11


@pytest.mark.parametrize(("written", "points"), [("۲٬۰۰۰", "2000"), ("۲۵۰۰", "2500"), ("2500", "2500"), ("٢٥", "25")])
def test_a_target_may_have_persian_digits(persian: Home, qtbot, written: str, points: str) -> None:
    persian.open()
    field = TargetField((1200, 2000))
    qtbot.addWidget(field)
    assert [field.itemText(at) for at in range(field.count())] == ["۱٬۲۰۰", "۲٬۰۰۰"]
    field.lineEdit().selectAll()
    field.lineEdit().insert(written)
    assert field.points() == points


def test_a_set_of_cards_in_short_has_the_digits_of_the_language(persian: Home) -> None:
    persian.open()
    assert [taken_set(RANKS[place]) for place in (2, 8, 10)] == ["۴-۴-۴", "۱۰-۱۰-۱۰", "Q-Q-Q"]


def test_a_finding_has_no_unreadable_sign_in_the_players_name(persian: Home) -> None:
    person = a_win(persian)
    sql(persian, "UPDATE games SET points_0 = 100")
    (line,) = findings(check(person))
    assert "The game of \u2068Anna\u2069 on ۴ مه ۲۰۲۶" in line
    assert "\ufffd" not in line


def test_arrow_keys_turn_help_pages_in_the_direction_of_the_buttons(persian: Home, qtbot) -> None:
    person = persian.open()
    person.window.dialog_stack.show_help("playing")
    page = person.window.dialog_stack.help
    assert page is not None
    qtbot.waitExposed(page)
    page.show_topic("hazards")
    alt = Qt.KeyboardModifier.AltModifier
    assert page.back.x() > page.forward.x()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    qtbot.keyClick(page.page, RIGHT, alt)
    qtbot.waitUntil(lambda: not page.back.isEnabled())
    qtbot.keyClick(page.page, LEFT, alt)
    qtbot.waitUntil(page.back.isEnabled)


# ------------------------------------------------------------------ the mouse


def test_a_dragged_card_stays_under_the_pointer_and_lands_where_released(persian: Home) -> None:
    person = persian.open(going().record())
    person.draw()
    before = person.hand
    card = before[1]
    start = person.at(slot_names.hand(1))
    person.press(start)
    person.move(start + QPoint(5, 5))
    there = person.spot(200, 150)
    person.move(there)
    (flight,) = person.flights()
    middle = flight.sceneBoundingRect().center()
    assert (middle.x(), middle.y()) == pytest.approx((200, 150), abs=8)
    person.release(slot_names.DISCARD)
    person.settled()
    assert f"0 discard {card}" in person.home.acts()
    person.looks_right()


def test_other_cards_move_into_the_gap_of_a_dragged_card(persian: Home) -> None:
    person = persian.open(going().record())
    person.draw()
    before = person.hand
    person.press(slot_names.hand(0))
    person.move(person.at(slot_names.hand(0)) - QPoint(5, 0))
    person.move(slot_names.hand(3))
    moved = [person.table.slots[slot_names.hand(index)].pos().x() for index in (1, 2, 3)]
    assert all(dx > 0 for dx in moved), "to the right, into the gap of the dragged card"
    person.release(slot_names.hand(3))
    assert person.hand == (*before[1:4], before[0], *before[4:])
    person.looks_right()
    for one, other in pairwise(range(len(before))):
        assert x_of(person, slot_names.hand(one)) > x_of(person, slot_names.hand(other))


def test_a_paragraph_begins_on_a_new_line(qtbot):
    """The label paints such paragraphs itself."""

    def inked_rows(text: str) -> int:
        made = label(text, "body")
        qtbot.addWidget(made)
        made.setWordWrap(True)
        made.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        made.setAlignment(Qt.AlignmentFlag.AlignTop)
        made.resize(400, 120)
        picture = made.grab().toImage()
        ground = picture.pixelColor(0, 119)
        inked = [y for y in range(120) if any(picture.pixelColor(x, y) != ground for x in range(0, 400, 2))]
        return inked[-1] - inked[0]

    assert inked_rows("one\ntwo") > 1.5 * inked_rows("one two")
