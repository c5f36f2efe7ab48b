"""Made-up charts, one of every kind."""

from __future__ import annotations

import msgspec

from engine.core.charts import (
    Assignment,
    CityCard,
    CityCards,
    FactCard,
    FactLine,
    Fee,
    Fees,
    Realm,
    RealmChart,
    Requirement,
    Technology,
    TechnologyTree,
)
from engine.core.text import Text
from engine.core.view import View
from engine.tiles.civ import (
    BattleFront,
    BattleSide,
    BuildingOffer,
    CardBattle,
    CitySheet,
    CivSheet,
    CivView,
    MarketView,
    SquareYields,
    TechnologySlot,
    TrackStep,
    UnitCard,
    WonderOffer,
)
from engine.tiles.view import CityView, outskirts, square_name
from tests.render.tiles.demo import demo_view

TIERS = ("ancient", "medieval", "gunpowder", "modern")
NEEDS = {
    "masonry": "",
    "alphabet_writing": "",
    "pottery_specialization": "",
    "wheel": "",
    "bronze_working": "",
    "ceremonial_burial": "",
    "horseback_riding": "wheel",
    "code_of_laws": "alphabet_writing pottery_specialization",
    "mathematics": "masonry alphabet_writing",
    "iron_working": "bronze_working pottery_specialization",
    "trade_mapmaking": "mathematics pottery_specialization",
    "banking": "trade_mapmaking code_of_laws",
    "engineering": "wheel mathematics",
    "navigation": "trade_mapmaking",
    "physics": "navigation engineering",
    "flight": "physics banking engineering iron_working",
}
PYRAMID = (
    ("writing", "pottery", "masonry", "code_of_laws", "animal_husbandry", "navigation"),
    ("philosophy", "civil_service", "printing_press", "chivalry"),
    ("theology", "railroad"),
    ("computers",),
)
LATER = {"banking": 1, "engineering": 1, "navigation": 1, "physics": 2, "flight": 3}


def a_tree(owned: int = 7, more: int = 0) -> TechnologyTree:
    """A tree of which the first `owned` are known, with `more` made-up ones at its end."""
    needs = NEEDS | {f"future_knowledge_{n}": "flight physics" for n in range(more)}
    known = {key: seat % 4 for seat, key in enumerate(list(needs)[:owned])}
    technologies = []
    for at, (key, words) in enumerate(needs.items()):
        required = tuple(words.split())
        technologies.append(
            Technology(
                key,
                LATER.get(key, 3 if at >= len(NEEDS) else 0),
                (known[key],) if key in known else (),
                required,
                tuple(need for need in required if need not in known),
                None if key in known else 20 + 5 * at,
                (Text("unit.swordsman"), Text("wonder.great_wall"))[: 1 + at % 2],
                special=at % 7 == 1,
            )
        )
    tiers = tuple(Text(f"era.{era}") for era in TIERS)
    return TechnologyTree(tiers, tuple(technologies), 0, 60)


def some_cities() -> CityCards:
    """Settlements happy and not, productive and not, with something left over."""
    return CityCards(
        0,
        (
            CityCard("gaul", 3, 16, True, True, "iron", (_happy("courthouse"), _busy("library"))),
            CityCard("italia", 4, 10, True, True, None, (_happy("cathedral", 2), _busy("bank"))),
            CityCard("iberia", 2, 6, True, False, "wine", (), (_happy("wine"),)),
            CityCard("hellas", 2, 8, False, True, "gems", (_busy("granary"),), (_busy("fertile"),)),
            CityCard("anatolia", 1, 0, False, False),
            CityCard("nile", 1, 2, True, False, "spices", (_happy("temple"),)),
            CityCard("west_africa", 1, 2, True, False, None, (), (_happy("palace"),)),
        ),
        (_busy("university"), _happy("colosseum", 2), _happy("ziggurat")),
    )


def _happy(key: str, count: int = 1) -> Assignment:
    return Assignment(_card_title(key), "happiness", count)


def _busy(key: str) -> Assignment:
    return Assignment(_card_title(key), "productivity")


