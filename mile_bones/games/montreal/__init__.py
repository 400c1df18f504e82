"""Mille, the two-player rummy of Montréal."""
