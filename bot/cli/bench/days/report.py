"""The figures of many games: days a turn and sittings a turn, for each rule set, pace and size."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from bot.cli.bench.days.tables import PACES, Lived, Table, has_together, live
from engine.core.registry import ruleset, rulesets

COLUMNS = (
    *("players", "turns", "days", "days a turn", "sittings a turn"),
    *("bare ends a turn", "forced sittings a turn", "by clocks"),
    "where the days go",
)
MOST_NAMED = 4
"""So many kinds of decisions are named of those that a game waited for."""
LEAST_NAMED = 0.05
"""The part of the days from which a kind of decision is worth its name."""


class Group(NamedTuple):
    """Tables that differ in their seeds alone."""

    ruleset: str
    players: int
    pace: str
    together: bool
    rests: bool = False

    @property
    def name(self) -> str:
        """The rule set, and what is special about the tables."""
        together = ", together" if self.together else ""
        return self.ruleset + together + (", done unless offered" if self.rests else "")


class Row(NamedTuple):
    """What the games of a group come to, on average."""

    group: Group
    games: int
    unfinished: int
    turns: float
    days: float
    days_a_turn: float
    sittings_a_turn: float
    """Sittings that each person needs for a turn."""
    bare_ends_a_turn: float
    """Answers of each person in a turn that did no more than end or pass over something."""
    forced_a_turn: float
    """Sittings of each person in a turn in which there was no more to say than such ends."""
    bare_ends: Mapping[str, float]
    """The same answers of a game by what they ended, the most frequent first."""
    waited: Mapping[str, float]
    """Days of a game by the kind of decision that was awaited, the longest first."""
    lapsed: float
    """Choices that clocks and stand-ins made, in a game."""

    def as_object(self) -> dict[str, object]:
        """All of it, for JSON."""
        own = self._asdict()
        del own["group"]
        return self.group._asdict() | own


def groups(players: Sequence[int], names: Sequence[str] = ()) -> list[Group]:
    """What is measured: these rule sets, or all; every pace; one by one and together."""
    return [
        Group(name, count, pace, together, rests)
        for name, count, pace in product(names or rulesets(), players, PACES)
        if count in ruleset(name).seats
        for together, rests in ways(name)
    ]


def ways(name: str) -> Iterator[tuple[bool, bool]]:
    """How a rule set is measured at each pace: one by one, together, and with all at rest in trade
    until there is an offer."""
    yield False, False
    if has_together(name):
        yield True, False
    if ruleset(name).rests_by:
        yield False, True


def rows(wanted: Sequence[Group], seeds: int) -> Iterator[Row]:
    """Play the games of each group, on all cores, and say what they come to as they are done."""
    tables = {
        group: [
            Table(
                ruleset=group.ruleset,
                players=group.players,
                pace=group.pace,
                together=group.together,
                rests=group.rests,
                seed=seed,
            )
            for seed in range(1, seeds + 1)
        ]
        for group in wanted
    }
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        playing = {group: [pool.submit(live, each) for each in tables[group]] for group in wanted}
        for group, games in playing.items():
            yield row_of(group, [game.result() for game in games])


def row_of(group: Group, lived: Sequence[Lived]) -> Row:
    """What some games of a group come to."""
    count, turns = len(lived), sum(each.turns for each in lived)
    days = sum(each.days for each in lived)
    waited, ends = Counter[str](), Counter[str]()
    for each in lived:
        waited.update(each.waited)
        ends.update(each.bare_ends)
    return Row(
        group,
        count,
        sum(not each.finished for each in lived),
        turns / count,
        days / count,
        days / turns,
        sum(each.sittings for each in lived) / group.players / turns,
        ends.total() / group.players / turns,
        sum(each.forced for each in lived) / group.players / turns,
        {kind: number / count for kind, number in ends.most_common()},
        {kind: spent / count for kind, spent in waited.most_common()},
        sum(each.lapsed for each in lived) / count,
    )


def as_line(row: Row) -> str:
    """The figures of a group in a line for the terminal."""
    group = row.group
    name = f"{group.name}, {group.players} players, {group.pace}"
    waited = ", ".join(f"{kind} {days:.0f}" for kind, days in _named(row))
    return (
        f"{name:<44} {row.turns:5.1f} turns {row.days:6.1f} days {row.days_a_turn:6.2f} days a turn"
        f" {row.sittings_a_turn:6.2f} sittings a turn {row.bare_ends_a_turn:5.2f} bare ends"
        f" {row.forced_a_turn:5.2f} forced  ({waited})"
    )


def as_page(found: Iterable[Row], seeds: int) -> str:
    """The figures as a page in Markdown, a table for each pace."""
    by_pace: dict[str, list[Row]] = defaultdict(list)
    for row in found:
        by_pace[row.group.pace].append(row)
    parts = [INTRODUCTION.format(seeds=seeds)]
    for pace, several in by_pace.items():
        lines = [f"## {TITLES[pace]}", "", *_table(several)]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def by_hand(page: Path) -> str:
    """What was written below the tables of an earlier page: that stays."""
    if not page.is_file():
        return ""
    _, mark, rest = page.read_text("utf-8").partition(BY_HAND)
    return mark + rest


def as_data(found: Iterable[Row]) -> dict[str, dict[str, int]]:
    """The days of games by rule set and pace, as the lobby says them."""
    days: dict[str, dict[str, int]] = defaultdict(dict)
    for row in found:
        is_usual = not row.group.together and not row.group.rests
        if is_usual and row.group.players == USUAL_PLAYERS:
            days[row.group.ruleset][row.group.pace] = round(round(row.days, 1))
    return days


USUAL_PLAYERS = 4
BY_HAND = "\n<!-- What follows is written by hand, and kept. -->\n"
TITLES = {
    "relaxed": "At the pace *relaxed*: a day for each question",
    "steady": "At the pace *steady*: a day for a turn's first part, eight hours for later ones",
    "daily": "At the pace *a turn a day*: what is open at 20:00 is carried out",
}
INTRODUCTION = """# How many days games take

