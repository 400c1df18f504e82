"""The games of a profile: the autosave, the history, the counts of games won, and the import and export of games."""
