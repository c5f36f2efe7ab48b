"""The hand of culture cards and its limit (rulebook section 7.3)."""

from __future__ import annotations

import pytest

from engine.rulesets.civ2010 import RULESET
from tests.civ2010.builders import VOICE, Arrange, Game, a_game

TWO = ("lost", "defection")
FOUR = (*TWO, "drought", "sabotage")


def test_7_3_a_sheet_names_hidden_cards_to_their_owner_alone() -> None:
    game = a_game().cards("ada", *TWO).units("ada", "infantry.0", "infantry.1").at("cities")
    game.player("ada").tokens.append("silk")

    def lines(seat: int | None) -> dict[str, str]:
        sheet = RULESET.view(game.state, seat).sheet(0)
        return {fact.name: VOICE.join(map(VOICE.text, fact.values)) for fact in sheet.facts}

    assert lines(0)["cards"] == "Lost, Defection and silk"
    units = RULESET.view(game.state, 0).own.units
    values = sorted(((unit.strength, unit.health) for unit in units), reverse=True)
    each = " ".join(f"{strength}/{health}" for strength, health in values)
    assert lines(0)["units_held"] == f"infantry {each}"
    for other in (1, None):
        assert lines(other)["cards"] == "2 culture cards and one token"
        assert "2 unit cards" in lines(other)["forces"]
        assert "units_held" not in lines(other)


def discard_all(game: Game, name: str = "ada") -> Game:
    """Discard the first card as long as one has to be discarded."""
    while game.asked().get(name) == "discard_card":
        game.choose(name, game.keys(name)[0])
    return game


SEVERAL: dict[str, tuple[Arrange, dict[str, str]]] = {
    "relic": (
        lambda g: g.relic("ark_of_the_covenant", "D9").armies("ada", "D8").at("movement"),
        {"do": "move", "from": "D8", "target": "D9"},
    ),
    "person": (
        lambda g: (
            g.person("ada", "andrew_carnegie", "industrialist", "B2")
            .has("ada", coins=5)
            .at("cities")
        ),
        {"do": "use", "use": "person:andrew_carnegie"},
    ),
}


@pytest.mark.parametrize("way", SEVERAL)
def test_7_3_several_cards_drawn_at_once_leave_a_full_hand(way: str) -> None:
    arrange, said = SEVERAL[way]
    game = a_game().cards("ada", *TWO)
    arrange(game)
    discard_all(game.choose("ada", said))
    assert (game.player("ada").track, len(game.player("ada").cards)) == (2, 2)


def test_7_3_cristo_redentor_leaves_a_full_hand_of_six() -> None:
    game = a_game().building("ada", "cristo_redentor", "B2")
    game.cards("ada", *FOUR, "disoriented", "flooding").at("start")
    game.play("ada", do="use", use="wonder:cristo_redentor", on="1")
    assert len(discard_all(game).player("ada").cards) == 6


def test_7_3_a_blockade_that_lowers_the_limit_costs_cards_at_once() -> None:
    game = a_game().building("bo", "cristo_redentor", "F13").cards("bo", *FOUR)
    game.scouts("ada", "F12").scouts("ada", "D8").at("movement")
    game.play("ada", do="move", from_="F12", target="F13")
    assert game.asked() == {"bo": "discard_card"}
    discard_all(game, "bo")
    assert len(game.player("bo").cards) == 2
    assert game.asked() == {"ada": "movement"}


FALLS: dict[str, Arrange] = {
    "coin": lambda g: (
        g.tech("ada", "computers")
        .has("ada", coins=4)
        .at("start")
        .play("ada", do="invest", card="infrastructure")
    ),
    "dead": lambda g: (
        g.person("ada", "valmiki", "artist", "B2", shown=True)
        .cards("bo", "wholesale_defection")
        .at("movement", "bo")
        .play("bo", do="use", use="card:wholesale_defection", on="B2")
    ),
}


@pytest.mark.parametrize("way", FALLS)
def test_7_3_what_lowers_the_limit_costs_cards_at_once(way: str) -> None:
    game = a_game().cards("ada", "lost", "drought", "sabotage")
    FALLS[way](game)
    assert game.asked() == {"ada": "discard_card"}


@pytest.mark.parametrize("track", [17, 19])
def test_7_3_what_was_drawn_when_the_game_ends_goes_back(track: int) -> None:
    game = a_game().tech("ada", "mysticism").has("ada", track=track, coins=11)
    game.person("ada", "andrew_carnegie", "industrialist", "B2").at("cities")
    drawn = sum(map(len, (*game.state.decks, *game.state.discards)))
    game.play("ada", do="use", use="person:andrew_carnegie")
    while game.asked().get("ada") in ("keep_card", "keep_person", "place_person", "discard_card"):
        game.choose("ada", game.keys("ada")[0])
    assert (game.state.end, game.state.frames) == ("culture", [])
    held = len(game.player("ada").cards)
    assert sum(map(len, (*game.state.decks, *game.state.discards))) + held == drawn
