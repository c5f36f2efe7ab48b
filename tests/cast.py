"""Who plays in the tests: one cast where rules are tried, one where people are at a table."""

from __future__ import annotations

PLAYERS = ("Angela", "Brad", "Chris", "Dana", "Erik", "Fay")
"""Of the engine's games, by seat."""
PEOPLE = ("Ada", "Bea", "Cyd", "Dan", "Eve", "Fay")
"""Of the bot's games, in the order in which they join."""
