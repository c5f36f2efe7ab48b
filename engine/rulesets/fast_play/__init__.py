"""The Fast Play rules of the 2002 board game."""

from engine.rulesets.fast_play.ruleset import RULESET

__all__ = ["RULESET"]
