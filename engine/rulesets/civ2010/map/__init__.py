"""The map: squares and what they give, figures, exploring."""
