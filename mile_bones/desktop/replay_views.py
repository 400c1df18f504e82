"""Whose hand is seen in a replay."""

OWN, OTHER, BOTH = "own", "other", "both"
