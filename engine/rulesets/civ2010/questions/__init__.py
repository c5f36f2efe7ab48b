"""The questions that picks ask, by what they are about."""

from engine.rulesets.civ2010.questions import cards, land, sheet, spoils

__all__ = ["cards", "land", "sheet", "spoils"]
