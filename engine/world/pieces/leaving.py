"""Pieces that must leave a space: the form for where to, and which of them go there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.grammar import Answers, Field, Form, Grammar, OneOf, Option, Subset
from engine.core.text import Text
from engine.world.describing import place_option
from engine.world.state import BOARD, IDS, Piece


class Leaving:
    """The ways out of a space for some pieces, found once.

    Where they `may_part`, some go one way, and the others are asked about again.
    """

    may_part = True

    def __init__(self, state: Any, seat: int, pieces: Sequence[Piece], ways: Sequence[int]) -> None:
        self.state = state
        self.seat = seat
        self.units = [state.roster.ids[piece.kind] for piece in pieces]
        self.ways = ways

    def found_at(self, space: int) -> Text | None:
        """What is at the end of a way."""
        return None

    def ask_target(self, said: Answers) -> Grammar:
        """Where to go."""
        return OneOf([IDS[space] for space in self.ways], self.describe_way)

    def describe_way(self, key: str) -> Option:
        """A way out, with what is there."""
        return place_option(key, self.found_at(BOARD.index[key]))

    def ask_units(self, said: Answers) -> Grammar | None:
        """Who goes there."""
        if not self.may_part:
            return None
        copies = {unit: self.units.count(unit) for unit in self.units}
        return Subset(list(copies), 1, None, copies, lambda key: Option(key, Text("unit." + key)))

    def all_to(self, space: int) -> Answers:
        """The answer that sends everybody to one space."""
        answer: Answers = {"to": IDS[space]}
        if self.may_part:
            alike = [[unit] * self.units.count(unit) for unit in dict.fromkeys(self.units)]
            answer["units"] = [unit for units in alike for unit in units]
        return answer

    fields = (Field("to", ask_target), Field("units", ask_units))

    def form(self) -> Form:
        """The form for where, and who."""
        return Form(self.fields, self)
