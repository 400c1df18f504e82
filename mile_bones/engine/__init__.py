"""What a game is. Standard library only: no files, no clocks, no threads, no global random, no Qt."""
