"""Millieu (Dale Walton, 2022): a game of placing, sliding and mills on a cube."""
