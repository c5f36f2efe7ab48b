"""The steward of the Advanced rules: Standard's, with an eye for cards, cities and their gold."""

from engine.rulesets.advanced.steward.deciding import STEWARD, AdvancedSteward

__all__ = ["STEWARD", "AdvancedSteward"]
