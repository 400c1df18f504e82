"""The desktop version of the game. No other package of ``mile_bones`` imports Qt."""
