"""Rulebook 4: better ships and aircraft, and their bases."""

from __future__ import annotations

import pytest

from engine.core.grammar import Value
from engine.rulesets.advanced.tables import TABLES
from engine.world.state import BOARD
from tests.advanced.builders import END, a_game


@pytest.mark.parametrize(
    ("unit", "card", "steps"),
    [("caravel", "navigation", 2), ("frigate", "steam_power", 2), ("battleship", "combustion", 3)],
)
def test_4_1_better_ships_move_like_their_piece(unit: str, card: str, steps: int) -> None:
    game = a_game().with_cards("brad", card).with_fleet("angela", "south_china_sea", unit)
    table = game.at("movement")
    key = table.options("angela", "units", do="move", **{"from": "south_china_sea"})[0]
    said: dict[str, Value] = {"do": "move", "from": "south_china_sea", "units": [key]}
    sea = BOARD.index["south_china_sea"]
    reached = {BOARD.index[place] for place in table.options("angela", "to", **said)}
    assert max(BOARD.distance(sea, zone, "sea") or 0 for zone in reached) == steps


def test_4_4_aircraft_land_on_carriers_only() -> None:
    def flown(card: str) -> set[str]:
        game = (
            a_game()
            .in_era("modern")
            .with_cards("brad", card)
            .with_settlements("angela", "nippon", "manchuria")
            .with_units("angela", "nippon", fighter=1)
            .with_fleet("angela", "south_china_sea", "battleship")
            .at("movement")
        )
        return set(
            game.options("angela", "to", do="move", **{"from": "nippon/air"}, units=["fighter"])
        )

    assert "south_china_sea" not in flown("combustion")
    assert "south_china_sea" in flown("advanced_flight")


def test_4_4_a_carrier_is_a_base_for_two() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_cards("brad", "advanced_flight")
        .with_fleet("angela", "south_china_sea", "battleship")
        .with_units("angela", "south_china_sea", fighter=3)
        .with_units("angela", "gobi", tank=1)
        .with_units("chris", "nile", tank=1)
        .at("movement")
    )
    game.play("angela", END)
    assert game.state.tally[0][TABLES.roster.index["fighter"]] == 2
