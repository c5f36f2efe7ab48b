"""The map of the world board: the whole world, or a part of it."""
