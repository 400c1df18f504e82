"""Scanning, which makes the whole window usable with one key: its parts light up one after another, and the key selects
the part that is lit.
"""
