"""Every card can be looked at in every phase of a game, from the set-up on."""

from __future__ import annotations

from engine.conformance.playouts import Playout
from engine.core.charts import FactCard
from render import Look
from render.text.charts import card_text

NAMES = tuple(f"Player {letter}" for letter in "ABCDEFGHIJ")


def test_every_card_can_be_looked_at_in_every_phase(game: Playout) -> None:
    rules, rng = game.table.rules, game.table.rng("cards")
    phases = {
        rules.view(state, None).phase: state
        for state in (game.last, *(each.state for each in game.moments), game.start.state)
    }
    written: dict[str, list[FactCard]] = {name: [] for name in rules.cards()}
    for state in phases.values():
        for seat in (None, rng.randrange(game.table.seats)):
            view = rules.view(state, seat)
            for name, known in written.items():
                card = rules.card(name, view)
                # Most cards look alike in all phases; the same one need not be written again.
                if card not in known:
                    assert card_text(card, rules.name, Look.of(NAMES[: view.seats]))
                    known.append(card)
    assert all(written.values())
