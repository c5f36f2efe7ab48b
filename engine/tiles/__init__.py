"""The kit of a game on square tiles: the grid, tiles, outskirts, reach, the view."""
