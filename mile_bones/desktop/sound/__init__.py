"""What the game sounds like. Boards say with a `Cue` what has come about; nothing here knows a game or a table."""
