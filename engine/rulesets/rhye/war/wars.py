"""Wars: declared in turn, joined, and what nobody defends (rulebook 6.1, 6.2 and 6.6 to 6.9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import OneOf, Option, Setting, Settings, Unfit, Value
from engine.core.question import Fault, no, refusal
from engine.core.text import Text
from engine.rulesets.rhye import events
from engine.rulesets.rhye.frames import Spoils, Wars
from engine.rulesets.rhye.state import GREY, State
from engine.rulesets.rhye.victory import check_domination
from engine.rulesets.rhye.war.spoils import next_thing, place_colonies
from engine.world import duels
from engine.world.duels import Clash, Joining
from engine.world.flow import InTurnPhase
from engine.world.state import BIT, BOARD, FIRST_SEA, IDS, NOBODY

PEACE = "peace"
NOBODYS = "grey"
SHARED = frozenset(holders for holders in range(256) if holders.bit_count() > 1)
"""The values of `WorldState.holders` where several have pieces."""


def side_key(seat: int) -> str:
    """The name of a foe in an answer."""
    return NOBODYS if seat == GREY else str(seat)


def foe_of(key: str) -> int:
    """The seat that a key names."""
    return GREY if key == NOBODYS else int(key)


def foes_in(state: State, seat: int, space: int) -> list[int]:
    """Those whom a seat can declare war on in a space: others with units that can defend."""
    able = state.roster.defenders if space < FIRST_SEA else state.roster.fleets
    owners = {p.owner for p in state.spaces[space] if p.kind in able}
    order = (*state.turn_order(), GREY)
    return [owner for owner in order if owner in owners and owner != seat]


Fronts = dict[int, list[int]]


def fronts(state: State, seat: int) -> Fronts:
    """Where a seat can declare war, and on whom (rule: war)."""
    found = {}
    own = BIT[seat]
    for space in state.held_spaces(seat):
        if state.holders[space] & ~own and state.has_fighters(space, seat):
            foes = foes_in(state, seat, space)
            if foes:
                found[space] = foes
    return found


def is_contested(state: State) -> bool:
    """Whether anybody shares a territory with others, so that there could be a war or spoils."""
    if not SHARED.isdisjoint(state.holders):
        return True
    settlements, colonies = state.settlements, state.colonies
    for space, stack in state.occupied():
        if space >= FIRST_SEA:
            break
        settlement = settlements[space]
        owner = colonies[space] if settlement is None else settlement.owner
        if owner != stack[0].owner and (settlement is not None or owner != NOBODY):
            return True
    return False


def after_battles(play: Play[State]) -> None:
    """What follows when all wars are over, or there were none (rules: colonies, domination)."""
    place_colonies(play)
    check_domination(play)


class WarsPhase(InTurnPhase[State, Wars]):
    """Seats declare their wars one after the other, fight them, and take what is undefended."""

    title = "wars"

    def advance(self, play: Play[State], frame: Wars) -> bool:
        state = play.state
        if frame.is_over:
            play.pop()
            after_battles(play)
            return True
        seat = frame.seat
        if state.fallen[seat]:
            state.frames[-1] = Wars(frame.order, frame.at + 1)
        elif frame.queue is None:
            found = fronts(state, seat)
            if not found:
                self.take_undefended(play, frame)
                return True
            if any(foes != [GREY] for foes in found.values()):
                return False
            self.declare(play, seat, found, {})
        elif frame.queue:
            clash = frame.queue[0]
            if is_still_war(state, clash):
                play.update(queue=frame.queue[1:], fought=(*frame.fought, clash.space))
                begin(play, clash)
            else:
                play.update(queue=frame.queue[1:])
        elif not frame.taking:
            self.take_undefended(play, frame)
        else:
            state.frames[-1] = Wars(frame.order, frame.at + 1)
        return True

    def take_undefended(self, play: Play[State], frame: Wars) -> None:
        """A seat whose wars are over comes to what nobody defends; without any, to the next seat.

        Where it has fought, the victor has taken what there was.
        """
        state, seat, fought = play.state, frame.seat, frame.fought
        left = [s for s in state.held_spaces(seat) if s < FIRST_SEA and s not in fought]
        spoils = Spoils(seat, tuple(left))
        if next_thing(state, spoils) is None:
            state.frames[-1] = Wars(frame.order, frame.at + 1)
        else:
            play.update(queue=(), taking=True)
            play.push(spoils)

    def open(self, state: State, frame: Wars) -> list[Decision]:
        seat = frame.seat
        return [
            Decision(
                seat, "war", Settings(partial(self.settings, state, seat)), default={}, rule="war"
            )
        ]

    def settings(self, state: State, seat: int) -> tuple[Setting, ...]:
        """For each territory, whom to attack there; with grey units there is no peace."""
        return tuple(
            Setting(
                IDS[space],
                OneOf(
                    [*([] if GREY in foes else [PEACE]), *map(side_key, foes)],
                    partial(describe_foe, state, seat, space),
                ),
                unless_declared(foes),
                Text("place", {"place": IDS[space]}),
            )
            for space, foes in fronts(state, seat).items()
            if foes != [GREY]
        )

    def answer(self, play: Play[State], frame: Wars, decision: Decision, value: Value) -> None:
        self.declare(play, frame.seat, fronts(play.state, frame.seat), value)

    def why_not(
        self, state: State, frame: Wars, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        """Settings name their places: which of them is wrong, and how (rules: war, grey-units)."""
        if not unfit.path or unfit.code not in ("not_an_option", "unexpected"):
            return None
        place = unfit.path[0]
        if place not in BOARD.index:
            return IllegalChoice("no_such_place", "war", place=place)
        key = unfit.data.get("key")
        return refusal(war_fault(state, decision.seat, BOARD.index[place], key), "war", place=place)

    def declare(
        self, play: Play[State], seat: int, found: Fronts, value: Mapping[str, str]
    ) -> None:
        """The wars that a seat chose, and those with grey units that it did not avoid."""
        queue = []
        for space, foes in found.items():
            key = value.get(IDS[space], unless_declared(foes))
            if key != PEACE:
                queue.append(Clash(space, seat, foe_of(key), (seat,), (foe_of(key),)))
        play.update(queue=tuple(queue))


def war_fault(state: State, seat: int, space: int, key: str | None) -> Fault:
    """What keeps a seat from a war in a space, or from one with a foe, or from peace."""
    if not state.has_fighters(space, seat):
        return "no_army_here"
    foes = foes_in(state, seat, space)
    if not foes or foes == [GREY]:
        return "nobody_here"
    if key == PEACE:
        return no("no_peace", "grey-units") if GREY in foes else None
    return None if key is None or key in map(side_key, foes) else "not_here"


def unless_declared(foes: Sequence[int]) -> str:
    """What happens without a declaration: peace, but not with grey units (rule: grey-units)."""
    return NOBODYS if GREY in foes else PEACE


def describe_foe(state: State, seat: int, space: int, key: str) -> Option:
    """Whom a war would be with, and what both have there."""
    if key == PEACE:
        return Option(key, Text("option.peace"))
    foe = foe_of(key)
    settlement = state.settlement_at(space)
    facts = {
        "own": state.roster.count(state.fighters(space, (seat,))),
        "units": state.roster.count(state.fighters(space, (foe,))),
        "size": settlement.size if settlement is not None and settlement.owner == foe else 0,
        "capital": foe != GREY and state.capitals[foe] == space,
    }
    label = Text("option.foe", {"seat": foe})
    return Option(key, label, place=IDS[space], detail=Text("detail.foe", facts))


def is_still_war(state: State, clash: Clash) -> bool:
    """Whether both sides of a war that was declared are still there."""
    return state.has_fighters(clash.space, clash.attacker) and clash.defender in foes_in(
        state, clash.attacker, clash.space
    )


def begin(play: Play[State], clash: Clash) -> None:
    """Others in the territory are asked whether they join."""
    state = play.state
    third = [
        seat
        for seat in state.turn_order()
        if seat not in clash.commanders and state.has_fighters(clash.space, seat)
    ]
    if third:
        # Who is asked now shows who left an order (rule: taking-back).
        play.reveal()
    asked = tuple(seat for seat in third if state.orders[seat].join == "ask")
    play.push(Joining(clash, asked=asked))


class JoiningPhase(duels.JoiningPhase[State]):
    """The commanders' own units speak for the sides; nobody leads those who would join the grey."""

    def sides(self, state: State, clash: Clash) -> tuple[str, ...]:
        if clash.defender == GREY:
            return tuple(side for side in duels.SIDES if side != "defender")
        return duels.SIDES

    def forces(self, state: State, clash: Clash) -> tuple[events.Units, events.Units]:
        space, count = clash.space, state.roster.count
        attackers, defenders = (count(state.fighters(space, (s,))) for s in clash.commanders)
        return attackers, defenders
