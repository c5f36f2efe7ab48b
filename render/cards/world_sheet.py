"""A player's sheet on the world board: income by part, pieces, and the way to wonders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image, ImageDraw

from engine.world.view import IncomeView, PlayerView, WonderView, WorldView
from render.cards.eras import alike_wonders, card_names, cards_by_era, era_title, eras_of
from render.cards.paper import LARGE, SMALL, TEXT, Paper
from render.fonts.writing import width
from render.scene import scene_of
from render.sprites.looks import unit_rank
from render.sprites.sprites import emblem, marker, plain_icon, settlement, shape_of, token
from render.style.players import colour_of
from render.voice import GameVoice, label

BOX, BETWEEN = 118, 16


DRAWN = frozenset({"resources", "technologies", "wonders"})
"""Facts of the general sheet that have a section of their own here."""


def paint_world_sheet(paper: Paper, view: WorldView, player: PlayerView, voice: GameVoice) -> None:
    """The sections of a sheet on the world board; facts of the rule set's own come last."""
    _figures(paper, player, voice)
    _settlements(paper, view, player, voice)
    _pieces(paper, view, player, voice)
    _income(paper, player.income, voice)
    _resources(paper, voice.say("card.sheet.resources"), player.resources, voice)
    _technologies(paper, view, player, voice)
    _wonders(paper, view, player, voice)
    _common(paper, view, voice)


def _figures(paper: Paper, player: PlayerView, voice: GameVoice) -> None:
    """The four numbers that are asked for most."""
    figures = (
        ("coins", player.gold, "gold"),
        ("treasure", player.income.total, "income"),
        ("free_technology", len(player.technologies), "technologies"),
        ("wonder", len(player.wonders), "wonders"),
    )
    paper.skip(28)
    paper.need(BOX + 20)
    wide = (paper.room - BETWEEN * (len(figures) - 1)) / len(figures)
    for i, (icon, number, key) in enumerate(figures):
        x = paper.left + i * (wide + BETWEEN)
        paper.box(x, paper.y, x + wide, paper.y + BOX)
        paper.icon(icon, x + 44, 46, paper.page.title, dy=42)
        paper.write(x + 84, str(number), 52, "number", paper.page.number, dy=42, room=wide - 94)
        label = voice.say(f"card.sheet.{key}")
        paper.write(x + wide / 2, label, SMALL, "plain", paper.page.quiet, "m", wide - 16, 92)
    paper.y += BOX


def _settlements(paper: Paper, view: WorldView, player: PlayerView, voice: GameVoice) -> None:
    places: dict[int, list[str]] = {}
    for place in scene_of(view).places:
        built = place.settlement
        if built is not None and built.owner == player.seat:
            places.setdefault(built.size, []).append(voice.say(f"space.{place.id}"))
    paper.heading(voice.say("card.sheet.settlements"), _count(sum(map(len, places.values()))))
    for size in sorted(places, reverse=True):
        paper.need(84)
        top = paper.y
        paper.y += 38
        paper.put(settlement(size, paper.colour(player.seat), 54), paper.left + 32)
        paper.write(paper.left + 78, voice.settlement(size, len(places[size])), TEXT, "strong")
        paper.y = top + 38 - TEXT * 0.68
        paper.paragraph(", ".join(places[size]), TEXT, paper.page.quiet, paper.left + 330)
        paper.y = max(paper.y + 10, top + 76)
    if not places:
        _nothing(paper, voice)


def _pieces(paper: Paper, view: WorldView, player: PlayerView, voice: GameVoice) -> None:
    counts: dict[str, int] = {}
    for place in scene_of(view).places:
        for stack in place.stacks:
            if stack.owner == player.seat:
                for kind, count in ((stack.kind, stack.count), *stack.cargo):
                    counts[kind] = counts.get(kind, 0) + count
    paper.heading(voice.say("card.sheet.pieces"), _count(sum(counts.values())))
    cells = [
        (token(kind, paper.colour(player.seat), 58), voice.pieces(kind, counts[kind]))
        for kind in sorted(counts, key=unit_rank)
    ]
    _grid(paper, cells, 3, voice)


