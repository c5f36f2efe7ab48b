"""A battle: a unit of each side a round, chosen in secret, until one side is gone (chapter 5)."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from engine.core.decision import Decision
from engine.core.flow import Play
from engine.core.grammar import OneOf, Option, Value
from engine.core.simultaneous import SimultaneousPhase
from engine.core.text import Text
from engine.rulesets.standard import events
from engine.rulesets.standard.describing import duel, force
from engine.rulesets.standard.frames import Battle, Clash
from engine.rulesets.standard.state import State
from engine.rulesets.standard.tables import BEATS, Unit
from engine.world.describing import aboard, several
from engine.world.state import BOARD, FIRST_SEA, IDS, Piece, Settlement

ROLES = {"infantry": 0, "cavalry": 1, "artillery": 2, "fleet": 3}
"""Of one era, which units are named first."""
SUPPORT = "+fighter"
S = TypeVar("S", bound=State)


class Pick(NamedTuple):
    """What a side can send into a round: a unit and, perhaps, an aircraft with it."""

    unit: Piece
    plane: Piece | None


Pair = tuple[Pick, Pick]
"""What the attacker and the defender send into a round."""


def sides_of(clash: Clash) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats of the attacking and of the defending side."""
    return clash.attackers, clash.defenders


class BattlePhase(SimultaneousPhase[S, Battle]):
    """Rounds of a battle; nobody retreats. What units roll and add can be another rule set's."""

    title = "battle"

    def prepare(self, play: Play[S], frame: Battle) -> tuple[int, int]:
        return (frame.clash.attacker, frame.clash.defender)

    def advance(self, play: Play[S], frame: Battle) -> bool:
        state, clash = play.state, frame.clash
        if frame.asked is None:
            left = [bool(state.fighters(clash.space, side)) for side in sides_of(clash)]
            if not all(left):
                play.pop()
                self.finish(play, clash, left[0], left[1])
                return True
        return super().advance(play, frame)

    def foregone(self, state: S, frame: Battle) -> dict[int, Value]:
        found = {}
        for side, commander in enumerate((frame.clash.attacker, frame.clash.defender)):
            options = self.picks(state, frame.clash, side)
            chosen = chosen_already(state, commander, options)
            if chosen is not None:
                found[commander] = chosen
        return found

    def reveal(self, play: Play[S], frame: Battle, answers: dict[int, Value]) -> None:
        clash = frame.clash
        first, second = (
            self.picks(play.state, clash, side)[chosen]
            for side, chosen in enumerate(answers.values())
        )
        self.fight(play, frame, (first, second))
        play.push(Battle(clash, frame.round + 1))

    def question(self, state: S, frame: Battle, seat: int) -> Decision:
        clash = frame.clash
        side = int(seat == clash.defender)
        options = list(self.picks(state, clash, side))
        place, sides = IDS[clash.space], sides_of(clash)
        return Decision(
            seat,
            "fight",
            OneOf(options, lambda key: self.describe_pick(state, clash, side, key)),
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

    def describe_pick(self, state: S, clash: Clash, side: int, key: str) -> Option:
        """A unit to send, with what it would roll and what would go down with it."""
        pick = self.picks(state, clash, side)[key]
        load = state.cargo(clash.space, pick.unit.id)
        chances = self.chances(state, clash, side, pick)
        detail = several(chances, aboard(state, load) if load else None)
        return Option(key, Text("fighter", {"key": key}), place=IDS[clash.space], detail=detail)

    def chances(self, state: S, clash: Clash, side: int, pick: Pick) -> Text:
        """What a unit would roll and add."""
        return duel(state, clash, side, pick.unit, pick.plane is not None)

    # What can be sent, and how strong it is.

    def picks(self, state: S, clash: Clash, side: int) -> dict[str, Pick]:
        """What the attacker's (0) or defender's (1) side can send, by name, strongest first."""
        seats = (clash.attackers, clash.defenders)[side]
        units = state.fighters(clash.space, seats)
        units.sort(key=lambda p: (rank(state.roster.units[p.kind]), p.id))
        air = state.aircraft(clash.space, seats)
        shared = len({p.owner for p in units}) > 1
        found: dict[str, Pick] = {}
        for unit in units:
            key = state.roster.ids[unit.kind]
            if unit.kind in state.roster.fleets and state.cargo(clash.space, unit.id):
                key = state.roster.fleet_key(unit)
            if shared:
                key = f"{key}:{unit.owner}"
            if key in found:
                continue
            if air and self.can_be_supported(state, unit):
                found[key + SUPPORT] = Pick(unit, air[0])
            found[key] = Pick(unit, None)
        return found

    def can_be_supported(self, state: S, unit: Piece) -> bool:
        """Whether an aircraft may fight beside a unit (rule: aircraft-battle)."""
        return unit.kind not in state.roster.fleets or unit.kind in state.roster.airbases

    def dice(self, state: S, pick: Pick) -> int:
        """How many dice are rolled (rules: battle-dice, aircraft-battle)."""
        return state.roster.units[pick.unit.kind].dice + (pick.plane is not None)

    def fighter(self, state: S, clash: Clash, side: int, pair: Pair) -> events.Fighter:
        """One side of a round before it rolls: the unit and what it adds (rule: science)."""
        pick, commander = pair[side], (clash.attacker, clash.defender)[side]
        return events.Fighter(
            seat=commander,
            owner=pick.unit.owner,
            unit=state.roster.ids[pick.unit.kind],
            aircraft=pick.plane is not None,
            superiority=superiority(state, pair, side),
            science=state.technology_count(commander) // 2,
            faces=(),
            total=0,
            lost=False,
            cargo=(),
        )

    # The fight.

    def fight(self, play: Play[S], frame: Battle, pair: Pair) -> None:
        """One round: both roll and add, and the lower one is removed (rule: rounds)."""
        state, clash = play.state, frame.clash
        sides = []
        for side, pick in enumerate(pair):
            fighter = self.fighter(state, clash, side, pair)
            faces = play.roll(self.dice(state, pick))
            total = sum(faces) + sum(points for _, points in fighter.bonuses)
            sides.append(replace(fighter, faces=faces, total=total))
        totals = (sides[0].total, sides[1].total)
        for side, pick in enumerate(pair):
            if totals[side] <= totals[1 - side]:
                drowned = state.roster.count(state.cargo(clash.space, pick.unit.id))
                sides[side] = replace(sides[side], lost=True, cargo=drowned)
                state.remove_pieces(clash.space, [p for p in pick if p is not None])
        play.tell(self.report(BOARD.id(clash.space), frame.round, sides))

    def report(self, place: str, number: int, sides: list[events.Fighter]) -> events.RoundFought:
        """What is told of a round."""
        return events.RoundFought(place, number, sides[0], sides[1])

    def finish(self, play: Play[S], clash: Clash, attackers: bool, defenders: bool) -> None:
        """The winner takes what the loser leaves (rules: capture, aircraft-battle)."""
        state, place = play.state, BOARD.id(clash.space)
        if attackers == defenders:
            play.tell(events.BattleEnded(place, -1, ()))
            play.state.check_fallen(play)
            return
        winners, losers = clash.attackers, clash.defenders
        if defenders:
            winners, losers = losers, winners
        play.tell(events.BattleEnded(place, winners[0], losers))
        caught = state.aircraft(clash.space, losers)
        if caught:
            state.remove_pieces(clash.space, caught)
            play.tell(events.AircraftCaught(place, len(caught)))
        if clash.space < FIRST_SEA:
            self.capture(play, clash.space, captor(state, clash.space, winners), losers)
        else:
            play.state.check_fallen(play)

    def capture(self, play: Play[S], region: int, winner: int, losers: tuple[int, ...]) -> None:
        """The winner takes the losers' settlement and their settlers are gone (rule: capture)."""
        state = play.state
        settlers = [settler for seat in losers for settler in state.settlers(region, seat)]
        if settlers:
            state.remove_pieces(region, settlers)
            play.tell(events.SettlersLost(BOARD.id(region), len(settlers)))
        settlement = state.settlements[region]
        if settlement is not None and settlement.owner in losers:
            state.put_settlement(region, Settlement(winner, settlement.size, settlement.grown))
            play.tell(events.Captured(winner, settlement.owner, BOARD.id(region), settlement.size))
        play.state.check_fallen(play)


def rank(unit: Unit) -> tuple[int, int]:
    """How a type of unit is sorted from the strongest to the weakest."""
    return -unit.era, ROLES.get(unit.role, 0)


def superiority(state: State, pair: Pair, side: int) -> int:
    """What the better kind of army adds: the number of the current era (rule: superiority)."""
    roles = [state.roster.units[pick.unit.kind].role for pick in pair]
    return state.era + 1 if BEATS.get(roles[side]) == roles[1 - side] else 0


def chosen_already(state: State, commander: int, options: dict[str, Pick]) -> str | None:
    """A choice that needs no asking: there is only one, or a standing order makes it."""
    names = list(options)
    order = state.orders[commander].battle
    if len(names) == 1 or order == "strongest":
        return names[0]
    return names[-1] if order == "weakest" else None


def captor(state: State, space: int, winners: tuple[int, ...]) -> int:
    """The commander, or, when it has no unit left there, its ally with most (rule: capture)."""
    left = {seat: len(state.fighters(space, (seat,))) for seat in winners}
    if left[winners[0]]:
        return winners[0]
    return max(winners, key=lambda seat: left[seat])
