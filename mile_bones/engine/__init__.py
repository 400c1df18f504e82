"""The interfaces and base classes of all games, and their records.

Only the standard library is used: no files, clocks, threads, global random numbers or Qt.
"""
