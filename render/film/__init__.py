"""Moving pictures: a whole game as WebP or GIF."""
