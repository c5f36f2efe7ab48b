"""Battles, coins and loot (rulebook chapter 8)."""

from __future__ import annotations

import pytest

from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.combat.battles import hand_size
from engine.rulesets.civ2010.combat.fighting import blow
from engine.rulesets.civ2010.combat.units import health
from engine.rulesets.civ2010.map.board import cities_of, combat_bonus
from engine.rulesets.civ2010.state import Side, Unit
from tests.civ2010.builders import Game, a_battle, a_game
from tests.covering import covers


def test_8_a_battle_is_seen_with_its_fronts_and_the_own_hand() -> None:
    game = a_battle(("infantry.0", "mounted.0"), ("artillery.0", "infantry.1"))
    battle = game.view("bo").battle
    assert battle is not None
    assert battle.sides[0].hand is None
    assert battle.sides[1].hand is not None
    game.play("bo", do="play", unit="artillery.0", front="new")
    seen = game.view(None).battle
    assert seen is not None
    assert seen.fronts[0].defender is not None
    assert (seen.sides[0].hand, seen.sides[1].hand) == (None, None)


def test_8_1_scouts_alone_are_lost_and_the_attacker_loots() -> None:
    game = a_game().armies("ada", "D8").scouts("bo", "D9").has("bo", trade=5).at("movement")
    game.play("ada", do="move", from_="D8", target="D9").choose("ada", "trade")
    assert (game.figures_on("D9"), game.player("ada").trade) == ((1, 0), 3)


def test_8_1_the_winner_enters_the_square() -> None:
    game = a_battle(("infantry.0", "mounted.0"), ()).fight_on()
    assert game.figures_on("D9") == (1, 0)
    assert game.figures_on("D8") == (0, 0)


@pytest.mark.parametrize(
    ("arrange", "armies", "city", "size"),
    [
        (lambda g: g, 1, False, 3),
        (lambda g: g, 3, False, 7),
        (lambda g: g, 0, True, 6),
        (lambda g: g.government("ada", "fundamentalism"), 1, False, 4),
        (lambda g: g.tech("ada", "computers").has("ada", coins=9), 1, False, 5),
    ],
)
@covers("government.fundamentalism", "technology.computers")
def test_8_2_the_battle_hand(arrange: object, armies: int, city: bool, size: int) -> None:
    game = arrange(a_game())  # type: ignore[operator]
    assert hand_size(game.state, 0, armies, city) == size


def test_8_2_fewer_units_are_all_drawn() -> None:
    assert len(a_battle(("infantry.0", "mounted.0"), ("infantry.0",)).battle().sides[0].hand) == 2


@covers("wonder.oracle")
def test_8_2_the_oracle_shows_the_other_hand() -> None:
    oracle = a_battle(
        ("infantry.0", "mounted.0"),
        ("infantry.0", "mounted.0"),
        lambda g: g.building("ada", "oracle", "B2"),
    )
    battle = oracle.view("ada").battle
    assert battle is not None
    assert battle.sides[1].hand is not None


def test_8_3_the_defender_begins_unless_there_are_walls() -> None:
    assert a_battle(("infantry.0", "mounted.0"), ("infantry.0", "mounted.0")).asked() == {
        "bo": "fight"
    }
    game = a_game().capital("bo", walls=True).armies("ada", "F12").policy("ada")
    game.units("ada", "infantry.0", "mounted.0").units("bo", "infantry.0", "mounted.0")
    game.at("movement").play("ada", do="move", from_="F12", target="F14")
    assert game.asked() == {"ada": "fight"}


def test_8_3_no_third_unit_joins_a_front() -> None:
    game = a_battle(("infantry.0", "mounted.0"), ("artillery.0", "artillery.1"))
    game.play("bo", do="play", unit="artillery.0", front="new")
    assert game.options("ada", "front", {"do": "play"}) == ["0", "new"]
    game.play("ada", do="play", unit="mounted.0", front="new")
    assert game.asked() != {"bo": "fight"} or game.options("bo", "front", {"do": "play"}) == [
        "1",
        "new",
    ]


