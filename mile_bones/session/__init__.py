"""One game in progress: the true state, who sits where, the save before the next action, and the games of a profile."""

from mile_bones.session.computer import Answer, Computer, Load, Question
from mile_bones.session.session import VIEWER, Session, Setup
from mile_bones.session.shelf import Shelf, Unsaved, Wishes

__all__ = ["VIEWER", "Answer", "Computer", "Load", "Question", "Session", "Setup", "Shelf", "Unsaved", "Wishes"]
