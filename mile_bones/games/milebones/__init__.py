"""Mile Bones (1992) and mille(6): one game with two rule sets."""