def with_mathematics(game: Game) -> None:
    game.tech("ada", "mathematics").has("ada", resources={"iron": 1})
    game.state.market["iron"] -= 1


def test_8_3_an_ability_can_follow_the_unit_of_a_turn() -> None:
    game = a_battle(("infantry.0",), ("infantry.0",), with_mathematics)
    assert game.actions("ada") == ["play", "play_on", "use"]
    game.play("ada", do="play_on", unit="infantry.0", front="0")
    assert game.actions("ada") == ["use", "done"]
    game.play("ada", do="use", use="technology:mathematics", on=["0", "0"])
    assert game.events(events.BattleEnded)[0].winner == 0
    assert game.figures_on("D9") == (1, 0)


def test_8_3_the_turn_passes_with_the_unit_unless_something_is_to_follow() -> None:
    game = a_battle(("infantry.0",), ("infantry.0",), with_mathematics)
    game.play("ada", do="play", unit="infantry.0", front="0").done("ada")
    assert game.events(events.BattleEnded)[0].winner == 1
    assert a_battle(("infantry.0",), ("infantry.0",)).actions("ada") == ["play"]


def test_8_3_when_all_units_are_played_both_may_still_use_abilities() -> None:
    def arrange(game: Game) -> None:
        game.tech("ada", "animal_husbandry").tech("bo", "mathematics").has("bo", tokens=["iron"])

    game = a_battle(("infantry.0",), ("infantry.0",), arrange)
    game.play("bo", do="play", unit="infantry.0", front="new")
    game.play("ada", do="play", unit="infantry.0", front="0")
    assert game.asked() == {"bo": "fight"}
    game.play("bo", do="use", use="technology:mathematics", on=["0"])
    assert game.asked() == {"ada": "fight"}
    game.play("ada", do="use", use="technology:animal_husbandry")
    ended = game.events(events.BattleEnded)[0]
    assert ended.scores == (3, 2)


def test_8_3_who_has_nothing_left_to_use_is_not_asked() -> None:
    game = a_battle(("infantry.0",), ("infantry.0",), lambda g: g.tech("bo", "mathematics"))
    game.play("ada", do="play", unit="infantry.0", front="0")
    assert game.events(events.BattleEnded)


@covers("person.sun_tzu")
def test_8_3_sun_tzu_lets_a_turn_pass() -> None:
    game = a_battle(
        ("infantry.0", "mounted.0"),
        ("artillery.0", "artillery.1"),
        lambda g: g.person("bo", "sun_tzu", "general", "E14").has("bo", trade=3),
    )
    game.play("bo", do="use", use="person:sun_tzu")
    assert game.asked() == {"ada": "fight"}
    assert game.player("bo").trade == 0


@covers("person.mark_twain")
def test_8_4_an_answer_can_be_answered() -> None:
    game = a_game(3).building("bo", "library", "N13").cards("ada", "disaster")
    game.cards("bo", "jousting_tourney").cards("cy", "primetime_tv").at("start")
    for name in ("bo", "cy"):
        game.choose(name, {"cards": "always"}, "standing_orders")
    game.play("ada", do="use", use="card:disaster", on="N13")
    assert game.piece("N13") == ""
    assert len(game.events(events.Cancelled)) == 2


def test_8_5_coins_of_all_sorts_count() -> None:
    game = a_game().icon("coin", "B2").building("ada", "bank", "B3").has("ada", coins=2)
    game.tech("ada", "railroad").has("ada", tech_coins={"pottery": 1})
    assert game.coins("ada") == 6
    assert game.armies("bo", "B3").coins("ada") == 5


def test_8_5_a_scout_sends_coins_home() -> None:
    assert a_game().icon("coin", "F8").scouts("ada", "F8").coins("ada") == 1


