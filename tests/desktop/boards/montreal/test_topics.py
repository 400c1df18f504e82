"""What's This and F1 on the table of Mille: every place has a help page, and each page is about Mille."""

from __future__ import annotations

import pytest

from desktop.boards.montreal.positions import table
from mile_bones.desktop.boards.montreal.board import MontrealBoard
from mile_bones.desktop.help.book import open_book

COMMON = {"message-line", "undo", "log", "whats-this"}
"""Pages about things that all games have."""


@pytest.mark.parametrize("mirrored", [False, True])
def test_every_point_of_the_table_has_a_help_page(board: MontrealBoard, mirrored: bool) -> None:
    if mirrored:
        board.setLayoutDirection(board.layoutDirection().RightToLeft)
        board.refresh()
    board.show_observation(table("4S 8S 8H", own=("8: 8C 8C 8S",), other=("9: 9S 9H 9D",), pile="KS QS"))
    pages = open_book("en").pages
    found = {board.topic_at(x, y) for x in range(4, board.width(), 12) for y in range(4, board.height(), 12)}
    assert found <= pages.keys()
    assert {topic for topic in found if not topic.startswith("montreal-mille")} <= COMMON
    for kind in ("stock", "pile", "sets", "hand", "other-sets", "other-hand", "score", "strip", "players", "playing"):
        assert f"montreal-mille-{kind}" in found


def test_the_name_plates_have_pages_about_playing_and_about_players(board: MontrealBoard) -> None:
    own, other = (plate.boundingRect().center() for plate in board.plates)
    assert board.topic_at(own.x(), own.y()) == "montreal-mille-playing"
    assert board.topic_at(other.x(), other.y()) == "montreal-mille-players"


def test_every_button_and_label_of_the_table_has_a_help_page(board: MontrealBoard) -> None:
    pages = open_book("en").pages
    for thing in (*board.buttons.values(), *board.labels.values()):
        assert thing.property("helpTopic") in pages
