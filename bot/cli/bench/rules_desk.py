"""How much work an answer of the rules desk is: rules, cards, why, advice, names while typing.

Figures are milliseconds of one processor, the middle one and the slowest of a hundred: how long a
player waits for them depends on what else the machine does.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, NamedTuple

from bot.cli.bench.figures import Figure, plan_for
from bot.cli.bench.held_out import bench_held_out
from bot.cli.simulation import new_game
from bot.service.game.snapshot import Snapshot
from engine.core.decision import Choice
from engine.core.errors import IllegalChoice
from engine.core.game import Game
from engine.core.messages import Voice, catalog
from engine.core.policies import play_out, policy
from engine.core.registry import rulesets
from engine.notation.card_names import card_names
from engine.notation.phrases import Phrases
from engine.notation.step_limit import TooMuchWork
from engine.rulebook import rulebook
from engine.rulebook.questions import asked_about
from render import Look
from render.text.charts import card_text

PLAYERS = 4
NAMES = ("Ada", "Bea", "Cleo", "Dan")
CHOICES = 240
"""How far the games are played that are asked about, ..."""
EVERY = 12
"""... and after how many choices something is asked."""
QUESTIONS = 150
TYPED = ("s", "mo", "mo gobi", "build sett", "tem", "great lib", "knigth")
NONSENSE: tuple[Any, ...] = ("nowhere", {"do": "fly"}, 10_000)


class Position(NamedTuple):
    """A moment of a game, for a seat that is asked something."""

    game: Game
    state: Any
    seat: int

    def snapshot(self) -> Snapshot:
        """A copy that knows nothing yet, as after a choice."""
        rules = self.game.rules
        return Snapshot(rules, rules.copy(self.state), 0)


def bench_desk(seconds: float) -> Iterator[Figure]:
    """Every kind of answer in every rule set, then how many questions are answered rightly.

    With less than a second for each figure, games are younger and the questions left out.
    """
    choices = max(EVERY, int(CHOICES * min(seconds, 1.0)))
    for name in rulesets():
        yield from _answers(name, choices)
    if seconds >= 1:
        yield from bench_held_out()


def _answers(name: str, choices: int) -> Iterator[Figure]:
    questions = [text for texts in asked_about(name).questions.values() for text in texts]
    asked = questions[:: max(1, len(questions) // QUESTIONS)]
    search = rulebook(name).search
    search(asked[0])
    positions = list(_positions(name, choices))
    typed = [(each, words) for each in positions for words in TYPED[:4]]
    yield from _figures(f"{name}: rules", search, asked)
    yield from _figures(f"{name}: card", partial(_card, name), _cards(positions))
    yield from _figures(f"{name}: why", partial(_why, Voice(catalog(name), NAMES)), positions)
    yield from _figures(f"{name}: suggest", _suggest, positions)
    yield from _figures(f"{name}: names while typing", card_names(name).find, TYPED * 10)
    yield from _figures(f"{name}: orders while typing", partial(_act, name), typed)


def _positions(name: str, choices: int) -> Iterator[Position]:
    """Moments of a game between stewards, each with a seat that is awaited."""
    game, rng = new_game(plan_for(PLAYERS, name), 1), Random(2002)
    for _ in range(choices // EVERY):
        if play_out(game, [policy("steward")] * PLAYERS, rng, EVERY) < EVERY:
            return
        for seat in sorted({each.seat for each in game.pending() if each.blocking})[:1]:
            yield Position(game, game.rules.copy(game.state), seat)


def _cards(positions: list[Position]) -> list[tuple[Position, str]]:
    names = positions[0].game.rules.cards()
    return [(each, names[(at * 7) % len(names)]) for at, each in enumerate(positions * 3)]


def _card(ruleset: str, asked: tuple[Position, str]) -> None:
    position, card = asked
    rules = position.game.rules
    found = rules.card(card, rules.view(position.state, position.seat))
    card_text(found, ruleset, Look(NAMES))


def _why(voice: Voice, position: Position) -> None:
    """Income and score line by line, and why something cannot be."""
    snapshot, seat = position.snapshot(), position.seat
    view = snapshot.view(seat)
    for line in (*view.income_lines(seat), *view.score_lines(seat)):
        voice.label(line.label)
    for decision in snapshot.open_to(seat):
        for value in NONSENSE:
            try:
                snapshot.check(Choice(seat, decision.id, value))
            except IllegalChoice as refused:
                voice.error(refused)


def _suggest(position: Position) -> None:
    position.snapshot().suggested(position.seat)


def _act(ruleset: str, asked: tuple[Position, str]) -> None:
    position, typed = asked
    phrases = Phrases(ruleset, NAMES)
    with suppress(TooMuchWork):
        phrases.find(phrases.index(position.snapshot().open_to(position.seat)), typed, 25)


def _figures(name: str, work: Callable[[Any], object], things: Iterable[Any]) -> Iterator[Figure]:
    """The middle and the slowest of a hundred, in milliseconds of processor time."""
    spent = []
    for thing in things:
        began = time.process_time()
        work(thing)
        spent.append((time.process_time() - began) * 1000)
    spent.sort()
    yield Figure(f"{name}, p50", spent[len(spent) // 2], "ms")
    yield Figure(f"{name}, p99", spent[min(len(spent) - 1, len(spent) * 99 // 100)], "ms")
