"""No pictures of Hundred stand in the help."""

NAMES = ()
picture = None
