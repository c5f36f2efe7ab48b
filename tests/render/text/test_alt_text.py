"""What a picture says to those who do not see it."""

from __future__ import annotations

import pytest

from engine.core.game import Game
from engine.core.view import View
from engine.tiles.view import square_name
from engine.world.view import SettlementView
from render.names import utf16_length
from render.scene import scene_of
from tests.render.builders.boards import a_view, crowded_board, full_board, player
from tests.render.builders.pictures import alt_text
from tests.render.tiles.demo import demo_view

NAMES = ("Ada", "Bo", "Chi", "Dan", "Eve", "Fay")
WORST = ("👩‍👩‍👧‍👦" * 20, "﷽" * 80, "W" * 80, "Z̸͉̭͈" * 30, "שלום " * 16, "\U0001d503" * 40)


def test_it_begins_with_when_it_is_and_who_is_awaited() -> None:
    told = alt_text(a_view(awaited=(1,)), NAMES)
    assert told.startswith("Map: Turn 14 · Movement · Gunpowder era. Waiting for Bo.")


def test_it_names_every_settlement_with_its_owner() -> None:
    places = {
        "gobi": {"settlement": SettlementView(0, 2)},
        "nile": {"settlement": SettlementView(1, 4)},
        "gaul": {"settlement": SettlementView(0, 1)},
    }
    told = alt_text(a_view(places), NAMES)
    assert "Ada (Amber), 40 points, holds Gaul (village) and Gobi (town)." in told
    assert "Bo (Crimson), 37 points, holds Nile (metropolis)." in told


def test_a_board_of_tiles_names_what_stands_where() -> None:
    view = demo_view()
    told = alt_text(view, NAMES)
    city = next(each for each in view.cities if each.capital)
    army = next(each for each in view.figures if each.armies == 1 and not each.scouts)
    assert f"the capital in {square_name(city.x, city.y)}" in told
    assert f"an army in {square_name(army.x, army.y)}" in told


def test_points_that_nobody_counts_are_not_told() -> None:
    view = Game.new("civ2010", ["Ada", "Bo"], {}, b"alt", [b"a", b"b"]).view(None)
    assert "point" not in alt_text(view, NAMES)


def test_the_best_are_told_first() -> None:
    told = alt_text(a_view(scores=(1, 9, 5, 0, 0, 0)), NAMES)
    assert told.index("Bo ") < told.index("Chi ") < told.index("Ada ")


def test_what_happened_is_told() -> None:
    told = alt_text(a_view(), NAMES, ["Ada captures Gobi.", "Bo builds the Great Wall."])
    assert told.endswith("What happened: Ada captures Gobi. Bo builds the Great Wall.")


def test_what_there_is_no_room_for_is_counted() -> None:
    news = [f"Ada moves {number} swordsmen from Gobi to Steppe." for number in range(60)]
    told = alt_text(full_board(), NAMES, news)
    assert news[0] in told
    shown = sum(sentence in told for sentence in news)
    assert 0 < shown < 60
    assert told.endswith(f"And {60 - shown} more.")


@pytest.mark.parametrize("news", [0, 1, 200])
@pytest.mark.parametrize("names", [(), NAMES, WORST], ids=["none", "plain", "worst"])
def test_it_is_never_too_long(news: int, names: tuple[str, ...]) -> None:
    happened = ["Something of note, told at some length, happens in the South China Sea."] * news
    for view in (full_board(), crowded_board(), demo_view()):
        told = alt_text(view, names, happened)
        assert 0 < utf16_length(told) <= 1024
        assert "\n" not in told


def test_one_endless_sentence_is_cut() -> None:
    told = alt_text(full_board(), NAMES, ["x" * 5000])
    assert utf16_length(told) <= 1024
    assert told.endswith("…")


def test_it_tells_of_the_owners_that_the_picture_shows() -> None:
    view = full_board()
    told = alt_text(view, NAMES)
    for seat, name in enumerate(NAMES):
        held = sum(owner == seat for _, owner in scene_of(view).owners)
        (sentence,) = [part for part in told.split(". ") if part.startswith(f"{name} ")]
        places = sentence.partition(" holds ")[2]
        assert len(places.replace(" and ", ", ").split(", ")) == held or f"{held} settl" in places


def test_the_fallen_are_told_as_such() -> None:
    seats = [player(seat) for seat in range(6)]
    seats[2] = type(seats[2])(2, 0, (), (), (), (), {}, seats[2].income, {}, 0, fallen=True)
    assert "Chi has fallen." in alt_text(a_view(players=tuple(seats)), NAMES)


def test_rules_without_a_board_give_their_standings() -> None:
    view = View(ruleset="x", seat=0, seats=2, turn=4, phase="trade", awaited=(1,), scores=(12, 9))
    assert alt_text(view) == (
        "Standings: Turn 4 · Trade. Waiting for Crimson. Amber, 12 points. Crimson, 9 points."
    )
