"""The levels of Mile Bones by name, the weakest first, and those levels that answer at once."""

from mile_bones.players import levels

LEVELS = tuple(level.name for level in levels("mile-bones"))
QUICK = tuple(level.name for level in levels("mile-bones") if level.quick)
