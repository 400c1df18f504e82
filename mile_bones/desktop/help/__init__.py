"""The help: its pages, the window that shows them, and the topic of each widget."""
