"""The game in a terminal. It has the screen and the commands of mille(6)'s manual page, but uses the same engine as the
window.
"""
