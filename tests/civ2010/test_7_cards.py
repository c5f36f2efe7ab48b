"""The culture cards, one by one (rulebook section 7.2)."""

from __future__ import annotations

import pytest

from engine.core.grammar import Value
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.tables import CULTURE
from tests.civ2010.builders import Game, a_game
from tests.covering import covers


def played(game: Game, card: str, **target: Value) -> Game:
    return game.play("ada", do="use", use=f"card:{card}", **target)


def test_7_2_cards_are_hidden_and_discarded_when_played() -> None:
    game = a_game().cards("ada", "supply_drop").at("start")
    assert game.view("bo").sheets[0].culture_cards == 1
    assert game.view("bo").own.cards == ()
    played(game, "supply_drop")
    assert game.state.discards[CULTURE["supply_drop"].level - 1] == ["supply_drop"]


@pytest.mark.parametrize("card", ["gift_from_afar", "generous_gift", "princely_gift"])
@covers("card.gift_from_afar", "card.generous_gift", "card.princely_gift")
def test_7_2_gifts_are_spent_as_resources(card: str) -> None:
    game = a_game().tech("ada", "construction").cards("ada", card).at("cities")
    game.play("ada", do="use", use="technology:construction", on="C3")
    assert game.player("ada").cards == []
    assert game.view().city_sheets[0].production == 6
    assert game.player("bo").coins == (1 if card == "gift_from_afar" else 0)


@covers("person.marie_curie")
def test_7_2_marie_curie_makes_uranium() -> None:
    game = a_game().tech("ada", "atomic_theory").has("ada", tokens=["iron"])
    game.person("ada", "marie_curie", "scientist", "D4").at("cities")
    game.play("ada", do="use", use="technology:atomic_theory")
    assert game.player("ada").tokens == []
    assert game.player("ada").people == []


@covers("wonder.kremlin")
def test_7_2_the_kremlin_makes_spies() -> None:
    game = a_game().tech("ada", "mysticism").has("ada", tokens=["iron", "silk"])
    game.has("bo", coins=1).building("ada", "kremlin", "B2").at("cities")
    game.play("ada", do="use", use="technology:mysticism", on="1>sheet")
    assert game.player("ada").tokens == []


@covers("civilization.arabs")
def test_7_2_arabs_gain_culture_for_what_they_spend() -> None:
    game = a_game(civilizations=("arabs",)).tech("ada", "construction").has("ada", tokens=["wheat"])
    game.at("cities").play("ada", do="use", use="technology:construction", on="C3")
    assert game.player("ada").culture == 1


def answered(order: dict[str, str], **bo: object) -> Game:
    """Ada plays a card on Bo's building; Bo's orders say when to answer."""
    game = a_game().building("bo", "library", "E14").scouts("ada", "E12").cards("ada", "sabotage")
    game.at("start")
    game.choose("bo", order, "standing_orders")
    return game


@pytest.mark.parametrize(
    ("card", "order"),
    [
        ("bread_and_circuses", "on_me"),
        ("jousting_tourney", "always"),
        ("primetime_tv", "always"),
    ],
)
@covers("card.bread_and_circuses", "card.jousting_tourney", "card.primetime_tv", "card.sabotage")
def test_7_2_cards_cancel_cards(card: str, order: str) -> None:
    game = answered({"cards": order}).cards("bo", card)
    played(game, "sabotage", on="E14")
    assert game.piece("E14") == "library"
    assert game.player("bo").cards == []
    assert game.events(events.Cancelled)[0].means == f"card:{card}"
    free = answered({"cards": "never"}).cards("bo", card)
    assert played(free, "sabotage", on="E14").piece("E14") == ""


@covers("technology.civil_service")
def test_7_2_civil_service_cancels_cards_for_a_spy() -> None:
    game = answered({"cards": "always"}).tech("bo", "civil_service").has("bo", tokens=["spy"])
    played(game, "sabotage", on="E14")
    assert game.piece("E14") == "library"
    assert game.player("bo").tokens == []


@covers("technology.mass_media")
def test_7_2_mass_media_protects_cards_and_cancels_abilities() -> None:
    game = answered({"cards": "always"}).cards("bo", "jousting_tourney").tech("ada", "mass_media")
    assert played(game, "sabotage", on="E14").piece("E14") == ""
    game = a_game().tech("ada", "currency").has("ada", tokens=["incense"])
    game.tech("bo", "mass_media").has("bo", tokens=["spy"]).at("cities")
    game.choose("bo", {"abilities": "always"}, "standing_orders")
    game.play("ada", do="use", use="technology:currency")
    assert game.player("ada").culture == 0
    assert game.player("ada").tokens == []


@covers("technology.writing", "person.dr_martin_luther_king", "person.mark_twain")
def test_7_2_city_actions_are_cancelled() -> None:
    def acted(game: Game) -> int:
        game.at("cities")
        game.choose("bo", {"actions": "always"}, "standing_orders")
        return game.play("ada", do="act", item="arts").player("ada").culture

    assert acted(a_game().tech("bo", "writing").has("bo", tokens=["spy"])) == 0
    assert acted(a_game().tech("bo", "writing")) == 1
    assert acted(a_game().person("bo", "mark_twain", "artist", "E14")) == 0
    safe = a_game().tech("bo", "writing").has("bo", tokens=["spy"])
    safe.person("ada", "dr_martin_luther_king", "humanitarian", "D4", shown=True)
    assert acted(safe) == 2


