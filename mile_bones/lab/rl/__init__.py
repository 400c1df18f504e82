"""What the PettingZoo environment is made of: its 42 actions, its observation vector, the table in words."""
