"""The game on the desktop: the only room that speaks Qt."""
