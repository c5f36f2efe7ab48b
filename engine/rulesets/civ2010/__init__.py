"""Civilization, the 2010 board game: square tiles, unit cards, a culture track and a pyramid."""

from engine.rulesets.civ2010.ruleset import RULESET

__all__ = ["RULESET"]
