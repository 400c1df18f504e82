"""The game in a terminal: the screen and the commands of mille(6)'s manual page, over the same engine as the window."""
