"""A seat's settlements: what each earns, whether it is happy and productive, and by what."""

from __future__ import annotations

from engine.core.charts import Assignment, CityCard, CityCards
from engine.core.messages import capital
from render.flow.canvas import Node, Shade
from render.flow.leaves import TEXT, Text
from render.flow.nodes import Box, Column, Row, Wrap
from render.flow.parts import (
    amount,
    card,
    icon,
    line,
    marker,
    seat_head,
    section,
    settlement,
    smiley,
)
from render.voice import GameVoice

DETAIL = 24


def cities_card(cards: CityCards, voice: GameVoice) -> Node:
    """The settlements in two columns, the best first, then what is assigned to none."""
    order = sorted(cards.cities, key=lambda city: (-city.income, -city.size, city.place))
    boxes = [_city(city, cards.seat, voice) for city in order]
    none = Text(voice.say("card.cities.none"), ink="quiet")
    spare = [Wrap([_spare(each, voice) for each in cards.spare])] if cards.spare else []
    return card(
        _head(cards, voice),
        Wrap(boxes, 14, columns=2, joint=". ") if boxes else none,
        section(voice.say("card.cities.spare"), spare),
    )


def _head(cards: CityCards, voice: GameVoice) -> Node:
    count = len(cards.cities)
    happy = f"{sum(city.happy for city in cards.cities)}/{count}"
    productive = f"{sum(city.productive for city in cards.cities)}/{count}"
    under = Row(
        [
            smiley(True, 34, voice.say("alt.cities.happy")),
            Text(happy, TEXT, "number", "quiet"),
            icon("cog", 34, "quiet", voice.say("alt.cities.productive")),
            Text(productive, TEXT, "number", "quiet"),
        ]
    )
    return seat_head(voice, cards.seat, under, _gold(cards.income, 72, voice), size=48)


def _gold(n: int, size: int, voice: GameVoice) -> Node:
    return amount("coins", n, size, says=voice.say("gold", n=n))


def _city(city: CityCard, seat: int, voice: GameVoice) -> Node:
    mood = voice.say(f"alt.cities.{'happy' if city.happy else 'unhappy'}")
    signs: list[Node] = [smiley(city.happy, 32, mood)]
    # Bright where there is some, hollow-looking where there is none.
    works = voice.say("alt.cities.productive") if city.productive else ""
    signs.append(icon("cog", 34, "number" if city.productive else "hair", works))
    if city.resource:
        signs.append(marker(city.resource, 34, voice.say(f"marker.{city.resource}")))
    place, size = voice.say(f"space.{city.place}"), voice.settlement(city.size)
    name = Text(place, TEXT, "strong", least=22, says=f"{place}, {size}")
    plaque = settlement(voice, city.size, seat, 56)
    top = [name, Row(signs, joint=", ")]
    head = Row([plaque, Column(top, grow=1, joint=", "), _gold(city.income, 40, voice)], joint=", ")
    lines = [_assigned(each, voice, "plain", "quiet") for each in city.bound]
    lines += [_assigned(each, voice, "strong", "text") for each in city.assigned]
    none = Text(voice.say("card.cities.nothing"), DETAIL, ink=Shade("quiet", 0.6))
    return Box(Column([head, *(lines or [none])], 6, joint=", "))


def _sign(assignment: Assignment, side: int) -> Node:
    return smiley(True, side) if assignment.gives == "happiness" else icon("cog", side, "quiet")


def _name(assignment: Assignment, voice: GameVoice) -> str:
    times = f" {voice.say('card.times', n=assignment.count)}" if assignment.count > 1 else ""
    return capital(voice.text(assignment.title)) + times


def _assigned(assignment: Assignment, voice: GameVoice, role: str, ink: str) -> Node:
    return line(_sign(assignment, 28), _name(assignment, voice), size=DETAIL, role=role, ink=ink)


def _spare(assignment: Assignment, voice: GameVoice) -> Node:
    return Box(Row([_sign(assignment, 30), Text(_name(assignment, voice), 26, "strong")]), (16, 8))
