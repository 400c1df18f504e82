"""The interfaces and base classes of all games, and their records.

The code here uses only the standard library. It uses no files, clocks, threads, global random numbers or Qt.
"""
