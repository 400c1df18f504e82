"""One game in progress: the true state, who sits where, the save before the next action."""
