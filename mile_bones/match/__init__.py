"""A game in progress: the match, its seats and its steps. Also the uses of a record: replay, review and puzzles."""
