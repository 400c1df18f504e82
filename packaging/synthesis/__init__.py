"""The sounds of the game, made of sines and noise: instruments, the cues that are played on them, and their levels."""
