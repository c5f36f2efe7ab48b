"""The start of a turn (rulebook chapter 3)."""

from __future__ import annotations

import pytest

from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.map.board import cities_of, count_figures
from engine.rulesets.civ2010.state import Orders
from tests.civ2010.builders import Arrange, Game, a_game
from tests.covering import covers


def found(at: str) -> dict[str, str]:
    return {"do": "found", "at": at}


def a_choice(*names: str) -> Game:
    """These players know the Republic, so that a turn of anarchy leads somewhere."""
    game = a_game()
    for name in names or ("ada",):
        game.tech(name, "code_of_laws")
    return game


def a_site() -> Game:
    """Ada's scout on C8, where a city can be founded."""
    return a_choice().scouts("ada", "C8")


def test_3_the_parts_follow_the_turn_order() -> None:
    game = a_choice("ada", "bo").at("start", first="bo")
    assert game.asked() == {"bo": "start"}
    assert game.done("bo").asked() == {"ada": "start"}


def together(phase: str, players: int = 2) -> Game:
    """A start of turn or a production phase in which all have their parts at the same time."""
    game = a_game(players, start_and_production="together")
    for name in ("ada", "bo", "cy")[:players]:
        game.tech(name, "code_of_laws")
    return game.at(phase)


@covers("house.start_and_production")
def test_3_with_the_option_together_all_have_their_parts_at_once() -> None:
    game = together("start", 3)
    assert game.asked() == dict.fromkeys(("ada", "bo", "cy"), "start")
    game.done("bo")
    assert game.asked() == dict.fromkeys(("ada", "cy"), "start")
    game.done("cy")
    assert game.done("ada").asked() == dict.fromkeys(("ada", "bo", "cy"), "trade")


def test_3_together_a_question_in_between_is_answered_before_all_go_on() -> None:
    game = a_game(start_and_production="together").scouts("ada", "C8")
    for name in ("ada", "bo"):
        game.tech(name, "code_of_laws")
    game.at("start").play("ada", **found("C8"))
    assert game.asked() == {"ada": "adopt"}
    game.choose("ada", "rationalism")
    assert game.asked() == {"ada": "start", "bo": "start"}


def test_3_together_an_order_for_a_short_start_lets_one_be_passed_over() -> None:
    game = a_game(start_and_production="together")
    for name in ("ada", "bo"):
        game.tech(name, "code_of_laws")
    game.player("bo").orders = Orders(start="short")
    alone = game.at("start").asked()
    assert alone == {"ada": "start"}


def test_3_who_has_nothing_but_senseless_anarchy_is_not_asked() -> None:
    assert a_game().at("start").asked() == {"ada": "trade", "bo": "trade"}
    assert a_choice("bo").at("start").asked() == {"bo": "start"}
    assert a_game().has("bo", coins=1).at("start").asked() == {"bo": "start"}
    assert a_game().cards("bo", "lost").at("start").asked() == {"bo": "start"}


def test_3_1_a_scout_founds_a_city_and_is_spent() -> None:
    game = a_site().at("start")
    game.play("ada", **found("C8"))
    assert game.asked() == {"ada": "adopt"}
    game.choose("ada", "rationalism")
    assert len(cities_of(game.state, 0)) == 2
    assert game.figures_on("C8") == (0, 0)
    assert game.player("ada").policies == ["natural_religion", "rationalism"]


