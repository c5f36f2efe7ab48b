"""The board as text says what the picture shows."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest

from engine.core.view import View
from engine.world import world
from engine.world.view import MarkerView, SettlementView, WonderView, WorldView
from render import look
from render.names import utf16_length
from render.scene import Place, scene_of
from render.voice import SHAPES, game_voice
from tests.render.builders.boards import a_view, crowded_board, full_board
from tests.render.builders.boards import units as some_units
from tests.render.builders.pictures import board_pages, board_text
from tests.render.builders.stories import story
from tests.render.tiles.demo import demo_view

NAMES = ("Ada", "Bo", "Chi", "Dan", "Eve", "Fay")
SIZES = {1: "a village", 2: "a town", 3: "a city", 4: "a metropolis"}


def lines(view: View, **given: Any) -> dict[str, str]:
    """The lines of the text, unwrapped, by what stands before the colon."""
    found: list[str] = []
    for line in board_text(view, NAMES, **given).splitlines():
        if line.startswith("  ") and found:
            found[-1] += " " + line.strip()
        else:
            found.append(line)
    return {re.split(r" \(|:", line)[0]: line for line in found}


def held(line: str) -> dict[str, str]:
    """What each owner has, from a line like "Gaul (wine): Ada has a village; Bo has 2 knights"."""
    parts = line.split(": ", 1)[1].split("; ")
    return dict(part.split(" has ", 1) for part in parts)


def counted(things: str) -> list[str]:
    """The things of a list, without what a fleet carries."""
    return re.split(r", | and ", re.sub(r" carrying .*", "", things))


@pytest.mark.parametrize("view", [full_board(), crowded_board()], ids=["full", "crowded"])
def test_text_and_picture_tell_of_the_same_pieces(view: WorldView) -> None:
    told, board = lines(view), world()
    for place in scene_of(view).places:
        name = board.find(place.id).name
        if place.settlement is None and not place.stacks:
            assert " has " not in told.get(name, "")
            continue
        owners = held(told[name])
        assert set(owners) == {NAMES[seat] for seat in owners_of(place)}
        if place.settlement is not None:
            owner = NAMES[place.settlement.owner]
            assert counted(owners[owner])[0].startswith(SIZES[place.settlement.size])
        for stack in place.stacks:
            word = game_voice("standard", 6, NAMES).pieces(stack.kind, stack.count)
            assert word in owners[NAMES[stack.owner]]


def owners_of(place: Place) -> set[int]:
    found = {stack.owner for stack in place.stacks}
    return found | {place.settlement.owner} if place.settlement else found


def test_every_land_region_is_spoken_of_once() -> None:
    text_of_it = board_text(full_board(), NAMES)
    for space in world().spaces:
        if not space.is_sea:
            assert len(re.findall(rf"\b{space.name}\b", text_of_it)) == 1


def test_players_come_with_gold_points_and_shape() -> None:
    view = full_board()
    told = lines(view)
    for seat, name in enumerate(NAMES):
        (line,) = [line for key, line in told.items() if key.endswith(f" {name}")]
        assert line[0] in SHAPES.values()
        assert f"{view.scores[seat]} points" in line
        assert f"{view.players[seat].gold} gold" in line


def test_it_says_who_is_awaited_and_when_it_is() -> None:
    first, second, *_ = board_text(a_view(awaited=(1, 2)), NAMES).splitlines()
    assert first == "Turn 14 · Movement · Gunpowder era"
    assert second == "Waiting for Bo and Chi."


def test_a_finished_game_awaits_nobody() -> None:
    told = board_text(a_view(finished=True, phase="finished"), NAMES)
    assert "Game over" in told
    assert "Waiting" not in told


def test_a_marker_is_named_to_those_who_know_it_only() -> None:
    markers = {
        "gobi": {"marker": MarkerView("known", "treasure", (0, 3))},
        "steppe": {"marker": MarkerView("down", None, (2,))},
        "persia": {"marker": MarkerView("down")},
        "indus": {"marker": MarkerView("up", "wine")},
    }
    told = lines(a_view(markers))
    assert "Gobi (a treasure, known to you and Dan)" in told["Known to you"]
    assert "Steppe (seen by Chi)" in told["Unexplored"]
    assert "Persia" in told["Unexplored"]
    assert told["Open land"] == "Open land: Indus (wine)."


def test_a_fleet_is_told_with_its_cargo() -> None:
    told = lines(a_view({"cape_sea": {"units": (some_units(1, "galley", 1, settler=2),)}}))
    assert told["Cape Sea"] == "Cape Sea: Bo has a galley carrying 2 settlers"


def test_a_lent_settlement_says_to_whom() -> None:
    told = lines(a_view({"gobi": {"settlement": SettlementView(0, 2, "wine", 3)}}))
    assert told["Gobi"] == "Gobi: Ada has a town lent to Dan"


def test_wonders_come_with_everyones_way_to_them() -> None:
    wonder = WonderView("great_wall", "ancient", None, False, "armies", 7, (3, 0, 5, 0, 0, 0))
    told = lines(a_view(wonders=(wonder,)))
    assert told["The Great Wall"] == "The Great Wall: 7 new armies (Ada 3, Chi 5)."


def test_a_focus_leaves_other_continents_out() -> None:
    told = board_text(full_board(), NAMES, focus="Europe")
    assert "EUROPE" in told and "Gaul" in told
    assert "ASIA" not in told and "PLAYERS" not in told


def test_a_focus_on_places_lists_these() -> None:
    told = lines(full_board(), focus=["gobi", "nile"])
    assert "Nile" in told
    assert "Libya" not in " ".join(told.values())


def test_every_page_fits_into_a_message_even_with_the_worst_names() -> None:
    worst = ["👩‍👩‍👧‍👦" * 20, "﷽" * 80, "W" * 80, "Z̸͉̭͈" * 30, "שלום " * 16, "\u200b" * 40]
    for view in (full_board(), crowded_board()):
        pages = board_pages(view, worst)
        assert all(utf16_length(page) < 4000 for page in pages)
        assert all("\n\n\n" not in page for page in pages)


def test_a_section_that_goes_on_has_its_heading_again() -> None:
    pages = board_pages(full_board(), ["W" * 32] * 6)
    assert len(pages) > 1
    assert any(re.match(r"[A-Z ]+(, continued)?\n", page) for page in pages[1:])


def test_pages_in_a_row_are_the_text() -> None:
    assert "\n\n".join(board_pages(full_board(), NAMES)) == board_text(full_board(), NAMES)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("ශ්\u200dරී", "ශ්\u200dරී"),
        ("क्\u200dष", "क्\u200dष"),
        ("\u0645\u06cc\u200c\u062e", "\u2068\u0645\u06cc\u200c\u062e\u2069"),
        ("Ada \U0001facd", "Ada \U0001facd"),
        ("a\u200cb\u200d", "ab"),
        ("``` @everyone", "''' @everyone"),
        ("\u202eevil\n\tname", "evil name"),
        ("\u200b\u2060", "Amber"),
        ("\u3164\u3164", "Amber"),
        ("", "Amber"),
        ("דנה", "\u2068דנה\u2069"),
        ("👩‍🚀", "👩‍🚀"),
        ("x" * 80, "x" * 31 + "…"),
    ],
)
def test_a_name_can_neither_hide_nor_break_out(given: str, shown: str) -> None:
    assert game_voice("standard", 1, [given]).name(0) == shown


def test_rules_that_nobody_has_words_for_get_their_scores() -> None:
    view = View(ruleset="x", seat=0, seats=2, turn=4, phase="trade", awaited=(1,), scores=(12, 9))
    told = board_text(view, ["Ada"])
    assert "● Ada (Amber): 12 points" in told
    assert "■ Crimson: 9 points, to act" in told


def test_a_world_board_of_unknown_rules_keeps_its_numbers() -> None:
    view = a_view({"gobi": {"units": (some_units(0, "war_elephant", 3),)}}, ruleset="x")
    assert lines(view)["Gobi"] == "Gobi: Ada has 3 war elephant"


def test_tiles_are_told_square_by_square() -> None:
    told = lines(demo_view())
    assert told["G7"].startswith("G7: Ada")
    assert told["O3"] == (
        "O3: Bo's capital, with Harbor in P2, Temple in N4 (idle), Trading Post in O4 "
        "and the great wall in P4"
    )
    assert "H5: Bo has 2 armies; Ada has 2 armies" in told.values()


@pytest.mark.parametrize("ruleset", ["standard", "fast_play"])
def test_no_word_is_missing(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look, "game_voice", partial(game_voice, strict=True))
    look._voice.cache_clear()
    for view in story(ruleset).views[::9]:
        assert "PLAYERS" in board_text(view, NAMES)
