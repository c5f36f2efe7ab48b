"""What a card cannot be used on, and when there is nothing left for it (rulebook chapter 7)."""

from __future__ import annotations

import pytest

from engine.rulesets.civ2010.tables import GROUND
from tests.civ2010.builders import VOICE, Arrange, Game, a_game

FAR_HARBORS = [f"{column}{row}" for column in "AB" for row in range(10, 15)]
"""As many squares as there are harbors."""


def scouts_on_an_island(game: Game) -> None:
    """One scout that can go on, and one that water keeps where it is."""
    game.cards("ada", "migrants").scouts("ada", "D5").scouts("ada", "D9")
    game.terrain("W", "D8", "C9", "E9", "D10")


SQUARES: dict[str, tuple[Arrange, str, str, str, str]] = {
    "mountains": (
        lambda g: g.cards("ada", "drought").terrain("M", "D9"),
        "start",
        "card:drought",
        "terrain_stays",
        "This cannot change the terrain of D9.",
    ),
    "a flooded building": (
        lambda g: g.cards("ada", "flooding").building("bo", "library", "D9"),
        "start",
        "card:flooding",
        "terrain_stays",
        "This cannot change the terrain of D9.",
    ),
    "seven squares off": (
        lambda g: g.cards("ada", "defection").armies("bo", "D6").armies("bo", "D9"),
        "movement",
        "card:defection",
        "too_far_off",
        "D9 is too far from your figures and cities.",
    ),
    "figures of another": (
        lambda g: g.cards("ada", "migrants").scouts("ada", "D5").scouts("bo", "D9"),
        "movement",
        "card:migrants#1",
        "no_figures_to_move",
        "There are no figures on D9 that this could move.",
    ),
    "an island": (
        scouts_on_an_island,
        "movement",
        "card:migrants#1",
        "nowhere_to_go",
        "The figures on D9 have nowhere to go.",
    ),
}


@pytest.mark.parametrize("case", SQUARES)
def test_7_2_a_card_is_refused_for_a_square_with_its_reason(case: str) -> None:
    arrange, phase, key, code, said = SQUARES[case]
    game = a_game()
    arrange(game)
    game.at(phase)
    assert key in game.uses("ada")
    refused = game.refusal("ada", {"do": "use", "use": key, "on": "D9"})
    assert (refused.code, refused.rule, VOICE.error(refused)) == (code, "cards", said)


def test_7_2_the_citizens_of_the_pyramids_do_not_revolt() -> None:
    game = a_game(3).building("cy", "pyramids", "C13")
    game.cards("ada", "the_citizens_are_revolting").at("start")
    value = {"do": "use", "use": "card:the_citizens_are_revolting", "on": "2"}
    game.refuses("ada", value, "safe_from_anarchy", "cards")
    assert game.choose("ada", {**value, "on": "1"}).player("bo").government == "anarchy"


def test_7_2_a_card_that_hits_nobody_is_refused_for_who_is_named() -> None:
    game = a_game().building("bo", "pyramids", "E14")
    game.cards("ada", "the_citizens_are_revolting").at("start")
    use = {"do": "use", "use": "card:the_citizens_are_revolting"}
    game.refuses("ada", use, "card_no_target", "cards")
    game.refuses("ada", {**use, "on": "1"}, "safe_from_anarchy", "cards")


def test_7_2_a_horde_attacks_no_empty_square() -> None:
    game = a_game().armies("bo", "D9").token("village", "spy", "D7").cards("ada", "roaming_horde")
    value = {"do": "use", "use": "card:roaming_horde", "on": "D8"}
    game.at("movement").refuses("ada", value, "not_an_option")


def test_7_2_no_village_appears_when_all_tokens_are_taken() -> None:
    game = a_game().cards("ada", "barbarian_encampment")
    game.has("bo", tokens=[*game.state.villages]).state.villages.clear()
    value = {"do": "use", "use": "card:barbarian_encampment", "on": "D9"}
    game.at("start").refuses("ada", value, "no_villages_left", "cards")


