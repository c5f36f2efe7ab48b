"""The legend explains what is on the map and nothing else."""

from __future__ import annotations

from engine.world.view import MarkerView, SettlementView
from render import Battle, Marks, Move, scene_of
from render.style.theme import theme
from render.world_map.legend import legend, signs_of
from tests.render.builders.boards import a_view, full_board, units


def test_an_empty_board_needs_no_legend() -> None:
    signs = signs_of(scene_of(a_view()))
    assert not any(signs)


def test_only_what_is_there_is_explained() -> None:
    view = a_view(
        {
            "gobi": {"settlement": SettlementView(0, 3), "marker": MarkerView("up", "wine")},
            "gaul": {"units": (units(1, "knight"),), "marker": MarkerView("down", looked=(2,))},
            "iberia": {"marker": MarkerView("known", "oil", (0,))},
            "north_sea": {"units": (units(1, "galley", 1, settler=1),)},
        }
    )
    signs = signs_of(scene_of(view, marks=Marks(moves=[Move(1, "gaul", "iberia")])))
    assert signs.sizes == (3,)
    assert signs.units == ("settler", "knight", "galley")
    assert (signs.up, signs.known, signs.unknown) == (("wine",), ("oil",), True)
    assert (signs.seen, signs.cargo, signs.moved) == (True, True, True)
    assert (signs.battle, signs.option) == (False, "")
    marks = Marks(battles=[Battle("gaul")], highlights=["gaul"])
    assert signs_of(scene_of(view, marks=marks)).option == "option"
    then = Marks(highlights=["gaul"], happened=True)
    assert signs_of(scene_of(view, marks=then)).option == "happened"


def test_the_longest_legend_fits_its_bar() -> None:
    from engine.rulesets.standard.tables import MARKERS, TABLES

    everything = signs_of(scene_of(full_board()))._replace(
        sizes=(1, 2, 3, 4),
        units=tuple(unit.id for unit in TABLES.units),
        known=tuple(MARKERS),
        up=tuple(MARKERS),
        unknown=True,
        cargo=True,
        battle=True,
        moved=True,
        option="happened",
    )
    bar = legend(everything, theme("dark"), 2048, 110, 1.0)
    ground = theme("dark").page.ground
    margin = bar.crop((2040, 4, 2048, 110))
    assert margin.getcolors() == [(8 * 106, ground)], "something runs over the right edge"
