"""A battle as plain data, and how it is read off the events of any rule set that fights with dice.

Events are told apart by what they hold, not by their class, so that drawing knows no rule set:

* `place`, `attackers`, `defenders`: a battle begins;
* `place`, `round`, `attacker`, `defender`: two units fight a round (see `_fighter`);
* `place`, `winner`, `losers`: it ends, with winner -1 where nobody is left;
* `place`, `attacker`, `defender`, `winner`: a whole battle with all dice at once (see `_army`).

What then happens in the same place is its aftermath, told in the words of the rule set's catalog.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from engine.core.errors import UnknownRuleset
from engine.core.events import Event
from engine.core.messages import Catalog, catalog
from engine.core.messages.catalogs import ENGLISH
from engine.world.events import BattleFought
from render.speech import spoken_name
from render.style.players import Colours, seat_colours

Units = tuple[tuple[str, int], ...]
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
    events: Iterable[object],
    ruleset: str,
    names: Sequence[str] = (),
    language: str = ENGLISH,
    *,
    colours: Colours | None = None,
) -> tuple[BattleReport, ...]:
    """The battles in some events, in order. Events may come with or without their audience.

    Give only what the reader may know: nothing is left out here. `colours` is as for `render.draw`;
    here they only name players without a name.
    """
    palette = seat_colours(colours)
    spoken = [spoken_name(seat, names, palette) for seat in range(len(names))]
    reader = _Reader(ruleset, spoken, language)
    for told in events:
        reader.read(getattr(told, "event", told))
    return tuple(reader.reports)


class _Reader:
    def __init__(self, ruleset: str, names: Sequence[str], language: str) -> None:
        self.reports: list[BattleReport] = []
        self.names = names
        self.open = False
        self.owed: dict[int, int] = {}
        self.words: Catalog | None = None
        try:
            self.words = catalog(ruleset, language)
        except UnknownRuleset:
            return

    def read(self, event: Any) -> None:
        """Take one more event into account."""
        holds = set(getattr(event, "__struct_fields__", ()))
        last = self.reports[-1] if self.reports else None
        if {"place", "attackers", "defenders"} <= holds:
            self._begin(BattleReport(event.place, event.attackers, event.defenders))
        elif isinstance(event, BattleFought):
            self._begin(_whole(event))
            fought = self.reports[-1].rounds[0]
            one, two = fought.attacker, fought.defender
            self.owed = {one.seat: two.hits or 0, two.seat: one.hits or 0}
        elif {"place", "round", "attacker", "defender"} <= holds:
            sides = _fighter(event.attacker), _fighter(event.defender)
            if last is None or last.place != event.place or last.won:
                self._begin(BattleReport(event.place, (sides[0].seat,), (sides[1].seat,)))
            self._change(_with_round(self.reports[-1], Round(event.round, *sides)))
        elif last is None or not self.open:
            return
        elif not self._same_place(event, holds, last):
            # Something else has begun: what happens here from now on has other reasons.
            self.open = not last.won
            return
        elif {"winner", "losers"} <= holds and not last.won:
            self._change(msgspec.structs.replace(last, won=_winner(last, event.winner)))
        elif last.won:
            self._aftermath(event, holds, last)

    def _begin(self, report: BattleReport) -> None:
        self.owed = {}
        self.reports.append(report)
        self.open = True

    def _same_place(self, event: Any, holds: set[str], last: BattleReport) -> bool:
        where = {getattr(event, name) for name in ("place", "origin") if name in holds}
        return last.place in where

    def _aftermath(self, event: Any, holds: set[str], last: BattleReport) -> None:
        if {"seat", "units", "place"} <= holds:
            last = msgspec.structs.replace(last, losses=_more(last, event.seat, event.units))
            count = sum(number for _, number in event.units)
            if count <= self.owed.get(event.seat, 0):
                # The hits took them: the list of losses says it.
                self.owed[event.seat] -= count
                self._change(last)
                return
        said = last.after
        if self.words is not None and isinstance(event, Event) and self.words.has(event.key()):
            said = (*said, self.words.event(event, self.names))
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


def _fighter(side: Any) -> Side:
    """A side that sends one unit into each round and adds to its dice."""
    support = (("fighter", 1),) if getattr(side, "aircraft", False) else ()
    bonuses = ((name, getattr(side, name, 0)) for name in ("superiority", "science"))
    return Side(
        seat=side.seat,
        owner=getattr(side, "owner", side.seat),
        units=((side.unit, 1), *support),
        faces=tuple(side.faces),
        bonuses=tuple((name, points) for name, points in bonuses if points),
        total=side.total,
        lost=side.lost,
        cargo=tuple(getattr(side, "cargo", ())),
    )


def _whole(event: Any) -> BattleReport:
    """A battle in which all units roll at once and sixes hit."""
    sides = [
        Side(
            side.seat,
            side.seat,
            tuple(side.units),
            tuple(side.faces),
            tuple(getattr(side, "bonuses", ())),
            hits=side.sixes,
        )
        for side in (event.attacker, event.defender)
    ]
    fought = Round(0, sides[0], sides[1], getattr(event, "rerolls", 0))
    started = BattleReport(event.place, (sides[0].seat,), (sides[1].seat,), (fought,))
    return msgspec.structs.replace(started, won=_winner(started, event.winner))
