"""The hidden hand stays hidden: in words, tips, titles, the log, the clipboard and pictures.

Two games differ only in a card that the player at the table may not know. Everything that the window offers must be the
same in both games.
"""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations, product
from typing import Any, NamedTuple

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from desktop.driver import Home, Person
from mile_bones.desktop import screen_reader
from mile_bones.desktop.controllers.puzzle import Setting as PuzzleSetting
from mile_bones.desktop.curtain import Curtain
from mile_bones.desktop.dialogs.question import QuestionDialog
from mile_bones.desktop.screen_reader import spoken_words
from mile_bones.desktop.table.slot_buttons import SlotButton
from mile_bones.desktop.table.tool_buttons import ToolButton
from mile_bones.engine.record import GIVEN_UP, Record
from mile_bones.games import GAMES, read_record, spec
from mile_bones.library.settings import TUTOR
from mile_bones.match.match import Match
from mile_bones.match.position import Position
from mile_bones.match.puzzle import Puzzle
from mile_bones.match.seats import Computer
from mile_bones.match.seats import Person as Somebody
from mile_bones.players import usual_level
from mile_bones.players.coach import Rating, Worth
from mile_bones.storage.records import save_record
from mile_bones.storage.settings import ANIMATION, LOG, NAME, SORT, TEXT, Setting
from stories import ALONE, begun

pytestmark = pytest.mark.gui

TEXTS = (
    *(QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value),
    *(QAccessible.Text.Help, QAccessible.Text.Accelerator),
)
WITH_SECRETS = [(game, rules.name) for game in GAMES if spec(game).has_hidden_cards for rules in spec(game).rule_sets]
PEOPLE = (Somebody("Anna"), Somebody("Bert"))


class Seen(NamedTuple):
    """Everything that a window offers to eyes, ears and programs."""

    words: list[str]
    pictures: bytes


def what_is_seen(person: Person) -> Seen:
    """Return all texts of the window, and its picture. Texts of hidden objects count, because programs can read
    them.
    """
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QApplication.processEvents()
    words, told = [f"clipboard: {QGuiApplication.clipboard().text()}"], []
    for thing in everything(QAccessible.queryAccessibleInterface(person.window)):
        if thing.role() == QAccessible.Role.Notification:
            told.append(thing.text(QAccessible.Text.Name))
            continue
        words += [thing.role().name, *(thing.text(kind) for kind in TEXTS)]
    words.append(" ".join(text for text in told if text))  # sentences may be joined in one notification
    for widget in (person.window, *person.window.findChildren(QWidget)):
        words += [widget.windowTitle(), widget.toolTip(), widget.statusTip(), widget.whatsThis()]
    image = person.window.grab().toImage()
    return Seen([word for word in words if word], bytes(image.constBits()))


