"""The game's own voice, for people who want it to be read aloud without a screen reader."""