def _card_title(key: str) -> Text:
    if key in ("wine", "fertile"):
        return Text(f"marker.{key}")
    return Text("assign.free" if key == "palace" else f"improvement.{key}")


def some_fees() -> Fees:
    """Fees among four players."""
    paid = ((0, 1, 10, "bronze_working"), (0, 1, 5, "wheel"), (2, 1, 10, "iron_working"))
    more = tuple((3, 2, 5, key) for key in ("masonry", "mathematics", "code_of_laws", "banking"))
    return Fees(tuple(Fee(*fee) for fee in (*paid, (1, 0, 15, "physics"), *more)))


def some_realms() -> RealmChart:
    """Five realms, from very solid to civil war."""
    return RealmChart(
        ("very_solid", "solid", "stable", "shaky", "collapsing", "civil_war"),
        (
            Realm(0, "babylonia", 2, "monarchy", "paganism", 5),
            Realm(1, "rome", 0, "republic", "christianity", 9),
            Realm(2, "india", 3, "communism", "buddhism", 4, 1),
            Realm(3, "carthage", 5, "fascism", "islam", 7, 3),
            Realm(4, "russia", 1, "monarchy", "judaism", 1),
        ),
    )


def a_fact_card() -> FactCard:
    """A technology with everything that a card can say."""
    return FactCard(
        Text("technology.iron_working"),
        Text("kind.ancient_technology"),
        "iron",
        Text("cost.40_gold"),
        (
            FactLine(Text("fact.price_for_you"), Text("value.45"), "coins"),
            FactLine(Text("fact.fee_to_the_owner"), Text("value.5"), "treasure"),
            FactLine(Text("fact.points"), Text("value.4"), "laurels"),
        ),
        (
            Requirement(Text("technology.bronze_working"), True),
            Requirement(Text("technology.pottery_specialization"), False),
        ),
        (Text("unit.swordsman"), Text("technology.construction")),
        (Text("effect.its_first_owner_puts_a_swordsman_into_one_of_their_settlements_at_once"),),
        (1,),
    )


def a_civilization() -> FactCard:
    """A civilization's card."""
    return FactCard(
        Text("civilization.carthage"),
        Text("kind.civilization"),
        "caravel",
        facts=(
            FactLine(Text("fact.starting_area"), Text("space.numidia"), "flag"),
            FactLine(Text("fact.first_technology"), Text("value.sailing"), "free_technology"),
            FactLine(Text("fact.own_action"), Text("value.taxation"), "coins"),
        ),
        effects=(Text("effect.its_taxes_pay_for_every_two_resources_instead_of_three"),),
        owners=(2,),
    )


OF_TILES = ("fronts", "market", "track", "pyramid", "city")
"""The examples that belong to the board of tiles."""


def a_civ_view(seat: int | None = 1) -> CivView:
    """The made-up position on tiles with everything that lies beside it on the table."""
    board = demo_view()
    fields = {name: getattr(board, name) for name in board.__struct_fields__}
    return CivView(
        **{**fields, "seat": seat},
        sheets=tuple(map(_sheet, range(board.seats))),
        city_sheets=tuple(map(_city, board.cities)),
        market=MarketView(
            {"incense": 2, "iron": 0, "silk": 4, "wheat": 1},
            {"harbor": 8, "library": 3, "workshop": 0, "trading_post": 6, "bank": 4, "temple": 5},
            (
                WonderOffer("great_lighthouse", "ancient", (15, 15, 15, 10)),
                WonderOffer("stonehenge", "ancient", (10, 10, 10, 10)),
            ),
            19,
            {"infantry": 7, "mounted": 9, "artillery": 0},
            {
                "harbor": BuildingOffer(7, trade=2, production=1),
                "library": BuildingOffer(5, trade=1, culture=1),
                "workshop": BuildingOffer(7, production=3),
                "trading_post": BuildingOffer(7, trade=2, culture=1),
                "bank": BuildingOffer(10, trade=1, production=1, culture=1, coins=1),
                "temple": BuildingOffer(7, culture=2),
            },
        ),
        track=tuple(map(_step, range(1, 22))),
        battle=_battle(),
    )


