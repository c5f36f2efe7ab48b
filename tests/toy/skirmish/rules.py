"""The rules of Skirmish: place villages, march in secret and together, fight, count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, ClassVar

from engine.core.absence import Care
from engine.core.decision import Choice, Decision
from engine.core.flow import Frame, Phase, Play
from engine.core.grammar import Amount, Answers, Field, Grammar, OneOf, Option, Value, form
from engine.core.simultaneous import Simultaneous, SimultaneousPhase
from engine.core.text import Text
from engine.core.view import View
from engine.world import battles, events, flow
from engine.world.battles import Battles, Clash
from engine.world.describing import place_option
from engine.world.flow import Turn
from engine.world.pieces.placement import Placement, PlacementPhase
from engine.world.roster import AnyRoster
from engine.world.ruleset import WorldRuleset
from engine.world.state import BOARD, IDS, Settlement, WorldState
from engine.world.tables import WorldTables, load_tables

TABLES = load_tables("tests.toy.skirmish", WorldTables)
STAY = "stay"


class March(Simultaneous, frozen=True, tag=True):
    """All choose where to march."""


class Duels(Battles, frozen=True, tag=True):
    """The battles after the march."""

    queue: tuple[Clash, ...]


class State(WorldState, kw_only=True):
    """The world board is all there is."""

    tables: ClassVar[WorldTables] = TABLES
    roster: ClassVar[AnyRoster] = TABLES.roster
    frames: list[Placement | Turn | March | Duels]


class TurnPhase(flow.TurnPhase[State]):
    """A turn is one march."""

    steps = ("march",)

    def enter(self, play: Play[State], step: str) -> None:
        play.push(March())


class MarchPhase(SimultaneousPhase[State, March]):
    """Armies march at the same time (rule: march)."""

    title = "march"

    def prepare(self, play: Play[State], frame: March) -> list[int]:
        return [seat for seat in play.state.turn_order() if play.state.held_spaces(seat)]

    def question(self, state: State, frame: March, seat: int) -> Decision:
        def target(said: Answers) -> Grammar | None:
            near = [] if said["from"] == STAY else BOARD.beside[BOARD.index[said["from"]]]
            return OneOf([IDS[there] for there in near], place_option) if near else None

        armies = OneOf([STAY, *(IDS[here] for here in state.held_spaces(seat))], describe)
        grammar = form(Field("from", armies), Field("to", target))
        return Decision(seat, "march", grammar, default={"from": STAY}, rule="march")

    def reveal(self, play: Play[State], frame: March, answers: dict[int, Value]) -> None:
        state = play.state
        for seat, march in answers.items():
            if "to" in march:
                here, there = BOARD.index[march["from"]], BOARD.index[march["to"]]
                army = state.pieces(here, seat)
                state.shift(army, here, there)
                play.tell(events.Moved(seat, state.roster.count(army), IDS[here], IDS[there]))
        queue = [
            Clash(space, attacker, defender)
            for space in BOARD.land
            for attacker, defender in combinations(parties(state, space), 2)
        ]
        play.push(Duels(state.first, tuple(queue)))


def describe(key: str) -> Option:
    """An army, or the end of all marching."""
    return Option(key, Text("option.stay")) if key == STAY else place_option(key)


def parties(state: State, space: int) -> list[int]:
    """Who has an army or the village in a region, in turn order, the village's owner last."""
    owners = {piece.owner for piece in state.spaces[space]}
    held = state.settlement_at(space)
    order = [seat for seat in state.turn_order() if seat in owners]
    return [*order, held.owner] if held is not None and held.owner not in owners else order


class DuelsPhase(battles.BattlesPhase[State, Duels]):
    """The higher sum of the dice stays (rule: battle)."""

    mover_chooses = False

    def begin(self, play: Play[State], clash: Clash) -> None:
        state, space = play.state, clash.space
        armies = [state.pieces(space, seat) for seat in clash.commanders]
        if all(armies):
            ours, theirs = (play.roll(len(army)) for army in armies)
            sides = events.Side(clash.attacker, ours), events.Side(clash.defender, theirs)
            won = sum(ours) > sum(theirs)
            play.tell(events.BattleFought(IDS[space], 0, *sides, 0, clash.commanders[not won]))
            state.remove_pieces(space, armies[won])
        held, present = state.settlements[space], {p.owner for p in state.spaces[space]}
        if held is not None and len(present) == 1 and held.owner not in present:
            self.capture(play, present.pop(), space)
        state.check_fallen(play)

    def capture(self, play: Play[State], captor: int, space: int) -> None:
        held = play.state.built_at(space)
        play.state.put_settlement(space, Settlement(captor, held.size))
        play.tell(events.Captured(captor, held.owner, IDS[space], held.size))


class Skirmish(WorldRuleset[State]):
    """Placement, one secret choice a turn, battles, an end."""

    name = "skirmish"
    options = form(Field("turn_limit", Amount(1, 50)))
    option_defaults: ClassVar[Mapping[str, Value]] = {"turn_limit": 6}
    phases: ClassVar[Mapping[type[Frame], Phase[Any, Any]]] = {
        Placement: PlacementPhase(),
        Turn: TurnPhase(),
        March: MarchPhase(),
        Duels: DuelsPhase(),
    }
    events = events.events_of(vars(events))
    care = Care(answered={"placement": (), "march": ()})

    def set_up(self, play: Play[State]) -> None:
        play.push(Placement.forth_and_back(play.draw(play.state.seats), play.state.seats))

    def steward(self, view: View, decisions: Sequence[Decision], rng: Random) -> Choice:
        asked = next((each for each in decisions if each.blocking), decisions[0])
        return Choice(asked.seat, asked.id, asked.grammar.sample(rng))


RULESET = Skirmish(State)
