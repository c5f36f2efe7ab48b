"""A battle: a unit of each side a round, chosen in secret, until one side is gone (chapter 5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.core.decision import Decision
from engine.core.flow import Play
from engine.core.grammar import OneOf, Option, Value
from engine.core.simultaneous import SimultaneousPhase
from engine.core.text import Text
from engine.rulesets.standard import events
from engine.rulesets.standard.describing import duel, force
from engine.rulesets.standard.frames import Battle, Clash
from engine.rulesets.standard.state import State
from engine.rulesets.standard.tables import BEATS, FLEETS, UNITS
from engine.world.describing import aboard, several
from engine.world.state import BOARD, FIRST_SEA, IDS, Piece, Settlement

ROLES = {"infantry": 0, "cavalry": 1, "artillery": 2, "fleet": 3}
RANKS = tuple((-unit.era, ROLES.get(unit.role, 0)) for unit in UNITS)
"""For each kind of unit, how it is sorted from the strongest to the weakest."""
SUPPORT = "+fighter"


class Pick(NamedTuple):
    """What a side can send into a round: a unit and, perhaps, an aircraft with it."""

    unit: Piece
    plane: Piece | None


def sides_of(clash: Clash) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats of the attacking and of the defending side."""
    return clash.attackers, clash.defenders


def picks(state: State, clash: Clash, side: int) -> dict[str, Pick]:
    """What the attacker's (0) or defender's (1) side can send, by name, strongest first."""
    seats = (clash.attackers, clash.defenders)[side]
    units = state.fighters(clash.space, seats)
    units.sort(key=lambda p: (RANKS[p.kind], p.id))
    air = state.aircraft(clash.space, seats)
    shared = len({p.owner for p in units}) > 1
    found: dict[str, Pick] = {}
    for unit in units:
        key = UNITS[unit.kind].id
        if unit.kind in FLEETS and state.cargo(clash.space, unit.id):
            key = state.roster.fleet_key(unit)
        if shared:
            key = f"{key}:{unit.owner}"
        if key in found:
            continue
        if air and (unit.kind not in FLEETS or UNITS[unit.kind].era == 3):
            found[key + SUPPORT] = Pick(unit, air[0])
        found[key] = Pick(unit, None)
    return found


class BattlePhase(SimultaneousPhase[State, Battle]):
    """Rounds of a battle; nobody retreats."""

    title = "battle"

    def prepare(self, play: Play[State], frame: Battle) -> tuple[int, int]:
        return (frame.clash.attacker, frame.clash.defender)

    def advance(self, play: Play[State], frame: Battle) -> bool:
        state, clash = play.state, frame.clash
        if frame.asked is None:
            left = [bool(state.fighters(clash.space, side)) for side in sides_of(clash)]
            if not all(left):
                play.pop()
                finish(play, clash, left[0], left[1])
                return True
        return super().advance(play, frame)

    def foregone(self, state: State, frame: Battle) -> dict[int, Value]:
        found = {}
        for side, commander in enumerate((frame.clash.attacker, frame.clash.defender)):
            chosen = chosen_already(state, commander, picks(state, frame.clash, side))
            if chosen is not None:
                found[commander] = chosen
        return found

    def reveal(self, play: Play[State], frame: Battle, answers: dict[int, Value]) -> None:
        clash = frame.clash
        first, second = (
            picks(play.state, clash, side)[chosen] for side, chosen in enumerate(answers.values())
        )
        fight(play, frame, (first, second))
        play.push(Battle(clash, frame.round + 1))

    def question(self, state: State, frame: Battle, seat: int) -> Decision:
        clash = frame.clash
        side = int(seat == clash.defender)
        options = list(picks(state, clash, side))
        place, sides = IDS[clash.space], sides_of(clash)
        return Decision(
            seat,
            "fight",
            OneOf(options, lambda key: describe_pick(state, clash, side, key)),
            default=options[0],
            secret=True,
            rule="rounds",
            about={
                "place": place,
                "round": frame.round,
                "foe": sides[1 - side][0],
                "units": force(state, clash.space, sides[1 - side]),
            },
        )


