"""A battle as plain data, read from the events that all games on the world board share.

What then happens in the same place is its aftermath, in the words of the rule set's catalog.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from engine.core.errors import UnknownRuleset
from engine.core.events import Disclosure, Event
from engine.core.messages import ENGLISH, Voice, catalog
from engine.world import events as world
from engine.world.events import (
    BattleBegan,
    BattleEnded,
    BattleFought,
    Moved,
    RoundFought,
    Units,
    UnitsLost,
    WorldEvent,
)

Winner = Literal["attacker", "defender", "nobody", ""]


class Side(msgspec.Struct, frozen=True):
    """One side of a round: who leads, whose the units are, the dice and what is added to them.

    `bonuses` are named by the catalog (`card.battle.bonus`). `total` decides where the sides
    compare sums; `hits` are counted where they count dice.
    """

    seat: int
    owner: int
    units: Units
    faces: tuple[int, ...]
    bonuses: tuple[tuple[str, int], ...] = ()
    total: int | None = None
    hits: int | None = None
    lost: bool = False
    cargo: Units = ()


class Round(msgspec.Struct, frozen=True):
    """A round of a battle; the number is 0 where there is only one.

    `rerolls` says how often all dice were rolled before, and decided nothing.
    """

    number: int
    attacker: Side
    defender: Side
    rerolls: int = 0


class BattleReport(msgspec.Struct, frozen=True):
    """A battle. `won` is empty while it goes on; `losses` are by owner."""

    place: str
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    rounds: tuple[Round, ...] = ()
    won: Winner = ""
    losses: tuple[tuple[int, Units], ...] = ()
    after: tuple[str, ...] = ()


def battle_reports(
    events: Iterable[Event | Disclosure],
    ruleset: str,
    names: Sequence[str] = (),
    language: str = ENGLISH,
) -> tuple[BattleReport, ...]:
    """The battles in some events, in order. Events may come with or without their audience.

    Give only what the reader may know: nothing is left out here. `names` are as they are to be
    spoken.
    """
    reader = _Reader(ruleset, names, language)
    for event in events:
        reader.read(event.event if isinstance(event, Disclosure) else event)
    return tuple(reader.reports)


class _Reader:
    def __init__(self, ruleset: str, names: Sequence[str], language: str) -> None:
        self.reports: list[BattleReport] = []
        self.open = False
        self.owed: dict[int, int] = {}
        self.voice: Voice | None = None
        try:
            self.voice = Voice(catalog(ruleset, language), names)
        except UnknownRuleset:
            return

    def read(self, event: Event) -> None:
        """Take one more event into account."""
        last = self.reports[-1] if self.reports else None
        if isinstance(event, BattleBegan):
            self._begin(BattleReport(event.place, event.attackers, event.defenders))
        elif isinstance(event, RoundFought):
            self._round(event, last)
        elif last is None or not self.open:
            return
        elif last.place not in _reasons(event):
            # Something else has begun: what happens here from now on has other reasons.
            self.open = not last.won
        elif isinstance(event, BattleEnded) and not last.won:
            self._change(msgspec.structs.replace(last, won=_winner(last, event.winner)))
        elif last.won:
            self._aftermath(event, last)

    def _begin(self, report: BattleReport) -> None:
        self.owed = {}
        self.reports.append(report)
        self.open = True

    def _round(self, event: RoundFought, last: BattleReport | None) -> None:
        attacker, defender = _side(event.attacker), _side(event.defender)
        started = BattleReport(event.place, (attacker.seat,), (defender.seat,))
        if isinstance(event, BattleFought):
            self._begin(msgspec.structs.replace(started, won=_winner(started, event.winner)))
            self.owed = {attacker.seat: defender.hits or 0, defender.seat: attacker.hits or 0}
            fought = Round(event.round, attacker, defender, event.rerolls)
        else:
            if last is None or last.place != event.place or last.won:
                self._begin(started)
            fought = Round(event.round, attacker, defender)
        self._change(_with_round(self.reports[-1], fought))

    def _aftermath(self, event: Event, last: BattleReport) -> None:
        if isinstance(event, UnitsLost):
            last = msgspec.structs.replace(last, losses=_more(last, event.seat, event.units))
            count = sum(number for _, number in event.units)
            if count <= self.owed.get(event.seat, 0):
                # The hits took them: the list of losses says it.
                self.owed[event.seat] -= count
                self._change(last)
                return
        said = last.after
        if self.voice is not None and self.voice.has(event.key()):
            said = (*said, self.voice.event(event))
        self._change(msgspec.structs.replace(last, after=said))

    def _change(self, report: BattleReport) -> None:
        self.reports[-1] = report


def _with_round(report: BattleReport, fought: Round) -> BattleReport:
    for side in (fought.attacker, fought.defender):
        if side.lost:
            losses = _more(report, side.owner, (*side.units, *side.cargo))
            report = msgspec.structs.replace(report, losses=losses)
    return msgspec.structs.replace(report, rounds=(*report.rounds, fought))


def _more(report: BattleReport, owner: int, units: Units) -> tuple[tuple[int, Units], ...]:
    """The losses of a report with some more."""
    found = {seat: dict(lost) for seat, lost in report.losses}
    counts = found.setdefault(owner, {})
    for kind, count in units:
        counts[kind] = counts.get(kind, 0) + count
    return tuple((seat, tuple(lost.items())) for seat, lost in found.items())


def _winner(report: BattleReport, seat: int) -> Winner:
    if seat in report.attackers:
        return "attacker"
    return "defender" if seat in report.defenders else "nobody"


def _reasons(event: Event) -> tuple[str, ...]:
    """The places that an event follows from: a retreat from where it began."""
    if isinstance(event, Moved):
        return (event.origin,)
    return event.where if isinstance(event, WorldEvent) else ()


def _side(side: world.Side) -> Side:
    return Side(
        side.seat,
        side.owner,
        side.units,
        side.faces,
        side.bonuses,
        side.total,
        side.hits,
        side.lost,
        side.cargo,
    )