def _common(paper: Paper, view: WorldView, voice: GameVoice) -> None:
    """What serves everyone, and what is still to be drawn."""
    for supply in view.supplies:
        aside = _count(sum(supply.markers.values())) if supply.counted else ""
        _resources(paper, voice.say(f"board.section.{supply.key}"), supply.markers, voice, aside)


def _resources(
    paper: Paper, title: str, markers: Mapping[str, int], voice: GameVoice, aside: str = ""
) -> None:
    """Markers with how many there are of each; nothing where there are none."""
    if not markers:
        return
    paper.heading(title, aside)
    cells = []
    for kind, count in markers.items():
        times = f" {voice.say('card.times', n=count)}" if count > 1 else ""
        cells.append((marker(kind, 54), label(f"markers.{kind}") + times))
    _grid(paper, cells, 3, voice)


def _grid(
    paper: Paper, cells: Sequence[tuple[Image.Image, str]], columns: int, voice: GameVoice
) -> None:
    if columns == 3 and any(width(text, "plain", TEXT) > paper.room / 3 - 80 for _, text in cells):
        columns = 2
    wide = paper.room / columns
    for i in range(0, len(cells), columns):
        paper.need(80)
        paper.y += 36
        for j, (sprite, text) in enumerate(cells[i : i + columns]):
            x = paper.left + j * wide
            paper.put(sprite, x + 32)
            paper.write(x + 72, text, TEXT, room=wide - 80)
        paper.y += 36
    if not cells:
        _nothing(paper, voice)


def _nothing(paper: Paper, voice: GameVoice) -> None:
    paper.paragraph(voice.say("card.sheet.none"), TEXT, paper.page.quiet)


def _count(number: int) -> str:
    return str(number) if number else ""


def _income(paper: Paper, income: IncomeView, voice: GameVoice) -> None:
    paper.heading(voice.say("card.sheet.income"))
    parts = {
        "cities": income.cities,
        "science": income.science,
        "monopolies": income.monopolies,
        "from_wonders": income.wonders,
    }
    rows = [(voice.say(f"card.sheet.{key}"), amount) for key, amount in parts.items() if amount]
    raised = income.total - sum(parts.values())
    if raised > 0:
        rows.append((voice.say("card.sheet.minimum"), raised))
    total = voice.say("card.sheet.total")
    for title, amount in [*rows, (total, income.total)]:
        paper.need(50)
        if title == total and rows:
            paper.draw.line((paper.left, paper.y, paper.right, paper.y), fill=paper.hair, width=2)
        paper.y += 24
        bold = title == total
        paper.write(paper.left, title, TEXT, "strong" if bold else "plain")
        colour = paper.page.number if bold else paper.page.text
        paper.write(paper.right, str(amount), LARGE if bold else TEXT, "number", colour, "r")
        paper.y += 24
    _if_critical(paper, income, voice)


def _if_critical(paper: Paper, income: IncomeView, voice: GameVoice) -> None:
    better = {kind: total for kind, total in income.if_critical.items() if total != income.total}
    if not better:
        return
    if len(set(better.values())) > 1:
        paper.skip(6)
        paper.paragraph(voice.say("card.sheet.critical"), TEXT, paper.page.quiet)
        cells = [(marker(kind, 54), str(amount)) for kind, amount in better.items()]
        _grid(paper, cells, 6, voice)
        return
    paper.need(54)
    paper.y += 24
    amount = str(next(iter(better.values())))
    paper.write(paper.left, voice.say("card.sheet.any_critical"), TEXT, "plain", paper.page.quiet)
    paper.write(paper.right, amount, TEXT, "number", paper.page.quiet, "r")
    paper.y += 24


