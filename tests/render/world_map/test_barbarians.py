"""Pieces that are nobody's: grey, with a skull, and spoken of as the barbarians'."""

from __future__ import annotations

from PIL import ImageChops

from engine.world.battle_report import BattleReport, Round, Side
from engine.world.view import WorldView
from render import scene_of
from render.sprites.sprites import chip, token
from render.style.players import NOBODY, SAMPLE
from render.world_map.legend import signs_of
from tests.render.builders.boards import a_view, units
from tests.render.builders.pictures import alt_text, board_text, draw_card


def wild() -> WorldView:
    return a_view({"gobi": {"units": (units(NOBODY, "horseman", 2),)}})


def test_they_have_a_skull_and_the_legends_samples_have_none() -> None:
    for sprite in (token("horseman", NOBODY, 29), chip(NOBODY, 30)):
        plain = token("horseman", SAMPLE, 29) if sprite.size[0] > 30 else chip(SAMPLE, 30)
        assert sprite.size == plain.size
        assert ImageChops.difference(sprite, plain).getbbox(alpha_only=False) is not None


def test_the_legend_explains_them_where_they_are() -> None:
    assert signs_of(scene_of(wild())).barbarians
    assert not signs_of(scene_of(a_view({"gobi": {"units": (units(0, "tank"),)}}))).barbarians


def test_the_text_and_the_description_tell_where_they_are() -> None:
    assert "Gobi: the barbarians have 2 horsemen" in board_text(wild())
    assert "The barbarians stand in Gobi." in alt_text(wild())
    assert "barbarians" not in alt_text(a_view())


def test_a_battle_with_them_can_be_told() -> None:
    fought = Round(
        0,
        Side(0, 0, (("swordsman", 1),), (2,), (("era", 1),), hits=0),
        Side(NOBODY, NOBODY, (("horseman", 1),), (6, 1), (("era", 1), ("place", 1)), hits=1),
        rerolls=2,
    )
    report = BattleReport("gobi", (0,), (NOBODY,), (fought,), "defender")
    with_rerolls = draw_card(report, "fast_play")
    without = draw_card(
        BattleReport("gobi", (0,), (NOBODY,), (Round(0, fought.attacker, fought.defender),), ""),
        "fast_play",
    )
    assert with_rerolls.width == without.width == 1000
    assert with_rerolls.height > without.height
