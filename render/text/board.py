"""The board as text, and alt texts: what a picture shows, in words.

>>> for page in board_pages(view, Look.of(["Ann", "Bob"]), "Europe"):
...     print(page)
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from engine.core.view import View
from engine.tiles.view import TileView
from engine.world import world
from engine.world.eras import alike_wonders
from engine.world.view import MarkerView, PlayerView, WonderView, WorldView
from render.look import PLAIN, Look
from render.moment import moment, seat_list, tags
from render.names import utf16_length
from render.scene import Place, Stack, scene_of
from render.sprites.looks import unit_rank
from render.text.alt import alt_text
from render.text.tiles import tile_players, tile_sections
from render.voice import GameVoice, label
from render.world_map.crop import places_of

__all__ = ["alt_text", "board_pages", "board_text"]

PAGE = 3900
"""The longest page: a message of four thousand, less a fence around it."""
COLUMNS = 60

Section = tuple[str, tuple[str, ...]]
"""A heading and its lines."""


def board_text(view: View, look: Look = PLAIN, focus: str | Iterable[str] | None = None) -> str:
    """The board as plain text for a monospaced block; all of `board_pages` in a row."""
    return "\n\n".join(board_pages(view, look, focus))


def board_pages(
    view: View, look: Look = PLAIN, focus: str | Iterable[str] | None = None
) -> tuple[str, ...]:
    """The board as pages, each short enough for one message.

    `focus` is what `Map` takes: with it, players and other places are left out. Names are
    shown without backticks and invisible characters, so a page can be put between fences as it is.
    """
    voice = look.voice(view.ruleset, view.seats)
    sections: list[Section] = []
    if isinstance(view, WorldView):
        wanted = None if focus is None else set(places_of(focus))
        if wanted is None:
            sections += [
                _players(view, voice),
                _wonders(view, voice),
                *_common(view, voice),
                _out_of_play(view, voice),
            ]
        sections += _places(view, voice, wanted)
    elif isinstance(view, TileView):
        sections += [tile_players(view, voice), *tile_sections(view, voice)]
    else:
        sections.append(_sheets(view, voice))
    pages = _paged(_heading(view, voice), [each for each in sections if each[1]], voice)
    return pages if any(page.strip() for page in pages) else (voice.say("card.chart.empty"),)


def _heading(view: View, voice: GameVoice) -> list[str]:
    lines = [moment(view, voice)]
    if view.awaited and not view.finished:
        lines.append(voice.say("board.waiting", seats=seat_list(view.awaited, voice)))
    battle = view.battle if isinstance(view, WorldView) else None
    if battle is not None:
        lines.append(
            voice.say(
                "board.battle",
                place=voice.say(f"space.{battle.place}"),
                attackers=seat_list(battle.attackers, voice),
                defenders=seat_list(battle.defenders, voice),
            )
        )
    return lines


def _sheets(view: View, voice: GameVoice) -> Section:
    """Everyone with the facts of their sheets, for any rules."""
    lines: list[str] = []
    for seat in range(len(view.scores)):
        sheet = view.sheet(seat)
        summary = ", ".join(map(voice.text, sheet.summary))
        lines.append(_player_head(seat, sheet.score, summary, tags(view, seat, voice), voice))
        for fact in sheet.facts:
            if fact.values:
                label, rest = voice.label(fact.label), ", ".join(map(voice.text, fact.values))
                lines.append("  " + voice.say("board.list", name=label, rest=rest))
    return voice.say("board.section.players"), tuple(lines)


def _player_head(seat: int, points: int, gold: str, tags: Sequence[str], voice: GameVoice) -> str:
    return voice.say(
        "board.player.head",
        sign=voice.sign(seat),
        name=voice.name(seat),
        colour=voice.tag(seat),
        points=points,
        gold=gold,
        tags=", ".join(tags),
    )


def _players(view: WorldView, voice: GameVoice) -> Section:
    lines: list[str] = []
    pieces = _pieces_of(view)
    for player in view.players:
        seat, held = player.seat, tags(view, player.seat, voice)
        gold = voice.say("gold", n=player.gold)
        lines.append(_player_head(seat, view.scores[seat], gold, held, voice))
        lines += [f"  {line}" for line in _player_lines(player, pieces.get(seat, {}), voice)]
        lines += [f"  {line}" for line in _roads(view, seat, voice)]
    return voice.say("board.section.players"), tuple(lines)


def _player_lines(player: PlayerView, pieces: dict[str, int], voice: GameVoice) -> Iterable[str]:
    learned = voice.say("board.player.technologies", n=len(player.technologies))
    if player.next_technology:
        learned += ", " + voice.say("board.player.next", price=player.next_technology)
    yield learned
    yield voice.say("board.player.income", income=player.income.total)
    if player.wonders:
        built = voice.join([voice.say(f"wonder.{wonder}") for wonder in player.wonders])
        yield voice.say("board.player.wonders", wonders=built)
    sizes = [
        voice.settlement(size, count)
        for size, count in enumerate(player.settlements, start=1)
        if count
    ]
    if sizes:
        yield voice.say("board.player.settlements", settlements=voice.join(sizes))
    if pieces:
        listed = [voice.pieces(kind, count) for kind, count in pieces.items()]
        yield voice.say("board.player.pieces", pieces=voice.join(listed))


def _roads(view: WorldView, seat: int, voice: GameVoice) -> Iterable[str]:
    for kind in ("road", "rail"):
        ways = [road.ends for road in view.roads if (road.owner, road.kind) == (seat, kind)]
        if ways:
            said = [
                voice.say("board.way", a=voice.say(f"space.{a}"), b=voice.say(f"space.{b}"))
                for a, b in ways
            ]
            yield voice.say(f"board.player.{kind}", ways=", ".join(said))


def _pieces_of(view: WorldView) -> dict[int, dict[str, int]]:
    """All pieces of each owner by type, cargo included."""
    found: dict[int, dict[str, int]] = {}
    for place in scene_of(view).places:
        for stack in place.stacks:
            counts = found.setdefault(stack.owner, {})
            for kind, count in ((stack.kind, stack.count), *stack.cargo):
                counts[kind] = counts.get(kind, 0) + count
    return {
        owner: dict(sorted(counts.items(), key=lambda piece: unit_rank(piece[0])))
        for owner, counts in found.items()
    }


def _wonders(view: WorldView, voice: GameVoice) -> Section:
    free = [wonder for wonder in view.wonders if wonder.progress and wonder.owner is None]
    return (
        voice.say("board.section.wonders"),
        tuple(_wonder(alike, voice) for alike in alike_wonders(free)),
    )


def _out_of_play(view: WorldView, voice: GameVoice) -> Section:
    """The land that nobody can enter, region by region."""
    names = [voice.say(f"space.{place}") for place in view.out_of_play]
    heading = voice.say("board.section.out_of_play")
    return heading, (voice.join(names),) if names else ()


def _common(view: WorldView, voice: GameVoice) -> Iterable[Section]:
    """What serves everyone, and what is still to be drawn."""
    for supply in view.supplies:
        said = [_times(kind, count, voice) for kind, count in supply.markers.items()]
        yield voice.say(f"board.section.{supply.key}"), (", ".join(said),) if said else ()


def _times(kind: str, count: int, voice: GameVoice) -> str:
    name = label(f"markers.{kind}").lower()
    return f"{name} {voice.say('card.times', n=count)}" if count > 1 else name


def _wonder(alike: Sequence[WonderView], voice: GameVoice) -> str:
    wonder = alike[0]
    far = [
        voice.say("board.progress", name=voice.name(seat), n=n)
        for seat, n in enumerate(wonder.progress)
        if n
    ]
    return voice.say(
        "board.wonder",
        name=voice.join([voice.title("wonder", each.id) for each in alike]),
        goal=voice.say(f"board.things.{wonder.thing}", n=wonder.goal),
        progress=", ".join(far),
    )


def _places(view: WorldView, voice: GameVoice, wanted: set[str] | None) -> list[Section]:
    """The places by continent, then the sea zones where something is."""
    board = world()
    places = {
        place.id: place for place in scene_of(view).places if wanted is None or place.id in wanted
    }
    sections: list[Section] = []
    for continent, indexes in board.continents.items():
        here = [places[board.id(i)] for i in indexes if board.id(i) in places]
        sections.append((continent, tuple(_continent(here, voice))))
    zones = [places[board.id(i)] for i in board.sea if board.id(i) in places]
    held = tuple(_place(zone, voice) for zone in zones if zone.stacks)
    sections.append((voice.say("board.section.sea"), held))
    return sections


def _continent(places: Sequence[Place], voice: GameVoice) -> Iterable[str]:
    rest: dict[str, list[str]] = {"known": [], "open": [], "unexplored": [], "empty": []}
    for place in places:
        if place.settlement is not None or place.stacks:
            yield _place(place, voice)
            continue
        name, marker = voice.say(f"space.{place.id}"), place.marker
        if marker is None:
            rest["empty"].append(name)
        elif marker.kind is None and not marker.looked:
            rest["unexplored"].append(name)
        else:
            seen = voice.say("board.seen_by", seats=seat_list(marker.looked, voice))
            what = _marker(marker, voice) if marker.kind else seen
            found = voice.say("board.found", name=name, marker=what)
            group = "open" if marker.face == "up" else "known" if marker.kind else "unexplored"
            rest[group].append(found)
    for group, listed in rest.items():
        if listed:
            heading = voice.say(f"board.section.{group}")
            yield voice.say("board.list", name=heading, rest=", ".join(listed))


def _place(place: Place, voice: GameVoice) -> str:
    owners: dict[int, list[str]] = {}
    if place.settlement is not None:
        built = place.settlement
        thing = voice.settlement(built.size)
        if built.capital:
            thing = voice.say("board.capital", thing=thing)
        if built.lent_to is not None:
            name = voice.name(built.lent_to)
            thing = voice.say("board.lent", thing=thing, name=name)
        owners.setdefault(built.owner, []).append(thing)
    for stack in place.stacks:
        owners.setdefault(stack.owner, []).append(_stack(stack, voice))
    held = [
        voice.say(
            "board.owner" if owner >= 0 else "board.nobodys",
            name=voice.name(owner),
            things=voice.join(things),
        )
        for owner, things in owners.items()
    ]
    return voice.say(
        "board.place",
        name=voice.say(f"space.{place.id}"),
        marker=_marker(place.marker, voice) if place.marker else "",
        rest="; ".join(held),
    )


def _stack(stack: Stack, voice: GameVoice) -> str:
    thing = voice.pieces(stack.kind, stack.count)
    if not stack.cargo:
        return thing
    cargo = voice.join([voice.pieces(kind, count) for kind, count in stack.cargo])
    return voice.say("board.carrying", thing=thing, cargo=cargo)


def _marker(marker: MarkerView, voice: GameVoice) -> str:
    kind = voice.say(f"marker.{marker.kind}") if marker.kind else ""
    seats = seat_list(marker.looked, voice)
    if marker.face == "up":
        return kind
    if not marker.kind:
        return voice.say("board.seen" if marker.looked else "board.unexplored", seats=seats)
    return voice.say(
        "board.known_too" if marker.looked else "board.known", marker=kind, seats=seats
    )


def _paged(
    heading: Sequence[str], sections: Sequence[Section], voice: GameVoice
) -> tuple[str, ...]:
    """The lines on pages; a section that goes on has its heading again."""
    pages: list[list[str]] = [_wrapped(heading)]

    def fits(lines: Sequence[str]) -> bool:
        return utf16_length("\n".join([*pages[-1], *lines])) <= PAGE

    for title, lines in sections:
        head = title.upper()
        blocks = [_wrapped([line]) for line in lines]
        if fits(["", head, *blocks[0]]):
            pages[-1] += ["", head]
        else:
            pages.append([head])
        for block in blocks:
            if not fits(block):
                pages.append([voice.say("board.part", name=head)])
            pages[-1] += block
    return tuple("\n".join(page) for page in pages)


def _wrapped(lines: Iterable[str]) -> list[str]:
    wrapped = []
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        wrapped += textwrap.wrap(
            line, COLUMNS, subsequent_indent=indent, break_on_hyphens=False
        ) or [""]
    return wrapped
