"""The steward: a competent player of Rhye's and Fall that works from its own view only.

It spreads by Construction, keeps its realm from falling apart, learns, raises what it needs to
spread and to defend, and goes for whichever victory is nearest.
"""

from engine.rulesets.rhye.steward.deciding import STEWARD, RhyeSteward

__all__ = ["STEWARD", "RhyeSteward"]
