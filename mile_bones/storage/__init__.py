"""The user's files: ``mb.ini`` (settings and results), games in progress, saved games and the history of games.

No other package reads or writes these files.
"""