PEOPLE: dict[str, tuple[Arrange, str, str, str]] = {
    "two coins, no culture": (
        lambda g: g.person("ada", "lorenzo_de_medici", "industrialist", "D4").has("ada", coins=1),
        "start",
        "person:lorenzo_de_medici",
        "nothing_to_count",
    ),
    "two coins, no free step": (
        lambda g: g.person("ada", "andrew_carnegie", "industrialist", "D4").has("ada", coins=1),
        "cities",
        "person:andrew_carnegie",
        "nothing_to_count",
    ),
    "no wonder built since": (
        lambda g: g.cards("ada", "supply_drop").person(
            "ada", "jim_henson", "humanitarian", "D4", shown=True
        ),
        "start",
        "person:jim_henson",
        "nothing_to_count",
    ),
    "no water": (
        lambda g: g.person("ada", "jacques_cousteau", "humanitarian", "D4"),
        "start",
        "person:jacques_cousteau",
        "no_harbor_square",
    ),
    "no harbor": (
        lambda g: (
            g.person("ada", "jacques_cousteau", "humanitarian", "D4")
            .terrain("W", "C4", *FAR_HARBORS)
            .building("bo", "harbor", *FAR_HARBORS)
        ),
        "start",
        "person:jacques_cousteau",
        "no_harbors_left",
    ),
}


@pytest.mark.parametrize("case", PEOPLE)
def test_7_4_a_great_person_is_refused_with_the_reason(case: str) -> None:
    arrange, phase, key, code = PEOPLE[case]
    game = a_game()
    arrange(game)
    game.at(phase).refuses("ada", {"do": "use", "use": key}, code, "cards")


def attacked(game: Game, *units: str) -> Game:
    """Ada attacks Bo, who begins."""
    game.armies("ada", "D8").armies("bo", "D9").units("ada", "infantry.0", "infantry.1")
    game.units("bo", *units).at("movement")
    return game.play("ada", do="move", from_="D8", target="D9")


def test_7_2_nobody_is_called_up_after_the_first_unit() -> None:
    game = attacked(a_game().cards("bo", "duty_and_honor"), "mounted.0", "mounted.1")
    use = {"do": "use", "use": "card:duty_and_honor"}
    assert "card:duty_and_honor" in game.uses("bo")
    game.play("bo", do="play", unit="mounted.0", front="new")
    game.play("ada", do="play", unit="infantry.0", front="new")
    game.refuses("bo", use, "unit_played", "cards")


def test_7_4_gustavus_adolphus_comes_before_the_first_unit() -> None:
    game = a_game().person("bo", "gustavus_adolphus", "general", "E14")
    attacked(game, "mounted.0", "mounted.1")
    game.play("bo", do="play", unit="mounted.0", front="new")
    game.play("ada", do="play", unit="infantry.0", front="new")
    use = {"do": "use", "use": "person:gustavus_adolphus"}
    game.refuses("bo", use, "unit_played", "cards")


def test_7_2_nobody_is_called_up_when_all_unit_cards_are_out() -> None:
    game = a_game().cards("bo", "duty_and_honor").armies("ada", "D8").armies("bo", "D9")
    game.units("ada", "infantry.0")
    decks = game.state.units
    game.units("bo", *(f"{kind}.{value}" for kind in GROUND for value in decks[kind]))
    game.at("movement").play("ada", do="move", from_="D8", target="D9")
    use = {"do": "use", "use": "card:duty_and_honor"}
    game.refuses("bo", use, "no_units_left", "cards")


def test_7_9_iron_sharpens_nothing_without_a_unit_in_hand() -> None:
    game = a_game().tech("bo", "metalworking").has("bo", tokens=["iron"])
    attacked(game.cards("bo", "duty_and_honor"))
    use = {"do": "use", "use": "technology:metalworking"}
    game.refuses("bo", use, "nothing_to_sharpen", "cards")


def test_7_9_iron_sharpens_once_a_turn() -> None:
    game = a_game().tech("bo", "metalworking").has("bo", tokens=["iron", "iron"])
    attacked(game, "mounted.0", "mounted.1")
    use = {"do": "use", "use": "technology:metalworking"}
    game.choose("bo", use).refuses("bo", use, "card_used", "cards")