Measured by `herald bench --days`, which writes this page with `-o docs/days.md`: {seeds} games in
each line, on a clock that leaps. The people in them look at Discord three times a day, at random
moments between 8 and 23 h, and each time answer all that is asked of them, as the steward would.

A *sitting* is such a look at which something was asked. A *bare end* is an answer that only ends or
passes over something, with nothing said before that it could go with on one button; a *forced*
sitting is one in which nothing else was left to say. Both are for each player. *By clocks* says how
many choices of a game were made when time was over, by the careful stand-in: it needs many for one
question. *Steady* and *a turn a day* keep quiet hours from 23 to 8. *Together* is the option by
which several people are asked at once where the rules ask them in turn; *done unless offered* is
the standing order by which all are done with trade until somebody makes them an offer. Where the
days go is said by what was awaited.
""".rstrip()


def _table(found: Sequence[Row]) -> Iterator[str]:
    yield f"| {' | '.join(('', *COLUMNS))} |"
    yield f"|{' --- |' * (1 + len(COLUMNS))}"
    for row in found:
        cells = (
            row.group.name,
            f"{row.group.players}",
            f"{row.turns:.1f}",
            f"{row.days:.1f}",
            f"**{row.days_a_turn:.2f}**",
            f"**{row.sittings_a_turn:.2f}**",
            f"{row.bare_ends_a_turn:.2f}",
            f"{row.forced_a_turn:.2f}",
            f"{row.lapsed:.1f}",
            ", ".join(f"{kind} {days:.0f}" for kind, days in _named(row)),
        )
        yield f"| {' | '.join(cells)} |"


def _named(row: Row) -> Iterator[tuple[str, float]]:
    for kind, days in list(row.waited.items())[:MOST_NAMED]:
        if days >= row.days * LEAST_NAMED:
            yield kind.replace("_", " "), days
