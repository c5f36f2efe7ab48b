"""Every number in a table of a rulebook is the one that the engine plays with."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest

from engine.core.messages import Voice, catalog
from engine.core.registry import rulesets
from engine.rulebook import rulebook
from engine.rulesets.advanced.tables import TABLES as ADVANCED
from engine.rulesets.civ2010 import tables as civ2010
from engine.rulesets.fast_play.tables import TABLES as FAST_PLAY
from engine.rulesets.rhye.tables import TABLES as RHYE
from engine.rulesets.standard.tables import TABLES as STANDARD
from engine.world.tables import WorldTables

Rows = dict[str, list[int]]
"""The numbers of each row of a section's tables, by what stands first in it."""

ERAS = ("Ancient", "Medieval", "Gunpowder", "Modern")
SIZES = {"Village": 1, "Town": 2, "City": 3, "Metropolis": 4}
RESOURCES = ("wine", "horses", "iron", "gems", "spices", "oil", "coal", "rare_metals")
MINUS, DASH = "\N{MINUS SIGN}", "\N{EN DASH}"
_NUMBER = re.compile(rf"[{MINUS}-]?\d+")


def numbers(text: str) -> list[int]:
    """The numbers of a text; a dash between two is no minus."""
    plain = re.sub(rf"(?<=\d)[{DASH}-](?=\d)", " ", text)
    return [int(found.replace(MINUS, "-")) for found in _NUMBER.findall(plain)]


def rows(name: str, anchor: str) -> Rows:
    """The rows of a section's tables that have numbers; what is left of references is left out."""
    found: Rows = {}
    for line in rulebook(name).section(anchor).body.splitlines():
        label, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        if not line.startswith("|") or set(line) <= set("|- "):
            continue
        inside = [each for cell in cells for each in numbers(re.sub(r"\(\d[\d., ]*\)", "", cell))]
        if inside:
            found[label] = inside
    return found


def by_era(values: Mapping[str, tuple[int, ...]]) -> Rows:
    return {label: [each for each in row if each] for label, row in values.items()}


def markers(tables: WorldTables) -> Rows:
    mixed = tables.markers
    resources = {mixed[each] for each in RESOURCES}
    assert len(resources) == 1
    named = {
        "Free technology": "free_technology",
        "Treasure": "treasure",
        "Minor civilization": "minor_civilization",
        "Plague": "plague",
        "Desert": "desert",
        "Mountains": "mountains",
        "Jungle/forest": "jungle_forest",
        "Fertile": "fertile",
        "No encounter": "no_encounter",
    }
    one_of_each = {label: [mixed[each]] for label, each in named.items()}
    return {"Each of 8 resources": [*resources], **one_of_each, "All": [sum(mixed.values())]}


def plague(tables: WorldTables) -> Rows:
    return {era: [n] for era, n in zip(ERAS, tables.plague_radius, strict=True) if n}


def moves(tables: WorldTables) -> Rows:
    units = {unit.id: unit for unit in tables.units}
    armies = {unit.moves for unit in tables.units if unit.role in _ARMIES}
    assert len(armies) == 1
    ids = ("settler", "galley", "caravel", "frigate", "battleship", "fighter")
    return {"Army": [*armies], **{each.capitalize(): [units[each].moves] for each in ids}}


_ARMIES = ("infantry", "cavalry", "artillery")


def battle_dice() -> Rows:
    found: Rows = {}
    for unit in STANDARD.units:
        if unit.role in (*_ARMIES, "fleet"):
            found.setdefault(ERAS[unit.era], []).append(unit.dice)
    return {era: [*set(dice)] for era, dice in found.items()}


def monopolies(most: Mapping[int, int]) -> Rows:
    last = max(most)
    return {str(n) if n < last else f"{n} or more": [gold] for n, gold in most.items()}


def sizes(point: int) -> Rows:
    return {label: [size * point] for label, size in SIZES.items()}


def eras(technologies: Mapping[str, int]) -> Rows:
    return {era: [1 + at, technologies[era.lower()]] for at, era in enumerate(ERAS)}


def standard_prices() -> Rows:
    prices = STANDARD.prices
    table = by_era(
        {
            "Army": prices.army,
            "Fleet": prices.fleet,
            "Aircraft": prices.aircraft,
            "Settler": prices.settler,
            "Village": prices.village,
        }
    )
    town, city, metropolis = prices.growth
    technology = STANDARD.technology_price
    grown = {"Village to town": [town], "Town to city": [city], "City to metropolis": [metropolis]}
    return {**table, **grown, "Technology": [technology.base, technology.per_technology]}