@covers("technology.pottery", "technology.printing_press", "technology.democracy")
def test_8_6_technologies_collect_coins() -> None:
    game = a_game().tech("ada", "pottery").has("ada", tokens=["spy", "iron"]).at("cities")
    game.play("ada", do="use", use="technology:pottery")
    assert game.player("ada").tech_coins == {"pottery": 1}
    game = a_game().tech("ada", "printing_press").has("ada", culture=5).at("cities")
    game.play("ada", do="use", use="technology:printing_press")
    assert game.player("ada").tech_coins == {"printing_press": 1}


@covers("wonder.internet")
def test_8_6_a_technology_holds_four_and_with_the_internet_six() -> None:
    game = a_game().tech("ada", "democracy").has("ada", trade=6, tech_coins={"democracy": 4})
    assert game.at("cities").uses("ada") == []
    game.building("ada", "internet", "B2").at("cities")
    assert game.uses("ada") == ["technology:democracy"]


@covers("wonder.panama_canal")
def test_8_6_the_panama_canal_collects_without_limit() -> None:
    game = a_game().building("ada", "panama_canal", "B2").has("ada", wonder_coins=5).at("start")
    game.play("ada", do="use", use="wonder:panama_canal")
    assert game.coins("ada") == 6
    assert game.armies("bo", "B2").coins("ada") == 0


def test_8_7_a_coin_that_is_freed_wins() -> None:
    game = a_game().has("ada", coins=14).icon("coin", "B2").armies("bo", "B2").armies("ada", "B1")
    game.units("ada", "infantry.0").at("movement")
    assert game.coins("ada") == 14
    game.play("ada", do="move", from_="B1", target="B2").fight_on()
    assert game.state.end == "economic"


def test_8_8_example_a_infantry_kills_cavalry_first() -> None:
    game = a_battle(("infantry.1", "artillery.0"), ("mounted.2", "mounted.0"))
    game.play("bo", do="play", unit="mounted.2", front="new")
    game.play("ada", do="play", unit="infantry.1", front="0")
    duel = game.events(events.Duelled)[0]
    assert (duel.wounds, duel.dead) == ((0, 2), (False, True))


def test_8_8_others_wound_each_other_at_once() -> None:
    game = a_battle(("infantry.2", "artillery.0"), ("infantry.2", "mounted.0"))
    game.play("bo", do="play", unit="infantry.2", front="new")
    game.play("ada", do="play", unit="infantry.2", front="0")
    assert game.events(events.Duelled)[0].dead == (True, True)


@covers("technology.mathematics", "technology.ballistics", "technology.metalworking")
def test_8_8_iron_wounds_in_battle() -> None:
    def fight(tech: str) -> Game:
        game = a_battle(
            ("infantry.0", "artillery.0"),
            ("infantry.1", "mounted.0"),
            lambda g: g.tech("ada", tech).has("ada", tokens=["iron"]),
        )
        return game.play("bo", do="play", unit="infantry.1", front="new")

    for tech, wounds in (("mathematics", 3), ("ballistics", 6)):
        game = fight(tech)
        game.play("ada", do="use", use=f"technology:{tech}", on=["0"] * wounds)
        assert len(game.battle().sides[1].killed) == 1
    game = fight("metalworking").play("ada", do="use", use="technology:metalworking")
    game.play("ada", do="play", unit="infantry.0", front="0")
    assert game.events(events.Duelled)[0].wounds[1] == 4


def test_8_8_sharpened_iron_belongs_to_the_unit_it_was_played_with() -> None:
    game = a_battle(
        ("infantry.0", "artillery.0"),
        ("infantry.1", "infantry.0"),
        lambda g: g.tech("ada", "metalworking").has("ada", tokens=["iron"]),
    )
    game.play("bo", do="play", unit="infantry.1", front="new")
    game.play("ada", do="use", use="technology:metalworking")
    game.play("ada", do="play", unit="artillery.0", front="new")
    game.play("bo", do="play", unit="infantry.0", front="1")
    assert game.events(events.Duelled)[0].dead[1]
    game.play("ada", do="play", unit="infantry.0", front="0")
    assert game.events(events.Duelled)[1].wounds[1] == 1


