"""The sounds of the game, made from sines and noise: instruments, the cues that they play, and their loudness."""
