"""Named scenes of the game, and the program that takes their pictures from the real window."""
