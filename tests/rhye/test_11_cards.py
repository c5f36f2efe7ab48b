"""Chapter 11 of the rulebook: the charts of cards."""

from __future__ import annotations

import re

import pytest

from engine.core.charts import TechnologyTree
from engine.core.text import Text
from engine.rulebook import rulebook
from engine.rulesets.rhye import RULESET, events
from engine.rulesets.rhye.tables import (
    CIVILIZATIONS,
    TECHNOLOGIES,
    UNITS,
    WONDERS,
    Civilization,
    Technology,
    Unit,
)
from tests.covering import covers
from tests.rhye.builders import Game, a_game, action, lots, started

RESEARCH = {"action": "research"}


def learnable(game: Game) -> list[str]:
    return game.options("angela", "technology", **RESEARCH)


def test_11_all_charts_are_open_to_everyone() -> None:
    game = a_game().with_technologies("brad", "writing").at("actions")
    charts = {chart.id: chart.content for chart in game.open("angela").charts}
    tree = charts["technologies"]
    assert isinstance(tree, TechnologyTree)
    owners = {each.id: each.owners for each in tree.technologies}
    assert owners["writing"] == (1,)


@pytest.mark.parametrize("technology", TECHNOLOGIES, ids=lambda each: each.id)
@covers(*(f"technology.{each.id}" for each in TECHNOLOGIES))
def test_11_1_a_technology_needs_all_its_prerequisites(technology: Technology) -> None:
    start = "horseback_riding" if technology.id != "horseback_riding" else "masonry"
    leader = next(each.id for each in CIVILIZATIONS if each.technology == start)
    needed = [need for need in technology.needs if need != start]
    if needed:
        lacking = a_game(3, angela=leader).with_technologies("angela", *needed[1:])
        assert technology.id not in learnable(lacking.at("actions"))
    ready = a_game(3, angela=leader).with_technologies("angela", *technology.needs)
    game = ready.at("actions")
    assert technology.id in learnable(game)
    plan = {"technology": technology.id}
    before = game.gold("angela")
    game.act(angela=action("research", **plan))
    assert game.knows("angela", technology.id)
    if technology.id in game.realm("angela").firsts:
        gained = {unit: n for e in game.events(events.UnitsGained) for unit, n in e.units}
        paid = game.gold("angela") - before
        assert gained == technology.first_units or paid > technology.first_gold
        assert paid >= technology.first_gold


def test_11_1_a_unit_of_a_first_owner_without_a_place_pays_its_price() -> None:
    # Bactria has no coast for the galley.
    game = a_game(3, chris="maya").with_settlement("angela", "bactria").at("actions")
    game.act(angela=action("research", technology="sailing"))
    assert game.gold("angela") == 5


@pytest.mark.parametrize("unit", UNITS, ids=lambda each: each.id)
def test_11_2_a_unit_needs_its_technology_and_costs_its_price(unit: Unit) -> None:
    better = [each.technology for each in UNITS if each.id == unit.becomes]

    def prices(technologies: list[str]) -> dict[str, int | None]:
        game = (
            a_game(3, angela="greece")
            .with_settlement("angela", "gaul", "city")
            .with_gold("angela", 200)
            .with_technologies("angela", *technologies)
            .at("actions")
        )
        options = game.described("angela", "units", action="recruitment", way="raise")
        return {each.key.partition("@")[0]: each.price[0].amount for each in options}

    owned = [unit.technology] if unit.technology else []
    assert prices(owned)[unit.id] == unit.cost
    if unit.technology and unit.technology != "sailing":
        assert unit.id not in prices([])
    if better:
        assert unit.id not in prices([*owned, *better])


def test_11_3_every_wonder_says_what_it_needs_and_does() -> None:
    game = a_game().with_technologies("angela", "masonry").with_gold("angela", 50)
    table = game.with_settlement("angela", "gaul").at("actions")
    options = table.options("angela", "wonder", action="construction", upgrade=[])
    known = {wonder.id for wonder in WONDERS if wonder.technology == "masonry"}
    assert known <= set(options)
    assert "oracle" not in options


