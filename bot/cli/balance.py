"""Balance: how games between stewards end, how long they last, and which peoples win them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

import msgspec

from engine.core.game import Game
from engine.core.messages import Voice, catalog
from engine.core.policies import play_out, policy
from engine.core.registry import ruleset
from engine.core.text import Text

MOST_CHOICES = 20_000
"""A game that takes more choices than this is counted as one without an end."""


class Balance(msgspec.Struct):
    """What became of some games. `fair` is what each people would win if all were equal."""

    ruleset: str
    games: int = 0
    endless: int = 0
    reasons: Counter[str] = msgspec.field(default_factory=Counter)
    turns: list[int] = []
    fair: dict[str, float] = {}
    wins: dict[str, float] = {}

    def add(self, game: Game) -> None:
        """Count a game that was played."""
        self.games += 1
        outcome = game.outcome()
        if outcome is None:
            self.endless += 1
            return
        self.reasons[outcome.reason] += 1
        self.turns.append(outcome.turns)
        peoples = game.view(None).factions
        for seat, people in enumerate(peoples):
            won = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
            self.fair[people] = self.fair.get(people, 0.0) + 1 / len(peoples)
            self.wins[people] = self.wins.get(people, 0.0) + won

    def lines(self) -> Iterator[str]:
        """The result as Markdown."""
        voice, turns = Voice(catalog(self.ruleset), []), sorted(self.turns)
        yield f"{self.games} games, {self.endless} without an end. Turns: {spread(turns)}."
        yield from ("", "| Victory | Games | Share |", "| --- | --- | --- |")
        for reason, count in self.reasons.most_common():
            yield f"| {voice.say(f'end.{reason}')} | {count} | {count / self.games:.0%} |"
        if not self.fair:
            return
        yield from ("", "| People | Wins | Fair share | Ratio |", "| --- | --- | --- | --- |")
        for people in sorted(self.fair):
            won, fair = self.wins[people], self.fair[people]
            name = voice.label(Text(people))
            yield f"| {name} | {won:g} | {fair:.1f} | {won / fair:.2f} |"


def spread(numbers: list[int]) -> str:
    """The least, the middle and the most of sorted numbers, and those in between.

    >>> spread([6, 20, 22, 24, 60])
    '6 to 60, the middle 22, nine of ten from 6 to 60'
    """
    if not numbers:
        return "none"
    edge = len(numbers) // 20
    low, high = numbers[edge], numbers[-1 - edge]
    middle = numbers[len(numbers) // 2]
    return f"{numbers[0]} to {numbers[-1]}, the middle {middle}, nine of ten from {low} to {high}"


def measure(name: str, games: int, seed: int, tables: Iterable[int] = ()) -> Balance:
    """Play games between stewards, tables of all sizes in turn."""
    sizes = tuple(tables) or tuple(ruleset(name).seats)
    balance = Balance(name)
    for number in range(seed, seed + games):
        seats = sizes[number % len(sizes)]
        game = Game.new(
            name,
            [f"player {seat}" for seat in range(seats)],
            {},
            b"balance %d" % number,
            [b"player %d" % seat for seat in range(seats)],
            record=False,
        )
        play_out(game, [policy("steward")] * seats, Random(number), MOST_CHOICES)
        balance.add(game)
    return balance
