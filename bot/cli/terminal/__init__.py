"""A game in the terminal: people share one keyboard, stewards play the other seats."""
