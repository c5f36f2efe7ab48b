"""Whatever a table can send, there is a picture and a text, never an exception."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engine.core.view import Outcome, View
from engine.tiles.view import TileView
from engine.world.battle_report import BattleReport, battle_reports
from engine.world.events import TurnBegan
from engine.world.view import RoadView, SpaceView, WorldView
from render import Battle, Marks, Move, encode
from render.film.replay import replay
from render.names import utf16_length
from tests.render.builders.boards import a_view, full_board, of_fast_play
from tests.render.builders.names import AWKWARD_NAMES
from tests.render.builders.pictures import (
    alt_text,
    board_pages,
    draw,
    draw_card,
    player_sheet,
    score_chart,
    standings_card,
    technology_overview,
)

EMPTY = msgspec.structs.replace(
    a_view(scores=(), players=(), seats=0, awaited=(), active=(), turn=0, era="", first=-1),
    spaces=(),
)
STRANGE = of_fast_play(
    full_board(),
    ruleset="no.such-rules",
    phase="",
    era="bronze age",
    roads=(RoadView(99, "rail", ("gobi", "atlantis")), RoadView(-1, "road", ("gobi", "steppe"))),
    bag={"unobtainium": 3, "wine": -1},
    unlocked=("unobtainium",),
    spaces=(*full_board().spaces, SpaceView("atlantis")),
)
PLAIN = View(ruleset="x", seat=None, seats=3, turn=-4, phase="?", awaited=(7,), scores=(1, 2, 3))
TILES = TileView(
    ruleset="y", seat=None, seats=0, turn=0, phase="", awaited=(), scores=(), first=0, active=(),
    players=(), tiles=(),
)  # fmt: skip
VIEWS: dict[str, View] = {"empty": EMPTY, "strange": STRANGE, "plain": PLAIN, "no tiles": TILES}
NAMES: dict[str, tuple[str, ...]] = {"nobody": (), "awkward": AWKWARD_NAMES}
COLOURS: Any = {0: "mauve", 3: "", 99: "jade", -1: "amber"}


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("view", VIEWS)
def test_any_view_makes_pictures_and_texts(view: str, names: str) -> None:
    shown, called = VIEWS[view], NAMES[names]
    moves, battles = [Move(9, "gobi", "nowhere", -3), Move(0, "gobi", "gobi")], [Battle("", 44)]
    for focus in (None, "Nowhere", ("gobi", "nowhere"), ()):
        picture = draw(
            shown,
            focus=focus,
            names=called,
            marks=Marks(moves=moves, battles=battles),
            colours=COLOURS,
        )
        assert encode(picture).startswith(b"\x89PNG")
    assert all(page.strip() for page in board_pages(shown, called, colours=COLOURS))
    assert 0 < utf16_length(alt_text(shown, called, ["x" * 3000], colours=COLOURS)) <= 1024


@pytest.mark.parametrize("names", NAMES)
def test_any_table_makes_cards(names: str) -> None:
    called = NAMES[names]
    nothing = BattleReport("nowhere", (), ())
    cards: list[Callable[[], Any]] = [
        lambda: draw_card(nothing, "no.such-rules", called, colours=COLOURS),
        lambda: standings_card(Outcome("nothing", (), 0), "no.such-rules", called),
        lambda: score_chart([], called, colours=COLOURS),
        lambda: score_chart([(0, ()), (3, (5,)), (2, (-9, 1 << 40))], called),
        lambda: technology_overview(EMPTY, called),
        lambda: technology_overview(STRANGE, called, "no such theme", colours=COLOURS),
        lambda: player_sheet(STRANGE, 2, called, colours=COLOURS),
    ]
    for card in cards:
        assert card().width == 1000
    assert battle_reports([TurnBegan(1, "ancient", 0)], "no.such-rules", called) == ()


def test_any_views_make_a_film() -> None:
    film = replay([(view, "\u202e\u200b") for view in VIEWS.values()], size=(640, 344))
    assert film.frames == len(VIEWS)


def test_a_seat_that_is_not_there_has_no_sheet() -> None:
    assert isinstance(EMPTY, WorldView)
    with pytest.raises(IndexError):
        player_sheet(EMPTY, 0)
