"""Typing tells nothing: orders, searches and "why not" are answered alike whatever is hidden.

Of a state two twins are made in which everything that one player cannot know differs. The player
then types the same into both: legal orders of everybody, orders with a word exchanged, the
beginnings of words, and choices that belong to others.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import pytest

from bot.service import Herald, Store
from bot.service.choices import typed_orders
from bot.service.choices.typed_orders import Orders
from engine.conformance.twins import twin_of
from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.grammar import Unfit, Value
from engine.core.registry import ruleset, rulesets
from engine.core.ruleset import Ruleset
from engine.notation.phrases import Phrases
from tests.bot.builders.virtual_time import VirtualTime
from tests.bot.discord.builders.situations import SECRET, situations
from tests.bot.service.builders import a_game, lay_out

SEATS = 3
BEGINNINGS = ("", "m", "2", "att", "offer")
LONGEST = 200


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """How much is read does not depend on how busy this machine is, only on the steps it takes."""
    monkeypatch.setattr(typed_orders, "MOST_SECONDS", 1000.0)


class Extent(NamedTuple):
    """How much is typed: in so many situations, so many orders, and so many bent ones."""

    situations: int
    lines: int
    bent: int


BRIEF, THOROUGH = Extent(1, 3, 3), Extent(2, 6, 8)
"""A bent order is read in every way there is, which takes up to a second."""


class Typed(NamedTuple):
    """What one player types, and the choices they ask about."""

    lines: list[str]
    values: list[tuple[str, Value]]


def typed(
    rules: Ruleset[Any], state: Any, seat: int, phrases: Phrases, rng: Random, extent: Extent
) -> Typed:
    """Orders of everybody, some of them bent, and choices of others as one's own."""
    pending = rules.pending(state)
    written = [phrases.notation(each, each.grammar.sample(rng)) for each in pending]
    legal = [line for line in written if len(line) < LONGEST]
    lines = rng.sample(legal, min(extent.lines, len(legal)))
    words = [word for line in lines for word in line.split()]
    for _ in range(extent.bent):
        bent = rng.choice(lines).split()
        bent[rng.randrange(len(bent))] = rng.choice(words)
        lines.append(" ".join(bent))
    values = [
        (own.id, other.grammar.sample(rng))
        for own in pending
        for other in pending
        if own.seat == seat and other.kind == own.kind and other.seat != seat
    ]
    return Typed(lines, values[: extent.lines])


async def answers(herald: Herald, game: int, user: int, what: Typed) -> dict[str, str]:
    """Everything that is answered to what is typed."""
    said: dict[str, str] = {}
    for beginning in BEGINNINGS:
        found = await herald.orders.search(game, user, beginning)
        said[f"search {beginning}"] = repr([(each.words, each.notation) for each in found])
    for line in what.lines:
        said[f"order {line}"] = repr(await herald.orders.read(game, user, line))
    for decision, value in what.values:
        said[f"why not {decision} {value}"] = await herald.look.why_not(game, user, decision, value)
    return said


async def differences(
    store: Store, time: VirtualTime, name: str, seed: int, extent: Extent
) -> list[str]:
    """What is answered differently in twins of some situations of a random game."""
    rules, rng = ruleset(name), Random(seed)
    info = await a_game(Herald(store, time), people=SEATS, ruleset=name, options={"turn_limit": 12})
    found = situations(name, seed, begin=20, also_open=True)
    kinds = [SECRET, "movement", *rng.sample(sorted(found), len(found))]
    odd: list[str] = []
    for kind in [each for each in dict.fromkeys(kinds) if each in found][: extent.situations]:
        state = found[kind]
        seat = rng.choice([each.seat for each in rules.pending(state) if each.blocking])
        user = info.seats[seat].user_id
        assert user is not None
        await lay_out(store, info.id, state, name)
        phrases = await Herald(store, time).orders.phrases(info.id)
        what = typed(rules, state, seat, phrases, rng, extent)
        twins = []
        for number in (1, 2):
            hidden = twin_of(rules, state, seat, Random(number))
            await lay_out(store, info.id, hidden, name)
            twins.append(await answers(Herald(store, time), info.id, user, what))
        one, other = twins
        odd += [
            f"{kind}: {key}: {one[key]} / {other[key]}" for key in one if one[key] != other[key]
        ]
    return odd


@pytest.mark.parametrize("name", rulesets())
async def test_typing_tells_nothing_that_is_hidden(
    store: Store, time: VirtualTime, name: str
) -> None:
    assert await differences(store, time, name, 4, BRIEF) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", rulesets())
@pytest.mark.parametrize("seed", range(4, 11))
async def test_typing_tells_nothing_in_many_games(
    store: Store, time: VirtualTime, name: str, seed: int
) -> None:
    assert await differences(store, time, name, seed, THOROUGH) == []


# The detector itself: a slip is found whichever way it takes.


def slip_in_refusals(patch: pytest.MonkeyPatch) -> None:
    def why_not(
        rules: Any, state: Any, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice:
        return IllegalChoice(f"slip_{rules.hash(state)[:8]}")

    patch.setattr(type(ruleset("standard")), "why_not", why_not)


def slip_in_searches(patch: pytest.MonkeyPatch) -> None:
    plain = Orders.search

    async def search(orders: Orders, game: int, user: int, text: str, limit: int = 25) -> Any:
        async with orders.open_games.open(game) as opened:
            state = opened.row.state_hash or ""
        return (await plain(orders, game, user, text, limit))[int(state[:4], 16) % 7 :]

    patch.setattr(Orders, "search", search)


@pytest.mark.parametrize("slip", [slip_in_refusals, slip_in_searches])
async def test_a_slip_is_found(
    store: Store,
    time: VirtualTime,
    monkeypatch: pytest.MonkeyPatch,
    slip: Callable[[pytest.MonkeyPatch], None],
) -> None:
    slip(monkeypatch)
    assert await differences(store, time, "standard", 4, BRIEF)