@covers("technology.animal_husbandry", "technology.biology")
def test_8_8_wounds_are_healed() -> None:
    def healed(tech: str) -> int:
        game = a_battle(
            ("infantry.0", "artillery.0"),
            ("infantry.1", "mounted.0"),
            lambda g: g.tech("ada", tech),
        )
        game.play("bo", do="play", unit="infantry.1", front="new")
        game.play("ada", do="play", unit="infantry.0", front="0")
        game.play("ada", do="use", use=f"technology:{tech}")
        return game.battle().fronts[0].wounds[0]

    assert (healed("animal_husbandry"), healed("biology")) == (0, 0)


def test_8_8_who_heals_says_which_wounds_go() -> None:
    game = a_battle(
        ("infantry.0", "infantry.0", "artillery.0"),
        ("infantry.1", "infantry.1", "mounted.0"),
        lambda g: g.tech("ada", "animal_husbandry"),
    )
    for front in ("0", "1"):
        game.play("bo", do="play", unit="infantry.1", front="new")
        game.play("ada", do="play", unit="infantry.0", front=front)
    game.play("ada", do="use", use="technology:animal_husbandry", on=["0", "1", "1"])
    assert [front.wounds[0] for front in game.battle().fronts[:2]] == [1, 0]


@covers("wonder.himeji_samurai_castle", "civilization.japanese")
def test_8_8_some_strike_harder() -> None:
    unit, side = Unit("infantry", 0), Side(0, 0, ())
    assert blow(a_game().state, side, unit, 0) == 1
    assert blow(a_game(civilizations=("japanese",)).state, side, unit, 0) == 2
    game = a_game().building("ada", "himeji_samurai_castle", "B2")
    assert blow(game.state, side, unit, 0) == 2
    assert health(unit, 1) == 3


@covers("person.georgy_zhukov")
def test_8_8_zhukovs_dead_strike_back() -> None:
    game = a_battle(
        ("infantry.0", "artillery.0"),
        ("mounted.2", "mounted.0"),
        lambda g: g.person("bo", "georgy_zhukov", "general", "E14", shown=True),
    )
    game.play("bo", do="play", unit="mounted.2", front="new")
    game.play("ada", do="play", unit="infantry.0", front="0")
    assert game.battle().fronts[0].wounds == (1, 0)


@covers("wonder.pentagon")
def test_8_9_the_pentagons_units_are_not_countered() -> None:
    game = a_battle(
        ("infantry.1", "artillery.0"),
        ("mounted.2", "mounted.0"),
        lambda g: g.building("bo", "pentagon", "E14"),
    )
    game.play("bo", do="play", unit="mounted.2", front="new")
    game.play("ada", do="play", unit="infantry.1", front="0")
    assert game.events(events.Duelled)[0].dead == (True, True)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("infantry", "mounted"), ("mounted", "artillery"), ("artillery", "infantry")],
)
def test_8_9_who_counters_whom(ours: str, theirs: str) -> None:
    game = a_battle((f"{ours}.2", f"{ours}.0"), (f"{theirs}.2", f"{theirs}.0"))
    game.play("bo", do="play", unit=f"{theirs}.2", front="new")
    game.play("ada", do="play", unit=f"{ours}.2", front="0")
    assert game.events(events.Duelled)[0].dead == (False, True)


def test_8_9_aircraft_neither_counter_nor_are_countered() -> None:
    game = a_battle(("aircraft.0", "artillery.0"), ("infantry.0", "mounted.0"))
    game.play("bo", do="play", unit="infantry.0", front="new")
    game.play("ada", do="play", unit="aircraft.0", front="0")
    assert game.events(events.Duelled)[0].wounds == (1, 5)


@covers("wonder.statue_of_zeus", "civilization.french")
def test_8_10_bonuses_add_up() -> None:
    game = a_game().building("ada", "barracks", "B2").marker("ada", "general", "B3")
    assert combat_bonus(game.building("ada", "statue_of_zeus", "B4").state, 0) == 12
    assert combat_bonus(game.armies("bo", "B2").state, 0) == 10
    assert combat_bonus(a_game(civilizations=("french",)).state, 0) == 2


