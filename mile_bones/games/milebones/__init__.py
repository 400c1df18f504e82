"""Mile Bones (1992) and mille(6): one game, two rule sets."""
