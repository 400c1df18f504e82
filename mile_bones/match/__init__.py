"""One game in progress: the true state, who sits where, the save before the next action."""

from mile_bones.match.computer import Answer, Computer, Load, Question
from mile_bones.match.session import VIEWER, Session, Setup

__all__ = ["VIEWER", "Answer", "Computer", "Load", "Question", "Session", "Setup"]