def test_3_1_example_a_outskirts_do_not_overlap() -> None:
    game = a_choice().scouts("ada", "C5").at("start")
    game.refuses("ada", found("C5"), "city_overlap", "founding")
    assert "found" in a_game().scouts("ada", "C6").at("start").actions("ada")


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda g: g.terrain("W", "C8"), "city_on_water"),
        (lambda g: g.dark("C9"), "city_unexplored"),
        (lambda g: g.armies("bo", "D9"), "city_enemy"),
        (lambda g: g.token("hut", "spy", "D9"), "city_by_token"),
        (lambda g: g.token("village", "spy", "D9"), "city_by_token"),
        (lambda g: g.city_state("cs1", "D9"), "city_by_marker"),
        (lambda g: g.relic("atlantis", "D9"), "city_by_marker"),
        (lambda g: g.cities("ada", "G8"), "city_limit"),
    ],
)
def test_3_1_every_requirement_counts(spoil: object, code: str) -> None:
    game = spoil(a_site()).at("start")  # type: ignore[operator]
    game.refuses("ada", found("C8"), code, "founding")


def test_3_1_the_edge_of_the_map_is_no_place() -> None:
    game = a_choice().scouts("ada", "A8").at("start")
    game.refuses("ada", found("A8"), "city_on_edge", "founding")


def test_3_1_a_founder_has_to_be_there() -> None:
    game = a_site().armies("ada", "F8").at("start")
    game.refuses("ada", found("F8"), "no_founder", "founding")
    game.refuses("ada", found("Z99"), "no_such_square", "founding")


@covers("technology.irrigation")
def test_3_1_irrigation_allows_a_third_city() -> None:
    game = a_site().cities("ada", "G8").tech("ada", "irrigation").at("start")
    assert "found" in game.actions("ada")


@covers("government.republic")
def test_3_1_in_a_republic_armies_found_cities() -> None:
    game = a_game().armies("ada", "C8").tech("ada", "code_of_laws")
    game.government("ada", "republic").at("start")
    game.play("ada", **found("C8")).choose("ada", "rationalism")
    assert len(cities_of(game.state, 0)) == 2


@pytest.mark.parametrize(("founder", "left"), [("scout", (1, 0)), ("army", (0, 1))])
def test_3_1_in_a_republic_the_owner_says_who_founds(founder: str, left: tuple[int, int]) -> None:
    game = a_game().tech("ada", "code_of_laws").government("ada", "republic")
    game.scouts("ada", "C8").armies("ada", "C8").at("start").play("ada", **found("C8"))
    assert game.asked() == {"ada": "founder"}
    game.choose("ada", founder)
    assert count_figures(game.state, 0) == left


def test_3_1_elsewhere_the_scout_founds() -> None:
    game = a_game().scouts("ada", "C8").armies("ada", "C8").at("start")
    game.play("ada", **found("C8"))
    assert count_figures(game.state, 0) == (1, 0)


def test_3_1_others_on_the_square_step_aside() -> None:
    game = a_site().armies("ada", "C8").at("start")
    game.play("ada", **found("C8"))
    assert game.asked() == {"ada": "step_aside"}
    game.choose("ada", "C9").choose("ada", "rationalism")
    assert game.figures_on("C9") == (1, 0)


def test_3_1_a_printed_coin_counts_for_the_city() -> None:
    game = a_site().icon("coin", "D9").at("start")
    game.play("ada", **found("C8")).choose("ada", "rationalism")
    assert game.coins("ada") == 1


@covers("civilization.zulu")
def test_3_1_zulu_found_next_to_huts_and_explore_them() -> None:
    game = a_game(civilizations=("zulu",)).scouts("ada", "C8").token("hut", "spy", "D9")
    game.at("start").play("ada", **found("C8")).choose("ada", "rationalism")
    assert game.player("ada").tokens == ["spy"]


@covers("civilization.romans")
def test_3_1_romans_take_a_step_for_a_city() -> None:
    game = a_game(civilizations=("romans",)).scouts("ada", "C8").at("start")
    game.play("ada", **found("C8")).choose("ada", "rationalism")
    assert game.player("ada").track == 1


def test_3_2_the_sides_of_a_card_exclude_each_other() -> None:
    game = a_site().at("start").play("ada", **found("C8"))
    assert "organized_religion" not in game.keys("ada")
    assert "patronage" in game.keys("ada")


