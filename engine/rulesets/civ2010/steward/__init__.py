"""The steward: a competent player of the 2010 rules that works from its own view only."""

from engine.rulesets.civ2010.steward.deciding import decide, suggest

__all__ = ["decide", "suggest"]
