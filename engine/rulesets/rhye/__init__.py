"""Rhye's and Fall: civilizations that rise, learn, revolt and fall on the world board."""

from engine.rulesets.rhye.ruleset import RULESET as RULESET
