"""One table per game: where its piles lie and which gesture means which action."""
