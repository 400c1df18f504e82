"""The games of a profile: the autosave, the history, what was counted for them, and their import and export."""