@covers("wonder.united_nations")
def test_7_2_the_united_nations_cannot_be_touched() -> None:
    game = answered({"cards": "never"}).building("bo", "united_nations", "G14")
    assert "card:sabotage" not in game.uses("ada")


@covers("card.disoriented", "card.lost", "card.out_of_position")
@pytest.mark.parametrize(
    ("card", "reach"), [("disoriented", 2), ("lost", 3), ("out_of_position", 4)]
)
def test_7_2_figures_are_led_astray(card: str, reach: int) -> None:
    game = a_game().armies("bo", "D8", 2).cards("ada", card).at("cities")
    played(game, card, on="D8", then=f"D{8 - reach}" if reach < 4 else "H8")
    assert game.figures_on("D8") == (0, 0)


@covers("card.drought", "card.deforestation", "card.flooding")
@pytest.mark.parametrize(
    ("card", "before", "after"),
    [("drought", "G", "D"), ("deforestation", "F", "G"), ("flooding", "G", "W")],
)
def test_7_2_terrain_changes(card: str, before: str, after: str) -> None:
    game = a_game().terrain(before, "E14").cards("ada", card).at("start")
    assert played(game, card, on="E14").state.terrain[game.at_square("E14")] == after


@covers("card.exchange_of_ideas", "card.knowledge_shared", "card.think_tank")
@pytest.mark.parametrize(
    ("card", "theirs", "ours"),
    [
        ("exchange_of_ideas", "pottery", "writing"),
        ("knowledge_shared", "sailing", "writing"),
        ("think_tank", "biology", "writing"),
    ],
)
def test_7_2_ideas_are_exchanged(card: str, theirs: str, ours: str) -> None:
    game = a_game().pyramid("ada", 3, 2).tech("bo", theirs).tech("ada", ours).cards("ada", card)
    played(game.at("start"), card, on="1", then=theirs)
    assert theirs in game.player("ada").techs
    assert game.player("bo").techs == [theirs, ours]


@covers("card.catastrophe", "card.disaster")
def test_7_2_buildings_are_destroyed() -> None:
    game = a_game().building("bo", "library", "E14").scouts("ada", "E8").cards("ada", "catastrophe")
    assert played(game.at("start"), "catastrophe", on="E14").piece("E14") == ""
    game = a_game().building("bo", "library", "E14", "E13").cards("ada", "disaster").at("start")
    played(game, "disaster", on="E14", then="E13")
    assert (game.piece("E14"), game.piece("E13")) == ("", "")


def test_7_2_distance_counts() -> None:
    game = a_game().building("bo", "library", "E14").scouts("ada", "E8").cards("ada", "sabotage")
    assert "card:sabotage" not in game.at("start").uses("ada")


@covers("card.the_citizens_are_revolting", "card.the_citizens_are_revolting_ii", "wonder.pyramids")
def test_7_2_citizens_revolt() -> None:
    for card in ("the_citizens_are_revolting", "the_citizens_are_revolting_ii"):
        game = a_game().cards("ada", card).at("start")
        assert played(game, card, on="1").player("bo").government == "anarchy"
    game = a_game().cards("ada", "the_citizens_are_revolting").building("bo", "pyramids", "E14")
    game.at("start", first="bo")
    game.play("bo", do="govern", government="monarchy")
    assert game.player("bo").government == "monarchy"
    assert "card:the_citizens_are_revolting" not in game.uses("ada")


@covers("card.counterfeiters", "card.depression", "card.bank_scandal")
def test_7_2_coins_are_lost() -> None:
    game = a_game(3).has("bo", coins=1).has("cy", coins=2)
    played(game.cards("ada", "counterfeiters").at("start"), "counterfeiters", on="2>sheet")
    assert game.player("cy").coins == 1
    game.cards("ada", "depression").at("start")
    played(game, "depression", on=["1", "2"]).choose("ada", "1>sheet")
    assert (game.player("bo").coins, game.player("cy").coins) == (0, 0)
    game.has("bo", coins=1).has("cy", coins=1).cards("ada", "bank_scandal").at("start")
    played(game, "bank_scandal").choose("ada", "1>sheet")
    assert (game.player("bo").coins, game.player("cy").coins) == (0, 0)


@covers("card.barbarian_encampment")
def test_7_2_a_village_appears() -> None:
    game = a_game().cards("ada", "barbarian_encampment").at("start")
    played(game, "barbarian_encampment", on="D9")
    assert game.view().tokens[0].kind == "village"