def advanced_prices() -> Rows:
    prices = ADVANCED.prices
    assert len(set(prices.growth)) == 1
    return by_era(
        {
            "Army": prices.army,
            "Fleet": prices.fleet,
            "Aircraft": prices.aircraft,
            "Improvement": prices.improvement,
            "Fee inside": ADVANCED.fee,
            "Settler": prices.settler,
            "Village": prices.village,
            "Growth": (*prices.growth, prices.growth[0]),
        }
    )


def fast_play_prices() -> Rows:
    prices = FAST_PLAY.prices
    steps = [FAST_PLAY.wonder_step * (1 + at) for at in range(len(ERAS))]
    return {
        "Military unit": [*prices.unit],
        "Settler": [prices.settler] * len(ERAS),
        "Technology": [*prices.technology[: len(ERAS)]],
        "Wonder": [each for step in steps for each in (step + 2, step + 6)],
    }


def city_gold() -> Rows:
    """The two tables have the same rows: the second one's are what is left."""
    plain = ADVANCED.city["plain"]
    return {
        "With a resource": [1, 2, 3, 4],
        "Without a resource": [1, 2, 3, 4],
        "happy": [*plain.happy],
        "happy, productive": [*plain.happy_productive],
        "unhappy": [*plain.unhappy],
        "unhappy, productive": [*plain.unhappy_productive],
    }


def trade_range() -> Rows:
    names = {
        "": "at the start",
        "trade_mapmaking": "Trade/Mapmaking",
        "astronomy": "Astronomy",
        "navigation": "Navigation",
    }
    ranges = {each.technology: each for each in ADVANCED.trade_range}
    found = {
        label: [ranges[technology].land, *([ranges[technology].sea] if technology else [])]
        for technology, label in names.items()
    }
    steam = ranges["steam_power"]
    return {**found, "Steam Power": [steam.land, steam.sea]}


def advanced_points() -> Rows:
    points = ADVANCED.points
    return {
        **sizes(points.settlement_size),
        "Wonder": [points.wonder],
        "Seminal discovery": [points.seminal],
        "Diplomatic": [points.united_nations],
        "Military": [points.unit],
        "Space": [points.technology],
    }


def rhye_markers() -> Rows:
    full = RHYE.boards[-1].markers
    named = ("plague", "minor_civilization", "treasure")
    return {
        str(board.players): [full[each] - board.markers[each] for each in named]
        for board in RHYE.boards
        if board.players < RHYE.boards[-1].players
    }


def taxation() -> Rows:
    tax = RHYE.taxation
    return {
        "each wonder": [tax.wonder],
        "each village": [tax.village],
        "each city": [tax.city],
        "3 resources of any kind": [tax.any_three],
        "3 resources of one kind": [tax.three_alike],
        "solid stability": [tax.solid],
        "very solid stability": [tax.very_solid],
    }


def stability() -> Rows:
    return {
        "Very solid": [RHYE.taxation.very_solid],
        "Solid": [RHYE.taxation.solid],
        "Shaky": [RHYE.revolts["shaky"], 1],
        "Collapsing": [RHYE.revolts["collapsing"], 1],
    }


def steps() -> Rows:
    third = civ2010.STEPS // 3
    return {
        f"{1 + third * at} to {third * (1 + at)}": [*cost]
        for at, cost in enumerate(civ2010.STEP_COSTS)
    }


def squares() -> Rows:
    names = {letter: name.capitalize() for letter, name in civ2010.TERRAIN_NAMES.items()}
    return {
        names[letter]: [each for each in icons if each]
        for letter, icons in civ2010.TERRAIN_ICONS.items()
        if any(icons)
    }


def title(key: str) -> str:
    return key.replace("_", " ").title()


def gives(icons: tuple[int, ...]) -> list[int]:
    return [each for each in icons if each]


def buildings() -> Rows:
    return {
        title(name) + (" *" if each.star else ""): [each.cost, *gives(each.icons)]
        for name, each in civ2010.BUILDINGS.items()
    }


def great_people() -> Rows:
    return {title(kind): gives(civ2010.PIECE_ICONS[kind]) for kind in civ2010.PERSON_TYPES}


def battle_hand() -> Rows:
    return {
        "Always": [civ2010.BATTLE_HAND],
        "Each army after the first": [civ2010.BATTLE_HAND_PER_ARMY],
        "Defending a city": [civ2010.BATTLE_HAND_IN_CITY],
        "In Fundamentalism": [civ2010.GOVERNMENTS["fundamentalism"].bonuses["battle_hand"]],
    }


