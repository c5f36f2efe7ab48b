"""Made-up charts, for the gallery and for tests."""

from __future__ import annotations

from engine.core.charts import (
    Assignment,
    CardBattle,
    CityCard,
    CityCards,
    CityYields,
    FactCard,
    FactLine,
    Fee,
    Fees,
    Front,
    Market,
    MarketPile,
    MarketSection,
    Pyramid,
    PyramidCard,
    Realm,
    RealmChart,
    Requirement,
    SquareYields,
    Technology,
    TechnologyTree,
    Track,
    TrackSpace,
    UnitCard,
    Yields,
)
from engine.core.text import Text
from engine.tiles.view import TileView, square_name
from render.cards.charts import Chart
from render.text.tiles import outskirts

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
    return Assignment(key, "happiness", count)


def _busy(key: str) -> Assignment:
    return Assignment(key, "productivity")


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
            Realm(2, "india", 3, "communism", "buddhism", 4),
            Realm(3, "carthage", 5, "fascism", "islam", 7),
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


def a_card_battle() -> CardBattle:
    """A battle on four fronts with wounds, a dead unit and open places."""
    return CardBattle(
        "D6",
        1,
        2,
        (
            Front(UnitCard("pikeman", 3, 3, 1), UnitCard("knight", 2, 4, 3)),
            Front(UnitCard("archer", 2, 2, 2), UnitCard("modern_infantry", 5, 5)),
            Front(None, UnitCard("aircraft", 7, 6)),
            Front(UnitCard("catapult", 4, 2), None),
        ),
        (2, 3),
        (4, 8),
        1,
    )


def a_pyramid() -> Pyramid:
    """Technologies on four levels, with coins, and a level open to learn at."""
    levels = (
        ("writing", "pottery", "masonry", "code_of_laws", "animal_husbandry", "navigation"),
        ("philosophy", "civil_service", "printing_press", "chivalry"),
        ("theology", "railroad"),
        ("computers",),
    )
    coins = {"code_of_laws": 3, "printing_press": 1, "computers": 2, "pottery": 1}
    used = {"civil_service", "pottery"}
    cards = tuple(
        tuple(PyramidCard(key, coins.get(key, 0), key in used) for key in level) for level in levels
    )
    return Pyramid(1, cards, (1, 3), 14)


def a_market() -> Market:
    """Buildings that are left, gone, and locked; and two wonders."""
    buildings = (
        ("harbor", 8, 7, {"trade": 2, "cog": 1}, ""),
        ("library", 3, 5, {"trade": 1, "culture": 1}, ""),
        ("workshop", 0, 7, {"cog": 3}, ""),
        ("trading_post", 6, 7, {"trade": 2, "culture": 1}, "needs_code_of_laws"),
        ("bank", 4, 10, {"trade": 1, "coin": 1}, "needs_banking_and_a_market_to_replace"),
    )
    wonders = (_pile("great_lighthouse", 1, 15, {}, ""), _pile("stonehenge", 1, 10, {}, ""))
    return Market(
        (
            MarketSection(Text("heading.buildings"), tuple(_pile(*pile) for pile in buildings)),
            MarketSection(Text("heading.wonders"), wonders),
        )
    )


def _pile(key: str, left: int, cost: int, gives: dict[str, int], locked: str) -> MarketPile:
    facts = tuple(
        FactLine(Text(f"fact.{icon}"), Text(f"value.{n}"), icon) for icon, n in gives.items()
    )
    return MarketPile(key, left, cost, facts, Text(f"lock.{locked}") if locked else None)


def a_track() -> Track:
    """A track of culture with four players on it."""
    prices = ((3, 0),) * 7 + ((5, 3),) * 7 + ((7, 6),) * 7
    stars = (3, 7, 12, 18)
    spaces = []
    for step, (culture, trade) in enumerate(prices, start=1):
        kind = "victory" if step == len(prices) else "great_person" if step in stars else "event"
        cost = [FactLine(Text("fact.culture"), Text(f"value.{culture}"), "culture")]
        if trade:
            cost.append(FactLine(Text("fact.trade"), Text(f"value.{trade}"), "trade"))
        spaces.append(TrackSpace(kind, tuple(cost)))
    return Track(Text("heading.culture"), tuple(spaces), (7, 4, 15, 7, 7, 0))


def a_city(view: TileView) -> CityYields:
    """The first city of a view, with made-up yields around it and one square under blockade."""
    city = view.cities[0]
    around = sorted(outskirts(city))
    amounts = (
        Yields(trade=1),
        Yields(production=2),
        Yields(trade=2, production=1),
        Yields(culture=1, production=1),
        Yields(),
        Yields(production=3),
        Yields(trade=1, coins=1),
        Yields(trade=2),
    )
    squares = tuple(
        SquareYields(square_name(*square), amounts[at % len(amounts)], blocked=at == 5)
        for at, square in enumerate(around)
    )
    return CityYields(square_name(city.x, city.y), city.owner, squares, Yields(culture=1))


EXAMPLES: dict[str, Chart] = {
    "tree": a_tree(),
    "cities": some_cities(),
    "fees": some_fees(),
    "realms": some_realms(),
    "fact": a_fact_card(),
    "civilization": a_civilization(),
    "fronts": a_card_battle(),
    "pyramid": a_pyramid(),
    "market": a_market(),
    "track": a_track(),
}
