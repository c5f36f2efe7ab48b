"""Skirmish: a rule set as small as can be, on the kit of the world board."""

from tests.toy.skirmish.rules import RULESET as RULESET
