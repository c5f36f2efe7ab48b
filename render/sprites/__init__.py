"""Pieces, markers and signs as small pictures, each drawn once."""
