"""The market: what can be had, how many are left, what it costs and gives."""

from __future__ import annotations

from engine.core.charts import Market, MarketPile
from render.cards.paper import Paper, wrapped
from render.cards.signs import number
from render.fonts.writing import width
from render.sprites.icons import has_icon
from render.sprites.sprites import CREAM, plain_icon
from render.style.colour import mixed
from render.voice import GameVoice

GAP, PAD, HEAD, LINE, SIGN = 12, 14, 88, 28, 60
NAME, DETAIL = 28, 23


def paint_market(paper: Paper, market: Market, voice: GameVoice) -> None:
    """Draw the piles of each part in two columns."""
    paper.banner(voice.say("card.market.title"), voice.say("card.market.under"))
    wide = (paper.room - GAP) / 2
    for section in market.sections:
        paper.heading(voice.label(section.title))
        paper.skip(4)
        for at in range(0, len(section.piles), 2):
            row = section.piles[at : at + 2]
            locks = [_locked(pile, wide, voice) for pile in row]
            high = HEAD + max(map(len, locks)) * LINE + (6 if any(locks) else 0)
            paper.need(high + GAP)
            top = paper.y
            for column, (pile, lines) in enumerate(zip(row, locks, strict=True)):
                x = paper.left + column * (wide + GAP)
                paper.y = top
                paper.box(x, top, x + wide, top + high)
                _pile(paper, pile, lines, x, wide, voice)
            paper.y = top + high + GAP


def _locked(pile: MarketPile, wide: float, voice: GameVoice) -> list[str]:
    """What stands in the way of a pile, on at most two lines."""
    if pile.locked is None:
        return []
    return wrapped(voice.label(pile.locked), "plain", DETAIL, wide - 2 * PAD - 34)[:2]


def _pile(
    paper: Paper, pile: MarketPile, locked: list[str], x: float, wide: float, voice: GameVoice
) -> None:
    page, top = paper.page, paper.y
    gone = pile.left == 0
    fade = 0.6 if gone else 0.35 if locked else 0.0
    ink = mixed(page.text, page.ground, fade)
    paper.y = top + HEAD / 2
    icon = pile.icon or pile.id
    paper.box(x + PAD, paper.y - SIGN / 2, x + PAD + SIGN, paper.y + SIGN / 2, CREAM)
    drawing = plain_icon(icon if has_icon(icon) else "wonder", SIGN - 16, (60, 46, 34))
    paper.put(drawing, x + PAD + SIGN / 2)
    left, right = x + PAD + SIGN + 14, x + wide - PAD
    paper.y = top + 32
    bright = mixed(page.number, page.ground, fade)
    cost = number(paper, right, "cog", str(pile.cost), 34, bright, "r")
    name = voice.title("building", pile.id)
    size = NAME
    while size > 20 and width(name, "strong", size) > right - cost - 12 - left:
        size -= 1
    paper.write(left, name, size, "strong", ink, room=right - cost - 12 - left)
    paper.y = top + 66
    text = voice.say("card.times", n=pile.left) if pile.left > 1 else ""
    text = voice.say("card.market.gone") if gone else text
    paper.write(right, text, DETAIL, "number", mixed(page.quiet, page.ground, fade), "r")
    for fact in pile.gives:
        value = voice.label(fact.value)
        left += number(paper, left, fact.icon, value, 26, ink) + 18
    paper.y = top + HEAD + LINE / 2
    for at, line in enumerate(locked):
        if at == 0:
            paper.icon("locked", x + PAD + 12, 20, page.quiet)
        paper.write(x + PAD + 34, line, DETAIL, "plain", page.quiet)
        paper.y += LINE