def test_3_2_a_lost_city_costs_a_policy() -> None:
    game = a_game().cities("bo", "F9").policy("bo", "rationalism", "pacifism")
    game.armies("ada", "F7", 2).units("ada", "infantry.0", "mounted.0", "artillery.0")
    game.tech("ada", "masonry").at("movement")
    game.play("ada", do="move", from_="F7", figures=["army", "army"], target="F9").fight_on()
    game.choose("bo", "pacifism")
    assert game.player("bo").policies == ["rationalism"]


@covers("policy.rationalism")
def test_3_2_rationalism_sells_technologies() -> None:
    game = a_game().policy("ada", "rationalism").has("ada", trade=20).pyramid("ada", 2).at("start")
    game.play("ada", do="use", use="policy:rationalism", on="pottery")
    game.play("ada", do="use", use="policy:rationalism#1", on="sailing")
    assert game.player("ada").trade == 3
    assert {"pottery", "sailing"} <= set(game.player("ada").techs)
    assert game.uses("ada") == []


@covers("policy.patronage")
def test_3_2_patronage_buys_a_card_for_culture() -> None:
    game = a_game().policy("ada", "patronage").has("ada", culture=1).at("start")
    game.play("ada", do="use", use="policy:patronage")
    assert (game.player("ada").culture, len(game.player("ada").cards)) == (0, 1)


@covers("policy.expansionism")
def test_3_2_expansionism_pays_for_cities_and_city_states() -> None:
    game = a_game().policy("ada", "expansionism").cities("ada", "C8").city_state("cs2", "F8")
    game.armies("ada", "F8").at("start").play("ada", do="use", use="policy:expansionism")
    assert game.player("ada").trade == 3


@covers("policy.pacifism")
def test_3_2_pacifism_pays_culture_and_lets_scouts_explore() -> None:
    game = a_game().policy("ada", "pacifism").scouts("ada", "C7").token("hut", "spy", "C8")
    game.at("start").play("ada", do="use", use="policy:pacifism").done("ada").done("bo")
    assert game.player("ada").culture == 2
    game.at("movement").play("ada", do="move", from_="C7", target="C8")
    assert game.player("ada").tokens == ["spy"]


@covers("policy.organized_religion")
def test_3_2_organized_religion_has_a_coin_and_a_choice_of_people() -> None:
    game = a_game(nobles="off").policy("ada", "organized_religion").tech("ada", "philosophy")
    assert game.coins("ada") == 1
    game.has("ada", tokens=["spy", "spy", "iron"]).at("cities")
    game.play("ada", do="use", use="technology:philosophy")
    assert game.asked() == {"ada": "keep_person"}
    assert len(game.keys("ada")) == 2


def test_3_3_a_reserved_great_person_is_placed_at_the_start() -> None:
    game = a_game().has("ada", reserve=["artist"]).at("start")
    game.state.persons.remove("artist")
    game.play("ada", do="place", person="artist", square="B2")
    assert game.piece("B2") == "artist"
    assert game.player("ada").reserve == []


@pytest.mark.parametrize(
    ("kind", "gives"),
    [
        ("artist", (1, 0, 2, 0, 0)),
        ("builder", (0, 2, 0, 1, 0)),
        ("general", (0, 0, 0, 0, 4)),
        ("humanitarian", (1, 1, 1, 1, 0)),
        ("industrialist", (0, 0, 2, 1, 0)),
        ("scientist", (2, 1, 0, 0, 0)),
    ],
)
@covers(
    *(
        f"person_type.{kind}"
        for kind in (
            "artist",
            "builder",
            "general",
            "humanitarian",
            "industrialist",
            "scientist",
        )
    )
)
def test_3_3_a_great_person_gives_what_its_marker_says(kind: str, gives: tuple[int, ...]) -> None:
    square = game_square(a_game().marker("ada", kind, "B2"), "B2")
    assert square == gives


