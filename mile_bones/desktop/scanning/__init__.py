"""Scanning, which makes the whole window usable with one key.

The parts of the window light up one after another, and the key selects the part that is lit.
"""
