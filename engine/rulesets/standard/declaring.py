"""Who fights whom: declarations, challenges, joining (rulebook 5.1 to 5.3)."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import NamedTuple, TypeVar

from engine.core.decision import Decision
from engine.core.flow import Play, roll_off
from engine.core.grammar import Option, Subset, Value
from engine.core.lazy import depends_on
from engine.core.question import Fault, Question, no
from engine.core.simultaneous import SimultaneousPhase
from engine.core.text import Text
from engine.rulesets.standard import events
from engine.rulesets.standard.describing import enemy, forces, intruder
from engine.rulesets.standard.frames import Battles, Declaring
from engine.rulesets.standard.state import State
from engine.world import battles, duels
from engine.world.describing import Place, place_option
from engine.world.duels import Clash, Joining
from engine.world.state import BIT, BOARD, FIRST_SEA, IDS, OWNERS, POINTS

S = TypeVar("S", bound=State)


class Encounter(NamedTuple):
    """A space the mover shares with others: who they are, and whether the mover just came."""

    space: int
    others: tuple[int, ...]
    entered: bool


@depends_on("spaces", "settlements")
def encounters(state: State, mover: int) -> list[Encounter]:
    """Every space where pieces of the mover stand beside someone else's pieces or settlement."""
    found = []
    holders, settlements, strangers = state.holders, state.settlements, ~BIT[mover]
    for space in state.held_spaces(mover):
        others = holders[space] & strangers
        if space < FIRST_SEA:
            settlement = settlements[space]
            if settlement is not None and settlement.owner != mover:
                others |= BIT[settlement.owner]
        if others:
            entered = any(p.owner == mover and p.spent & POINTS for p in state.spaces[space])
            found.append(Encounter(space, OWNERS[others], entered))
    return found


def targets(state: State, mover: int, met: list[Encounter]) -> list[str]:
    """Whom the mover may attack and where, as `place:seat` (rule: declaring)."""
    return [
        f"{IDS[space]}:{other}"
        for space, others, _ in met
        if state.has_fighters(space, mover)
        for other in others
    ]


def challengeable(state: State, frame: Declaring, other: int, met: list[Encounter]) -> list[str]:
    """The spaces the mover entered where another seat could fight it already (challenges)."""
    return [
        IDS[space]
        for space, others, entered in met
        if entered
        and other in others
        and state.has_fighters(space, other)
        and (space, other) not in frame.newcomers
    ]


def parse_target(key: str) -> tuple[int, int]:
    """Space and seat of a declaration."""
    place, _, seat = key.partition(":")
    return BOARD.index[place], int(seat)


class DeclaringPhase(SimultaneousPhase[State, Declaring]):
    """The mover declares battles and the others challenge it, all at the same time."""

    title = "declaring"

    def prepare(self, play: Play[State], frame: Declaring) -> list[int]:
        return prepare(play, frame)

    def comes_to_light(self, frame: Declaring, answers: dict[int, Value]) -> bool:
        return len(answers) > 1 or bool(frame.challenges) or any(answers.values())

    def reveal(self, play: Play[State], frame: Declaring, answers: dict[int, Value]) -> None:
        play.push(Battles(frame.mover, match(play, frame, answers)))

    def active(self, state: State, frame: Declaring) -> tuple[int, ...]:
        return (frame.mover,)

    def question(self, state: State, frame: Declaring, seat: int) -> Decision:
        met = encounters(state, frame.mover)
        if seat == frame.mover:
            return Decision(
                seat,
                "declare",
                Subset(
                    targets(state, seat, met),
                    least=0,
                    describe=lambda key: describe_target(state, seat, key),
                ),
                default=[],
                secret=True,
                rule="declaring",
            )
        return Decision(
            seat,
            "challenge",
            Subset(
                challengeable(state, frame, seat, met),
                least=0,
                describe=lambda key: place_option(
                    key, intruder(state, seat, BOARD.index[key], frame.mover)
                ),
            ),
            default=[],
            secret=True,
            rule="challenges",
            about={"seat": frame.mover},
        )

    def asks(
        self,
        state: State,
        frame: Declaring,
        decision: Decision,
        value: Value,
        path: tuple[str, ...],
    ) -> Question[int]:
        return Question(FRONT, (), partial(front_fault, state, frame, decision.seat))


class Front(Place):
    """The place of a declaration, whomever it is on."""

    unknown = ""

    def find(self, state: State, key: str, among: Collection[int]) -> int | None:
        return BOARD.index.get(key.partition(":")[0])


FRONT = Front()


def front_fault(state: State, frame: Declaring, seat: int, space: int) -> Fault:
    """What keeps a seat from declaring a battle in a space, or challenging there."""
    if not state.has_fighters(space, seat):
        return no("nobody_to_fight_with", place=IDS[space])
    met = encounters(state, frame.mover)
    if seat == frame.mover:
        at_hand = space in [each.space for each in met]
        return None if at_hand else no("nobody_to_attack", place=IDS[space])
    if IDS[space] in challengeable(state, frame, seat, met):
        return None
    late = (space, seat) in frame.newcomers
    return no("came_too_late" if late else "nobody_came", place=IDS[space], seat=frame.mover)


