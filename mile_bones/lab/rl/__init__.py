"""The parts of the PettingZoo environment: its 42 actions, its observation vector, and the table in words."""