def city_defence() -> Rows:
    return {
        "City": [civ2010.CITY_DEFENCE],
        "Capital": [civ2010.CAPITAL_DEFENCE],
        "Walls": [civ2010.WALLS],
        "Metropolis": [civ2010.METROPOLIS],
        "Fortification": [civ2010.FORTIFICATION],
    }


def tokens() -> Rows:
    given = {name: token.abilities[0] for name, token in civ2010.TOKENS.items() if token.abilities}
    return {
        "Teacher": [given["teacher"].level],
        "Workers": [given["friendly_workers"].n],
        "Native art": [given["native_art_3"].culture],
        "Rich native art": [given["native_art_6"].culture],
    }


def numbered(values: tuple[int, ...]) -> Rows:
    return {str(at): [value] for at, value in enumerate(values) if at}


FIGURES: dict[str, dict[str, Callable[[], Rows]]] = {
    "standard": {
        "pieces": lambda: sizes(1),
        "setup-markers": lambda: markers(STANDARD),
        "plague": lambda: plague(STANDARD),
        "movement-points": lambda: moves(STANDARD),
        "battle-dice": battle_dice,
        "monopolies": lambda: monopolies(STANDARD.monopolies),
        "prices": standard_prices,
        "eras": lambda: eras({era: len(cards) for era, cards in STANDARD.technologies.items()}),
        "scoring": lambda: {
            **sizes(STANDARD.points.settlement_size),
            "Technology": [STANDARD.points.technology],
            "Wonder": [STANDARD.points.wonder],
        },
    },
    "fast_play": {
        "setup-bag": lambda: markers(FAST_PLAY),
        "production": lambda: {
            "Each technology": [FAST_PLAY.income.technology],
            "Each wonder": [FAST_PLAY.income.wonder],
        },
        "prices": fast_play_prices,
        "plague": lambda: plague(FAST_PLAY),
        "battle-values": lambda: {
            **{era: [n] for era, n in zip(ERAS, FAST_PLAY.battle.era, strict=True)},
            "Aircraft": [FAST_PLAY.battle.aircraft],
        },
        "battle-space": lambda: {
            "Cavalry": [FAST_PLAY.battle.open_cavalry],
            "Artillery": [FAST_PLAY.battle.open_artillery],
            "Attacking artillery": [FAST_PLAY.battle.attacking_artillery],
            "Defending infantry": [FAST_PLAY.battle.defending_infantry],
        },
        "resources": lambda: {"Horses, iron, oil, coal": [FAST_PLAY.resource_gold]},
        "scoring": lambda: {
            **sizes(FAST_PLAY.points.settlement_size),
            "Technology": [FAST_PLAY.points.technology],
            "Wonder": [FAST_PLAY.points.wonder],
        },
    },
    "advanced": {
        "setup-markers": lambda: markers(ADVANCED),
        "plague": lambda: plague(ADVANCED),
        "movement-points": lambda: moves(ADVANCED),
        "trade-range": trade_range,
        "city-production": city_gold,
        "monopolies": lambda: monopolies(ADVANCED.monopolies),
        "prices": advanced_prices,
        "eras": lambda: eras({era: len(cards) for era, cards in ADVANCED.technologies.items()}),
        "scoring": advanced_points,
    },
    "rhye": {
        "setup-markers": rhye_markers,
        "revolt-check": lambda: {
            "Shaky": [RHYE.revolts["shaky"], 1],
            "Collapsing": [RHYE.revolts["collapsing"], 1],
        },
        "taxation": taxation,
        "stability": stability,
        "score": lambda: {
            f"{RHYE.points.gold_for_one} gold": [1],
            "each city": [RHYE.points.city],
            "each wonder": [RHYE.points.wonder],
            f"{RHYE.points.firsts_for_one} technologies you were first with": [1],
        },
    },
    "civ2010": {
        "great-people": great_people,
        "squares": squares,
        "buildings": buildings,
        "battle-hand": battle_hand,
        "city-defence": city_defence,
        "recruiting": lambda: numbered(civ2010.UNIT_COST),
        "tokens": tokens,
        "culture-track": steps,
        "research-cost": lambda: numbered(civ2010.TECHNOLOGY_COST),
    },
}
ELSEWHERE = {("advanced", "battle-dice")}
"""Tables with a test of their own below."""


@pytest.mark.parametrize(
    ("name", "anchor"), [(name, anchor) for name, tables in FIGURES.items() for anchor in tables]
)
def test_a_table_has_the_figures_of_the_engine(name: str, anchor: str) -> None:
    assert rows(name, anchor) == FIGURES[name][anchor]()


