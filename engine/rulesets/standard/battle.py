"""A battle: a unit of each side a round, chosen in secret, until one side is gone (chapter 5)."""

from __future__ import annotations

from typing import ClassVar, NamedTuple, TypeVar

from engine.core.flow import Play
from engine.core.text import Text
from engine.rulesets.standard import events
from engine.rulesets.standard.describing import duel, force
from engine.rulesets.standard.state import State
from engine.rulesets.standard.tables import BEATS, SCIENCE, Unit
from engine.world.duels import Battle, Clash, DuelPhase, named
from engine.world.state import BOARD, FIRST_SEA, Piece, Settlement

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


class BattlePhase(DuelPhase[S, Pick]):
    """Rounds of a battle. What units roll and add can be another rule set's."""

    rule = "rounds"
    fighter_type: ClassVar[type[events.Fighter]] = events.Fighter
    round_type: ClassVar[type[events.RoundFought]] = events.RoundFought

    def seen(self, state: S, clash: Clash, side: int) -> events.Units:
        return force(state, clash.space, clash.sides[side])

    def unit(self, pick: Pick) -> Piece:
        return pick.unit

    def chances(self, state: S, clash: Clash, side: int, pick: Pick) -> Text:
        added = self.added(state, clash, side, pick)
        return duel(state, clash, side, pick.unit, {"dice": self.dice(state, pick), **added})

    def order(self, state: S, commander: int) -> str:
        return state.orders[commander].battle

    # What can be sent, and how strong it is.

    def find_picks(self, state: S, clash: Clash, side: int) -> dict[str, Pick]:
        seats = clash.sides[side]
        units = state.fighters(clash.space, seats)
        if len(units) > 1:
            units.sort(key=lambda p: (self.rank(state, p.kind), p.id))
        air = {plane.owner: plane for plane in reversed(state.aircraft(clash.space, seats))}
        found: dict[str, Pick] = {}
        for key, unit in named(state, clash.space, units).items():
            if air and self.can_be_supported(state, unit):
                # The commander's own comes first: it is what the clock and standing orders send.
                for owner in (seat for seat in seats if seat in air):
                    name = f"{key}{SUPPORT}:{owner}" if len(air) > 1 else key + SUPPORT
                    found[name] = Pick(unit, air[owner])
            found[key] = Pick(unit, None)
        return found

    def rank(self, state: S, kind: int) -> tuple[int, ...]:
        """How types of units are sorted from the strongest to the weakest."""
        return rank(state.roster.units[kind])

    def can_be_supported(self, state: S, unit: Piece) -> bool:
        """Whether an aircraft may fight beside a unit (rule: aircraft-battle)."""
        return unit.kind not in state.roster.fleets or unit.kind in state.roster.airbases

    def dice(self, state: S, pick: Pick) -> int:
        """How many dice are rolled (rules: battle-dice, aircraft-battle)."""
        return state.roster.units[pick.unit.kind].dice + (pick.plane is not None)

    def added(self, state: S, clash: Clash, side: int, pick: Pick) -> dict[str, int]:
        """What a side adds to its roll, superiority aside (rule: science)."""
        commander = (clash.attacker, clash.defender)[side]
        return {"science": state.technology_count(commander) // SCIENCE}

    # The fight.

    def fight(self, play: Play[S], frame: Battle, pair: Pair) -> bool:
        """Both roll and add, and the lower one is removed (rule: rounds)."""
        state, clash = play.state, frame.clash
        rolls: list[tuple[tuple[int, ...], dict[str, int]]] = []
        for side, pick in enumerate(pair):
            added = self.added(state, clash, side, pick)
            added["superiority"] = superiority(state, pair, side)
            rolls.append((play.roll(self.dice(state, pick)), added))
        totals = [sum(faces) + sum(added.values()) for faces, added in rolls]
        sides = []
        for side, pick in enumerate(pair):
            faces, added = rolls[side]
            lost = totals[side] <= totals[1 - side]
            cargo = state.cargo(clash.space, pick.unit.id) if lost else ()
            sides.append(
                self.fighter_type(
                    seat=clash.commanders[side],
                    owner=pick.unit.owner,
                    unit=state.roster.ids[pick.unit.kind],
                    aircraft=pick.plane is not None,
                    faces=faces,
                    total=totals[side],
                    lost=lost,
                    cargo=state.roster.count(cargo),
                    **added,
                )
            )
            if lost:
                state.remove_pieces(clash.space, [p for p in pick if p is not None])
        play.tell(self.round_type(BOARD.id(clash.space), frame.round, *sides))
        return True

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


def captor(state: State, space: int, winners: tuple[int, ...]) -> int:
    """The commander, or, when it has no unit left there, its ally with most (rule: capture)."""
    left = {seat: state.military(space, seat) for seat in winners}
    if left[winners[0]]:
        return winners[0]
    return max(winners, key=lambda seat: left[seat])
