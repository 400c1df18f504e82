"""The sounds of the game. Boards request sounds as values of `Cue`. This package does not depend on any game or
table.
"""