@covers("person.joan_of_arc", "person.leonidas", "person.gustavus_adolphus")
def test_8_10_great_generals() -> None:
    game = a_battle(
        ("infantry.0", "artillery.0"),
        ("infantry.0", "mounted.0"),
        lambda g: g.person("bo", "joan_of_arc", "general", "E14").has("bo", culture=7),
    )
    game.play("bo", do="use", use="person:joan_of_arc")
    assert game.battle().sides[1].bonus == 11
    game = a_battle(
        ("infantry.0", "artillery.0", "mounted.1"),
        ("infantry.0", "mounted.0"),
        lambda g: g.person("bo", "leonidas", "general", "E14", shown=True),
    )
    assert game.battle().sides[1].bonus == 12
    game = a_battle(
        ("infantry.0", "artillery.0"),
        ("infantry.0", "mounted.0"),
        lambda g: g.person("bo", "gustavus_adolphus", "general", "E14"),
    )
    game.play("bo", do="use", use="person:gustavus_adolphus")
    game.choose("bo", "artillery").choose("bo", "artillery")
    assert [unit.type for unit in game.battle().sides[1].hand] == ["artillery", "artillery"]


@pytest.mark.parametrize(
    ("facts", "defence"),
    [({}, 12), ({"walls": True}, 16), ({"second": 5}, 14), ({"second": 5, "walls": True}, 18)],
)
def test_8_11_a_capital_adds_to_its_defence(facts: dict[str, int], defence: int) -> None:
    assert a_game().capital("bo", **facts).view().city_sheets[1].defence == defence


@covers("wonder.great_wall", "technology.combustion")
def test_8_11_walls_come_and_go() -> None:
    game = a_game().building("ada", "great_wall", "B2").cities("ada", "C8").at("start")
    game.play("ada", do="use", use="wonder:great_wall", on="C8")
    assert game.view().city_sheets[2].defence == 10
    game = a_game().capital("bo", walls=True).tech("ada", "combustion").armies("ada", "F12")
    game.policy("ada").units("ada", "infantry.0", "mounted.0").units(
        "bo", "infantry.0", "mounted.0"
    )
    game.at("movement").play("ada", do="move", from_="F12", target="F14")
    assert game.battle().sides[1].bonus == 12


def test_8_11_a_fortification_is_used_up() -> None:
    game = a_game().capital("bo", fort=True).armies("ada", "F12").policy("ada")
    game.units("ada", "infantry.0", "mounted.0").units("bo", "infantry.0", "mounted.0")
    game.at("movement").play("ada", do="move", from_="F12", target="F14")
    assert game.battle().sides[1].bonus == 14
    assert not cities_of(game.state, 1)[0].fort


def test_8_12_the_defender_wins_a_tie() -> None:
    game = a_battle((), ())
    assert game.events(events.BattleEnded)[0].winner == 1
    assert game.figures_on("D8") == (0, 0)


def test_8_12_the_winner_loses_armies_for_dead_units() -> None:
    game = a_game().armies("ada", "D8", 2).armies("bo", "D9")
    game.has("ada", invested={"military_industrial_complex": 6})
    game.units("ada", "mounted.2", "mounted.2").units("bo", "infantry.0", "infantry.0")
    game.at("movement").play("ada", do="move", from_="D8", figures=["army", "army"], target="D9")
    game.fight_on()
    assert game.figures_on("D9") == (1, 0)


@covers("technology.code_of_laws")
def test_8_12_code_of_laws_rewards_a_victory() -> None:
    game = a_battle(("infantry.0",), (), lambda g: g.tech("ada", "code_of_laws")).fight_on()
    assert game.player("ada").tech_coins == {"code_of_laws": 1}


@covers("civilization.aztecs", "person.florence_nightingale")
def test_8_12_aztecs_profit_and_nightingale_saves() -> None:
    game = a_game(civilizations=("aztecs",)).armies("ada", "D8").armies("bo", "D9")
    game.person("bo", "florence_nightingale", "humanitarian", "E14", shown=True)
    game.units("ada", "infantry.0", "infantry.0").units("bo", "mounted.2").at("movement")
    game.play("ada", do="move", from_="D8", target="D9")
    game.play("ada", do="play", unit="infantry.0", front="0").fight_on().choose("bo", "save")
    assert (game.player("ada").trade, game.player("ada").culture) == (3, 1)
    assert [unit.type for unit in game.player("bo").units] == ["mounted"]