@covers("card.migrants", "card.colonists", "card.immigrants")
@pytest.mark.parametrize(("card", "reach"), [("migrants", 2), ("colonists", 4), ("immigrants", 6)])
def test_7_2_people_move_or_change_policies(card: str, reach: int) -> None:
    game = a_game().scouts("ada", "D5").cards("ada", card).at("movement")
    played_there = game.play("ada", do="use", use=f"card:{card}#1", on="D5", then=f"D{5 + reach}")
    assert played_there.figures_on(f"D{5 + reach}") == (0, 1)
    game = a_game().cards("ada", card).at("cities")
    played(game, card).choose("ada", "natural_religion").choose("ada", "pacifism")
    assert game.player("ada").policies == ["pacifism"]


@covers("card.mass_defection", "card.wholesale_defection")
@pytest.mark.parametrize("card", ["mass_defection", "wholesale_defection"])
def test_7_2_figures_defect(card: str) -> None:
    game = a_game().armies("bo", "D9", 2).scouts("ada", "D5").cards("ada", card).at("movement")
    assert played(game, card, on="D9", then="army2scout0").figures_on("D9") == (0, 0)


@covers("card.roaming_horde")
def test_7_2_a_horde_attacks_near_villages() -> None:
    game = a_game().armies("bo", "D9").token("village", "spy", "D7").cards("ada", "roaming_horde")
    for slot in range(len(game.state.slots)):
        old = game.state.slots[slot]
        game.state.slots[slot] = type(old)(old.tile, "up", True, 0, old.seat)
    played(game.at("movement"), "roaming_horde", on="D9")
    assert (game.battle().sides[0].leader, game.battle().sides[0].rank) == (0, 2)
    game.fight_on()
    assert game.figures_on("D9") == (0, 0)


def test_7_2_who_beats_a_horde_gets_nothing() -> None:
    game = a_game(civilizations=("egyptians", "aztecs")).tech("bo", "code_of_laws")
    game.building("bo", "statue_of_zeus", "F13").building("bo", "academy", "G13")
    game.armies("bo", "D9").token("village", "spy", "D7").cards("ada", "roaming_horde")
    for slot in range(len(game.state.slots)):
        old = game.state.slots[slot]
        game.state.slots[slot] = type(old)(old.tile, "up", True, 0, old.seat)
    played(game.at("movement"), "roaming_horde", on="D9").fight_on()
    assert game.figures_on("D9") == (1, 0)
    assert (game.player("bo").trade, game.coins("bo")) == (0, 0)


@covers("card.duty_and_honor", "card.nationalism", "card.patriotism")
@pytest.mark.parametrize(
    ("card", "units"), [("duty_and_honor", 1), ("nationalism", 2), ("patriotism", 3)]
)
def test_7_2_units_are_called_up_in_battle(card: str, units: int) -> None:
    game = a_game().armies("ada", "D8").armies("bo", "D9").units("ada", "infantry.0")
    game.cards("ada", card).at("movement").play("ada", do="move", from_="D8", target="D9")
    played(game, card)
    for _ in range(units):
        game.choose("ada", "mounted")
    side = game.battle().sides[0]
    assert len(side.hand) == min(3, 1 + units)
    assert len(side.hand) + len(game.player("ada").units) == 1 + units


def test_7_2_who_has_no_units_at_all_can_still_call_some_up() -> None:
    game = a_game().armies("ada", "D8").armies("bo", "D9").units("ada", "infantry.0")
    game.units("bo").cards("bo", "duty_and_honor").at("movement")
    game.play("ada", do="move", from_="D8", target="D9")
    assert game.asked() == {"bo": "fight"}
    assert game.actions("bo") == ["use", "drop", "done"]
    game.play("bo", do="use", use="card:duty_and_honor")
    game.choose("bo", "artillery")
    assert [each.unit for each in game.events(events.UnitPlayed)] == ["artillery"]


def test_7_2_who_calls_nobody_up_is_not_asked_again() -> None:
    game = a_game().armies("ada", "D8").armies("bo", "D9").units("ada", "infantry.0")
    game.units("bo").cards("bo", "duty_and_honor").at("movement")
    game.play("ada", do="move", from_="D8", target="D9").done("bo")
    assert game.events(events.BattleEnded)[0].winner == 0


def test_7_2_a_horde_leaves_capitals_alone() -> None:
    game = a_game().token("village", "spy", "F12").cities("bo", "C13").armies("bo", "F11")
    game.cards("ada", "roaming_horde").at("movement")
    assert game.options("ada", "on", {"do": "use", "use": "card:roaming_horde"}) == ["F11", "C13"]


@covers("technology.communism")
def test_7_2_communism_holds_a_square() -> None:
    game = a_game().tech("bo", "communism").has("bo", tokens=["spy"]).armies("ada", "D8")
    game.armies("ada", "F8").at("movement")
    game.play("bo", "interrupt", do="use", use="technology:communism", on="D8")
    assert game.options("ada", "from", {"do": "move"}) == ["F8"]


def test_7_2_nobody_migrates_from_a_square_that_is_held() -> None:
    game = a_game().tech("bo", "communism").has("bo", tokens=["spy"]).armies("ada", "D8")
    game.armies("ada", "F8").cards("ada", "migrants").at("movement")
    game.play("bo", "interrupt", do="use", use="technology:communism", on="D8")
    use = {"do": "use", "use": "card:migrants#1"}
    assert game.options("ada", "on", use) == ["F8"]
