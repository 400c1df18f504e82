"""The names of the views of a replay: whose hand is shown."""

OWN, OTHER, BOTH = "own", "other", "both"
