"""Boards of square tiles, each of four by four squares."""
