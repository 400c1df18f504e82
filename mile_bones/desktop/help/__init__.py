"""The help: its pages, the window that shows them, and the topic that belongs to a widget."""

from mile_bones.desktop.help.book import whats_this
from mile_bones.desktop.help.context import PROPERTY, topic_for
from mile_bones.desktop.help.window import HelpWindow

__all__ = ["PROPERTY", "HelpWindow", "topic_for", "whats_this"]
