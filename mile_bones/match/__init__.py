"""A game in progress: the match, its seats and steps, and what follows from its record (replay, review, puzzles)."""
