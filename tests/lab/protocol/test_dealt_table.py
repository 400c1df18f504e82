"""The game Mille through the same protocol: a bot plays single deals and whole games, and our own bot answers."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from lab.protocol.words import command_line
from mile_bones.games import load_game
from mile_bones.lab.batches import Kind, Match, Place, players_seed
from mile_bones.lab.dealt import mirrored_deals, mirrored_games
from mile_bones.lab.match_progress import result_of
from mile_bones.lab.protocol.match import ExternalResult, play_external
from mile_bones.lab.protocol.shapes import check_message, table_says
from mile_bones.players import load_player

GAME = "montreal-mille"


def play(command: str, **options: Any) -> ExternalResult:
    return play_external("easy", command, **{"hands": 4, "games": 2, "seed": 4, "game": GAME, **options})


@pytest.mark.proof
def test_our_bot_for_mille_plays_as_its_level_does() -> None:
    result = play(command_line(sys.executable, "-m", "mile_bones", "bot", "--game", GAME, "easy", "--seed", "9"))
    assert result.forfeit is None
    assert (result.hands, result.games, result.game) == (4, 2, GAME)

    def players(kind: Kind) -> tuple[Any, Any]:
        ours = load_player(GAME, "easy", players_seed(4, Place(kind, 0)))
        return ours, load_player(GAME, "easy", 9)

    hands = [*mirrored_deals(GAME, GAME, players(Kind.HANDS), 4, range(2))]
    games = [*mirrored_games(load_game(GAME), players(Kind.GAMES), 4, range(1))]
    assert result.measured == result_of(Match("easy", result.name, GAME, 4, GAME), hands, games)


BOT = """
import json, sys
heard = open({path!r} + str(__import__("os").getpid()), "w", encoding="utf-8")
for line in sys.stdin:
    said = json.loads(line)
    print(line, end="", file=heard, flush=True)
    if said["type"] == "hello":
        answer = {{"type": "hello", "protocol": said["protocol"], "version": 1, "name": "last"}}
    elif said["type"] == "question":
        answer = {{"type": "action", "id": said["id"], "action": {answer}}}
    else:
        continue
    print(json.dumps(answer), flush=True)
"""


@pytest.mark.slow
def test_every_message_about_mille_is_valid(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    text = BOT.format(path=str(tmp_path / "heard-"), answer='said["legal_actions"][-1]')
    script.write_text(text, encoding="utf-8")
    result = play(command_line(sys.executable, str(script)))
    assert result.forfeit is None
    for file in tmp_path.glob("heard-*"):
        heard = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        kinds = [check_message(message, table_says(GAME)) for message in heard]
        assert kinds[:4] == ["hello", "game_start", "hand_start", "question"]
        assert [message["length"] for message in heard if message["type"] == "game_start"] == ["hand", "hand", "game"]
        assert kinds.count("hand_start") == kinds.count("hand_over") >= 3
        assert kinds[-2:] == ["game_over", "bye"]


def test_a_bot_that_breaks_the_rules_forfeits_with_the_hand_named(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(BOT.format(path=str(tmp_path / "heard-"), answer='"discard XX"'), encoding="utf-8")
    result = play(command_line(sys.executable, str(script)))
    assert result.forfeit is not None
    assert (result.forfeit.code, result.forfeit.where) == ("illegal_action", "hand 1 of 4")
