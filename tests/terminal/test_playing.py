"""mille at the keyboard: every command of the manual page, whole hands, and mistakes, which change nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from mile_bones import i18n, resources
from mile_bones.engine.errors import Refusal
from mile_bones.games.milebones.actions import DISCARD, DRAW, PLAY
from mile_bones.games.milebones.cards import SAFETIES, Card
from mile_bones.games.milebones.game import MileBones
from mile_bones.games.milebones.words import REFUSAL_CODES, card_name
from mile_bones.i18n import gettext
from mile_bones.library.game_library import GameLibrary
from mile_bones.library.settings import LEVEL
from mile_bones.storage.ini import Ini
from mile_bones.storage.settings import Settings
from mile_bones.terminal import sayings
from mile_bones.terminal.board import ERROR_WIDTH
from mile_bones.terminal.canvas import columns
from stories import Story, going, near_the_goal, three_wins
from terminal.seat import NOON, Home, Seat

pytestmark = pytest.mark.slow  # runs the whole program on a simulated screen
LANGUAGES = [Path(name).stem for name in resources.names("translations", ".po")]


@pytest.fixture
def language() -> Iterator[Callable[[str], object]]:
    """Return a function that sets the language by its code. After the test the language is English again."""
    yield lambda code: i18n.install([code], folder=resources.path("translations"))
    i18n.install()


# ------------------------------------------------------------------ the screen


def test_the_screen_has_the_layout_of_the_manual(home: Home):
    async def script(seat: Seat) -> None:
        lines = seat.screen
        assert seat.at(5, 0, 8) == "--HAND--" and seat.at(5, 20, 8) == "--DECK--"
        assert [line[0] for line in lines[6:13]] == list("P123456")
        assert seat.at(6, 22, 3) == "89"
        for column in (0, 20):
            assert seat.at(13, column, 10) == "--BATTLE--" and seat.at(15, column, 9) == "--SPEED--"
        assert seat.at(17, 0, 11) == seat.at(17, 41, 11) == "--MILEAGE--"
        window = "\n".join(line[41:] for line in lines[:16])
        for words in ("You", "Comp", "Value", "Milestones Played", "Hand Total", "Overall Total", "Games"):
            assert words in window
        for command in ("p: pick", "u: use #", "d: discard #", "w: toggle window", "q: quit", "s: save", "?: help"):
            assert command in window
        assert seat.prompt == ">>:Move:"
        assert all(len(line) <= 80 for line in lines) and len(lines) <= 24

    home.sit(script, seed=5)


def test_the_screen_shows_everything_on_the_table(home: Home):
    story = Story("GO 100 100 EXTRA_TANK 25 25", "OUT_OF_GAS GO GASOLINE SPEED_LIMIT 200 REPAIRS", rules="mille")
    story.me("draw 25", "play GO").computer("draw GO", "play OUT_OF_GAS").me("play EXTRA_TANK").comes("25 50")
    story.me("play 100").computer("draw 75", "play GO").me("draw STOP", "play 25").computer(
        "draw 75", "play SPEED_LIMIT"
    )
    home.leave(story.record())

    async def script(seat: Seat) -> None:
        assert seat.at(0, 0, 1) == "*" and seat.at(0, 2, 17) == "Extra Tank", "a coup fourré"
        assert seat.at(16, 2, 17) == "Speed Limit"
        assert seat.at(14, 22, 17) == "Go"
        assert (seat.at(18, 0, 39), seat.at(21, 0, 39)) == ("25", "100")
        assert (seat.at(11, 20, 19), seat.at(12, 20, 19)) == ("PLAY", "Speed Limit")
        assert seat.at(1, 60, 5) == "125" and seat.at(4, 60, 5) == "300"
        assert "You are" not in seat.error

    home.sit(script)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (200, 60)])
def test_a_larger_terminal_shows_the_same_screen(home: Home, size: tuple[int, int]):
    shown = []

    async def script(seat: Seat) -> None:
        shown.append(seat.screen)

    home.sit(script, seed=5)
    home.sit(script, size, seed=5, new=True)
    assert shown[0] == shown[1]


def test_a_smaller_terminal_shows_the_needed_size_and_ignores_keys(home: Home):
    async def script(seat: Seat) -> None:
        await seat.press("p")
        await seat.resize(70, 20)
        assert "80 columns and 24 lines" in " ".join(seat.screen) and "70 and 20" in " ".join(seat.screen)
        assert seat.app.screen.scrollbars_enabled == (False, False)
        acts = home.acts()
        await seat.press("d", "1", "enter", "s", "q", "y", "ctrl+z")
        assert home.acts() == acts and not seat.bells, "keys have no effect while the board is hidden"
        await seat.resize(90, 30)
        assert seat.prompt == ">>:Move:" and seat.slots["P"] and not seat.error
        await seat.resize(70, 20)
        await seat.press("ctrl+c")

    assert home.sit(script, seed=5) == 0


def test_ctrl_c_asks_at_any_prompt_and_the_answer_no_returns_to_the_prompt(home: Home):
    async def script(seat: Seat) -> None:
        for keys in ((), ("u", "1"), ("question_mark",), ("s", "a"), ("q",)):
            await seat.press(*keys)
            before = seat.screen
            await seat.press("ctrl+c")
            assert seat.prompt == "Really?"
            await seat.press("ctrl+c")
            assert seat.prompt == "Really?"
            await seat.press("n")
            assert seat.screen == before or keys == ("q",)
            await seat.press("escape", "escape", "n")
            assert seat.prompt == ">>:Move:"
        await seat.press("ctrl+c", "y")

    assert home.sit(script, seed=5) == 0


def test_the_page_of_commands_fills_its_lines(home: Home):
    async def script(seat: Seat) -> None:
        await seat.press("question_mark")
        lines = seat.screen
        for line, after in pairwise(lines):
            begins = after[2:3] != " " and after[3:5] == "  "  # the next command begins
            if line.strip() and after.strip() and not begins:
                assert len(line) + 1 + len(after.split()[0]) > 78, (line, after)
                assert not after.startswith("     ") or line[3:5] == "  ", (line, after)
        assert any("Press any key" in line for line in lines)

    home.sit(script, seed=5)


def test_the_option_ascii_gives_an_ascii_screen(home: Home):
    async def script(seat: Seat) -> None:
        assert "Each Coup Fourre " in "\n".join(seat.screen)
        await seat.press("question_mark")
        assert all(line.isascii() for line in seat.screen)

    home.sit(script, ascii_only=True)


# ------------------------------------------------------------------ the commands


@pytest.mark.parametrize("key", ["p", "P"])
def test_p_picks_a_card_into_slot_p(home: Home, key: str):
    async def script(seat: Seat) -> None:
        before = seat.slots
        assert before["P"] == ""
        await seat.press(key)
        after = seat.slots
        assert after["P"] and {**after, "P": ""} == before, "all other cards keep their slots"
        assert seat.at(6, 22, 3) == "88"
        assert home.acts() == ("0 draw",)

    home.sit(script, seed=5)


@pytest.mark.parametrize("end", ["enter", "space"])
@pytest.mark.parametrize(("verb", "act"), [("u", "play"), ("U", "play"), ("d", "discard"), ("D", "discard")])
def test_u_and_d_play_and_discard_a_card_by_its_slot(home: Home, verb: str, act: str, end: str):
    home.leave(Story("GO 100 100 25 25 25", rules="mille").record())

    async def script(seat: Seat) -> None:
        await seat.press("p", verb)
        assert seat.prompt == f">>:Move: {verb.upper()}"
        slot = next(key for key, card in seat.slots.items() if card == "Go")
        await seat.press(slot)
        assert seat.prompt == f">>:Move: {verb.upper()}{slot}"
        assert home.acts() == ("0 draw",), "nothing is done before Return or Space"
        await seat.press(end)
        assert home.acts()[1] == f"0 {act} GO"
        assert seat.slots["P"] == "", "the card just picked has moved to the slot that is free"

    home.sit(script)


def test_the_card_just_picked_is_called_p(home: Home):
    home.leave(Story("100 100 100 25 25 25", coming="GO", rules="mille").record())

    async def script(seat: Seat) -> None:
        await seat.press("p", "u", "p", "enter")
        assert home.acts()[1] == "0 play GO"

    home.sit(script)


@pytest.mark.parametrize(
    ("keys", "prompt"),
    [
        (("backspace",), ">>:Move: U"),
        (("backspace", "backspace"), ">>:Move:"),
        (("ctrl+u",), ">>:Move:"),
        (("escape",), ">>:Move:"),
        (("backspace", "2"), ">>:Move: U2"),
    ],
    ids=str,
)
def test_a_number_can_be_erased_before_return(home: Home, keys: tuple[str, ...], prompt: str):
    async def script(seat: Seat) -> None:
        await seat.press("p", "u", "1", *keys)
        assert seat.prompt == prompt
        assert home.acts() == ("0 draw",) and seat.bells == 0

    home.sit(script, seed=5)


def test_o_switches_the_ordering_of_the_hand_on_and_off(home: Home):
    home.leave(Story("GO 100 STOP 25 200 25", coming="50", rules="mille").record())

    async def script(seat: Seat) -> None:
        assert list(seat.slots.values()) == ["", "Go", "100", "Stop", "25", "200", "25"], "off at first"
        await seat.press("o")
        assert list(seat.slots.values()) == ["", "25", "25", "100", "200", "Stop", "Go"]
        assert "o: stop ordering" in "\n".join(seat.screen)
        await seat.press("p")
        assert seat.slots["P"] == "50"
        await seat.press("d", "1", "enter")
        assert list(seat.slots.values())[1:] == ["25", "50", "100", "200", "Stop", "Go"]
        await seat.press("O", "p")
        assert list(seat.slots.values())[1:] == ["25", "50", "100", "200", "Stop", "Go"]

    home.sit(script)


@pytest.mark.parametrize("key", ["q", "Q", "delete", "backspace"])
def test_q_and_delete_leave_after_a_question(home: Home, key: str):
    async def script(seat: Seat) -> None:
        await seat.press("p", key)
        assert seat.prompt == "Really?"
        await seat.press("n")
        assert seat.prompt == ">>:Move:"
        await seat.press(key, "y")
        assert not seat.app.is_running or seat.app.return_code == 0

    assert home.sit(script, seed=5) == 0
    assert home.acts() == ("0 draw",), "the next start continues here"


@pytest.mark.parametrize("key", ["r", "R", "ctrl+l"])
def test_r_redraws_the_same_screen(home: Home, key: str):
    async def script(seat: Seat) -> None:
        before = seat.screen
        await seat.press(key)
        assert seat.screen == before and seat.bells == 0

    home.sit(script, seed=5)


def test_w_switches_the_score_window(home: Home):
    async def script(seat: Seat) -> None:
        await seat.press("w")
        window = "\n".join(seat.screen)
        for item in ("Trip Completed", "Safe Trip", "Delayed Action", "Extension", "Shut-Out"):
            assert item in window
        assert "p: pick" not in window
        await seat.press("W")
        assert "p: pick" in "\n".join(seat.screen) and "Shut-Out" not in "\n".join(seat.screen)

    home.sit(script, seed=5)


def test_any_key_closes_the_help(home: Home):
    async def script(seat: Seat) -> None:
        before = seat.screen
        await seat.press("question_mark")
        assert "COMMANDS" in "\n".join(seat.screen)
        await seat.press("x")
        assert seat.screen == before and seat.bells == 0

    home.sit(script, seed=5)


# ------------------------------------------------------------------ mistakes


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (("x",), "unknown command: x"),
        (("f5",), "unknown command"),
        (("u", "7"), "the number of a card, or P"),
        (("u", "enter"), "the number of a card, or P"),
        (("u", "1", "2"), "Return does it"),
        (("u", "p", "enter"), "no card in slot P"),
        (("d", "1", "enter"), "pick a card first"),
        (("q", "x"), "please answer y or n"),
    ],
    ids=str,
)
def test_a_mistake_rings_the_bell_is_explained_and_changes_nothing(home: Home, keys: tuple[str, ...], words: str):
    async def script(seat: Seat) -> None:
        hand = seat.slots
        await seat.press(*keys)
        assert words in seat.error
        assert seat.bells == 1
        assert home.acts() == () and seat.slots == hand
        await seat.press("escape" if seat.prompt.startswith(">>:Move: ") else "n" if seat.prompt == "Really?" else "w")
        assert words not in seat.error, "the next key clears it"

    home.sit(script, seed=5)


def test_a_second_pick_is_a_mistake(home: Home):
    async def script(seat: Seat) -> None:
        await seat.press("p", "p")
        assert seat.error == "you have picked already" and seat.bells == 1
        assert home.acts() == ("0 draw",)

    home.sit(script, seed=5)


@pytest.mark.parametrize("code", ["en", *LANGUAGES])
def test_every_refusal_has_words_that_fit(language: Callable[[str], object], code: str) -> None:
    language(code)
    assert sayings.CODES == REFUSAL_CODES
    values = {
        "stopped_by": [(Card.STOP, Card.END_OF_LIMIT)],
        "remedy_first": [(Card.STOP, Card.SPARE_TIRE)],
        "too_far": [(1,), (975,)],
        "too_many_200s": [(2,)],
        "protected": [(card,) for card in SAFETIES],
        "hit_already": [(Card.OUT_OF_GAS,)],
        "not_in_hand": [(Card.GO,)],
        "keep_safeties": [(Card.DRIVING_ACE,)],
        "coup_or_draw": [(card,) for card in SAFETIES],
        "nothing_to_cure": [(card,) for card in (Card.GASOLINE, Card.SPARE_TIRE, Card.REPAIRS)],
    }
    for refusal in (Refusal(name, some) for name in REFUSAL_CODES for some in values.get(name, [()])):
        said = sayings.mistake(refusal, gettext("Computer"))
        assert 0 < len(columns(said)) <= ERROR_WIDTH, (refusal, said)


@pytest.mark.sample(slow=2)
@pytest.mark.parametrize("code", ["en", *LANGUAGES])
def test_a_mistake_names_the_safety_while_a_coup_is_possible(language: Callable[[str], object], code: str) -> None:
    """The window has the same rule: see ``test_drop_rules``."""
    language(code)
    luck, coups = Random(5), 0
    for seed in range(200):
        state = MileBones("mille").new_state(seed=seed)
        while not state.is_terminal() and coups < 20:
            observation = state.observation(state.current_player)
            if observation.coup is not None and DRAW in state.legal_actions():
                coups += 1
                for card in {*observation.hand} - {observation.coup}:
                    for refusal in map(state.why_not, (PLAY[card], DISCARD[card])):
                        if refusal is not None and refusal.code != "keep_safeties":
                            assert card_name(observation.coup) in sayings.mistake(refusal, "Computer")
            state.apply_action(luck.choice(state.legal_actions()))
    assert coups == 20


# ------------------------------------------------------------------ whole hands


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 4])
def test_a_whole_hand_is_played_by_keys(home: Home, seed: int):
    async def script(seat: Seat) -> None:
        await seat.play_hand()
        assert seat.prompt in ("Another hand?", "Another game?")
        window = seat.screen
        assert "Trip Completed" in "\n".join(window), "the final scoring, without being asked for"
        score = home.saved().hands[0].score
        assert seat.at(11, 60, 5) == str(score[0]["total"]) and seat.at(11, 66, 5) == str(score[1]["total"])
        assert seat.at(13, 60, 5) == str(score[0]["total"])
        await seat.press("y")
        assert seat.prompt == ">>:Move:" and "p: pick" in "\n".join(seat.screen)
        assert seat.at(13 if "Shut-Out" in "\n".join(seat.screen) else 8, 60, 5) == str(score[0]["total"])
        assert len(home.saved().hands) == 2

    home.sit(script, seed=seed)


@pytest.mark.parametrize(("answer", "act", "miles"), [("y", "0 extend yes", "1000"), ("n", "0 extend no", "700")])
def test_the_extension_is_asked_about_at_700_miles(home: Home, answer: str, act: str, miles: str):
    home.leave(near_the_goal(rules="mille").record())

    async def script(seat: Seat) -> None:
        await seat.press("p")
        slot = next(key for key, card in seat.slots.items() if card == "100")
        await seat.press("u", slot, "enter")
        assert seat.prompt == "Extension?"
        await seat.press("x")
        assert seat.bells == 1 and seat.prompt == "Extension?"
        await seat.press(answer)
        assert act in home.acts()
        if answer == "y":
            assert seat.at(4, 9, 9) == "Extension"
        else:
            assert seat.prompt == "Another hand?"

    home.sit(script)


def test_a_finished_game_counts_once_and_another_can_begin(home: Home):
    home.leave(three_wins(rules="mille").record())

    async def script(seat: Seat) -> None:
        await seat.press("p")
        slot = next(key for key, card in seat.slots.items() if card == "100")
        await seat.press("u", slot, "enter", "n")
        assert seat.prompt == "Another game?"
        assert seat.at(14, 60, 5) == "1", "games won"
        assert "You win the game" in seat.news
        await seat.press("y")
        assert seat.prompt == ">>:Move:" and len(home.saved().hands) == 1
        assert seat.at(8, 60, 5) == "0"

    home.sit(script)
    library = GameLibrary(home.profile, lambda: NOON, lambda problem: pytest.fail(str(problem)))
    assert library.results.games == (1, 0)
    assert [game.state for game in library.history.games()] == ["finished"]
    assert library.results.high_scores()["best"][0].value == 5700


def test_the_level_comes_from_the_option_or_the_settings(home: Home):
    Settings(Ini(home.profile.ini_path, home.problems.append)).update({LEVEL: "easy"})

    async def script(seat: Seat) -> None:
        await seat.press("p")

    home.sit(script)
    assert home.saved().players[1].level == "easy" and home.saved().rules == "mille"
    home.sit(script, level="expert", new=True)
    assert home.saved().players[1].level == "expert"


def test_the_last_line_reports_the_computers_actions(home: Home):
    home.leave(going(rules="mille").record())

    async def script(seat: Seat) -> None:
        await seat.press("p", "d", "1", "enter")
        assert "You discarded" in seat.news or "Computer" in seat.news

    home.sit(script)


@pytest.mark.parametrize("digits", ["123456", "۱۲۳۴۵۶", "١٢٣٤٥٦", "१२३४५६"])
def test_a_card_is_named_in_the_digits_of_any_language(home: Home, digits: str) -> None:
    async def script(seat: Seat) -> None:
        await seat.press("p")
        for slot, digit in enumerate(digits, 1):
            await seat.press("d", digit)
            assert seat.prompt.endswith(str(slot)) and seat.error == ""
            await seat.press("backspace", "escape")
        held = seat.slots["3"]
        await seat.press("d", digits[2], "enter")
        assert f"You discarded {held}" in seat.news or held in seat.news
        assert seat.error == ""

    home.sit(script, seed=5)


def test_the_last_line_names_the_winner_even_after_a_coup(home: Home) -> None:
    home.leave(computer_at_the_goal().record())

    async def script(seat: Seat) -> None:
        await seat.press("u", next(slot for slot, card in seat.slots.items() if card == "Flat Tire").lower(), "enter")
        assert seat.prompt == "Another game?"
        assert "Computer wins the game" in seat.news

    home.sit(script)


def computer_at_the_goal() -> Story:
    """Return a game that the computer wins if the person plays a Flat Tire. The person has drawn and holds the Flat
    Tire. The computer holds the safety against the Flat Tire, and the 50 miles that it needs.
    """
    story = Story(
        "FLAT_TIRE 25 25 50 50 25",
        "GO PUNCTURE_PROOF 100 100 100 50",
        rules="mille",
        target=700,
        first=0,
        coming="25 25 75 75 75 75",
    )
    story.me("draw 25", "discard 25").computer("draw 100", "play GO")
    for _turn in range(4):
        story.idles(0)
        story.computer("draw 100", "play 100")
    story.idles(0)
    story.computer("draw 200", "play 200")
    story.idles(0)
    story.computer("draw 50", "play 50")
    return story.me("draw 75")
