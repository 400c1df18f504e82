"""Which games a profile has: the autosave, the history, what they counted for, and how they come and go."""

from mile_bones.library.shelf import Shelf, Unsaved, Wishes

__all__ = ["Shelf", "Unsaved", "Wishes"]
