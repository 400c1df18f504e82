"""Which games a profile has: the autosave, the history, what they counted for, and how they come and go."""

from mile_bones.library.game_library import GameLibrary, StartOptions, Unsaved

__all__ = ["GameLibrary", "StartOptions", "Unsaved"]
