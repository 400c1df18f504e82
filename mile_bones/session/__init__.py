"""One game in progress: the true state, who sits where, and the save before the next action."""

from mile_bones.session.session import VIEWER, Session, Setup

__all__ = ["VIEWER", "Session", "Setup"]
