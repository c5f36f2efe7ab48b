"""Fees for the use of technologies: who paid whom how much, and for what."""

from __future__ import annotations

from collections import Counter

from engine.core.charts import Fees
from render.cards.paper import TEXT, Paper, wrapped
from render.cards.signs import number, pointer
from render.sprites.sprites import chip
from render.voice import GameVoice

DETAIL, LINE, HEAD = 25, 32, 62


def paint_fees(paper: Paper, chart: Fees, voice: GameVoice) -> None:
    """Draw what each seat received and paid, then every pair of payer and receiver."""
    paid, received = Counter[int](), Counter[int]()
    pairs: dict[tuple[int, int], Counter[str]] = {}
    for fee in chart.fees:
        paid[fee.payer] += fee.amount
        received[fee.receiver] += fee.amount
        pairs.setdefault((fee.receiver, fee.payer), Counter())[fee.technology] += fee.amount
    total = voice.say("card.fees.total", n=sum(paid.values()))
    paper.banner(voice.say("card.fees.title"), total)
    if not chart.fees:
        paper.skip(40)
        paper.paragraph(voice.say("card.fees.none"), TEXT, paper.page.quiet)
        return
    _balance(paper, paid, received, voice)
    paper.heading(voice.say("card.fees.each"))
    for (receiver, payer), amounts in sorted(pairs.items(), key=lambda pair: -pair[1].total()):
        _pair(paper, receiver, payer, amounts, voice)


def _balance(paper: Paper, paid: Counter[int], received: Counter[int], voice: GameVoice) -> None:
    """A line for each seat: the name, what came in, what went out."""
    page, columns = paper.page, (paper.right - 190, paper.right)
    paper.skip(46)
    for x, key in zip(columns, ("received", "paid"), strict=True):
        label = voice.say(f"card.fees.{key}")
        paper.write(x, label, DETAIL, "plain", page.quiet, "r")
    paper.y += 22
    for seat in sorted({*paid, *received}, key=lambda seat: paid[seat] - received[seat]):
        paper.need(64)
        paper.y += 32
        paper.put(chip(paper.colour(seat), 44), paper.left + 22)
        name = voice.name(seat)
        paper.write(paper.left + 58, name, TEXT, "strong", room=paper.room - 440)
        number(paper, columns[0], "coins", str(received[seat]), 36, page.number, "r")
        number(paper, columns[1], "", str(paid[seat]), 36, page.quiet, "r")
        paper.y += 32


def _pair(paper: Paper, receiver: int, payer: int, amounts: Counter[str], voice: GameVoice) -> None:
    page = paper.page
    left = paper.left + 176
    listed = ", ".join(
        voice.say("card.fees.one", technology=voice.title("technology", key), n=amount)
        for key, amount in amounts.most_common()
    )
    lines = wrapped(listed, "plain", DETAIL, paper.right - 110 - left)
    high = max(HEAD, len(lines) * LINE + 22)
    paper.need(high + 12)
    top = paper.y + 6
    paper.box(paper.left, top, paper.right, top + high)
    paper.y = top + high / 2
    paper.put(chip(paper.colour(payer), 40), paper.left + 38)
    paper.put(pointer("right", 26, page.title), paper.left + 84)
    paper.put(chip(paper.colour(receiver), 40), paper.left + 130)
    number(paper, paper.right - 20, "", str(amounts.total()), 36, page.number, "r")
    paper.y -= (len(lines) - 1) * LINE / 2
    for line in lines:
        paper.write(left, line, DETAIL, "plain", page.text)
        paper.y += LINE
    paper.y = top + high + 6
