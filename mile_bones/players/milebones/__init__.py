"""The computer players of Mile Bones. They share what they know of the game; ``players.load_player`` loads them."""
