"""The operations that abilities are made of, registered under the names the cards use."""

from engine.rulesets.civ2010.abilities.using import OPERATIONS
from engine.rulesets.civ2010.operations import fighting, land, marching, players, sheet, tokens

__all__ = ["OPERATIONS", "fighting", "land", "marching", "players", "sheet", "tokens"]