def test_city_gold_with_a_resource() -> None:
    body = rulebook("advanced").section("city-production").body
    first = body.split("\n\n")[1].splitlines()[2:]
    with_resource = ADVANCED.city["resource"]
    assert [numbers(line) for line in first] == [
        [*with_resource.happy],
        [*with_resource.happy_productive],
        [*with_resource.unhappy],
        [*with_resource.unhappy_productive],
    ]


def test_dice_and_levels_of_advanced_units() -> None:
    found = []
    for line in rulebook("advanced").section("battle-dice").body.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] in ERAS:
            found.append((cells[0], cells[1], numbers(cells[2])[0], numbers(cells[3])))
    assert found == [
        (era, role, levels[0].dice, [level.plus for level in levels])
        for at, era in enumerate(ERAS)
        for role in (*_ARMIES, "fleet")
        if (levels := [each for each in ADVANCED.levels if (each.era, each.role) == (at, role)])
    ]


@pytest.mark.parametrize("tables", [STANDARD, ADVANCED], ids=["standard", "advanced"])
def test_the_critical_resource_by_roll_and_era(tables: object) -> None:
    name = "standard" if tables is STANDARD else "advanced"
    critical = (STANDARD if tables is STANDARD else ADVANCED).critical
    found = []
    for line in rulebook(name).section("critical-resource").body.splitlines():
        roll, *resources = (cell.strip().replace(" ", "_") for cell in line.strip("|").split("|"))
        if line.startswith("|") and numbers(roll):
            found.append((numbers(roll), resources))
    lowest = [2, *(each + 1 for each in critical.columns[:-1])]
    assert found == [
        ([low, high], [row[at] for row in critical.rows])
        for at, (low, high) in enumerate(zip(lowest, critical.columns, strict=True))
    ]


@pytest.mark.parametrize("name", rulesets())
def test_no_table_with_figures_is_left_out(name: str) -> None:
    checked = {*FIGURES.get(name, ()), "critical-resource"}
    checked |= {anchor for book, anchor in ELSEWHERE if book == name}
    unchecked = {
        section.anchor
        for section in rulebook(name).sections
        if section.anchor not in checked and rows(name, section.anchor)
    }
    assert unchecked == set()


def listed(name: str, anchor: str) -> dict[str, str]:
    """The points of a section that begin with a name in bold letters, by that name."""
    body = rulebook(name).section(anchor).body
    return dict(re.findall(r"^- \*\*(.+?)\*\*(.*)$", body, re.MULTILINE))


@pytest.mark.parametrize("era", ERAS)
def test_prices_and_prerequisites_of_advanced_technologies(era: str) -> None:
    voice = Voice(catalog("advanced"), ())
    title = {card.id: voice.say(f"technology.{card.id}") for card in ADVANCED.technology_cards}
    cards = [card for card in ADVANCED.technology_cards if card.era == ERAS.index(era)]
    assert listed("advanced", f"{era.lower()}-technologies") == {
        title[card.id]: f", {card.cost} gold"
        + (f": {', '.join(title[each] for each in card.needs)}" if card.needs else "")
        for card in cards
    }


def test_figures_of_the_units_of_rhye() -> None:
    voice = Voice(catalog("rhye"), ())
    found = listed("rhye", "units")
    assert len(found) == len(RHYE.units)
    for unit in RHYE.units:
        line = next(text for title, text in found.items() if key(title) == unit.id)
        moves = "any" if unit.role == "nuke" else str(unit.moves)
        wanted = f"{unit.attack}/{unit.defence}/{moves}; {unit.cost} gold; "
        assert wanted in line, unit.id
        needs = voice.say(f"technology.{unit.technology}") if unit.technology else "no technology"
        assert line.endswith(needs), unit.id


def test_prices_of_the_wonders_of_rhye() -> None:
    voice = Voice(catalog("rhye"), ())
    found = listed("rhye", "wonder-cards")
    assert len(found) == len(RHYE.wonders)
    for wonder in RHYE.wonders:
        line = next(text for title, text in found.items() if key(title) == wonder.id)
        technology = voice.say(f"technology.{wonder.technology}")
        assert line.startswith(f" ({technology}, {wonder.cost} gold):"), wonder.id


def key(title: str) -> str:
    """The id of what is called so.

    >>> key("Marco Polo's Embassy"), key("Man-at-Arms")
    ('marco_polos_embassy', 'man_at_arms')
    """
    return re.sub(r"[^a-z]+", "_", title.lower().replace("'", ""))