def game_square(game: Game, key: str) -> tuple[int, ...]:
    """What a square of Ada's capital gives."""
    found = next(s for s in game.view().city_sheets[0].squares if s.place == key)
    return (found.trade, found.production, found.culture, found.coins, found.combat)


def test_3_4_a_government_learned_last_turn_follows_at_once() -> None:
    game = a_game().tech("ada", "code_of_laws").has("ada", unlocked=["republic"]).at("start")
    game.play("ada", do="govern", government="republic")
    assert game.player("ada").government == "republic"
    assert game.asked() == {"ada": "trade", "bo": "trade"}


@covers("government.anarchy")
def test_3_4_otherwise_a_turn_of_anarchy_comes_between() -> None:
    game = a_game().tech("ada", "code_of_laws").at("start")
    value = {"do": "govern", "government": "republic"}
    game.refuses("ada", value, "government_needs_anarchy", "governments")
    game.play("ada", do="govern", government="anarchy")
    game.state.turn += 1
    game.player("ada").used.clear()
    game.at("cities")
    assert game.asked() == {"bo": "cities"}
    assert not game.player("ada").bonuses.get("lone_army_speed")
    game.at("start").play("ada", **value)
    assert game.player("ada").government == "republic"


def test_3_4_a_government_is_refused_with_its_reason() -> None:
    def refused(game: Game, government: str) -> str:
        return game.refusal("ada", {"do": "govern", "government": government}).code

    game = a_choice().at("start")
    assert refused(game, "despotism") == "government_in_force"
    assert refused(game, "democracy") == "government_unknown"
    assert refused(game, "tyranny") == "government_locked"
    game = a_choice().has("ada", coins=1).at("start").play("ada", do="govern", government="anarchy")
    assert refused(game, "republic") == "anarchy_lasts"


def test_3_4_a_government_may_change_as_often_as_there_is_a_way() -> None:
    game = a_choice().tech("ada", "chivalry").has("ada", unlocked=["republic", "feudalism"])
    game.at("start").play("ada", do="govern", government="republic")
    game.play("ada", do="govern", government="feudalism")
    assert game.player("ada").government == "feudalism"


def test_3_4_who_needs_no_anarchy_changes_once_a_turn() -> None:
    game = a_choice().building("ada", "pyramids", "B2").policy("ada", "expansionism").at("start")
    game.play("ada", do="govern", government="monarchy")
    value = {"do": "govern", "government": "feudalism"}
    game.refuses("ada", value, "government_changed", "governments")
    game.refuses("ada", {"do": "govern", "government": "anarchy"}, "government_locked")


def test_3_4_who_wants_no_anarchy_is_not_asked_about_it() -> None:
    def asked(order: str) -> list[str]:
        game = a_choice("ada", "bo").has("ada", orders=Orders(start=order))
        game.policy("ada", "natural_religion")
        return list(game.cards("ada", "lost").at("start").asked())

    assert (asked("ask"), asked("short")) == (["ada"], ["bo"])


def test_3_4_that_order_is_not_learnt_by_taking_back() -> None:
    def ended(order: str) -> Game:
        game = a_choice("ada", "bo").has("bo", orders=Orders(start=order)).cards("bo", "lost")
        return game.policy("bo", "natural_religion").at("start").done("ada")

    asked, skipped = ended("ask"), ended("short")
    assert asked.asked() != skipped.asked()
    assert asked.revealed and skipped.revealed
    # Where the order does not matter nothing has shown.
    plain = a_game().has("bo", orders=Orders(start="short"), coins=1).has("ada", coins=1)
    assert not plain.at("start").done("ada").revealed


def test_3_4_but_when_there_is_more_to_do_one_is_asked() -> None:
    game = a_game().has("ada", orders=Orders(start="short"), coins=1).at("start")
    assert game.asked() == {"ada": "start"}
    game = a_game().policy("ada", "expansionism").has("ada", orders=Orders(start="short"))
    assert game.at("start").asked() == {"ada": "start"}


