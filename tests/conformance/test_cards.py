"""Every card can be looked at in every phase of a game, from the set-up on."""

from __future__ import annotations

from render.text.charts import card_text
from tests.conformance.playouts import Playout

NAMES = tuple(f"Player {letter}" for letter in "ABCDEFGHIJ")


def test_every_card_can_be_looked_at_in_every_phase(game: Playout) -> None:
    rules, rng = game.table.rules, game.table.rng("cards")
    phases = {
        rules.view(state, None).phase: state
        for state in (game.last, *(each.state for each in game.moments), game.start.state)
    }
    for state in phases.values():
        for seat in (None, rng.randrange(game.table.seats)):
            view = rules.view(state, seat)
            for name in rules.cards():
                assert card_text(rules.card(name, view), rules.name, NAMES[: view.seats])
