"""Which games a profile has: the autosave, the history, what they counted for, and how they come and go."""
