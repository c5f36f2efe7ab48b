"""Set-up: civilizations, starting areas, markers (rulebook chapter 2)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.decision import Decision
from engine.core.flow import Play, roll_off
from engine.core.grammar import OneOf, Option, Value
from engine.core.lobby import LobbyChoice
from engine.core.question import Fault, no
from engine.core.text import Text
from engine.rulesets.rhye import events
from engine.rulesets.rhye.frames import Civilizations
from engine.rulesets.rhye.state import STARTED_WITH, State
from engine.rulesets.rhye.tables import (
    CIVILIZATION,
    CIVILIZATIONS,
    TABLES,
    TECHNOLOGY,
    UNIT,
    VILLAGE,
)
from engine.world.flow import InTurnPhase, Turn
from engine.world.pieces import placement
from engine.world.pieces.placement import Placement
from engine.world.state import BOARD, FIRST_SEA, IDS, Settlement, clockwise

NOT_IN_PLAY = no("not_in_play", "board")


def set_up(play: Play[State]) -> None:
    """Everyone gets gold; civilizations are dealt, or chosen in seating order."""
    state = play.state
    for seat in range(state.seats):
        state.receive(seat, TABLES.starting_gold)
    if state.dealt:
        left = list(range(len(CIVILIZATIONS)))
        for seat in range(state.seats):
            lead(play, seat, left.pop(play.draw(len(left))), dealt=True)
        choose_areas(play)
    else:
        play.push(Civilizations(tuple(range(state.seats))))


def lead(play: Play[State], seat: int, civilization: int, *, dealt: bool) -> None:
    """A seat leads a civilization and knows what it knows (rule: setup-civilizations)."""
    state, facts = play.state, CIVILIZATIONS[civilization]
    state.civilizations[seat] = civilization
    technology = TECHNOLOGY[facts.technology]
    state.technologies[seat] |= 1 << technology
    state.firsts[technology] = STARTED_WITH
    play.tell(events.CivilizationTaken(seat, facts.id, facts.technology, dealt))


class CivilizationsPhase(InTurnPhase[State, Civilizations]):
    """Each seat chooses a civilization that nobody has (rule: setup-civilizations)."""

    title = "civilizations"

    def advance(self, play: Play[State], frame: Civilizations) -> bool:
        if not frame.is_over:
            return False
        play.pop()
        choose_areas(play)
        return True

    def open(self, state: State, frame: Civilizations) -> list[Decision]:
        free = [c.id for i, c in enumerate(CIVILIZATIONS) if i not in state.civilizations]
        return [
            Decision(
                frame.seat,
                "civilization",
                OneOf(["dealt", *free], describe_civilization),
                default="dealt",
                rule="setup-civilizations",
            )
        ]

    def answer(
        self, play: Play[State], frame: Civilizations, decision: Decision, value: Value
    ) -> None:
        if value == "dealt":
            free = [i for i in range(len(CIVILIZATIONS)) if i not in play.state.civilizations]
            lead(play, frame.seat, free[play.draw(len(free))], dealt=True)
        else:
            lead(play, frame.seat, CIVILIZATION[value], dealt=False)
        play.update(at=frame.at + 1)


def lobby_choice(options: Mapping[str, Value]) -> LobbyChoice | None:
    """Where players choose their civilization, they may do so in the lobby."""
    if options["civilizations"] != "chosen":
        return None
    grammar = OneOf([facts.id for facts in CIVILIZATIONS], describe_civilization)
    return LobbyChoice("civilization", grammar, cards="civilization")


def describe_civilization(key: str) -> Option:
    """A civilization in words: what it knows, where it begins, its own card."""
    if key == "dealt":
        return Option(key, Text("option.dealt"))
    facts = CIVILIZATIONS[CIVILIZATION[key]]
    detail = {"technology": facts.technology, "home": facts.home, "civilization": key}
    label = Text(f"civilization.{key}")
    return Option(key, label, place=facts.home, detail=Text("detail.civilization", detail))


def choose_areas(play: Play[State]) -> None:
    """Those with a home in play begin there; the others choose (rule: setup-areas)."""
    state = play.state
    if not state.historical:
        first, rolls = roll_off(play, range(state.seats))
        play.tell(events.StartsRolled(first, tuple(rolls)))
        play.push(Placement(clockwise(first, state.seats)))
        return
    homeless = []
    for seat in range(state.seats):
        home = BOARD.index[state.civilization(seat).home]
        if state.ground.within[home] and state.settlements[home] is None:
            begin_in(play, seat, home)
        else:
            homeless.append(seat)
    play.push(Placement(tuple(homeless)))


def begin_in(play: Play[State], seat: int, region: int) -> None:
    """The first village is the capital, with the first units (rule: setup-start)."""
    state = play.state
    state.put_settlement(region, Settlement(seat, VILLAGE))
    state.capitals[seat] = region
    for unit, count in TABLES.starting_units.items():
        for _ in range(count):
            state.add_piece(seat, UNIT[unit], region)
    play.tell(events.Placed(seat, IDS[region]))


class PlacementPhase(placement.PlacementPhase[State]):
    """Starting areas are land in play that nobody has (rule: setup-areas)."""

    rule = "setup-areas"

    def regions(self, state: State, frame: Placement) -> list[int]:
        return [region for region in state.ground.land if state.settlements[region] is None]

    def place(self, play: Play[State], seat: int, region: int) -> None:
        begin_in(play, seat, region)

    def answer(self, play: Play[State], frame: Placement, decision: Decision, value: Value) -> None:
        self.place(play, decision.seat, BOARD.index[value])
        play.update(at=frame.at + 1)

    def begin_play(self, play: Play[State]) -> None:
        lay_markers(play)
        for seat in range(play.state.seats):
            play.state.meet(play, seat, play.state.capitals[seat])
        play.push(Turn())

    def fault(self, state: State, frame: Placement, space: int) -> Fault:
        if space < FIRST_SEA and not state.ground.within[space]:
            return NOT_IN_PLAY
        return super().fault(state, frame, space)


def lay_markers(play: Play[State]) -> None:
    """One marker face down wherever nobody begins; the rest stay out (rule: setup-markers)."""
    state = play.state
    mixed = play.shuffle(state.box)
    for region in state.ground.land:
        if state.settlements[region] is None and mixed:
            state.markers[region] = mixed.pop()
            state.face_down[region] = True
    state.box = mixed
