"""A player's sheet on the world board: income by part, pieces, and the way to wonders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine.world.eras import alike_wonders, cards_by_era, eras_of
from engine.world.view import IncomeView, PlayerView, WonderView, WorldView
from render.cards.eras import card_names, era_title
from render.flow.canvas import Node
from render.flow.leaves import LARGE, SMALL, TEXT, Drawn, Rule, Text
from render.flow.nodes import Box, Column, Row, Wrap
from render.flow.nodes import Table as Grid
from render.flow.parts import figure, icon, marker, section, settlement, token
from render.scene import scene_of
from render.sprites.looks import unit_rank
from render.style.players import colour_of
from render.voice import GameVoice, label

if TYPE_CHECKING:
    from render.flow.canvas import Canvas

DRAWN = frozenset({"resources", "technologies", "wonders"})
"""Facts of the general sheet that have a section of their own here."""


def world_sheet(view: WorldView, player: PlayerView, voice: GameVoice) -> list[Node | None]:
    """The sections of a sheet on the world board; facts of the rule set's own come last."""
    return [
        _figures(player, voice),
        _settlements(view, player, voice),
        _pieces(view, player, voice),
        section(voice.say("card.sheet.income"), _income(player.income, voice), gap=8),
        _markers(voice.say("card.sheet.resources"), player.resources, voice),
        _technologies(view, player, voice),
        _wonders(player, voice),
        _milestones(view, player, voice),
        *_common(view, voice),
    ]


def _figures(player: PlayerView, voice: GameVoice) -> Node:
    """The four numbers that are asked for most."""
    figures = (
        ("coins", player.gold, "gold"),
        ("treasure", player.income.total, "income"),
        ("free_technology", len(player.technologies), "technologies"),
        ("wonder", len(player.wonders), "wonders"),
    )
    boxes = [
        figure(
            Row([icon(key, 46), Text(str(n), 52, "number", "number")], 16),
            voice.say(f"card.sheet.{name}"),
            118,
        )
        for key, n, name in figures
    ]
    return Wrap(boxes, 16, columns=4)


def _settlements(view: WorldView, player: PlayerView, voice: GameVoice) -> Node | None:
    places: dict[int, list[str]] = {}
    for place in scene_of(view).places:
        built = place.settlement
        if built is not None and built.owner == player.seat:
            places.setdefault(built.size, []).append(voice.say(f"space.{place.id}"))
    rows = []
    for size in sorted(places, reverse=True):
        count = Text(voice.settlement(size, len(places[size])), TEXT, "strong")
        first = Box(
            Row([settlement(voice, size, player.seat, 54), count]), (0, 8), None, across=310
        )
        names = Text(", ".join(places[size]), ink="quiet", lines=20, grow=1)
        rows.append(Row([first, names], 20, joint=": "))
    aside = _count(sum(map(len, places.values())))
    return section(voice.say("card.sheet.settlements"), rows, aside, none=_none(voice))


def _pieces(view: WorldView, player: PlayerView, voice: GameVoice) -> Node | None:
    counts: dict[str, int] = {}
    for place in scene_of(view).places:
        for stack in place.stacks:
            if stack.owner == player.seat:
                for kind, count in ((stack.kind, stack.count), *stack.cargo):
                    counts[kind] = counts.get(kind, 0) + count
    cells = [
        (token(voice, kind, player.seat, 58), voice.pieces(kind, counts[kind]))
        for kind in sorted(counts, key=unit_rank)
    ]
    aside = _count(sum(counts.values()))
    return section(voice.say("card.sheet.pieces"), _cells(cells), aside, gap=14, none=_none(voice))


def _common(view: WorldView, voice: GameVoice) -> Iterable[Node | None]:
    """What serves everyone, and what is still to be drawn."""
    for supply in view.supplies:
        aside = _count(sum(supply.markers.values())) if supply.counted else ""
        yield _markers(voice.say(f"board.section.{supply.key}"), supply.markers, voice, aside)


def _markers(
    title: str, markers: Mapping[str, int], voice: GameVoice, aside: str = ""
) -> Node | None:
    """Markers with how many there are of each."""
    cells = []
    for kind, count in markers.items():
        times = f" {voice.say('card.times', n=count)}" if count > 1 else ""
        cells.append((marker(kind, 54), label(f"markers.{kind}") + times))
    return section(title, _cells(cells), aside, gap=14)


def _cells(cells: Sequence[tuple[Node, str]], columns: int = 3) -> list[Node]:
    """Signs with their words in columns."""
    rows = [Row([sign, Text(words, grow=1)], 14) for sign, words in cells]
    return [Wrap(rows, 18, columns=columns)] if rows else []


def _none(voice: GameVoice) -> str:
    return voice.say("card.sheet.none")


def _count(number: int) -> str:
    return str(number) if number else ""