@covers("government.democracy")
def test_3_4_democracy_has_a_coin_and_trade() -> None:
    game = a_game().tech("ada", "democracy").government("ada", "democracy").at("start")
    game.play("ada", do="use", use="government:democracy")
    assert (game.coins("ada"), game.player("ada").trade) == (1, 2)


@covers("government.feudalism")
def test_3_4_feudalism_harvests_a_resource() -> None:
    game = a_game().tech("ada", "chivalry").government("ada", "feudalism").icon("silk", "B2")
    game.at("start").play("ada", do="use", use="government:feudalism", on="silk")
    assert game.player("ada").resources == {"silk": 1}


@covers("government.fundamentalism")
def test_3_4_fundamentalism_pays_culture_for_armies() -> None:
    game = a_game().tech("ada", "theology").government("ada", "fundamentalism")
    game.armies("ada", "C7", 2).at("start").play("ada", do="use", use="government:fundamentalism")
    assert game.player("ada").culture == 2


def test_3_5_a_coin_token_is_invested_for_good() -> None:
    game = a_choice().has("ada", coins=1).at("start")
    game.play("ada", do="invest", card="infrastructure")
    assert game.coins("ada") == 0
    value = {"do": "invest", "card": "infrastructure"}
    game.refuses("ada", value, "nothing_to_invest", "investments")
    assert game.view().city_sheets[0].production == 2


@pytest.mark.parametrize(
    ("card", "coins", "bonus", "value"),
    [
        ("infrastructure", 3, "production", 3),
        ("endowment_for_the_arts", 4, "step_culture", 2),
        ("military_industrial_complex", 4, "combat", 8),
    ],
)
@covers(
    "investment.infrastructure",
    "investment.endowment_for_the_arts",
    "investment.military_industrial_complex",
)
def test_3_5_the_highest_step_works(card: str, coins: int, bonus: str, value: int) -> None:
    game = a_game().has("ada", coins=coins).at("start")
    for _ in range(coins):
        game.play("ada", do="invest", card=card)
    assert game.player("ada").bonuses[bonus] == value + (1 if card == "infrastructure" else 0)


@covers("investment.public_education")
def test_3_5_public_education_teaches() -> None:
    game = a_game().has("ada", coins=3).at("start")
    for _ in range(3):
        game.play("ada", do="invest", card="public_education")
    game.choose("ada", "pottery")
    assert "pottery" in game.player("ada").techs


@covers("house.invest_one_per_turn")
def test_3_5_a_table_may_allow_one_a_turn() -> None:
    game = a_game(invest_one_per_turn="on").has("ada", coins=2).at("start")
    game.play("ada", do="invest", card="infrastructure")
    assert "invest" not in game.actions("ada")


@covers("house.investments")
def test_3_5_without_the_option_nobody_invests() -> None:
    assert "invest" not in a_game(investments="off").has("ada", coins=2).at("start").actions("ada")


@covers("civilization.arabs")
def test_3_5_arabs_take_a_step_for_each_coin() -> None:
    game = a_game(civilizations=("arabs",)).has("ada", coins=1).at("start")
    game.play("ada", do="invest", card="infrastructure")
    assert game.player("ada").track == 1


@covers("person.a_p_giannini")
def test_3_5_giannini_builds_for_each_coin() -> None:
    game = a_game().has("ada", coins=1).tech("ada", "pottery")
    game.person("ada", "a_p_giannini", "industrialist", "D4", shown=True).at("start")
    game.play("ada", do="invest", card="infrastructure")
    game.choose("ada", "granary").choose("ada", "B2")
    assert game.piece("B2") == "granary"


