"""A card that could do nothing is refused with what it lacks (rulebook chapter 7)."""

from __future__ import annotations

from tests.civ2010.builders import Game, a_battle, a_game

GARCIA = "person:jerry_garcia"
JOAN = "person:joan_of_arc"
KHALID = "person:khalid_ibn_al_walid"


def lacks(game: Game, use: str, **on: str) -> str:
    """What a card of Ada's lacks."""
    return game.refusal("ada", {"do": "use", "use": use, **on}).code


# Culture cards and technologies.


def test_7_2_nobody_revolts_who_is_in_anarchy_already() -> None:
    game = a_game(3).government("bo", "anarchy").cards("ada", "the_citizens_are_revolting")
    use = "card:the_citizens_are_revolting"
    assert lacks(game.at("start"), use, on="1") == "in_anarchy"
    game.play("ada", do="use", use=use, on="2")
    assert game.player("cy").government == "anarchy"


def test_7_9_a_technology_holds_no_more_coins_than_it_has_room_for() -> None:
    game = a_game().tech("ada", "democracy").has("ada", trade=6, tech_coins={"democracy": 3})
    assert "technology:democracy" in game.at("cities").uses("ada")
    game.has("ada", tech_coins={"democracy": 4})
    assert lacks(game, "technology:democracy") == "coins_full"


# Great people.


def test_7_4_orville_wright_finds_no_aircraft_when_all_fly() -> None:
    game = a_game().person("ada", "orville_wright", "builder", "D4").at("start")
    assert "person:orville_wright" in game.uses("ada")
    game.units("bo", *(f"aircraft.{value}" for value in tuple(game.state.units["aircraft"])))
    assert lacks(game, "person:orville_wright") == "no_aircraft_left"


def test_7_4_michelangelo_makes_no_wonder_cheaper_twice() -> None:
    game = a_game().person("ada", "michelangelo", "artist", "D4")
    game.has("ada", track=2, culture=3).at("cities")
    game.play("ada", do="use", use="person:michelangelo")
    # His card lies under the deck now, and comes up again.
    game.state.person_deck.append(game.state.person_deck.pop(0))
    game.play("ada", do="advance")
    while game.asked() != {"ada": "cities"}:
        game.choose("ada", game.decision("ada").default)
    assert lacks(game, "person:michelangelo") == "lasts_already"


def a_festival(government: str = "despotism") -> Game:
    """Jerry Garcia is Ada's, and it is her turn to produce."""
    game = a_game().government("ada", government).person("ada", "jerry_garcia", "artist", "D4")
    return game.at("cities")


def test_7_4_jerry_garcia_needs_an_action_of_the_capital() -> None:
    game = a_festival()
    assert GARCIA in game.uses("ada")
    assert lacks(game.play("ada", do="act", item="store"), GARCIA) == "capital_has_acted"
    assert lacks(a_festival("anarchy"), GARCIA) == "capital_in_anarchy"


def test_7_4_a_king_who_has_harvested_holds_no_festival() -> None:
    game = a_festival("monarchy").play("ada", do="act", item="arts")
    assert lacks(game, GARCIA) == "king_acts_otherwise"
    assert lacks(game.play("ada", do="act", item="store"), GARCIA) == "capital_has_acted"


def test_7_4_khalid_does_nothing_for_the_first_player() -> None:
    game = a_game().person("ada", "khalid_ibn_al_walid", "general", "D4")
    assert lacks(game.at("cities"), KHALID) == "first_already"


def test_7_4_khalid_is_too_late_when_another_has_acted() -> None:
    game = a_game().person("ada", "khalid_ibn_al_walid", "general", "D4")
    assert lacks(game.at("cities", first="bo").done("bo"), KHALID) == "card_too_late"


# Battles.


def sun_tzu(game: Game) -> object:
    return game.person("ada", "sun_tzu", "general", "B4").has("ada", trade=3)


def test_7_4_sun_tzu_passes_no_turn_to_an_empty_hand() -> None:
    game = a_battle(("infantry.0", "mounted.0"), (), sun_tzu)
    assert lacks(game, "person:sun_tzu") == "enemy_hand_empty"


def joan(first: str = "bo", culture: int = 7) -> Game:
    """Ada has Joan of Arc; the first player's army attacks the other's."""
    game = a_game().person("ada", "joan_of_arc", "general", "B4").has("ada", culture=culture)
    game.armies("ada", "D8").units("ada", "infantry.0", "mounted.0")
    game.armies("bo", "D9").units("bo", "infantry.0", "mounted.0").at("movement", first=first)
    start, target = ("D8", "D9") if first == "ada" else ("D9", "D8")
    return game.play(first, do="move", from_=start, target=target)


def test_7_4_joan_of_arc_needs_a_defender_with_culture() -> None:
    assert JOAN in joan().uses("ada")
    assert lacks(joan(culture=0), JOAN) == "no_culture_to_add"
    attack = joan("ada").play("bo", do="play", unit="infantry.0", front="new")
    assert lacks(attack, JOAN) == "no_culture_to_add"


def test_7_4_joan_of_arc_comes_before_the_first_unit() -> None:
    game = joan().play("ada", do="play", unit="infantry.0", front="new")
    game.play("bo", do="play", unit="infantry.0", front="new")
    assert lacks(game, JOAN) == "no_culture_to_add"