def describe_target(state: State, mover: int, key: str) -> Option:
    """A declaration in words, with what it meets."""
    place, _, seat = key.partition(":")
    meets = enemy(state, mover, BOARD.index[place], int(seat))
    label = Text("option.attack", {"place": place, "seat": int(seat)})
    return Option(key, label, place=place, detail=meets)


def prepare(play: Play[State], frame: Declaring) -> list[int]:
    """Find out who needs to be asked; standing orders answer for the rest."""
    state, mover = play.state, frame.mover
    met = encounters(state, mover)
    if not met:
        return []
    challenges = dict.fromkeys(frame.challenges)
    asked = []
    if targets(state, mover, met):
        asked.append(mover)
    for other in sorted({other for each in met if each.entered for other in each.others}):
        places = challengeable(state, frame, other, met)
        if not places:
            continue
        # Who is asked now shows who left an order (rule: taking-back).
        play.reveal()
        toward = state.orders[other].toward[mover]
        if toward == "challenge":
            challenges.update(dict.fromkeys((BOARD.index[place], other) for place in places))
        elif toward == "ask":
            asked.append(other)
    if len(challenges) > len(frame.challenges):
        play.update(challenges=tuple(challenges))
    return asked


def match(play: Play[State], frame: Declaring, answers: dict[int, Value]) -> tuple[Clash, ...]:
    """Turn declarations and challenges into battles (rules: declaring, challenges)."""
    mover = frame.mover
    declared = [parse_target(key) for key in answers.get(mover, ())]
    challengers: dict[int, set[int]] = {}
    for space, other in frame.challenges:
        if not any(p.spent & POINTS for p in play.state.pieces(space, mover)):
            continue  # A ship has carried off what was challenged.
        challengers.setdefault(space, set()).add(other)
    for other, places in answers.items():
        if other != mover:
            for place in places:
                challengers.setdefault(BOARD.index[place], set()).add(other)
    clashes = []
    for space, target in declared:
        # A challenger that the mover attacks as well has a battle of its own.
        attacked = {seat for where, seat in declared if where == space}
        allies = sorted(challengers.pop(space, set()) - attacked)
        leader = target
        if allies and not play.state.military(space, target):
            leader = command(play, space, allies)
        defenders = tuple(dict.fromkeys((leader, target, *allies)))
        clashes.append(Clash(space, mover, leader, (mover,), defenders))
    for space in sorted(challengers):
        leader = command(play, space, sorted(challengers[space]))
        allies = sorted(challengers[space] - {leader})
        clashes.append(Clash(space, leader, mover, (leader, *allies), (mover,)))
    return tuple(clashes)


def command(play: Play[S], space: int, seats: list[int]) -> int:
    """Of several challengers the one with most units commands; dice break ties."""
    strength = {seat: play.state.military(space, seat) for seat in seats}
    best = [seat for seat in seats if strength[seat] == max(strength.values())]
    if len(best) == 1:
        return best[0]
    winner, rolls = roll_off(play, best)
    play.tell(events.CommandRolled(BOARD.id(space), winner, tuple(rolls)))
    return winner


class BattlesPhase(battles.BattlesPhase[S, Battles]):
    """The declared battles, and those of challengers."""

    rule = "battles"

    def is_on(self, state: S, clash: Clash) -> bool:
        """Whether a declared battle still has an attacker and something to attack."""
        if not state.any_fighters(clash.space, clash.attackers):
            return False
        return any(
            state.pieces(clash.space, seat) or state.is_home(clash.space, seat)
            for seat in clash.defenders
        )

    def name(self, frame: Battles, clash: Clash) -> str:
        """`place:seat`, by the commander against the mover."""
        foe = clash.defender if clash.attacker == frame.mover else clash.attacker
        return f"{IDS[clash.space]}:{foe}"

    def describe(self, state: S, clash: Clash, key: str) -> Option:
        place = IDS[clash.space]
        sides = {"place": place, "attacker": clash.attacker, "defender": clash.defender}
        ours, theirs = forces(state, clash)
        both = Text("detail.side", {"ours": ours, "theirs": theirs})
        return Option(key, Text("option.next_battle", sides), place=place, detail=both)

    def begin(self, play: Play[S], clash: Clash) -> None:
        """Third parties are asked whether they join."""
        state = play.state
        sides = (*clash.attackers, *clash.defenders)
        third = [
            seat
            for seat in range(state.seats)
            if seat not in sides and state.military(clash.space, seat)
        ]
        play.push(Joining(clash, asked=tuple(third)))


class JoiningPhase(duels.JoiningPhase[State]):
    """Aircraft count among the forces of a side."""

    def forces(self, state: State, clash: Clash) -> tuple[events.Units, events.Units]:
        return forces(state, clash)
