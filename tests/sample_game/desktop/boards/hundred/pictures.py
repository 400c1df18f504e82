"""The pictures of Hundred in the help: none."""

NAMES = ()
picture = None