def _income(income: IncomeView, voice: GameVoice) -> Iterable[Node]:
    parts = {
        "cities": income.cities,
        "science": income.science,
        "monopolies": income.monopolies,
        "from_wonders": income.wonders,
        "minimum": income.total
        - (income.cities + income.science + income.monopolies + income.wonders),
    }
    rows = [
        [Text(voice.say(f"card.sheet.{key}")), Text(str(n), TEXT, "number", at="r")]
        for key, n in parts.items()
        if n > 0
    ]
    if rows:
        yield Grid(rows)
        yield Rule()
    total = Text(voice.say("card.sheet.total"), TEXT, "strong", grow=1)
    yield Row([total, Text(str(income.total), LARGE, "number", "number")])
    better = {kind: total for kind, total in income.if_critical.items() if total != income.total}
    if len(set(better.values())) > 1:
        yield Text(voice.say("card.sheet.critical"), ink="quiet")
        # A sign alone says nothing to who does not see it.
        signs = [(marker(kind, 54, label(f"markers.{kind}")), str(n)) for kind, n in better.items()]
        yield from _cells(signs, 6)
    elif better:
        words = Text(voice.say("card.sheet.any_critical"), ink="quiet", grow=1)
        yield Row([words, Text(str(next(iter(better.values()))), TEXT, "number", "quiet")])


def _technologies(view: WorldView, player: PlayerView, voice: GameVoice) -> Node | None:
    aside = ""
    if player.next_technology and not view.finished:
        aside = voice.say("card.sheet.next", price=player.next_technology)
    rows = [
        Row(
            [
                Box(Text(era_title(era, voice), TEXT, "strong"), (0, 0), None, across=200),
                Text(card_names(cards, era, voice), ink="quiet", lines=20, grow=1),
            ],
            joint=": ",
        )
        for era, cards in zip(eras_of(view), cards_by_era(player), strict=False)
        if cards
    ]
    return section(voice.say("card.sheet.technologies"), rows, aside, none=_none(voice))


def _wonders(player: PlayerView, voice: GameVoice) -> Node | None:
    cells = [(icon("wonder", 40), voice.title("wonder", wonder)) for wonder in player.wonders]
    return section(voice.say("card.sheet.wonders"), _cells(cells, 2), gap=14)


def _milestones(view: WorldView, player: PlayerView, voice: GameVoice) -> Node | None:
    """How far the player has come, and where the others are on the same way."""
    free = [wonder for wonder in view.wonders if wonder.progress and wonder.owner is None]
    if view.finished:
        return None
    ways = [_milestone(alike, player.seat, voice) for alike in alike_wonders(free)]
    return section(voice.say("board.section.wonders"), ways, gap=14)


def _milestone(alike: Sequence[WonderView], seat: int, voice: GameVoice) -> Node:
    wonder = alike[0]
    goal = voice.say(f"board.things.{wonder.thing}", n=wonder.goal)
    names = ", ".join(voice.title("wonder", each.id) for each in alike)
    own = wonder.progress[seat] if seat < len(wonder.progress) else 0
    head = [Text(names, TEXT, "strong", lines=9, grow=1), Text(goal, SMALL, ink="quiet")]
    others = [
        voice.say("board.progress", name=voice.name(each), n=n)
        for each, n in enumerate(wonder.progress)
        if n and each != seat
    ]
    bar = Drawn(44, partial(_bar, wonder, seat, voice))
    number = Box(Text(f"{own}/{wonder.goal}", TEXT, "number", at="r"), (0, 0), None, across=110)
    below = Row([bar, number], 0)
    bar.says = ", ".join(others)
    return Column([Row(head, 30, joint=", "), below], 4, joint=": ")


def _bar(
    wonder: WonderView,
    seat: int,
    voice: GameVoice,
    on: Canvas,
    x: float,
    y: float,
    wide: float,
    _: float,
) -> None:
    """How far everyone has come, as chips on a bar; the player's own is larger, and on top."""
    own = wonder.progress[seat] if seat < len(wonder.progress) else 0

    def at(progress: int) -> float:
        return x + 10 + (wide - 32) * min(1.0, progress / max(1, wonder.goal))

    on.box(x, y + 13, wide, 18, "faint")
    if own:
        on.box(x, y + 13, at(own) + 10 - x, 18, colour_of(voice.palette.of(seat)))
    for other, progress in sorted(enumerate(wonder.progress), key=lambda pair: pair[0] == seat):
        if not progress and other != seat:
            continue
        # Those who are equally far stand one behind the other.
        behind = sum(wonder.progress[ahead] == progress for ahead in range(other) if ahead != seat)
        behind += progress == own and other != seat
        left = max(x + 22, at(progress) - behind * 28)
        size = 36 if other == seat else 26
        on.sprite("signs.shape", (voice.palette.of(other), size, on.page.text), left, y + 22)
