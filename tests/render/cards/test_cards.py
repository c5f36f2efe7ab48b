"""Cards can be read on a phone, by anyone, whatever the players are called."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from PIL import Image

from engine.core.text import Text
from engine.core.view import Fact, Outcome, Sheet, Standing, View
from engine.world.battle_report import BattleReport, Round, Side
from engine.world.eras import cards_by_era
from engine.world.view import IncomeView, PlayerView, TechnologiesByEra, WonderView, WorldView
from render.flow.lines import wrapped
from render.fonts.writing import width
from tests.render.builders.boards import full_board, road_board
from tests.render.builders.golden import looks_as_it_did
from tests.render.builders.names import NAMES, WORST
from tests.render.builders.pictures import (
    board_text,
    chart_text,
    draw_card,
    player_sheet,
    score_chart,
    standings_card,
    technology_overview,
)
from tests.render.builders.stories import story
from tests.render.cards.builders import differ, nothing_is_cut_off
from tests.render.tiles.demo import demo_view


def a_sheet_view() -> WorldView:
    """A late position with something in every part of a sheet."""
    view = full_board()
    rich = PlayerView(
        seat=2,
        gold=120,
        technologies=("masonry", "wheel", "banking", "physics"),
        technologies_by_era=(2, 1, 1, 0),
        wonders=("great_wall", "smiths_trading_company"),
        settlements=(3, 2, 1, 1),
        resources={"wine": 3, "iron": 1, "rare_metals": 2},
        income=IncomeView(24, 12, 20, 56, {"wine": 80, "iron": 80}, 0),
        points={"settlements": 14, "technologies": 8, "wonders": 6},
        next_technology=50,
    )
    wonders = (
        WonderView("great_wall", "ancient", 2, False, "armies", 7, ()),
        WonderView("sistine_chapel", "medieval", None, True, "gold", 100, ()),
        WonderView("hoover_dam", "gunpowder", None, False, "fleets", 4, (1, 0, 3, 3, 0, 4)),
        WonderView("edisons_lab", "modern", None, False, "technologies", 3, (0, 0, 0, 0, 0, 0)),
    )
    players = tuple(rich if player.seat == 2 else player for player in view.players)
    return msgspec.structs.replace(view, players=players, wonders=wonders, first=2, awaited=(2,))


class ShopView(View, frozen=True, kw_only=True, tag=True):
    """A view of rules that this package has never heard of."""

    def sheet(self, seat: int) -> Sheet:
        goods = tuple(Text("option.plain", {"key": f"a crate of tea {n}"}) for n in range(9))
        plain = Text("option.plain", {"key": "12 pence"})
        return Sheet(seat, 4, False, (plain, plain), (Fact("goods", goods), Fact("debts", ())))


def a_shop() -> ShopView:
    return ShopView(ruleset="", seat=0, seats=2, turn=3, phase="x", awaited=(1,), scores=(4, 4))


def test_any_rules_have_a_sheet_of_facts() -> None:
    sheet = player_sheet(a_shop(), 1, NAMES)
    assert nothing_is_cut_off(sheet, "dark")
    looks_as_it_did("card_facts", sheet)
    told = board_text(a_shop(), NAMES)
    assert "a crate of tea 8" in told and "12 pence" in told


def test_a_board_of_tiles_has_a_sheet_too() -> None:
    assert nothing_is_cut_off(player_sheet(demo_view(), 2, NAMES, "light"), "light")


def a_battle(rounds: int = 3) -> BattleReport:
    def side(seat: int, lost: bool, owner: int | None = None) -> Side:
        bonuses = (("superiority", 2), ("science", 1)) if seat else ()
        faces = (1, 6, 3) if seat else (2,)
        total = 13 if seat else 2
        units = (("knight", 1), ("fighter", 1)) if seat else (("galley", 1),)
        cargo = (("settler", 2),) if lost else ()
        fights = seat if owner is None else owner
        return Side(seat, fights, units, faces, bonuses, total, None, lost, cargo)

    fought = tuple(Round(n + 1, side(0, True), side(1, False, 3)) for n in range(rounds))
    losses = ((0, (("galley", rounds), ("settler", 2 * rounds))),)
    after = ("Bartholomew the Elder captures Ada's metropolis in the East Mediterranean.",)
    return BattleReport("east_mediterranean", (0, 2), (1, 3), fought, "defender", losses, after)


def all_at_once() -> BattleReport:
    """A battle with all dice at once, against barbarians."""
    dice = (("era", 14), ("place", -2), ("science", 3))
    one = Side(
        1, 1, (("cannon", 2), ("dragoon", 5)), (1, 6, 3, 5, 2, 6, 4, 4, 1, 6, 2, 3, 5, 1, 1), dice,
        hits=3,
    )  # fmt: skip
    two = Side(-1, -1, (("musketman", 1),), (6, 2, 2), (("era", 3),), hits=1)
    losses = ((1, (("dragoon", 1),)), (-1, (("musketman", 1),)))
    return BattleReport("gobi", (1,), (-1,), (Round(0, one, two, rerolls=1),), "attacker", losses)


def a_result() -> Outcome:
    rows = ((2, 1, (30, 20, 9)), (0, 2, (20, 22, 6)), (1, 2, (30, 12, 6)), (3, 4, (4, 0, 0)))
    names = ("settlements", "technologies", "wonders")
    return Outcome(
        "modern_technologies",
        tuple(
            Standing(seat, rank, sum(parts), dict(zip(names, parts, strict=True)))
            for seat, rank, parts in rows
        ),
        14,
    )


HISTORY = [(turn, [turn * 3, turn * 2 + 4, turn * 2 + 4, 40 - turn, 5, 0]) for turn in range(1, 21)]

Card = Callable[[tuple[str, ...], str], Image.Image]
CARDS: dict[str, Card] = {
    "sheet": lambda names, theme: player_sheet(a_sheet_view(), 2, names, theme),
    "technologies": lambda names, theme: technology_overview(a_sheet_view(), names, theme),
    "fast_sheet": lambda names, theme: player_sheet(road_board(), 1, names, theme),
    "fast_battle": lambda names, theme: draw_card(all_at_once(), "fast_play", names, theme),
    "battle": lambda names, theme: draw_card(a_battle(), "standard", names, theme),
    "scores": lambda names, theme: score_chart(HISTORY, names, theme),
    "standings": lambda names, theme: standings_card(a_result(), "standard", names, theme),
}


@pytest.mark.parametrize("card", CARDS)
def test_a_card_looks_as_it_did(card: str) -> None:
    theme = "light" if card in ("technologies", "scores") else "dark"
    looks_as_it_did(f"card_{card}", CARDS[card](NAMES, theme))


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_for_phones_and_keeps_inside_its_edges(card: str, theme: str) -> None:
    for names in (NAMES, WORST, ()):
        picture = CARDS[card](names, theme)
        assert picture.width == 1000
        assert 300 < picture.height <= 4096
        assert nothing_is_cut_off(picture, theme)


@pytest.mark.parametrize("card", CARDS)
def test_a_name_is_read_on_every_card(card: str) -> None:
    assert differ(CARDS[card](NAMES, "dark"), CARDS[card](("Zoe", "Yan", "Xi"), "dark"))


def test_a_line_of_text_is_wrapped_and_no_word_is_lost() -> None:
    text = "Alaska, Yukon, Hudson, Cascadia, Dakota " * 12
    rows = wrapped(text, "plain", 30, 400)
    assert all(width(row, "plain", 30) <= 400 for row in rows)
    assert " ".join(rows).split() == text.split()


@pytest.mark.parametrize("seat", [-1, 6, 99])
def test_there_is_no_sheet_for_a_seat_that_nobody_has(seat: int) -> None:
    with pytest.raises(IndexError):
        player_sheet(full_board(), seat)


@pytest.mark.parametrize("ruleset", ["standard", "fast_play"])
def test_every_moment_of_a_game_gives_sheets_and_technologies(ruleset: str) -> None:
    for view in story(ruleset).views[::25]:
        assert isinstance(view, WorldView)
        assert player_sheet(view, 0).width == technology_overview(view).width == 1000


def test_cards_belong_to_the_eras_in_which_they_were_counted() -> None:
    player = a_sheet_view().players[2]
    assert cards_by_era(player) == (("masonry", "wheel"), ("banking",), ("physics",), ())


def test_the_card_of_technologies_says_who_owns_what_and_what_is_next() -> None:
    said = chart_text(TechnologiesByEra(), a_sheet_view(), NAMES)
    assert "Masonry: Chidi" in said and "The Wheel: Chidi" in said
    assert said.index("Medieval") < said.index("Banking") < said.index("Gunpowder (5 cards left)")
    assert "The next technology costs: Ada 10" in said and "Chidi 🎉 50" in said


def test_a_long_battle_is_shown_with_its_beginning_and_end() -> None:
    long, longer = (draw_card(a_battle(rounds), "standard") for rounds in (30, 200))
    assert long.height <= 4096
    assert abs(long.height - longer.height) < 200


@pytest.mark.parametrize(
    "scores",
    [[], [(1, [])], [(1, [5, 3])], [(0, [0, 0]), (1, [-3, 4])], [(1, [4]), (2, [5, 2])]],
    ids=["nothing", "nobody", "one turn", "below zero", "late arrival"],
)
def test_any_scores_give_a_chart(scores: list[tuple[int, list[int]]]) -> None:
    assert nothing_is_cut_off(score_chart(scores), "dark")


def test_lines_that_run_together_are_both_seen() -> None:
    together = [(turn, [turn, turn]) for turn in range(1, 15)]
    picture = score_chart(together)
    colours = {colour for _, colour in picture.getcolors(1 << 20) or []}
    assert {(241, 154, 23), (172, 32, 15)} <= colours


def test_a_result_of_unknown_rules_is_still_told() -> None:
    assert standings_card(a_result(), "checkers", NAMES).width == 1000
    assert standings_card(Outcome("nobody_came", (), 0), "checkers").width == 1000
