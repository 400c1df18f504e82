"""Millieu through the same protocol: a bot plays whole games in a ``Match``, and our own bot answers questions."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lab.protocol.words import command_line
from mile_bones.games import load_game, spec
from mile_bones.lab.batches import Match, game_luck
from mile_bones.lab.match_progress import result_of
from mile_bones.lab.protocol import messages
from mile_bones.lab.protocol.bot import serve
from mile_bones.lab.protocol.lines import to_line
from mile_bones.lab.protocol.match import ExternalResult, play_external
from mile_bones.lab.protocol.report import external_json, external_text
from mile_bones.lab.protocol.shapes import check_message, table_says
from mile_bones.players import load_player

Script = Callable[[str], str]
CODEC = spec("millieu").codec
BOT_SEED = 5


def play(command: str, **options: Any) -> ExternalResult:
    return play_external("easy", command, **{"games": 4, "seed": 4, "game": "millieu", **options})


def own_bot(*words: str) -> str:
    return command_line(sys.executable, "-m", "mile_bones", "bot", "--game", "millieu", *words)


# --- our bot ---------------------------------------------------------------------------------------------------------


def talk(*lines: bytes) -> list[dict[str, Any]]:
    sink = io.BytesIO()
    serve("millieu", load_player("millieu", "easy", BOT_SEED), "ours", io.BytesIO(b"".join(lines)), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def test_the_bot_answers_from_the_message_alone_and_accepts_every_message() -> None:
    player, state = load_player("millieu", "easy", BOT_SEED), load_game("millieu").new_state()
    said = [messages.table_hello("millieu", 10), messages.game_start(1, "game", "millieu", None, 0, "someone")]
    answers, news = [], []
    while (seat := state.current_player) is not None:
        observation = state.observation(seat)
        action = player.choose(observation)
        if seat == 0:
            told = [CODEC.event(event, 0) for event in news]
            shape = CODEC.observation(observation)
            said.append(messages.question(len(answers) + 1, told, shape, observation.legal_actions()))
            answers.append(str(action))
            news = []
        *events, last = state.apply_action(action)
        news += [*events, last]
    ended = CODEC.event(news.pop(), 0)
    said.append(messages.game_over(1, ended, 0, state.totals, [CODEC.event(event, 0) for event in news]))
    for message in said:
        check_message(json.loads(to_line(message)), table_says("millieu"))
    greeting, *found = talk(*map(to_line, said))
    assert greeting["type"] == "hello"
    assert [answer["action"] for answer in found] == answers
    assert len(answers) > 10


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        ({"turn": 2}, "bad_question", "“turn” contradicts the rest of the message"),
        ({"board": []}, "bad_message", "“observation.board”: 27 of them are expected"),
        ({"phase": "draw"}, "bad_message", "“observation.phase”: one of these is expected: capture, over, place"),
    ],
)
def test_an_invalid_question_is_not_answered(change: dict[str, object], code: str, says: str) -> None:
    observation = load_game("millieu").new_state().observation(0)
    shape = {**CODEC.observation(observation), **change}
    question = messages.question(1, [], shape, observation.legal_actions())
    _hello, error = talk(to_line(messages.table_hello("millieu", 1)), to_line(question))
    assert (error["code"], error["fatal"]) == (code, False)
    assert says in error["text"]


def test_a_table_of_another_game_gets_an_error() -> None:
    (error,) = talk(to_line(messages.table_hello("mile-bones", 1)))
    assert (error["code"], error["text"]) == ("bad_message", "“game”: one of these is expected: millieu")


@pytest.mark.parametrize("kind", ["hand_start", "hand_over"])
def test_a_game_without_hands_has_no_messages_about_hands(kind: str) -> None:
    assert kind in table_says("mile-bones")
    assert kind not in table_says("millieu")


# --- at the table ----------------------------------------------------------------------------------------------------


@pytest.mark.proof
def test_our_bot_for_millieu_plays_as_its_level_does() -> None:
    result = play(own_bot("strong", "--seed", str(BOT_SEED)), games=2)
    assert result.forfeit is None
    pairs = []
    bots = {seat: load_player("millieu", "strong", BOT_SEED) for seat in (0, 1)}
    for pair in range(1):
        outcomes = []
        for level_seat in (0, 1):
            players = {level_seat: load_player("millieu", "easy", game_luck(4, pair, level_seat))}
            players[1 - level_seat] = bots[1 - level_seat]
            state = load_game("millieu").new_state()
            while state.current_player is not None:
                state.apply_action(players[state.current_player].choose(state.observation(state.current_player)))
            outcomes.append(state.returns()[level_seat])
        pairs.append((outcomes[0], outcomes[1]))
    assert result.measured == result_of(Match("easy", "Mile Bones strong", "millieu", 4, "millieu"), (), pairs)
    assert (result.hands, result.games, result.game) == (0, 2, "millieu")


WRITE_DOWN = """
said_to_me = []
def other(said):
    said_to_me.append(said)
    if said["type"] == "bye":
        with open({path!r} + str(os.getpid()), "w", encoding="utf-8") as file:
            json.dump(said_to_me, file)
