"""A city with its outskirts: the squares around it, what each gives, and the sum."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from engine.core.view import View
from engine.tiles.civ import CitySheet, SquareYields
from engine.tiles.view import CityView, TileView, square_name, square_of
from render.cards.paper import SMALL, TEXT, Paper
from render.cards.signs import number
from render.fonts.writing import width, write
from render.sprites.sprites import CREAM, DARK, FINER, Sprite, chip, plain_icon, put
from render.text.tiles import city_kind, outskirts
from render.tiles.board import Window, draw_board, recoloured_view
from render.voice import GameVoice

CELL = 216
"""Pixels of a square: three of them, with a strip of what lies beside, fill the card."""
RIM = 0.6
"""Squares shown beyond the outskirts, under a veil."""
Pairs = tuple[tuple[str, str], ...]
"""Icons, each with the number beside it."""
ICONS = {"trade": "trade", "production": "cog", "culture": "culture", "coins": "coin"}


def paint_city(paper: Paper, city: CitySheet, view: View, voice: GameVoice) -> None:
    """Draw a city's totals, its ground, and what comes to it from elsewhere."""
    square = square_of(city.place)
    cities = view.cities if isinstance(view, TileView) else ()
    found = next((each for each in cities if square in each.squares), None)
    _head(paper, city, found, voice)
    _totals(paper, city, voice)
    around = _names(found) if found is not None else frozenset()
    if found is not None and isinstance(view, TileView):
        paper.skip(24)
        ground = _ground(paper, recoloured_view(view, voice.palette), city, found)
        paper.need(ground.height + 10)
        paper.image.paste(ground, ((paper.wide - ground.width) // 2, round(paper.y)))
        paper.y += ground.height
    elsewhere = [each for each in city.squares if each.place not in around]
    if elsewhere:
        paper.heading(voice.say("card.city.elsewhere"))
        for each in elsewhere:
            _elsewhere(paper, each, voice)


def _names(city: CityView) -> frozenset[str]:
    """The squares that the ground of a city shows."""
    return frozenset(square_name(*square) for square in (*outskirts(city), *city.squares))


def _head(paper: Paper, city: CitySheet, found: CityView | None, voice: GameVoice) -> None:
    page = paper.page
    paper.y = 62
    paper.put(chip(paper.colour(city.owner), 72), paper.left + 36)
    left = paper.left + 92
    kind = voice.title("board.tiles.rank", city_kind(found)) if found else ""
    tags = [voice.say("card.city.place", kind=kind, square=city.place)]
    held = {"walls": city.walls, "fortification": city.fortification, "caravan": city.caravan}
    tags += [voice.say(f"card.city.{tag}") for tag, holds in held.items() if holds]
    if city.acted:
        tags.append(voice.say("card.city.acted"))
    taken = 0.0
    if city.defence:
        taken = number(paper, paper.right, "walls", str(city.defence), 48, page.number, "r") + 20
    room = paper.right - left - taken
    paper.write(left, voice.name(city.owner), 42, "strong", room=room, dy=-14)
    under = voice.say("board.between").join(tags)
    paper.write(left, under, SMALL, "plain", page.quiet, room=room, dy=26)
    paper.y = 116
    paper.rule()


def _totals(paper: Paper, city: CitySheet, voice: GameVoice) -> None:
    """What the city gives in all, in a box for each kind."""
    page, gap, high = paper.page, 14, 104
    wide = (paper.room - gap * (len(ICONS) - 1)) / len(ICONS)
    coins = sum(each.coins for each in city.squares if not each.blockaded)
    totals = {
        "trade": city.trade,
        "production": city.production,
        "culture": city.arts,
        "coins": coins,
    }
    paper.skip(24)
    paper.need(high + 20)
    for at, (key, amount) in enumerate(totals.items()):
        x = paper.left + at * (wide + gap)
        paper.box(x, paper.y, x + wide, paper.y + high)
        ink = page.number if amount else paper.hair
        long = 56 + width(str(amount), "number", 48)
        paper.icon(ICONS[key], x + (wide - long) / 2 + 22, 44, page.title, dy=38)
        paper.write(x + (wide - long) / 2 + 56, str(amount), 48, "number", ink, dy=38)
        label = voice.say(f"card.city.{key}")
        paper.write(x + wide / 2, label, SMALL, "plain", page.quiet, "m", wide - 12, 82)
    paper.y += high


def _elsewhere(paper: Paper, each: SquareYields, voice: GameVoice) -> None:
    """A square far from the city that gives it something."""
    paper.need(60)
    paper.y += 28
    place = voice.say(f"card.city.source.{each.source}", square=each.place)
    paper.write(paper.left, place, TEXT, "plain", paper.page.quiet)
    given = _given(each)
    if given:
        strip = _pill(given, 44)
        paper.put(strip, paper.right - strip.width / 2)
    paper.y += 26


def _ground(paper: Paper, view: TileView, city: CitySheet, found: CityView) -> Image.Image:
    """The squares around the city, the outskirts clear and what lies beyond them veiled."""
    around = outskirts(found)
    xs, ys = [x for x, _ in around], [y for _, y in around]
    wide, high = view.size
    left, top = max(0, min(xs) - 1), max(0, min(ys) - 1)
    right, bottom = min(wide, max(xs) + 2), min(high, max(ys) + 2)
    window = Window(left, top, right, bottom, CELL)
    image = draw_board(view, window, paper.theme)
    veil = Image.new("L", image.size, 150)
    for square in (*around, *found.squares):
        x, y = (round(value) for value in window.corner(*square))
        veil.paste(0, (x, y, x + CELL, y + CELL))
    image.paste(paper.page.ground, (0, 0), veil)
    for each in city.squares:
        _yields(image, each, window)
    pad = round(CELL * RIM)
    x0, y0 = (round(value) for value in window.corner(min(xs), min(ys)))
    x1, y1 = (round(value) for value in window.corner(max(xs) + 1, max(ys) + 1))
    right, bottom = min(image.width, x1 + pad), min(image.height, y1 + pad)
    return image.crop((max(0, x0 - pad), max(0, y0 - pad), right, bottom))


def _yields(image: Image.Image, each: SquareYields, window: Window) -> None:
    """A square's name in its corner and what it gives along its lower edge."""
    square = square_of(each.place)
    if square is None or not window.shows(*square):
        return
    x, y = window.corner(*square)
    put(image, _pill((("", each.place),), 30), x + 34, y + 24)
    if each.blockaded:
        put(image, plain_icon("battle", 104, (190, 34, 26)), x + CELL / 2, y + CELL / 2)
    given = _given(each)
    if given and not each.blockaded:
        put(image, _pill(given, 46), x + CELL / 2, y + CELL - 32)


def _given(each: SquareYields) -> Pairs:
    amounts = {
        "trade": each.trade,
        "cog": each.production,
        "culture": each.culture,
        "coin": each.coins,
        "battle": each.combat,
    }
    return tuple((icon, str(amount)) for icon, amount in amounts.items() if amount)


@lru_cache(64)
def _pill(pairs: Pairs, size: int) -> Sprite:
    """Numbers with their icons in a dark pill that is read on any ground."""
    letter, side, pad = round(size * 0.74), round(size * 0.66), round(size * 0.3)
    wides = [width(text, "number", letter) + (side + 5 if icon else 0) for icon, text in pairs]
    wide = round(sum(wides) + pad * 2 + 12 * (len(pairs) - 1))
    mask = Image.new("L", (wide * FINER, size * FINER))
    edge = (0, 0, mask.width - 1, mask.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(edge, size * FINER * 0.36, fill=225)
    image = Image.new("RGBA", (wide, size), (*DARK, 0))
    image.putalpha(mask.resize((wide, size), Image.Resampling.LANCZOS))
    draw, x = ImageDraw.Draw(image), float(pad)
    for (icon, text), long in zip(pairs, wides, strict=True):
        if icon:
            sign = plain_icon(icon, side, CREAM)
            image.alpha_composite(sign, (round(x), (size - sign.height) // 2))
        at = x + (side + 5 if icon else 0), size / 2
        write(draw, at, text, "number", letter, (*CREAM, 255))
        x += long + 12
    return image
