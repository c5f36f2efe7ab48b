"""A card about one thing of the rules: what it is, what it costs, needs, does and unlocks."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.charts import FactCard, FactLine, Requirement
from render.flow.canvas import Node
from render.flow.leaves import Text
from render.flow.nodes import Box, Column, Row, Wrap, sentence
from render.flow.parts import card, figure, icon, line, named, pointer, section
from render.sprites.icons import has_icon
from render.voice import GameVoice


def fact_card(fact: FactCard, voice: GameVoice) -> Node:
    """The card; sections that have nothing to say are left out."""
    label = voice.label
    gives = [line(pointer(), label(text)) for text in fact.unlocks]
    owners = [named(voice, seat) for seat in fact.owners]
    return card(
        _head(fact, voice),
        Wrap([_figure(each, voice) for each in fact.facts], 14, columns=4, fill=True, joint=". ")
        if fact.facts
        else None,
        *(Text(sentence(label(effect)), 32, lines=20) for effect in fact.effects),
        section(voice.say("card.fact.requires"), _needs(fact.requires, voice), gap=8),
        section(voice.say("card.fact.unlocks"), gives, gap=8),
        section(voice.say("card.fact.owners", n=len(owners)), owners, gap=10),
    )


def _head(fact: FactCard, voice: GameVoice) -> Node:
    title = voice.label(fact.title)
    words = Text(title.upper(), 46, "title", "title", least=30, says=title)
    kind = Text(voice.label(fact.kind), ink="quiet", says=voice.text(fact.kind))
    parts: list[Node] = [Column([words, kind], grow=1, joint=", ")]
    if has_icon(fact.icon):
        parts.insert(0, Box(icon(fact.icon, 74), (15, 15)))
    if fact.cost is not None:
        cost = voice.label(fact.cost)
        parts.append(Text(cost, 40, "number", "number", says=voice.text(fact.cost)))
    return Row(parts, 26, joint=", ")


def _figure(fact: FactLine, voice: GameVoice) -> Node:
    value, label = voice.label(fact.value), voice.label(fact.label)
    sign = [icon(fact.icon, 40)] if has_icon(fact.icon) else []
    said = f"{label}: {voice.text(fact.value)}"
    return figure(
        Row([*sign, Text(value, 40, "number", "number", least=24, says=said)]), label, says=""
    )


def _needs(requires: Iterable[Requirement], voice: GameVoice) -> Iterable[Node]:
    signs = {
        True: ("done", "quiet"),
        False: ("locked", "active"),
        None: ("free_technology", "title"),
    }
    for each in requires:
        key, ink = signs[each.met]
        said = voice.label(each.title)
        ink_of_it = "active" if each.met is False else "text"
        words = voice.say("alt.lacking", name=said) if each.met is False else said
        yield line(icon(key, 28, ink), said, ink=ink_of_it, says=words)
