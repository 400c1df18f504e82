"""The table of Mile Bones and mille(6)."""
