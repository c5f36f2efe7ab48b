"""The steward: a competent player of the Fast Play rules that works from its own view only.

It stands in for absent players and fills empty seats. It never sees the state: everything it knows
is in the view, in the grammar of the decisions it is asked, and in the figures and the board that
lie open to all.
"""

from engine.rulesets.fast_play.steward.deciding import STEWARD

__all__ = ["STEWARD"]
