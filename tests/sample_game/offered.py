"""Lets this process offer Hundred beside the games of the house: ``python -m pytest -p sample_game.offered``.

It has to come before any module that asks which games there are.
"""

from __future__ import annotations

from mile_bones import games

games.register("hundred", "sample_game", "hundred")
games.GAMES = (*games.GAMES, "hundred")