def describe_pick(state: State, clash: Clash, side: int, key: str) -> Option:
    """A unit to send, with what it would roll and what would go down with it."""
    unit, plane = picks(state, clash, side)[key]
    load = state.cargo(clash.space, unit.id)
    chances = duel(state, clash, side, unit, plane is not None)
    detail = several(chances, aboard(state, load) if load else None)
    return Option(key, Text("fighter", {"key": key}), place=IDS[clash.space], detail=detail)


def chosen_already(state: State, commander: int, options: dict[str, Pick]) -> str | None:
    """A choice that needs no asking: there is only one, or a standing order makes it."""
    names = list(options)
    order = state.orders[commander].battle
    if len(names) == 1 or order == "strongest":
        return names[0]
    return names[-1] if order == "weakest" else None


def fight(play: Play[State], frame: Battle, pair: tuple[Pick, Pick]) -> None:
    """One round (rules: battle-dice, superiority, science, aircraft-battle)."""
    state, clash = play.state, frame.clash
    place = BOARD.id(clash.space)
    roles = [UNITS[pick.unit.kind].role for pick in pair]
    commanders = (clash.attacker, clash.defender)
    rolled = []
    for side, pick in enumerate(pair):
        faces = play.roll(UNITS[pick.unit.kind].dice + (pick.plane is not None))
        superior = state.era + 1 if BEATS.get(roles[side]) == roles[1 - side] else 0
        science = state.technology_count(commanders[side]) // 2
        rolled.append((faces, superior, science, sum(faces) + superior + science))
    totals = (rolled[0][3], rolled[1][3])
    reports = []
    for side, pick in enumerate(pair):
        lost = totals[side] <= totals[1 - side]
        drowned = state.cargo(clash.space, pick.unit.id) if lost else []
        reports.append(
            events.Fighter(
                seat=commanders[side],
                owner=pick.unit.owner,
                unit=UNITS[pick.unit.kind].id,
                aircraft=pick.plane is not None,
                faces=rolled[side][0],
                superiority=rolled[side][1],
                science=rolled[side][2],
                total=totals[side],
                lost=lost,
                cargo=state.roster.count(drowned),
            )
        )
        if lost:
            state.remove_pieces(clash.space, [p for p in pick if p is not None])
    play.tell(events.RoundFought(place, frame.round, reports[0], reports[1]))


def finish(play: Play[State], clash: Clash, attackers_left: bool, defenders_left: bool) -> None:
    """The winner takes what the loser leaves (rules: capture, aircraft-battle)."""
    state, place = play.state, BOARD.id(clash.space)
    if attackers_left == defenders_left:
        play.tell(events.BattleEnded(place, -1, ()))
        play.state.check_fallen(play)
        return
    winners, losers = clash.attackers, clash.defenders
    if defenders_left:
        winners, losers = losers, winners
    play.tell(events.BattleEnded(place, winners[0], losers))
    caught = state.aircraft(clash.space, losers)
    if caught:
        state.remove_pieces(clash.space, caught)
        play.tell(events.AircraftCaught(place, len(caught)))
    if clash.space < FIRST_SEA:
        capture(play, clash.space, captor(state, clash.space, winners), losers)
    else:
        play.state.check_fallen(play)


def captor(state: State, space: int, winners: tuple[int, ...]) -> int:
    """The commander, or, when it has no unit left there, its ally with most (rule: capture)."""
    left = {seat: len(state.fighters(space, (seat,))) for seat in winners}
    if left[winners[0]]:
        return winners[0]
    return max(winners, key=lambda seat: left[seat])


def capture(play: Play[State], region: int, winner: int, losers: Iterable[int]) -> None:
    """The winner takes the losers' settlement and their settlers and aircraft are gone."""
    state = play.state
    losing = tuple(losers)
    settlers = [settler for seat in losing for settler in state.settlers(region, seat)]
    if settlers:
        state.remove_pieces(region, settlers)
        play.tell(events.SettlersLost(BOARD.id(region), len(settlers)))
    settlement = state.settlements[region]
    if settlement is not None and settlement.owner in losing:
        state.put_settlement(region, Settlement(winner, settlement.size, settlement.grown))
        play.tell(events.Captured(winner, settlement.owner, BOARD.id(region), settlement.size))
    play.state.check_fallen(play)
