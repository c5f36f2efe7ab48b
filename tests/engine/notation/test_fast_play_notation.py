"""Every order that the Fast Play rulebook shows can be typed as it stands there."""

from __future__ import annotations

from typing import Any

import pytest

from engine.notation.phrases import Phrases
from engine.rulebook import rulebook
from engine.rulesets.fast_play import RULESET
from tests.fast_play.builders import Arrangement, Game, a_game, fly, move, sail, seat_of

PHRASES = Phrases("fast_play", ("Angela", "Brad"))
SECTION = rulebook("fast_play").section("notation").body
LINES = SECTION.split("```")[1].strip().splitlines()


def shopping() -> Game:
    towns = a_game().in_era("medieval").with_settlements("angela", "gobi", "steppe")
    return towns.with_gold("angela", 20).at("purchase")


def ancient() -> Arrangement:
    return a_game().with_settlements("angela", "gobi", "steppe").with_gold("angela", 20)


def moving() -> Game:
    return (
        a_game()
        .in_era("modern")
        .with_settlement("angela", "gaul")
        .with_settlement("angela", "nile")
        .with_units("angela", "gobi", swordsman=2, settler=1)
        .with_units("angela", "gaul", fighter=1, galley=1)
        .at("movement")
    )


def fought(dice: list[int]) -> Game:
    """Angela's three swordsmen and a horseman against Brad's two swordsmen in Steppe."""
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=3, horseman=1)
        .with_units("angela", "muscovy", swordsman=1)
        .with_units("brad", "steppe", swordsman=3)
        .at("movement")
    )
    game.play("angela", move("muscovy", "steppe", "swordsman"))
    army = ("swordsman", "swordsman", "swordsman", "horseman")
    return game.play("angela", move("gobi", "steppe", *army), dice)


def two_battles() -> Game:
    """Angela has attacked Steppe and Gaul."""
    game = a_game()
    for here, there in (("gobi", "steppe"), ("iberia", "gaul")):
        game = game.with_units("angela", here, swordsman=1).with_units("brad", there, swordsman=1)
    table = game.at("movement").play("angela", move("gobi", "steppe", "swordsman"))
    return table.play("angela", move("iberia", "gaul", "swordsman"))


def defeated() -> Game:
    """Brad's two swordsmen must leave Steppe, and Gobi is one of the ways."""
    game = (
        a_game()
        .with_units("angela", "muscovy", swordsman=3)
        .with_units("brad", "steppe", swordsman=3)
        .at("movement")
    )
    army = move("muscovy", "steppe", "swordsman", "swordsman", "swordsman")
    return game.play("angela", army, [6, 1, 1, 1, 1, 1])


def settling() -> Game:
    land = a_game().with_settlement("angela", "steppe").with_explored("gobi", "siberia")
    land.with_units("angela", "gobi", settler=1)
    return land.with_units("angela", "siberia", settler=1).at("settling")


def crowded() -> Game:
    others = ("libya", "nile", "congo", "funa", "persia", "indus", "ganges", "gaul", "iberia")
    return a_game().with_settlements("angela", "gobi", *others).at("movement", by="brad")


MEANT: dict[str, tuple[str, Game, Any]] = {
    "place gobi": ("angela", a_game().at("placement"), "gobi"),
    "build swordsman gobi, steppe": (
        "angela",
        ancient().at("purchase"),
        {"buy": "swordsman", "where": ["steppe", "gobi"]},
    ),
    "grow gobi": ("angela", shopping(), {"buy": "grow", "where": ["gobi"]}),
    "technology": ("angela", shopping(), {"buy": "technology"}),
    "wonder 7": ("angela", ancient().at("purchase"), {"buy": "wonder", "aside": 7}),
    "done": ("angela", shopping(), {"buy": "done"}),
    "move 2 swordsman gobi > steppe": (
        "angela",
        moving(),
        move("gobi", "steppe", "swordsman", "swordsman"),
    ),
    "fly fighter gaul > nile": (
        "angela",
        moving(),
        {"do": "fly", "from": "gaul", "to": "nile", "units": ["fighter"]},
    ),
    "sail galley gaul > biscay sea": (
        "angela",
        moving(),
        {"do": "sail", "from": "gaul", "to": "biscay_sea", "units": ["galley"]},
    ),
    "explore gobi": ("angela", moving(), {"do": "explore", "at": "gobi"}),
    "end": ("angela", moving(), {"do": "end"}),
    "fight gaul": ("angela", two_battles(), "gaul"),
    "lose 2 swordsman": (
        "angela",
        fought([6, 1, 1, 1, 1, 1, 6, 6, 1]),
        ["swordsman", "swordsman"],
    ),
    "retreat swordsman > gobi": ("brad", defeated(), {"to": "gobi", "units": ["swordsman"]}),
    "settle gobi": ("angela", settling(), "gobi"),
    "remove gobi": ("angela", crowded(), "gobi"),
}


def test_every_order_of_the_rulebook_is_tried() -> None:
    assert list(MEANT) == LINES


@pytest.mark.parametrize("line", LINES)
def test_an_order_of_the_rulebook_is_understood(line: str) -> None:
    name, game, value = MEANT[line]
    own = [each for each in RULESET.pending(game.state) if each.seat == seat_of(name)]
    first, *others = PHRASES.read(own, line)
    assert first.value == value
    assert all(other.cost > first.cost for other in others)


@pytest.mark.parametrize(
    "line", ["move swordsman, settler gobi > steppe", "move settler and swordsman gobi to steppe"]
)
def test_a_settler_is_ordered_along_with_an_attack(line: str) -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1, settler=1)
    table = game.with_units("brad", "steppe", swordsman=1).at("movement")
    own = [each for each in RULESET.pending(table.state) if each.seat == 0]
    assert PHRASES.read(own, line)[0].value == move("gobi", "steppe", "swordsman", "settler")


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("move galley gaul > biscay sea", sail("gaul", "biscay_sea", "galley")),
        ("move galley to the north sea", sail("gaul", "north_sea", "galley")),
        ("move fighter gaul > nile", fly("gaul", "nile", "fighter")),
        ("move fighter gaul > iberia", move("gaul", "iberia", "fighter")),
    ],
)
def test_ships_sail_and_aircraft_fly_where_a_line_says_that_they_move(
    line: str, value: Any
) -> None:
    decisions = [d for d in RULESET.pending(moving().state) if d.seat == seat_of("angela")]
    first, *others = PHRASES.read(decisions, line)
    assert first.value == value
    assert all(other.cost > first.cost for other in others)
