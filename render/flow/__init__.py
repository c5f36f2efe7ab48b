"""Trees of boxes that draw themselves and say themselves: what cards, bars and legends are."""
