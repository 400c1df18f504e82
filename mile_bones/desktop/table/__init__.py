"""The parts of a table that all games share: slots, cards in flight, gestures, focus and accessibility."""
