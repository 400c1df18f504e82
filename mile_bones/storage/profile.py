"""Where the user's files lie."""

from __future__ import annotations

from pathlib import Path

WINDOWS = "current"
"""How the names of the slots begin in which windows keep their games."""


class Profile:
    """The places of one user's files; nothing is created by asking for them.

    `ini_path` is ``mb.ini``, `games_dir` holds saved games, `history_path` is the database of those that were played,
    `cache_dir` holds what can be made again at any time. All lie under `root`, or in the platform's own folders for
    such things when `root` is None. `backups_dir`, beside the history, holds earlier states of it and of ``mb.ini``.
    """

    def __init__(self, root: Path | None) -> None:
        if root is None:
            import platformdirs  # late: a start with --profile has no use for it

            self.ini_path = platformdirs.user_config_path("mile-bones", appauthor=False) / "mb.ini"
            self.games_dir = platformdirs.user_data_path("mile-bones", appauthor=False) / "games"
            self.history_path = self.games_dir.parent / "history.db"
            self.cache_dir = platformdirs.user_cache_path("mile-bones", appauthor=False)
        else:
            root = root.absolute()  # a later change of the working folder must not move the profile
            self.ini_path = root / "mb.ini"
            self.games_dir = root / "games"
            self.history_path = root / "history.db"
            self.cache_dir = root / "cache"

    @property
    def backups_dir(self) -> Path:
        """Where earlier states of the history and of ``mb.ini`` lie."""
        return self.history_path.parent / "backups"
