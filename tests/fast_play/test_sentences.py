"""How Fast Play is told: the sentences players read most."""

from __future__ import annotations

import pytest

from engine.core.errors import IllegalChoice
from engine.core.events import Event
from engine.core.messages import Voice, catalog
from engine.rulesets.fast_play import events
from tests.cast import PLAYERS
from tests.fast_play.builders import a_game, move

NAMES = PLAYERS[:3]
VOICE = Voice(catalog("fast_play", strict=True), NAMES)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            events.WonderTried(0, 9, 1, 4, ""),
            "Angela sets 9 gold aside for a wonder and rolls a 1. Nothing comes of it.",
        ),
        (
            events.WonderTried(0, 7, 3, 6, "pyramids"),
            "Angela sets 7 gold aside, rolls a 3 and builds the Pyramids for 6 gold.",
        ),
        (
            events.Moved(0, (("swordsman", 2),), "gaul", "britannia", ("biscay_sea",)),
            "Angela moves 2 swordsmen from Gaul over the Biscay Sea to Britannia.",
        ),
        (
            events.BarbariansAppeared("gobi", "knight"),
            "They are barbarians: a knight in Gobi, against everyone.",
        ),
        (
            events.UnitsObsolete(((0, (("swordsman", 2),)), (-1, (("horseman", 1),)))),
            "Out-of-date units are removed: Angela (2 swordsmen) and the barbarians (a horseman).",
        ),
        (
            events.Settled(1, "gobi", 1, "oil", 2),
            "Brad founds a village in Gobi, with oil, and receives 2 gold.",
        ),
        (
            events.TechnologyBought(2, "last", 13),
            "Chris goes beyond the modern era for 13 gold.",
        ),
    ],
)
def test_what_happened_is_told(event: Event, sentence: str) -> None:
    assert VOICE.event(event) == sentence


def test_a_battle_shows_every_die() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=2)
        .with_units("barbarians", "steppe", horseman=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman"), [3, 6, 1, 1])
    assert VOICE.event(game.event(events.BattleFought)) == (
        "Battle in Steppe: Angela with 2 swordsmen (2 dice: 6 3) against the barbarians with "
        "a horseman (2 dice: 1 1). The battle goes to Angela."
    )


def test_a_battle_without_dice_says_so() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", catapult=1)
        .with_units("brad", "steppe", catapult=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "catapult"))
    told = VOICE.event(game.event(events.BattleFought))
    assert "Angela with a catapult (no dice)" in told


def test_purchases_of_one_player_share_a_line() -> None:
    game = (
        a_game().with_settlements("angela", "gobi", "gaul").with_gold("angela", 20).at("purchase")
    )
    told = []
    for unit, place in (("settler", "gobi"), ("galley", "gaul")):
        told += game.play("angela", {"buy": unit, "where": [place]}).told
    assert VOICE.report(told, None) == [
        "Angela builds a settler in Gobi and a galley in Gaul for 2 gold."
    ]


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (
            IllegalChoice("lacking", "buying-units", good="knight", missing="horses"),
            "Nobody has exploited horses yet, so a knight cannot be built.",
        ),
        (
            IllegalChoice("blocks_a_player", "setup-blocking", place="yakutia"),
            "Yakutia would leave a player without a region for a second settlement.",
        ),
        (
            IllegalChoice("no_such_place", "movement", place="atlantis"),
            "There is no place here called “atlantis”.",
        ),
    ],
)
def test_a_refusal_says_what_is_lacking(error: IllegalChoice, sentence: str) -> None:
    assert VOICE.error(error) == sentence