@covers("wonder.machu_picchu")
def test_3_5_machu_picchu_pays_a_resource_after_investing() -> None:
    game = a_game().building("ada", "machu_picchu", "B2").has("ada", coins=1).at("start")
    assert game.uses("ada") == []
    game.play("ada", do="invest", card="infrastructure")
    game.play("ada", do="use", use="wonder:machu_picchu", on="iron")
    assert game.player("ada").resources == {"iron": 1}
    assert game.events(events.ResourceGained) == [events.ResourceGained(0, "iron")]


def test_3_4_who_loses_the_pyramids_goes_back_to_a_government_of_the_own_technologies() -> None:
    game = a_choice().government("ada", "communism").at("start")
    assert game.asked() == {"ada": "fall_back"}
    assert game.keys("ada") == ["despotism", "republic"]
    game.choose("ada", "republic")
    assert game.player("ada").government == "republic"
    game = a_game().government("ada", "communism").at("start")
    assert game.player("ada").government == "despotism"


@covers("wonder.pyramids")
def test_3_4_a_government_of_the_pyramids_ends_with_them_at_once() -> None:
    game = a_game().building("bo", "pyramids", "F13").government("bo", "communism")
    game.tech("ada", "monarchy").has("ada", tokens=["silk"]).at("cities")
    game.play("ada", do="use", use="technology:monarchy", on="wonder:pyramids")
    assert game.player("bo").government == "despotism"


def test_3_4_while_the_pyramids_are_blockaded_their_government_lasts_until_the_next_start() -> None:
    game = a_game().building("bo", "pyramids", "F13").government("bo", "communism")
    game.armies("ada", "F13").at("cities")
    assert game.player("bo").government == "communism"
    assert game.at("start", first="bo").player("bo").government == "despotism"


def test_3_4_the_capital_in_anarchy_is_refused() -> None:
    game = a_game().government("ada", "anarchy").cards("ada", "lost").at("cities")
    refused = game.refusal("ada", {"do": "act", "item": "arts"})
    assert (refused.code, refused.rule) == ("capital_in_anarchy", "governments")


@pytest.mark.parametrize(
    ("arrange", "square", "code"),
    [
        (lambda g: g.armies("bo", "C4"), "C4", "enemy_there"),
        (lambda g: g.terrain("W", "C4"), "C4", "person_on_water"),
        (lambda g: g, "G8", "not_your_outskirts"),
    ],
)
def test_3_3_a_great_person_is_refused_with_its_reason(
    arrange: Arrange, square: str, code: str
) -> None:
    game = a_game().has("ada", reserve=["artist"])
    arrange(game)
    value = {"do": "place", "person": "artist", "square": square}
    assert game.at("start").refusal("ada", value).code == code


def test_3_2_the_clock_keeps_policies_as_they_are() -> None:
    game = a_game().cards("ada", "migrants").at("cities").play("ada", do="use", use="card:migrants")
    assert game.decision("ada", "switch_policy").default == "nothing"


def test_3_5_an_investment_is_refused_with_its_reason() -> None:
    value = {"do": "invest", "card": "infrastructure"}
    game = a_game(investments="off").has("ada", coins=2, tokens=["spy"]).at("start")
    game.refuses("ada", value, "no_investments", "investments")
    game = a_game(invest_one_per_turn="on").has("ada", coins=2, tokens=["spy"]).at("start")
    game.choose("ada", value).refuses("ada", value, "invested_already", "investments")


def test_3_3_who_is_not_in_reserve_is_not_placed() -> None:
    value = {"do": "place", "person": "artist", "square": "B2"}
    game = a_game().has("ada", tokens=["spy"]).at("start")
    game.refuses("ada", value, "not_in_reserve", "great-people")
    game.refuses("ada", {"do": "place"}, "nobody_in_reserve", "great-people")
    game.refuses("ada", {"do": "place", "person": {}}, "nobody_in_reserve", "great-people")
    game.has("ada", reserve=["builder"])
    game.refuses("ada", value, "not_in_reserve", "great-people")
