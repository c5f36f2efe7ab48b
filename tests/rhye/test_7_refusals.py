"""Chapter 7 of the rulebook: what its actions forbid, and the reason that is given."""

from __future__ import annotations

import pytest

from engine.core.grammar import Unfit, Value
from engine.core.messages import Voice, catalog
from tests.builders import NAMES
from tests.rhye.builders import Arrangement, a_game, action

EVERYTHING_BUT_SPACE = ("space_flight",)


def land() -> Arrangement:
    """Angela in Gobi (a village) and Himalaya (a city in the mountains), with units around."""
    return (
        a_game(angela="aztec")
        .with_settlement("angela", "gobi")
        .with_settlement("angela", "himalaya", "city")
        .with_marker("himalaya", "mountains", up=True)
        .with_units("angela", "gobi", swordsman=1)
        .with_units("angela", "steppe", swordsman=1)
        .with_marker("steppe", "desert", up=True)
        .with_units("angela", "siberia", swordsman=1)
        .with_units("brad", "siberia", swordsman=1)
        .with_units("angela", "bactria", swordsman=1)
        .with_marker("bactria", "jungle_forest", up=True)
        .with_units("angela", "yakutia", fighter=1)
        .with_marker("yakutia", "iron")
        .with_settlement("brad", "nile")
    )


def refused(arranged: Arrangement, plan: Value, code: str, rule: str) -> str:
    """Angela's plan is refused for this reason; the sentence that she reads."""
    game = arranged.at("actions")
    error = game.refuses("angela", plan, code, rule)
    return Voice(catalog("rhye", strict=True), [name.capitalize() for name in NAMES]).error(error)


@pytest.mark.parametrize(
    ("place", "code", "rule"),
    [
        ("gobi", "settled_already", "construction"),
        ("steppe", "barren", "terrain"),
        ("siberia", "not_alone", "construction"),
        ("bactria", "too_expensive", "terrain"),
        ("yakutia", "not_explored", "construction"),
        ("persia", "no_unit_here", "construction"),
        ("north_sea", "settle_on_land", "construction"),
        ("mexica", "not_in_play", "board"),
        ("atlantis", "no_such_place", "construction"),
    ],
)
@pytest.mark.parametrize("gold", [5, 100])
def test_7_2_where_no_village_can_be_founded(place: str, code: str, rule: str, gold: int) -> None:
    if gold == 100 and code == "too_expensive":
        return
    plan = action("construction", found=[place], upgrade=[])
    assert refused(land().with_gold("angela", gold), plan, code, rule)


def test_7_2_what_cannot_be_upgraded() -> None:
    rich, poor = land().with_gold("angela", 100), land().with_gold("angela", 5)
    for arranged, place, code in (
        (rich, "himalaya", "city_already"),
        (rich, "nile", "not_your_settlement"),
        (poor, "gobi", "too_expensive"),
    ):
        plan = action("construction", found=[], upgrade=[place], wonder="none")
        refused(arranged, plan, code, "construction")


def test_7_2_one_thing_in_each_territory() -> None:
    arranged = land().with_gold("angela", 100).with_technologies("angela", "masonry")
    founded = action("construction", found=["bactria"], upgrade=["bactria"])
    refused(arranged, founded, "one_thing_each", "construction")
    # The mountains hold no wonder and the village grows, so that none is to be had at all.
    grown = action("construction", found=[], upgrade=["gobi"], wonder="pyramids", site="gobi")
    refused(arranged, grown, "one_thing_each", "construction")
    anywhere = action("construction", found=[], upgrade=["gobi"], wonder="pyramids")
    refused(arranged, anywhere, "no_site", "wonders")


def test_7_2_nothing_to_build() -> None:
    arranged = a_game(angela="aztec")
    sentence = refused(arranged, action("construction"), "nothing_to_build", "construction")
    assert sentence == "You can found no village, and you cannot pay for a city or a wonder."


@pytest.mark.parametrize(
    ("wonder", "site", "code", "rule"),
    [
        ("oracle", "gobi", "wonder_stands", "wonders"),
        ("great_wall", "gobi", "wonder_gone", "wonders"),
        ("spaceship", "gobi", "lacking", "wonders"),
        ("hoover_dam", "gobi", "too_expensive", "wonders"),
        ("pyramids", "himalaya", "no_wonder_in_mountains", "terrain"),
        ("pyramids", "gobi", "no_room", "wonders"),
        ("pyramids", "nile", "not_your_settlement", "construction"),
        (["pyramids", "oracle"], "gobi", "one_wonder", "wonders"),
    ],
)
def test_7_2_why_a_wonder_cannot_be_built(wonder: Value, site: str, code: str, rule: str) -> None:
    arranged = (
        land()
        .with_settlement("angela", "huang_he", "city")
        .with_gold("angela", 45)
        .with_all_technologies("angela", but=EVERYTHING_BUT_SPACE)
        .with_wonder("gobi", "oracle")
        .with_wonder("huang_he", "great_wall")
        .then(lambda state: state.sites.__setitem__(6, -2))
        .then(lambda state: state.wonders.__setitem__(6, -2))
    )
    plan = action("construction", found=[], upgrade=[], wonder=wonder, site=site)
    refused(arranged, plan, code, rule)


