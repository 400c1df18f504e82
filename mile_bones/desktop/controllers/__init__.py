"""The controllers of the window. Each gets the parts that it uses, instead of the whole main window."""