def _sheet(seat: int) -> CivSheet:
    slots = tuple(
        TechnologySlot(key, row, (at * row) % 3)
        for row, keys in enumerate(PYRAMID, start=1)
        for at, key in enumerate(keys)
    )
    counts = dict.fromkeys(
        ("income", "sheet_coins", "wonder_coins", "people_hidden", "culture_cards", "culture_hand"),
        1,
    )
    forces = dict.fromkeys(
        ("tokens", "units", "armies", "armies_left", "scouts", "scouts_left", "speed", "stacking"),
        2,
    )
    return CivSheet(
        seat=seat,
        policies=("pacifism",),
        pyramid=slots,
        ranks={"infantry": 2},
        invested={},
        wonders=(),
        reserve=(),
        people_shown=(),
        combat=4,
        **counts,
        **forces,
    )


def _city(city: CityView) -> CitySheet:
    amounts = ((1, 0, 0, 0), (0, 2, 0, 0), (2, 1, 0, 0), (0, 1, 1, 0), (0, 0, 0, 0), (0, 3, 0, 0))
    squares = [
        SquareYields(square_name(*square), *amounts[at % len(amounts)], blockaded=at == 5)
        for at, square in enumerate(sorted(outskirts(city)))
    ]
    squares.append(SquareYields("J7", trade=2, source="scout"))
    return CitySheet(
        owner=city.owner,
        place=square_name(city.x, city.y),
        capital=city.capital,
        metropolis=city.second is not None,
        walls=city.walls,
        fortification=False,
        caravan=True,
        program=False,
        defence=12 if city.walls else 6,
        trade=sum(each.trade for each in squares if not each.blockaded),
        production=sum(each.production for each in squares if not each.blockaded),
        arts=1,
        acted=False,
        squares=tuple(squares),
    )


def _step(number: int) -> TrackStep:
    level = (number - 1) // 7 + 1
    gives = "victory" if number == 21 else "person" if number in (3, 7, 12, 18) else "card"
    return TrackStep(number, level, gives, 1 + 2 * level, 3 * (level - 1))


def _battle() -> CardBattle:
    """A battle on four fronts with wounds, a dead unit and open places."""
    hand = (UnitCard("infantry", 2, 3, 3), UnitCard("artillery", 1, 1, 3))
    return CardBattle(
        "D6",
        "army",
        (
            BattleSide(1, 1, 2, 4, 8, (), hand),
            BattleSide(2, 2, 3, 8, 20, ()),
        ),
        (
            BattleFront(UnitCard("infantry", 2, 3, 3, 1), UnitCard("mounted", 2, 2, 4, 3)),
            BattleFront(UnitCard("artillery", 1, 2, 2, 2), UnitCard("infantry", 4, 5, 5)),
            BattleFront(None, UnitCard("aircraft", 1, 7, 6)),
            BattleFront(UnitCard("artillery", 2, 4, 2), None),
        ),
        0,
    )


def examples() -> dict[str, msgspec.Struct]:
    """One chart of every kind."""
    view = a_civ_view()
    shown = {chart.id: chart.content for chart in view.charts}
    assert view.battle is not None and view.market is not None
    return {
        "tree": a_tree(),
        "cities": some_cities(),
        "fees": some_fees(),
        "realms": some_realms(),
        "fact": a_fact_card(),
        "civilization": a_civilization(),
        "fronts": view.battle,
        "market": view.market,
        "track": shown["culture"],
        "pyramid": view.sheets[0],
        "city": view.city_sheets[0],
    }


def view_for(name: str) -> View:
    """A view of the game that an example belongs to."""
    if name in OF_TILES:
        return a_civ_view()
    return View(
        ruleset="advanced" if name in ("tree", "cities", "fees") else "standard",
        seat=0,
        seats=6,
        turn=4,
        phase="purchase",
        awaited=(),
        scores=(0,) * 6,
    )


EXAMPLES = examples()
"""One chart of every kind, by a name of its own."""