def everything(top: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    yield top
    for number in range(top.childCount()):
        child = top.child(number)
        if child is not None and child.isValid():
            yield from everything(child)


def with_another_card(record: Record, seat: int) -> Record:
    """Return the same game with another card in the hand of this seat. This card has never been seen in the game."""
    match = resumed(record)
    shape = json.loads(record.to_json())
    deal = shape["hands" if "hands" in shape else "deals"][-1]
    stock, hand = deal["deck" if "deck" in deal else "stock"], deal["dealt"][seat]
    told = {word for action in deal["actions"] for word in action.split()}
    for own, place in product(range(len(hand)), reversed(range(len(stock)))):
        if hand[own] == stock[place] or hand[own] in told or stock[place] in told:
            continue
        hand[own], stock[place] = stock[place], hand[own]
        found = read_record(json.dumps(shape))
        with contextlib.suppress(ValueError):
            again = resumed(found)
            same = again.observation(1 - seat) == match.observation(1 - seat)
            if same and again.observation(seat) != match.observation(seat):
                return replace(found, id=found.id[::-1])  # to the history, it is another game
        hand[own], stock[place] = stock[place], hand[own]
    raise AssertionError("no card can be exchanged")


def with_another_draw(record: Record) -> tuple[Record, list[str]]:
    """Return the same game in which the player to move draws another card. Also return a turn that keeps this card
    hidden.
    """
    shape = json.loads(record.to_json())
    deal = shape["hands" if "hands" in shape else "deals"][-1]
    stock = deal["deck" if "deck" in deal else "stock"]
    match = resumed(record)
    for one, other in combinations(range(len(stock)), 2):
        if stock[one] == stock[other]:
            continue
        stock[one], stock[other] = stock[other], stock[one]
        found = read_record(json.dumps(shape))
        with contextlib.suppress(ValueError):
            if all(resumed(found).observation(seat) == match.observation(seat) for seat in (0, 1)):
                turn = a_turn_that_hides(record, found)
                if turn:
                    return replace(found, id=found.id[::-1]), turn
        stock[one], stock[other] = stock[other], stock[one]
    raise AssertionError("no draw can be exchanged")


def a_turn_that_hides(record: Record, other: Record) -> list[str]:
    """Return a turn that is legal in both games and shows a difference only to its player, or [] if there is none."""
    matches, texts = (resumed(record), resumed(other)), []
    seat = matches[0].current_player
    while matches[0].current_player == seat and len(texts) < 9:
        actions = [{str(action): action for action in match.observation(seat).legal_actions()} for match in matches]
        both = [text for text in actions[0] if text in actions[1]]
        if not both:
            return []
        texts.append(both[-1] if texts else both[0])  # a draw comes first, a discard last
        for match, known in zip(matches, actions, strict=True):
            match.submit(seat, known[texts[-1]])
    same = [matches[0].observation(one) == matches[1].observation(one) for one in (seat, 1 - seat)]
    return texts if same == [False, True] and matches[1].current_player != seat else []


def resumed(record: Record) -> Match:
    return Match.resume(record, lambda _record: None, level="easy")


def opened(home: Home, record: Record, more: Mapping[Setting[Any], Any] = {}) -> Person:
    """Open this game on an empty profile, with ``more`` settings."""
    shutil.rmtree(home.root, ignore_errors=True)
    home.set({NAME: "Anna", ANIMATION: "off", SORT: True, **more})
    section = spec(record.game).section
    home.profile.games_dir.mkdir(parents=True)
    save_record(home.profile.games_dir / f"current{section and '-'}{section}-1.json", record)
    person = home.open(game=record.game)
    assert person.play.match.id == record.id
    return person


def shown(
    home: Home, record: Record, look: Callable[[Person], Iterator[Seen]], more: Mapping[Setting[Any], Any] = {}
) -> list[Seen]:
    """Return everything that is seen in this game at the moments that `look` yields."""
    found = list(look(opened(home, record, more)))
    home.leave_all()
    return found


def alike(one: list[Seen], other: list[Seen]) -> None:
    assert len(one) == len(other) > 0
    for number, (first, second) in enumerate(zip(one, other, strict=True)):
        assert first.words == second.words, f"moment {number}"
        assert first.pictures == second.pictures, f"the picture of moment {number}"


def curtain(person: Person) -> Curtain | None:
    current = person.window.boards.currentWidget()
    return current if isinstance(current, Curtain) else None


def lift(person: Person) -> None:
    person.wait_until(lambda: curtain(person) is not None)
    person.click_button(curtain(person).button)
    person.settled()
    person.window.turns.hurry()
    told(person)


def told(person: Person) -> None:
    """Wait until the accessible names describe the table, or a curtain hides it."""
    person.wait_until(lambda: not person.table._words_change.isActive())


def a_turn(record: Record, other: Record) -> list[str]:
    """Return a turn that can be played in both games."""
    both, texts = (resumed(record), resumed(other)), []
    seat = both[0].current_player
    while both[0].current_player == seat:
        one, two = ([str(action) for action in match.observation(seat).legal_actions()] for match in both)
        texts.append(next(text for text in reversed(one) if text in two))
        for match in both:
            seen = match.observation(seat)
            match.submit(seat, next(action for action in seen.legal_actions() if str(action) == texts[-1]))
    return texts


def play(person: Person, texts: list[str]) -> Iterator[None]:
    """Carry out these actions one after another."""
    for text in texts:
        seen = person.play.match.observation(person.play.viewer)
        person.play.choose(next(action for action in seen.legal_actions() if str(action) == text))
        person.settled_or(lambda: curtain(person) is not None)
        told(person)
        yield


@pytest.fixture(params=[{}, {LOG: "open"}, {TEXT: "200"}], ids=["usual", "log", "large"])
def settings(request: pytest.FixtureRequest) -> Mapping[Setting[Any], Any]:
    """Settings that let the window show more: the log, or the compact form of the table with its magnifier."""
    return request.param


@pytest.mark.sample(slow=3, proof=8)
@pytest.mark.parametrize(("game", "rules"), WITH_SECRETS)
@pytest.mark.parametrize("seed", [1, 2])
def test_two_people_see_nothing_of_each_others_hands(
    home: Home, game: str, rules: str, seed: int, settings: Mapping[Setting[Any], Any]
):
    record = begun(game, rules, PEOPLE, seed)
    other = with_another_card(record, 1)
    turn = a_turn(record, other)

    def look(person: Person) -> Iterator[Seen]:
        person.wait_until(lambda: curtain(person) is not None)
        yield what_is_seen(person)
        lift(person)
        yield what_is_seen(person)
        for _done in play(person, turn):
            yield what_is_seen(person)

    alike(shown(home, record, look, settings), shown(home, other, look, settings))


@pytest.mark.sample(slow=3, proof=8)
@pytest.mark.parametrize(("game", "rules"), WITH_SECRETS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_hand_of_two_people_is_hidden_again_after_the_turn(
    home: Home, game: str, rules: str, seed: int, settings: Mapping[Setting[Any], Any]
):
    record = begun(game, rules, PEOPLE, seed)
    other = with_another_card(record, 0)
    turn = a_turn(record, other)

    def look(person: Person) -> Iterator[Seen]:
        person.wait_until(lambda: curtain(person) is not None)
        yield what_is_seen(person)
        lift(person)
        for _done in play(person, turn):
            pass
        person.wait_until(lambda: curtain(person) is not None)
        yield what_is_seen(person)
        lift(person)
        yield what_is_seen(person)

    alike(shown(home, record, look, settings), shown(home, other, look, settings))


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("leave", ["the chooser", "another game"])
@pytest.mark.parametrize(("game", "rules"), WITH_SECRETS)
def test_a_hand_of_two_people_is_hidden_while_something_else_is_shown(home: Home, game: str, rules: str, leave: str):
    record = begun(game, rules, PEOPLE, 1)
    other = with_another_card(record, 0)

    def look(person: Person) -> Iterator[Seen]:
        lift(person)
        board = person.table
        person.window.choose_game()
        if leave == "another game":
            person.window.games.new_game_of("millieu", ALONE)
        person.settled_or(lambda: not board.isVisible())
        things = map(QAccessible.queryAccessibleInterface, board.findChildren(QAbstractButton))
        words = [thing.text(kind) for thing in things for kind in TEXTS]
        yield Seen([*words, board.message_label.text(), str([each.geometry() for each in board.buttons.values()])], b"")

    alike(shown(home, record, look), shown(home, other, look))


def to_a_replay(person: Person, game: str) -> Callable[[], object]:
    """Show the replay of a round that two people gave up. Return a function that leaves the replay."""
    person.window.games.replay_record(replace(begun(game, spec(game).rule_sets[0].name, PEOPLE, 5), ended=GIVEN_UP))
    return lambda: person.click_button(person.window.replay.bar.leave)


def to_a_lesson(person: Person) -> Callable[[], object]:
    person.window.menus.lesson.trigger()
    return person.window.lesson.leave


def to_a_coup(person: Person) -> Callable[[], object]:
    person.choose("Practice", "Coup of the day")
    person.settled_or(lambda: person.window.puzzle.turns is not None)
    return person.window.puzzle.leave


WAYS_OUT = {
    "lesson": to_a_lesson,
    "coup": to_a_coup,
    **{f"replay of {game}": partial(to_a_replay, game=game) for game in GAMES},
}
"""Functions that show something else in place of a game. Each of them returns a function that goes back to the game."""


@pytest.mark.sample(slow=2, proof=4)
@pytest.mark.parametrize("way", WAYS_OUT)
@pytest.mark.parametrize("lifted", [False, True])
@pytest.mark.parametrize(("game", "rules"), WITH_SECRETS)
def test_two_people_can_return_to_their_game_from_every_other_view(
    home: Home, game: str, rules: str, lifted: bool, way: str
):
    person = opened(home, begun(game, rules, PEOPLE, 1))
    person.wait_until(lambda: curtain(person) is not None)
    if lifted:
        lift(person)
    before = person.play.match.record()
    come_back = WAYS_OUT[way](person)
    person.wait_until(lambda: curtain(person) is None)
    come_back()
    person.wait_until(lambda: curtain(person) is not None)
    assert person.window.boards.game == game and person.play.match.record() == before
    lift(person)
    assert person.sees == person.may_know


@pytest.mark.parametrize(("game", "rules"), WITH_SECRETS)
def test_behind_the_curtain_redo_is_disabled_and_no_entry_names_a_move(home: Home, game: str, rules: str):
    """Perhaps only one of the two people has seen the move that was taken back, so redo must not reveal it."""

    def look(person: Person) -> Iterator[Seen]:
        lift(person)
        match, menus = person.play.match, person.window.menus
        person.play.choose(person.sees.legal_actions()[0])
        person.settled()
        assert ": " in menus.undo.text()
        person.play.undo()
        person.wait_until(lambda: curtain(person) is not None)
        said: list[str] = []
        spoken_words().said.connect(said.append)
        length = match.length
        for _time in range(2):
            assert (menus.undo.text(), menus.redo.text()) == ("&Undo", "&Redo")
            person.key(Qt.Key.Key_Y, modifiers=Qt.KeyboardModifier.ControlModifier)
            person.play.redo()
            assert match.length == length and curtain(person) is not None
            assert not menus.redo.isEnabled() and not menus.undo.isEnabled(), "nobody has agreed to undo or redo"
        assert said == []
        lift(person)
        assert menus.redo.text().startswith("&Redo: ")
        person.play.redo()
        person.settled_or(lambda: curtain(person) is not None)
        assert match.length == length + 1
        yield what_is_seen(person)

    shown(home, begun(game, rules, PEOPLE, 1), look)


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize(("game", "rules"), WITH_SECRETS)
def test_a_hint_that_both_agree_to_waits_until_the_curtain_is_lifted(home: Home, game: str, rules: str):
    def look(person: Person) -> Iterator[Seen]:
        lift(person)
        hints = person.window.hints
        while len(person.sees.legal_actions()) < 2:
            person.play.choose(person.sees.legal_actions()[0])
            person.settled()
        person.wait_until(lambda: hints._known is not None)  # the tutor has thought about this choice
        said: list[str] = []
        spoken_words().said.connect(said.append)
        hints.ask()
        person.click_button(person.dialog(QuestionDialog).yes)
        person.wait_until(lambda: not person.dialogs())
        QApplication.processEvents()
        assert curtain(person) is not None
        assert [text for text in said if "Hint" in text] == [] == [text for text in (person.message,) if text]
        lift(person)
        assert person.message.startswith("Hint: ")
        yield what_is_seen(person)

    shown(home, begun(game, rules, PEOPLE, 1), look, {TUTOR: True})


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize(
    ("game", "before_it"),
    [
        *product(GAMES, ("the chooser", "another game")),
        *((game, "the curtain") for game in GAMES if spec(game).has_hidden_cards),
    ],
)
def test_hidden_buttons_do_nothing_when_pressed(home: Home, game: str, before_it: str):
    """A program that reads the window finds hidden buttons, too. The buttons of menu entries do the same as the
    menus.
    """
    seats = PEOPLE if before_it == "the curtain" else ALONE

    def look(person: Person) -> Iterator[Seen]:
        games = person.window.games
        board = person.table
        if before_it == "the curtain":
            person.wait_until(lambda: curtain(person) is not None)
        else:
            person.settled()
            if before_it == "the chooser":
                person.window.choose_game()
            else:
                games.new_game_of(next(one for one in GAMES if one != game), seats)
            person.settled_or(lambda: not board.isVisible())
        record, seen = person.play.match.record(), what_is_seen(person)
        buttons = [button for button in board.findChildren(QAbstractButton) if not isinstance(button, ToolButton)]
        hidden = [button for button in buttons if not button.isVisible()]
        assert hidden
        for button in hidden:
            button.click()
            assert person.play.match.record() == record
        yield seen
        yield what_is_seen(person)

    before, after = shown(home, begun(game, spec(game).rule_sets[0].name, seats, 1), look)
    alike([before], [after])


@pytest.fixture(params=["announcements", "notices"])
def reader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a screen reader listen in one of the two ways, although no bus can report this reader."""
    ways = screen_reader._Ways(announced=request.param == "announcements", shown=request.param == "notices")
    monkeypatch.setattr(screen_reader._Readers, "_ask", lambda _self, told: told(object()))
    monkeypatch.setattr(screen_reader, "_ways", lambda _registered: ways)
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.mark.sample(slow=2)
@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(("game", "rules"), WITH_SECRETS)
def test_a_screen_reader_finds_no_card_as_soon_as_the_curtain_is_shown(home: Home, game: str, rules: str):
    record = begun(game, rules, PEOPLE, 1)
    other = with_another_card(record, 0)
    turn = a_turn(record, other)

    def look(person: Person) -> Iterator[Seen]:
        person.wait_until(lambda: curtain(person) is not None)
        lift(person)
        for _action in play(person, turn):
            pass
        person.wait_until(lambda: curtain(person) is not None)
        places = map(QAccessible.queryAccessibleInterface, person.window.findChildren(SlotButton))
        yield Seen([place.text(kind) for place in places for kind in TEXTS], b"")

    alike(shown(home, record, look), shown(home, other, look))


@pytest.mark.sample(slow=2)
@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("way", WAYS_OUT)
@pytest.mark.parametrize(("game", "rules"), WITH_SECRETS)
def test_a_screen_reader_finds_no_card_as_soon_as_another_view_is_shown(home: Home, game: str, rules: str, way: str):
    record = begun(game, rules, PEOPLE, 1)
    other = with_another_card(record, 0)

    def look(person: Person) -> Iterator[Seen]:
        lift(person)
        board = person.table
        before = words_of(board)
        WAYS_OUT[way](person)
        assert words_of(board) != before
        yield Seen(words_of(board), b"")

    def words_of(board: Any) -> list[str]:
        things = [QAccessible.queryAccessibleInterface(button) for button in board.buttons.values()]
        return [thing.text(kind) for thing in things for kind in TEXTS]

    alike(shown(home, record, look), shown(home, other, look))


@pytest.fixture(params=[0, 3_600_000], ids=["at once", "together"])
def gathered(request: pytest.FixtureRequest) -> Iterator[list[screen_reader.Gathered]]:
    """Yield the queues that hand sentences to readers. They hand over all sentences at once, or only the first until
    the test asks for the rest.
    """
    readers = QApplication.instance().findChild(screen_reader._Readers) or screen_reader._Readers(
        QApplication.instance()
    )
    found = [readers._announcements, readers._notices]
    usual = [each._timer.interval() for each in found]
    for each in found:
        each._timer.stop()
        each._timer.setInterval(request.param)
    yield found
    for each, apart in zip(found, usual, strict=True):
        each._timer.stop()
        each._timer.setInterval(apart)


@pytest.mark.sample(slow=2, proof=4)
@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(("game", "rules"), WITH_SECRETS)
def test_a_card_drawn_and_kept_is_not_announced_to_the_next_player(
    home: Home, game: str, rules: str, gathered: list[screen_reader.Gathered]
):
    record = begun(game, rules, PEOPLE, 1)
    other, turn = with_another_draw(record)

    def look(person: Person) -> Iterator[Seen]:
        person.wait_until(lambda: curtain(person) is not None)
        lift(person)
        for _action in play(person, turn):
            pass
        person.wait_until(lambda: curtain(person) is not None)
        for each in gathered:
            each._go_on()
        yield what_is_seen(person)
        lift(person)
        yield what_is_seen(person)

    alike(shown(home, record, look), shown(home, other, look))


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize(("game", "rules"), WITH_SECRETS)
def test_the_computers_hand_is_hidden_in_a_game_and_its_replay(home: Home, game: str, rules: str):
    record = begun(game, rules, (Somebody("Anna"), Computer(usual_level(game), "Computer")), 1)
    other = with_another_card(record, 1)

    def look(person: Person) -> Iterator[Seen]:
        person.settled()
        yield what_is_seen(person)
        person.window.games.replay_record(replace(person.play.match.record(), ended=GIVEN_UP))
        replay = person.window.replay
        for position in (0, replay.bar.slider.maximum()):
            replay.go_to(position)
            yield what_is_seen(person)
        person.click_button(replay.bar.leave)
        person.settled()
        yield what_is_seen(person)

    alike(shown(home, record, look), shown(home, other, look))


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize(("game", "rules"), WITH_SECRETS)
def test_a_replay_of_two_people_shows_one_hand_of_an_open_round(home: Home, game: str, rules: str):
    record = begun(game, rules, PEOPLE, 1)
    other = with_another_card(record, 1)

    def look(person: Person) -> Iterator[Seen]:
        person.wait_until(lambda: curtain(person) is not None)
        person.window.games.replay_record(replace(person.play.match.record(), ended=GIVEN_UP))
        replay = person.window.replay
        views = replay.bar.view
        for view, position in product(range(views.count()), (0, replay.bar.slider.maximum())):
            views.setCurrentIndex(view)
            replay.go_to(position)
            yield what_is_seen(person)
        for view in range(views.count()):
            views.setCurrentIndex(view)
            replay.go_to(0)
            while replay.position < replay.bar.slider.maximum():
                replay.bar.step_requested.emit(1)
                person.wait_until(lambda: not person.table.animator.running)
            yield what_is_seen(person)
        person.click_button(replay.bar.leave)
        person.wait_until(lambda: curtain(person) is not None)
        yield what_is_seen(person)

    alike(shown(home, record, look), shown(home, other, look))


@pytest.mark.sample(slow=1)
@pytest.mark.parametrize(("game", "rules"), WITH_SECRETS)
def test_the_opponents_hand_is_hidden_in_a_puzzle(home: Home, game: str, rules: str):
    record = begun(game, rules, PEOPLE, 1)
    match = resumed(record)
    while len(match.observation(0).legal_actions()) < 2:
        match.submit(0, match.observation(0).legal_actions()[0])
    record = match.record()
    other = with_another_card(record, 1)

    def look(person: Person, record: Record) -> Iterator[Seen]:
        position = Position.at_end(record)
        worths = tuple(
            Worth(str(action), 9.0 - number, 0.5, 9.0, 0.1) for number, action in enumerate(position.legal_actions())
        )
        setting = PuzzleSetting("Puzzle", "1", "practice", again=lambda: pytest.fail)
        person.window.puzzle.show(Puzzle(position, Rating(worths, 9)), setting)
        person.wait_until(lambda: person.window.puzzle.turns.idle)
        yield what_is_seen(person)
        person.window.puzzle.bar.show_requested.emit()
        yield what_is_seen(person)

    found = [shown(home, each, lambda person, each=each: look(person, each)) for each in (record, other)]
    alike(*found)