@pytest.mark.parametrize("grown", ["atlantis", "nile", "gobi"])
def test_7_2_what_cannot_be_upgraded_takes_no_gold_from_a_wonder(grown: str) -> None:
    """Nothing is asked about upgrades where there is no village, so the wonder is looked at."""
    arranged = (
        a_game(angela="aztec")
        .with_settlement("angela", "gobi", "city")
        .with_settlement("brad", "nile")
        .with_technologies("angela", "masonry", "electricity")
        .with_gold("angela", 45)
    )
    plan = action("construction", upgrade=[grown], wonder="hoover_dam", site="gobi")
    game = arranged.at("actions")
    error = game.refuses("angela", plan, "too_expensive", "wonders")
    assert error.data["gold"] == 45


def test_7_2_what_clearing_costs_is_not_there_for_upgrades() -> None:
    cleared = action("construction", found=["bactria"], upgrade=["gobi"], wonder="none")
    game = land().with_gold("angela", 15).at("actions")
    error = game.refuses("angela", cleared, "too_expensive", "construction")
    assert error.data["gold"] == 5
    arranged = land().with_gold("angela", 10).with_technologies("angela", "masonry")
    grown = action("construction", found=[], upgrade=["gobi"], wonder="pyramids")
    refused(arranged, grown, "too_expensive", "wonders")


@pytest.mark.parametrize("founded", ["atlantis", "nile", "himalaya"])
def test_7_2_where_nothing_can_be_founded_takes_no_gold_from_a_wonder(founded: str) -> None:
    arranged = (
        a_game(angela="aztec")
        .with_settlement("angela", "gobi", "city")
        .with_settlement("brad", "nile")
        .with_technologies("angela", "masonry", "electricity")
        .with_gold("angela", 45)
    )
    plan = action("construction", found=[founded], wonder="hoover_dam", site="gobi")
    error = arranged.at("actions").refuses("angela", plan, "too_expensive", "wonders")
    assert error.data["gold"] == 45


def army() -> Arrangement:
    """Angela knows everything but space flight and has 100 gold."""
    return (
        land()
        .with_settlement("angela", "huang_he")
        .with_settlement("angela", "yangtze", "city")
        .with_units("angela", "gobi", dragoon=1, musketman=1, machinegunner=1)
        .with_gold("angela", 100)
        .with_all_technologies("angela", but=EVERYTHING_BUT_SPACE)
    )


@pytest.mark.parametrize(
    ("units", "code", "facts"),
    [
        (["swordsman@gobi"], "obsolete", {"newer": "machinegunner"}),
        (["nuke@gobi"], "lacking", {"technology": "space_flight"}),
        (["tank@nile"], "not_your_settlement", {"place": "nile"}),
        (["tank@gobi", "tank@gobi"], "land_limit", {"most": 1}),
        (["tank@himalaya", "tank@himalaya", "howitzer@himalaya"], "land_limit", {"most": 2}),
        (
            ["tank@gobi", "tank@huang_he", *["tank@yangtze"] * 2, *["tank@himalaya"] * 2],
            "too_expensive",
            {"price": 120, "gold": 100},
        ),
        (["battleship@huang_he/yellow_sea"], "no_harbour_village", {"place": "huang_he"}),
        (["battleship@yangtze/north_sea"], "no_coast", {"zone": "north_sea"}),
        (["tank@atlantis"], "no_such_place", {"place": "atlantis"}),
    ],
)
def test_7_3_why_units_cannot_be_raised(units: list[str], code: str, facts: Value) -> None:
    game = army().at("actions")
    plan = action("recruitment", way="raise", units=units)
    error = game.refuses("angela", plan, code, "recruitment")
    assert facts.items() <= error.data.items()


def test_7_3_one_new_fleet_in_each_sea_zone() -> None:
    game = army().with_settlement("angela", "manchuria", "city").at("actions")
    fleets = [key for key in game.recruits("angela") if key.startswith("battleship@")]
    shared = {key.partition("/")[2] for key in fleets if "@yangtze/" in key}
    shared &= {key.partition("/")[2] for key in fleets if "@manchuria/" in key}
    zone = sorted(shared)[0]
    units = [f"battleship@yangtze/{zone}", f"battleship@manchuria/{zone}"]
    plan = action("recruitment", way="raise", units=units)
    game.refuses("angela", plan, "zone_limit", "recruitment")
    # A city raises one, wherever it goes.
    many = [key for key in fleets if "@manchuria/" in key]
    if len(many) > 1:
        plan = action("recruitment", way="raise", units=many[:2])
        game.refuses("angela", plan, "fleet_limit", "recruitment")


@pytest.mark.parametrize(
    ("unit", "code"),
    [
        ("dragoon>tank@gobi", "no_successor"),
        ("cannon>howitzer@gobi", "no_such_unit_here"),
        ("machinegunner@gobi", "newest_already"),
    ],
)
def test_7_3_why_units_cannot_be_upgraded(unit: str, code: str) -> None:
    plan = action("recruitment", way="upgrade", units=[unit])
    refused(army(), plan, code, "recruitment")


