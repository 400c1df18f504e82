"""The paths of the user's files."""

from __future__ import annotations

from pathlib import Path

WINDOWS = "current"
"""The prefix of the names of the slots in which windows keep their games."""


class Profile:
    """The paths of one user's files. Making a profile creates no files.

    `ini_path` is ``mb.ini``, `games_dir` contains saved games, `history_path` is the database of the games played, and
    `cache_dir` contains what can be made again at any time. All are below `root` or, if `root` is None, in the usual
    folders of the platform. `backups_dir`, beside the history, contains backups of the history and of ``mb.ini``.
    """

    def __init__(self, root: Path | None) -> None:
        if root is None:
            import platformdirs  # late, because a start with --profile does not need it

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
        """The folder with the backups of the history and of ``mb.ini``."""
        return self.history_path.parent / "backups"
