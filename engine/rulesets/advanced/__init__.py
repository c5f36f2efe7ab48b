"""The Advanced rules of the 2002 board game: Standard with cities, technologies and fees."""

from engine.rulesets.advanced.ruleset import RULESET

__all__ = ["RULESET"]