def test_7_3_nothing_to_upgrade_or_to_raise() -> None:
    poor = land().with_gold("angela", 5)
    lacking = action("recruitment", way="upgrade", units=["swordsman>man_at_arms@gobi"])
    assert refused(poor, lacking, "lacking", "recruitment") == "Man-at-arms needs Feudalism first."
    refused(poor, action("recruitment", way="upgrade"), "nothing_to_upgrade", "recruitment")
    broke = action("recruitment", way="raise")
    refused(land(), broke, "nothing_to_raise", "recruitment")
    more = action("recruitment", way="upgrade", units=["musketman>machinegunner@gobi"] * 2)
    refused(army(), more, "fewer_here", "recruitment")


def test_7_4_why_a_technology_cannot_be_learnt() -> None:
    early = a_game(angela="aztec", brad="rome", chris="egypt").with_gold("angela", 100)
    known = action("research", technology="mysticism")
    refused(early, known, "known_already", "research")
    far = action("research", technology="guilds")
    sentence = refused(early, far, "prerequisites", "research")
    assert sentence == "Guilds needs Trade and Feudalism first."
    lonely = action("research", technology="sailing", how="buy")
    refused(early, lonely, "too_few_owners", "research")
    second = action("research", technology="sailing", besides="masonry")
    refused(early, second, "one_technology", "research")
    broke = a_game(angela="aztec", brad="rome", chris="egypt").with_gold("angela", 35)
    bought = action("research", technology="masonry", how="buy")
    refused(broke, bought, "too_expensive", "research")
    everything = a_game(angela="aztec").with_all_technologies("angela")
    refused(everything, action("research"), "nothing_to_learn", "research")


def test_7_5_why_a_people_cannot_turn_to_something() -> None:
    early = a_game(angela="aztec")
    fascism = action("revolution", government="fascism")
    assert refused(early, fascism, "lacking", "governments") == "Fascism needs Nationalism first."
    islam = action("revolution", religion="islam")
    refused(early, islam, "lacking", "religions")
    same = action("revolution", religion="paganism")
    refused(early, same, "adopted_already", "revolution")
    writer = a_game(angela="aztec").with_technologies("angela", "writing")
    neither = action("revolution", government="keep", religion="keep")
    refused(writer, neither, "nothing_changes", "revolution")
    monarchy = action("revolution", government="monarchy", religion="keep")
    refused(writer, monarchy, "adopted_already", "revolution")
    nobody = a_game(angela="rome")
    refused(nobody, action("revolution"), "nothing_to_adopt", "revolution")


def test_7_1_fascist_infantry_stand_in_own_settlements() -> None:
    fascist = land().with_government("angela", "fascism")
    abroad = action("consolidation", infantry=["nile"] * 4)
    refused(fascist, abroad, "not_your_settlement", "consolidation")
    nowhere = action("consolidation", infantry=["atlantis"] * 4)
    refused(fascist, nowhere, "no_such_place", "consolidation")


def deep(levels: int = 5000) -> Value:
    """A list in a list in a list: nothing that can be written out."""
    value: Value = []
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    "plan",
    [
        {"action": deep()},
        action("construction", found=deep(), upgrade=[deep()]),
        action("research", technology=deep(), how="buy"),
        action("construction", found=[["gobi"]], upgrade={}, wonder=7, site=None),
        action("construction", found="gobi"),
        action("recruitment", way=["raise"], units=[{}, 3, "@", ">", "swordsman>@gobi", "/"]),
        action("recruitment", way="upgrade", units=["swordsman>nobody@gobi"]),
        action("research", technology=["masonry"], how=["buy"], besides={}),
        action("revolution", government=["monarchy"], religion=[[]]),
        {"action": ["taxation"]},
        {"action": "taxation", "nonsense": 1},
    ],
    ids=range(11),
)
def test_7_nonsense_is_refused_without_harm(plan: Value) -> None:
    game = land().with_gold("angela", 100).at("actions")
    decision = game.decision("angela")
    with pytest.raises(Unfit) as unfit:
        decision.grammar.validate(plan)
    refusal = game.rules.why_not(game.state, decision, plan, unfit.value)
    assert Voice(catalog("rhye", strict=True), NAMES).error(refusal)


def test_7_2_a_plan_with_a_question_left_open_is_not_short_of_room() -> None:
    game = a_game(3, angela="egypt").with_gold("angela", 20).at("actions")
    plan = action("construction", wonder="pyramids", site="kalahari")
    game.refuses("angela", plan, "missing", "actions")


def test_7_2_one_of_several_villages_that_cannot_be_founded_says_why() -> None:
    game = (
        a_game(3, angela="aztec")
        .with_units("angela", "gobi", swordsman=1)
        .with_units("angela", "steppe", swordsman=1)
        .with_marker("steppe", "desert", up=True)
        .at("actions")
    )
    plan = action("construction", found=["gobi", "steppe"])
    assert game.refuses("angela", plan, "barren", "terrain").data["place"] == "steppe"