def _technologies(paper: Paper, view: WorldView, player: PlayerView, voice: GameVoice) -> None:
    aside = ""
    if player.next_technology and not view.finished:
        aside = voice.say("card.sheet.next", price=player.next_technology)
    paper.heading(voice.say("card.sheet.technologies"), aside)
    learned = False
    for era, cards in zip(eras_of(view), cards_by_era(player), strict=False):
        if cards:
            learned = True
            paper.need(54)
            top = paper.y
            paper.y += TEXT * 0.68
            paper.write(paper.left, era_title(era, voice), TEXT, "strong", room=190)
            paper.y = top
            said = card_names(cards, era, voice)
            paper.paragraph(said, TEXT, paper.page.quiet, paper.left + 210)
            paper.y += 6
    if not learned:
        _nothing(paper, voice)


def _wonders(paper: Paper, view: WorldView, player: PlayerView, voice: GameVoice) -> None:
    if player.wonders:
        paper.heading(voice.say("card.sheet.wonders"))
        sign = plain_icon("wonder", 40, paper.page.title)
        cells = [(sign, voice.title("wonder", wonder)) for wonder in player.wonders]
        _grid(paper, cells, 2, voice)
    free = [wonder for wonder in view.wonders if wonder.progress and wonder.owner is None]
    if free and not view.finished:
        paper.heading(voice.say("board.section.wonders"))
        for alike in alike_wonders(free):
            _milestone(paper, alike, player.seat, voice)


def _milestone(paper: Paper, alike: Sequence[WonderView], seat: int, voice: GameVoice) -> None:
    """How far the player has come, and where the others are on the same way."""
    wonder = alike[0]
    paper.need(120)
    paper.y += 26
    goal = voice.say(f"board.things.{wonder.thing}", n=wonder.goal)
    taken = paper.write(paper.right, goal, SMALL, "plain", paper.page.quiet, "r")
    named = [voice.title("wonder", each.id) for each in alike]
    if len(named) == 1:
        paper.write(paper.left, named[0], TEXT, "strong", room=paper.room - taken - 30)
    else:
        paper.y -= TEXT * 0.68
        right = paper.right - taken - 30
        paper.paragraph(", ".join(named), TEXT, right=right, role="strong")
        paper.y -= TEXT * 0.68
        paper.need(90)
    paper.y += 42
    own = wonder.progress[seat] if seat < len(wonder.progress) else 0
    taken = paper.write(paper.right, f"{own}/{wonder.goal}", TEXT, "number", anchor="r")
    right = paper.right - max(110.0, taken + 20)
    paper.image.paste(
        _bar(paper, wonder, seat, round(right - paper.left)), (paper.left, round(paper.y - 22))
    )
    paper.y += 34


def _bar(paper: Paper, wonder: WonderView, seat: int, wide: int) -> Image.Image:
    finer, high, half = 3, 44, 22
    image = Image.new("RGB", (wide * finer, high * finer), paper.page.ground)
    draw = ImageDraw.Draw(image)

    def at(progress: int) -> float:
        return (10 + (wide - 32) * min(1.0, progress / max(1, wonder.goal))) * finer

    top, bottom = (half - 9) * finer, (half + 9) * finer
    draw.rounded_rectangle((0, top, wide * finer, bottom), 9 * finer, fill=paper.faint)
    own = wonder.progress[seat] if seat < len(wonder.progress) else 0
    colour = colour_of(paper.colour(seat))
    if own:
        end = at(own) + 10 * finer
        draw.rounded_rectangle((0, top, end, bottom), 9 * finer, fill=colour)
    for other, progress in sorted(enumerate(wonder.progress), key=lambda pair: pair[0] == seat):
        if not progress and other != seat:
            continue
        # Those who are equally far stand one behind the other.
        behind = sum(wonder.progress[ahead] == progress for ahead in range(other) if ahead != seat)
        behind += progress == own and other != seat
        r = (15 if other == seat else 10) * finer
        x, y = max(22.0 * finer, at(progress) - behind * 28 * finer), half * finer
        draw.polygon(
            emblem(shape_of(paper.colour(other)), x, y, r + 3 * finer), fill=paper.page.text
        )
        draw.polygon(
            emblem(shape_of(paper.colour(other)), x, y, r), fill=colour_of(paper.colour(other))
        )
    return image.resize((wide, high), Image.Resampling.LANCZOS)
