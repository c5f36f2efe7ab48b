"""From a view of the game to a picture of it."""
