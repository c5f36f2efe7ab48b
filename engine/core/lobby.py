"""What players may choose before a game starts, as a rule set declares it."""

from __future__ import annotations

import msgspec

from engine.core.grammar import OneOf


class LobbyChoice(msgspec.Struct, frozen=True):
    """Something each player may choose in the lobby; no two players the same.

    It answers ahead the decision of the same `kind` that the game asks of every seat at its start.
    Each of its options has a card, in the table `cards` of the rule set's cards.

    >>> LobbyChoice("civilization", OneOf(("rome", "egypt")), "civilization").card("rome")
    'civilization.rome'
    """

    kind: str
    grammar: OneOf
    cards: str

    def card(self, key: str) -> str:
        """The id of an option's card."""
        return f"{self.cards}.{key}"
