"""The board of square tiles."""
