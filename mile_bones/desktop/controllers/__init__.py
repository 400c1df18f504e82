"""The controllers of the window. Each controller gets only the parts that it uses, instead of the whole main window."""
