"""Views to draw, made by hand: they stay as they are when the rules change."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import msgspec

from engine.core.game import Game
from engine.core.policies import play_out, policy
from engine.rulesets.fast_play.view import FastPlayView
from engine.world import world
from engine.world.view import (
    CargoView,
    IncomeView,
    MarkerView,
    PlayerView,
    RoadView,
    SettlementView,
    SpaceView,
    UnitsView,
    WorldView,
)

RESOURCES = ("wine", "horses", "iron", "gems", "spices", "oil", "coal", "rare_metals")
TERRAIN = ("desert", "mountains", "jungle_forest", "fertile")
ARMIES = ("swordsman", "horseman", "catapult", "man_at_arms", "knight", "musketman", "tank")
FLEETS = ("galley", "caravel", "frigate", "battleship")


def units(owner: int, kind: str, count: int = 1, **cargo: int) -> UnitsView:
    load = tuple(CargoView(name, number) for name, number in cargo.items())
    return UnitsView(owner, kind, count, count, cargo=load)


def player(seat: int, wonders: int = 0) -> PlayerView:
    names = tuple(f"wonder {number}" for number in range(wonders))
    income = IncomeView(0, 0, 0, 10, {})
    return PlayerView(seat, 20, (), (0, 0, 0, 0), names, (0, 0, 0, 0), {}, income, {}, 10)


def a_view(spaces: Mapping[str, Mapping[str, Any]] | None = None, **facts: Any) -> WorldView:
    """A view of a board that is empty but for the spaces given, each by the fields it has."""
    filled = spaces or {}
    seats = facts.pop("seats", 6)
    given: dict[str, Any] = {
        "ruleset": "standard",
        "seat": 0,
        "seats": seats,
        "turn": 14,
        "phase": "movement",
        "awaited": (0,),
        "scores": tuple(40 - 3 * seat for seat in range(seats)),
        "era": "gunpowder",
        "era_number": 2,
        "era_ending": False,
        "first": 0,
        "active": (0,),
        "players": tuple(player(seat, seat % 3) for seat in range(seats)),
        "spaces": tuple(
            SpaceView(space.id, **filled.get(space.id, {})) for space in world().spaces
        ),
        "wonders": (),
        "technologies_left": 5,
    }
    return WorldView(**{**given, **facts})


def of_fast_play(
    view: WorldView,
    roads: tuple[RoadView, ...] = (),
    bag: dict[str, int] | None = None,
    unlocked: tuple[str, ...] = (),
    **facts: Any,
) -> FastPlayView:
    """The same position with what only Fast Play shows."""
    given = {name: getattr(view, name) for name in view.__struct_fields__}
    return FastPlayView(**{**given, **facts}, roads=roads, bag=bag or {}, unlocked=unlocked)


@cache
def full_board(seed: int = 7) -> WorldView:
    """A late position: owners in blocks, armies and fleets of all kinds, every sort of marker."""
    random, board = Random(seed), world()
    homes = ("huang_he", "nile", "gaul", "mississippi", "amazonia", "ganges")
    owner: dict[int, int] = {}
    for seat, home in enumerate(homes):
        for region in board.within(board.find(home).index, 2, "land"):
            owner.setdefault(region, seat)
    spaces: dict[str, dict[str, Any]] = {}
    for space in board.spaces:
        fields: dict[str, Any] = {}
        held_by = owner.get(space.index)
        if space.is_sea:
            if random.random() < 0.4:
                laden = {"knight": 2} if random.random() < 0.4 else {}
                kind = random.choice(FLEETS)
                fields["units"] = (units(random.randrange(6), kind, random.randint(1, 3), **laden),)
        elif held_by is not None:
            fields["settlement"] = SettlementView(held_by, random.randint(1, 4))
            fields["marker"] = MarkerView("up", random.choice(RESOURCES + TERRAIN))
            kinds = random.sample(ARMIES, random.choice((0, 1, 1, 2, 3)))
            fields["units"] = tuple(units(held_by, kind, random.randint(1, 9)) for kind in kinds)
        elif random.random() < 0.5:
            known = random.random() < 0.3
            face = MarkerView("known", "treasure", (0, 3)) if known else MarkerView("down")
            fields["marker"] = face
            if random.random() < 0.3:
                fields["units"] = (units(random.randrange(6), "settler"),)
        spaces[space.id] = fields
    return a_view(spaces)


@cache
def road_board() -> FastPlayView:
    """The full board with roads and railroads between neighbours, barbarians and a bag."""
    view, board = full_board(), world()
    owners = [built.owner if (built := space.settlement) else None for space in view.spaces]
    roads = tuple(
        RoadView(owner, "rail" if owner % 2 else "road", (board.id(region), board.id(other)))
        for region, owner in enumerate(owners)
        if owner is not None
        for other in board.beside[region]
        if region < other and owners[other] == owner
    )
    spaces = [
        msgspec.structs.replace(space, units=(units(-1, "horseman", 2),), marker=None)
        if space.id in ("muscovy", "congo")
        else space
        for space in view.spaces
    ]
    return of_fast_play(
        view,
        ruleset="fast_play",
        spaces=tuple(spaces),
        roads=roads,
        bag={"wine": 4, "treasure": 3, "minor_civilization": 1, "plague": 0, "no_encounter": 11},
        unlocked=("horses", "iron"),
    )


@cache
def crowded_board() -> WorldView:
    """Five owners and a battle's worth of pieces in one small region, laden fleets beside it."""
    armies = tuple(
        units(owner, kind, count)
        for owner in range(5)
        for kind, count in (("swordsman", 3), ("knight", 1), ("cannon", 12))
    )
    fleets = (units(0, "frigate", 2, musketman=3, cannon=1), units(3, "caravel", 1, settler=1))
    return a_view(
        {
            "hellas": {
                "units": armies,
                "settlement": SettlementView(1, 3, lent_to=2),
                "marker": MarkerView("up", "wine"),
            },
            "anatolia": {"settlement": SettlementView(0, 4), "marker": MarkerView("up", "coal")},
            "italia": {"settlement": SettlementView(4, 2), "marker": MarkerView("up", "iron")},
            "east_mediterranean": {"units": fleets},
            "sarmatia": {"marker": MarkerView("known", "plague", (0, 1, 5))},
        }
    )


@cache
def played_boards() -> tuple[WorldView, ...]:
    """Views of real games between random players, at several moments."""
    found = []
    for seed, choices in ((1, 150), (2, 900), (3, 2500)):
        names = [f"player {seat}" for seat in range(6)]
        seeds = [b"%d" % seat for seat in range(6)]
        game = Game.new("standard", names, {}, b"render %d" % seed, seeds, record=False)
        play_out(game, [policy("random")] * 6, Random(seed), choices)
        view = game.view(0)
        assert isinstance(view, WorldView)
        found.append(view)
    return tuple(found)
