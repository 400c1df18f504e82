"""The voice of the game itself, for those who want it read aloud without a screen reader."""