@pytest.mark.parametrize("civilization", CIVILIZATIONS, ids=lambda each: each.id)
@covers("civilization.aztec")
def test_11_4_a_civilization_begins_at_home_with_its_technology(civilization: Civilization) -> None:
    # Five players play on nearly all of the world.
    others = [each.id for each in CIVILIZATIONS if each.id != civilization.id][:4]
    game = started(5, lots(civilization.id, *others))
    assert game.settlement(civilization.home) == ("angela", "village")
    assert game.player("angela").technologies == (civilization.technology,)


def written(anchor: str, pattern: str) -> dict[str, tuple[str, ...]]:
    """The cards of a section of the rulebook: by name, what the pattern finds after it."""
    body = rulebook("rhye").section(anchor).body
    found = re.findall(rf"^- \*\*(.+?)\*\*{pattern}", body, re.MULTILINE)
    return {key(name): tuple(rest) for name, *rest in found}


def key(name: str) -> str:
    """The id that a name stands for."""
    return re.sub(r"[^a-z]+", "_", name.lower().replace("'", ""))


def test_11_1_the_rulebook_has_the_technologies_of_the_tables() -> None:
    shown = written("technologies", r"(?:: ([^;\n]+))?(?:; first: (.+))?$")
    assert list(shown) == [each.id for each in TECHNOLOGIES]
    for each in TECHNOLOGIES:
        needs, first = shown[each.id]
        assert tuple(map(key, needs.split(", "))) == (each.needs or ("",))
        figures = [each.first_gold, each.first_stability, *each.first_units.values()]
        assert [int(n) for n in re.findall(r"\d+", first)] == [n for n in figures if n]


def test_11_2_the_rulebook_has_the_units_of_the_tables() -> None:
    shown = written("units", r" \((\w+)\): (\d+)/(\d+)/(\w+); (\d+) gold; (.+)$")
    assert list(shown) == [unit.id for unit in UNITS]
    for unit in UNITS:
        role, attack, defence, moves, cost, technology = shown[unit.id]
        assert (role, int(attack), int(defence)) == (unit.role, unit.attack, unit.defence)
        assert moves == ("any" if unit.role == "nuke" else str(unit.moves))
        assert int(cost) == unit.cost
        assert key(technology) == (unit.technology or "no_technology")


def test_11_3_the_rulebook_has_the_wonders_of_the_tables() -> None:
    shown = written("wonder-cards", r" \((.+), (\d+) gold\)")
    assert {name: (key(needs), int(cost)) for name, (needs, cost) in shown.items()} == {
        wonder.id: (wonder.technology, wonder.cost) for wonder in WONDERS
    }


def test_11_4_the_rulebook_has_the_civilizations_of_the_tables() -> None:
    shown = written("civilizations", r" \((.+); (.+?)\)")
    assert {name: (key(known), key(home)) for name, (known, home) in shown.items()} == {
        each.id: (each.technology, each.home) for each in CIVILIZATIONS
    }


def price_on_card(civilization: str, card: str) -> object:
    game = a_game(3, angela=civilization).at("actions")
    cost = RULESET.card(card, game.view("angela")).cost
    return None if cost is None else cost.data["n"]


def test_11_cards_say_what_a_thing_costs_the_one_who_looks() -> None:
    assert price_on_card("rome", "wonder.pyramids") == 15
    assert price_on_card("egypt", "wonder.pyramids") == 5
    assert price_on_card("mongolia", "unit.knight") == 5
    assert price_on_card("japan", "unit.musketman") == 10
    assert price_on_card("japan", "unit.knight") == 10


@pytest.mark.parametrize(("players", "treasures"), [(2, 4), (3, 6), (5, 8)])
def test_11_the_card_of_a_marker_counts_those_mixed_for_so_many(
    players: int, treasures: int
) -> None:
    game = a_game(players).at("actions")
    known = {
        each.label.key: each.value
        for each in RULESET.card("marker.treasure", game.view("angela")).facts
    }
    assert known["cards.label.in_box"].data["n"] == treasures


def test_11_a_nuke_goes_anywhere_in_the_quick_reference_too() -> None:
    nuke = next(
        line
        for each in RULESET.quick_reference().groups
        for line in each.lines
        if line.label == Text("unit.nuke")
    )
    assert Text("cards.anywhere") in nuke.values
