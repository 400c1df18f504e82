"""Importing this module registers Hundred beside the built-in games: ``python -m pytest -p sample_game.offered``.

It must be imported before any module that asks for the list of games.
"""

from __future__ import annotations

from mile_bones import games

games.register("hundred", "sample_game", "hundred")
games.GAMES = (*games.GAMES, "hundred")
