"""The user's files: mb.ini with settings and results, the game in progress, saved games. No other room touches them."""
