"""The help: its pages, the window that shows them, and the topic that belongs to a widget."""
