"""Legal choices in words: as a sentence, found by typing, and written as orders.

Everything here works on the grammar of a seat's open decisions and on the words of a catalog, so it
serves every rule set alike. Big spaces are walked field by field and never listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.core.decision import Decision
from engine.core.messages import catalog
from engine.core.messages.speech import capital


class Phrase(msgspec.Struct, frozen=True):
    """A legal choice: the decision it answers, its value, its words ("Move a settler ...")."""

    decision: Decision
    value: Any
    words: str


class Phrases:
    """The words of one rule set in one language, in the company of certain players."""

    def __init__(self, ruleset: str, names: Sequence[str] = (), language: str = "en") -> None:
        self.words = catalog(ruleset, language)
        self.names = names

    def describe(self, decision: Decision, value: Any) -> str:
        """A valid choice as a short sentence: "Move 2 swordsmen from Gobi to Steppe"."""
        return capital(self.words.choice(decision, value, self.names))

    def notation(self, decision: Decision, value: Any) -> str:
        """A valid choice as it is typed: "move 2 swordsman gobi > steppe". It reads back."""
        raise NotImplementedError

    def search(self, decisions: Sequence[Decision], text: str, limit: int = 25) -> list[Phrase]:
        """Legal choices that fit what was typed, best first; with nothing typed, what to expect."""
        raise NotImplementedError