first_legal = question
def question(said):
    said_to_me.append(said)
    first_legal(said)
"""


@pytest.mark.slow
def test_a_bot_gets_every_event_of_its_games(small_bot: Script, tmp_path: Path) -> None:
    """The events of a game, applied in order, lead from the empty board to each board that the bot is shown."""
    assert play(small_bot(WRITE_DOWN.format(path=str(tmp_path / "heard ")))).forfeit is None
    conversations = [json.loads(path.read_text(encoding="utf-8")) for path in tmp_path.glob("heard *")]
    assert len(conversations) == 2
    seats = set()
    for conversation in conversations:
        board: list[str | None] = []
        seat = -1
        for said in conversation:
            check_message(said, table_says("millieu"))
            if said["type"] == "game_start":
                assert (said["length"], said["target"], said["opponent"]) == ("game", None, "easy")
                seat = said["seat"]
                seats.add(seat)
                board = [None] * 27
            for event in said.get("events", ()):
                lay(board, event)
            if said["type"] == "question":
                assert said["observation"]["board"] == board
            if said["type"] == "game_over":
                won = [int(said["winner"] == seat), int(said["winner"] == 1 - seat)]
                assert said["totals"] == {"own": won[0], "other": won[1]}
                assert said["reason"] in ("no_pieces", "blocked", "turns")
                assert said["events"][-1]["event"] == "turn_ended"
        kinds = [said["type"] for said in conversation]
        assert kinds.count("game_start") == kinds.count("game_over") == 2
    assert seats == {0, 1}


def lay(board: list[str | None], event: dict[str, Any]) -> None:
    match event["event"]:
        case "placed":
            board[event["point"]] = event["piece"]
        case "slid":
            assert board[event["origin"]] == event["piece"]
            board[event["origin"]], board[event["target"]] = None, event["piece"]
        case "captured":
            assert board[event["point"]] == event["piece"]
            board[event["point"]] = None


@pytest.mark.slow
def test_an_illegal_answer_forfeits_with_the_game_named(small_bot: Script) -> None:
    result = play(
        small_bot("def question(said): say({'type': 'action', 'id': said['id'], 'action': 'take 26'})\n"), games=2
    )
    assert result.forfeit is not None
    text = result.forfeit.sentence(result.name)
    assert text.startswith("small forfeits: it chose “take 26”, which is none of its legal actions (place ")
    assert text.endswith("(game 1 of 2)")
    assert external_text(result).splitlines()[1:] == ["Finished before that: 0 of 2 games."]
    shape = json.loads(external_json(result))
    assert (shape["game"], shape["as_first"], shape["games"]) == ("millieu", None, 0)
    assert shape["forfeit"]["code"] == "illegal_action"


@pytest.mark.slow
def test_games_finished_before_a_forfeit_are_measured(small_bot: Script) -> None:
    source = """
class Memory: games = 0
def other(said): Memory.games += said["type"] == "game_start"
first_legal = question
def question(said):
    if Memory.games == 2: sys.exit(0)
    first_legal(said)
"""
    result = play(small_bot(source))
    assert result.forfeit is not None
    assert result.forfeit.where == "game 3 of 4"
    assert result.games == 2
    assert result.measured is not None
    assert result.measured.games == 2
    shape = json.loads(external_json(result))
    assert shape["as_first"]["won"] + shape["as_first"]["lost"] + shape["as_first"]["drawn"] == 1


@pytest.mark.parametrize(
    ("wrong", "says"),
    [({"games": 3}, "even numbers"), ({"games": 0}, "even numbers"), ({"hands": 2}, "Millieu has none")],
)
def test_an_odd_number_of_games_zero_games_and_hands_are_refused(wrong: dict[str, int], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        play("nobody", **wrong)