@covers("civilization.romans")
def test_8_13_a_city_falls_with_its_buildings() -> None:
    game = a_game(civilizations=("romans",)).cities("bo", "F9").building("bo", "library", "F10")
    game.policy("bo", "rationalism", "pacifism").armies("ada", "F7").units("ada", "infantry.0")
    game.has("ada", invested={"military_industrial_complex": 6}).at("movement")
    supply = game.state.supply["library"]
    game.play("ada", do="move", from_="F7", target="F9").fight_on()
    assert game.piece("F10") == ""
    assert game.state.supply["library"] == supply + 1
    assert len(cities_of(game.state, 1)) == 1
    assert game.player("ada").track == 1


def test_8_14_a_city_is_worth_two_loots() -> None:
    game = a_game().cities("bo", "F9").policy("bo", "rationalism", "pacifism").armies("ada", "F7")
    game.has("bo", trade=9, culture=9).has("ada", invested={"military_industrial_complex": 6})
    game.units("ada", "infantry.0").at("movement")
    game.play("ada", do="move", from_="F7", target="F9").fight_on()
    assert game.asked() == {"ada": "loot"}
    game.choose("ada", "trade").choose("ada", "trade")
    assert game.player("ada").trade == 6


@covers("civilization.mongols", "wonder.great_wall")
def test_8_14_some_loot_more_and_walls_lose_less() -> None:
    game = a_game(civilizations=("mongols",)).armies("ada", "D8").scouts("bo", "D9")
    game.has("bo", trade=9).at("movement").play("ada", do="move", from_="D8", target="D9")
    game.choose("ada", "trade").choose("ada", "trade")
    assert game.player("ada").trade == 6
    game = a_game().armies("ada", "D8").scouts("bo", "D9").building("bo", "great_wall", "E14")
    game.has("bo", trade=9).at("movement").play("ada", do="move", from_="D8", target="D9")
    assert game.player("ada").trade == 0


@pytest.mark.parametrize(
    "loot", ["trade", "culture", "resource:iron", "token", "discard_coin:sheet"]
)
def test_8_15_small_loot(loot: str) -> None:
    game = a_game().armies("ada", "D8").scouts("bo", "D9")
    game.has("bo", trade=2, culture=5, resources={"iron": 1}, tokens=["spy"], coins=1)
    game.state.market["iron"] -= 1
    game.at("movement").play("ada", do="move", from_="D8", target="D9").choose("ada", loot)
    ours, theirs = game.player("ada"), game.player("bo")
    assert ours.trade == (2 if loot == "trade" else 0)
    assert ours.culture == (3 if loot == "culture" else 0)
    assert ours.resources == ({"iron": 1} if loot == "resource:iron" else {})
    assert ours.tokens == (["spy"] if loot == "token" else [])
    assert (ours.coins, theirs.coins) == (0, 0 if loot.startswith("discard") else 1)


@pytest.mark.parametrize("loot", ["technology:pottery", "card", "steal_coin:sheet"])
def test_8_16_large_loot(loot: str) -> None:
    game = a_game().cities("bo", "F9").policy("bo", "rationalism", "pacifism").armies("ada", "F7")
    game.tech("bo", "pottery").cards("bo", "lost").has("bo", coins=1)
    game.has("ada", invested={"military_industrial_complex": 6}).units("ada", "infantry.0")
    game.at("movement").play("ada", do="move", from_="F7", target="F9").fight_on()
    game.choose("ada", loot)
    ours = game.player("ada")
    assert ours.techs == (["pottery"] if loot.startswith("tech") else [])
    assert ours.cards == (["lost"] if loot == "card" else [])
    assert ours.coins == (1 if loot.startswith("steal") else 0)
