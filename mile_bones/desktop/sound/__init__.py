"""The sounds of the game. Boards report events as values of `Cue`; this package knows no game and no table."""
