"""Fees for the use of technologies: who paid whom how much, and for what."""

from __future__ import annotations

from collections import Counter

from engine.core.charts import Fees
from render.flow.canvas import Node
from render.flow.leaves import Text
from render.flow.nodes import Box, Row
from render.flow.nodes import Table as Grid
from render.flow.parts import amount, banner, card, chip, named, pointer, section
from render.voice import GameVoice


def fees_card(chart: Fees, voice: GameVoice) -> Node:
    """What each seat received and paid, then every pair of payer and receiver."""
    paid, received = Counter[int](), Counter[int]()
    pairs: dict[tuple[int, int], Counter[str]] = {}
    for fee in chart.fees:
        paid[fee.payer] += fee.amount
        received[fee.receiver] += fee.amount
        pairs.setdefault((fee.payer, fee.receiver), Counter())[fee.technology] += fee.amount
    head = banner(voice.say("card.fees.title"), voice.say("card.fees.total", n=paid.total()))
    if not chart.fees:
        return card(head, Text(voice.say("card.fees.none"), ink="quiet", lines=9))
    balance = Grid(
        [
            [
                named(voice, seat, 44),
                amount("coins", received[seat]),
                amount("", paid[seat], ink="quiet"),
            ]
            for seat in sorted({*paid, *received}, key=lambda seat: paid[seat] - received[seat])
        ],
        ["", voice.say("card.fees.received"), voice.say("card.fees.paid")],
        gap=60,
        tall=64,
    )
    each = [
        _pair(payer, receiver, amounts, voice)
        for (payer, receiver), amounts in sorted(pairs.items(), key=lambda pair: -pair[1].total())
    ]
    return card(head, balance, section(voice.say("card.fees.each"), each, gap=12))


def _pair(payer: int, receiver: int, amounts: Counter[str], voice: GameVoice) -> Node:
    listed = ", ".join(
        voice.say("card.fees.one", technology=voice.title("technology", key), n=n)
        for key, n in amounts.most_common()
    )
    names = {"payer": voice.name(payer), "receiver": voice.name(receiver)}
    said = voice.say("alt.fees", n=amounts.total(), list=listed, **names)
    chips = [chip(voice, payer), pointer(26), chip(voice, receiver)]
    total = amount("", amounts.total(), says="")
    return Box(Row([*chips, Text(listed, 25, lines=9, grow=1, says=said), total]))
