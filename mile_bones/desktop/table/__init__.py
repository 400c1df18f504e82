"""What every game's table shares: slots, cards in flight, gestures, focus and accessibility."""
