"""Rulebook 4: better ships and aircraft, and their bases."""

from __future__ import annotations

import pytest

from engine.core.grammar import Value
from engine.core.messages import Voice, catalog
from engine.rulesets.advanced.tables import TABLES
from engine.world.state import BOARD
from tests.advanced.builders import END, Arrangement, Game, a_game, declared, move


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
    def flown(ship: str) -> set[str]:
        game = (
            a_game()
            .in_era("modern")
            .with_cards("brad", "combustion", "advanced_flight")
            .with_settlements("angela", "nippon", "manchuria")
            .with_units("angela", "nippon", fighter=1)
            .with_fleet("angela", "south_china_sea", ship)
            .at("movement")
        )
        return set(
            game.options("angela", "to", do="move", **{"from": "nippon/air"}, units=["fighter"])
        )

    assert "south_china_sea" not in flown("battleship")
    assert "south_china_sea" in flown("carrier")


def carrier(fighters: int) -> Arrangement:
    """Angela has a carrier with so many aircraft, and an army elsewhere."""
    return (
        a_game()
        .in_era("modern")
        .with_cards("chris", "flight", "advanced_flight")
        .with_fleet("angela", "south_china_sea", "carrier")
        .with_units("angela", "south_china_sea", fighter=fighters)
        .with_settlement("angela", "gobi")
        .with_units("angela", "gobi", tank=1)
        .with_settlement("brad", "gaul")
        .with_units("chris", "nile", tank=1)
    )


def aircraft(game: Game, seat: int = 0) -> int:
    return game.state.tally[seat][TABLES.roster.index["fighter"]]


def test_4_4_a_refused_flight_names_the_carrier_that_is_missing() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_settlements("angela", "nippon", "manchuria")
        .with_units("angela", "nippon", fighter=1)
        .with_fleet("angela", "east_china_sea", "battleship")
        .at("movement")
    )
    order = move("nippon/air", "east_china_sea", "fighter")
    refused = game.refuses("angela", order, "no_base", "aircraft-movement")
    assert "a carrier at sea" in Voice(catalog("advanced"), ["Angela", "Brad"]).error(refused)


def test_4_4_a_carrier_is_a_base_for_two() -> None:
    assert aircraft(carrier(3).at("movement").play("angela", END)) == 2


@pytest.mark.parametrize("fighters", [2, 3, 4])
def test_4_4_who_would_lose_aircraft_by_ending_is_warned(fighters: int) -> None:
    game = carrier(fighters).at("movement")
    (end,) = [option for option in game.described("angela", "do") if option.key == "end"]
    assert end.detail is not None
    parts = end.detail.data.get("parts", ())
    assert [part.data["n"] for part in parts if part.key == "detail.stranded"] == (
        [fighters - 2] if fighters > 2 else []
    )


def test_4_4_aircraft_are_counted_after_the_battles() -> None:
    game = carrier(3).with_fleet("angela", "south_china_sea", "frigate")
    game.with_fleet("brad", "south_china_sea", "frigate")
    table = declared(game, "south_china_sea")
    assert aircraft(table) == 3
    table.play("angela", "frigate+fighter", [1] * 5 + [6] * 3)
    table.play("angela", "carrier", [6] * 4 + [1] * 3)
    assert aircraft(table) == 2


def test_4_4_aircraft_without_a_base_after_the_battles_are_lost() -> None:
    game = carrier(2).with_fleet("angela", "south_china_sea", "frigate")
    game.with_fleet("brad", "south_china_sea", "carrier")
    table = declared(game, "south_china_sea").play("angela", "carrier", [1] * 4 + [1] * 4)
    assert aircraft(table) == 0


def test_4_4_nobody_loses_aircraft_for_want_of_a_base_in_anothers_turn() -> None:
    game = carrier(2).with_fleet("angela", "south_china_sea", "frigate")
    game.with_fleet("brad", "south_china_sea", "carrier")
    table = declared(game, "south_china_sea", attacker="brad", defender="angela")
    table.play("angela", "carrier", [1] * 4 + [1] * 4)
    assert aircraft(table) == 2
