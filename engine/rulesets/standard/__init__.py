"""The Standard rules of the 2002 board game."""

from engine.rulesets.standard.ruleset import RULESET

__all__ = ["RULESET"]
