"""Battles of single units: others join a side, then each side sends a unit, round after round."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import ClassVar, Generic, TypeVar

from engine.core.decision import Decision
from engine.core.flow import Play
from engine.core.grammar import OneOf, Option, Value
from engine.core.lazy import kept_answers
from engine.core.simultaneous import Simultaneous, SimultaneousPhase
from engine.core.text import Text
from engine.world import battles, events
from engine.world.describing import aboard, several
from engine.world.events import Units
from engine.world.state import BARBARIANS, IDS, Piece, WorldState
from engine.world.view import BattleView

S = TypeVar("S", bound=WorldState)
P = TypeVar("P")
SIDES = ("attacker", "defender", "stay_out")


class Clash(battles.Clash, frozen=True, array_like=True):
    """A battle with all seats on each side; the commander comes first."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]

    @property
    def sides(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The seats of the attacking and of the defending side."""
        return self.attackers, self.defenders


class Joining(Simultaneous, frozen=True, tag=True):
    """Others in the space may join a side of the battle."""

    clash: Clash


class Battle(Simultaneous, frozen=True, tag=True):
    """A battle under way: both commanders choose a unit for the round."""

    clash: Clash
    round: int = 1


def players(clash: Clash) -> tuple[int, ...]:
    """The commanders of a battle who are players."""
    return tuple([seat for seat in clash.commanders if seat != BARBARIANS])


class JoiningPhase(SimultaneousPhase[S, Joining]):
    """Others in the space choose a side, in secret (rule: joining)."""

    title = "joining"

    def forces(self, state: S, clash: Clash) -> tuple[Units, Units]:
        """What both sides have there, for those who choose between them."""
        raise NotImplementedError

    def sides(self, state: S, clash: Clash) -> tuple[str, ...]:
        """What others can choose."""
        return SIDES

    def active(self, state: S, frame: Joining) -> tuple[int, ...]:
        return players(frame.clash)

    def question(self, state: S, frame: Joining, seat: int) -> Decision:
        clash = frame.clash
        place = IDS[clash.space]
        return Decision(
            seat,
            "join",
            OneOf(self.sides(state, clash), partial(self.describe_side, state, clash)),
            default="stay_out",
            secret=True,
            rule="joining",
            about={"place": place, "attacker": clash.attacker, "defender": clash.defender},
        )

    def describe_side(self, state: S, clash: Clash, key: str) -> Option:
        """A side to join, with the forces of both."""
        label = f"option.join.{key}"
        if key == "stay_out":
            return Option(key, Text(label))
        attacking = key == "attacker"
        forces = self.forces(state, clash)
        ours, theirs = forces if attacking else reversed(forces)
        beside = clash.attacker if attacking else clash.defender
        both = Text("detail.side", {"ours": ours, "theirs": theirs})
        return Option(key, Text(label, {"seat": beside}), detail=both)

    def reveal(self, play: Play[S], frame: Joining, answers: dict[int, Value]) -> None:
        clash = frame.clash
        joined = {
            side: tuple(seat for seat, chosen in answers.items() if chosen == side)
            for side in SIDES
        }
        clash = Clash(
            clash.space,
            clash.attacker,
            clash.defender,
            clash.attackers + joined["attacker"],
            clash.defenders + joined["defender"],
        )
        play.tell(events.BattleBegan(IDS[clash.space], clash.attackers, clash.defenders))
        play.push(Battle(clash))


class DuelPhase(SimultaneousPhase[S, Battle], Generic[S, P]):
    """Rounds of a battle until one side has no unit left; nobody retreats.

    A rule set says what a side can send (`P` is what one choice of it sends), and how they fight.
    """

    title = "battle"
    rule: ClassVar[str]
    """The rule of a round."""

    def forces(self, state: S, clash: Clash) -> tuple[list[Piece], list[Piece]]:
        """The units that both sides can still send."""
        attackers, defenders = clash.sides
        space = clash.space
        return state.fighters(space, attackers), state.fighters(space, defenders)

    def seen(self, state: S, clash: Clash, side: int) -> Units:
        """What a commander is shown of the other side's units."""
        return state.roster.count(self.forces(state, clash)[side])

    def picks(self, state: S, clash: Clash) -> tuple[dict[str, P], dict[str, P]]:
        """What the attacker's and the defender's side can send, by name, strongest first.

        Kept for the several questions that a round asks about it: as long as the same pieces lie
        in the space of the same battle.
        """
        stack, answers = state.spaces[clash.space], kept_answers(state)
        known = answers.get("picks")
        if known is None or known[0] is not clash or known[1] is not stack:
            both = self.find_picks(state, clash, 0), self.find_picks(state, clash, 1)
            known = answers["picks"] = (clash, stack, both)
        found: tuple[dict[str, P], dict[str, P]] = known[2]
        return found

    def find_picks(self, state: S, clash: Clash, side: int) -> dict[str, P]:
        """The same for the attacker's side (0) or the defender's (1), looked for.

        Only the pieces in its space can change it during a battle. Empty when the side has no unit
        left (`forces`).
        """
        raise NotImplementedError

    def unit(self, pick: P) -> Piece:
        """The unit that a choice sends."""
        raise NotImplementedError

    def chances(self, state: S, clash: Clash, side: int, pick: P) -> Text:
        """What it would roll and add."""
        raise NotImplementedError

    def order(self, state: S, commander: int) -> str:
        """A standing order to send the `strongest` or the `weakest` unit, or to `ask`."""
        raise NotImplementedError

    def fight(self, play: Play[S], frame: Battle, pair: tuple[P, P]) -> bool:
        """One round; whether there can be another."""
        raise NotImplementedError

    def finish(self, play: Play[S], clash: Clash, attackers: bool, defenders: bool) -> None:
        """The battle is over; which sides still have units."""
        raise NotImplementedError

    # The course of a battle.

    def prepare(self, play: Play[S], frame: Battle) -> tuple[int, int]:
        return frame.clash.commanders

    def active(self, state: S, frame: Battle) -> tuple[int, ...]:
        return players(frame.clash)

    def advance(self, play: Play[S], frame: Battle) -> bool:
        if frame.asked is None:
            attackers, defenders = self.picks(play.state, frame.clash)
            if not (attackers and defenders):
                play.pop()
                self.finish(play, frame.clash, bool(attackers), bool(defenders))
                return True
        return super().advance(play, frame)

    def foregone(self, state: S, frame: Battle) -> dict[int, Value]:
        """Where there is nothing to choose, or a standing order chooses."""
        found = {}
        for picks, commander in zip(
            self.picks(state, frame.clash), frame.clash.commanders, strict=True
        ):
            names = list(picks)
            order = "strongest" if len(names) == 1 else self.order(state, commander)
            if order != "ask":
                found[commander] = names[0] if order == "strongest" else names[-1]
        return found

    def question(self, state: S, frame: Battle, seat: int) -> Decision:
        clash = frame.clash
        side = int(seat == clash.defender)
        names = list(self.picks(state, clash)[side])
        return Decision(
            seat,
            "fight",
            OneOf(names, partial(self.describe_pick, state, clash, side)),
            default=names[0],
            secret=True,
            rule=self.rule,
            about={
                "place": IDS[clash.space],
                "round": frame.round,
                "foe": clash.commanders[1 - side],
                "units": self.seen(state, clash, 1 - side),
            },
        )

    def describe_pick(self, state: S, clash: Clash, side: int, key: str) -> Option:
        """A unit to send, with its chances and what would go down with it."""
        pick = self.picks(state, clash)[side][key]
        load = state.cargo(clash.space, self.unit(pick).id)
        chances = self.chances(state, clash, side, pick)
        detail = several(chances, aboard(state, load) if load else None)
        return Option(key, Text("fighter", {"key": key}), place=IDS[clash.space], detail=detail)

    def reveal(self, play: Play[S], frame: Battle, answers: dict[int, Value]) -> None:
        clash, state = frame.clash, play.state
        attackers, defenders = self.picks(state, clash)
        pair = attackers[answers[clash.attacker]], defenders[answers[clash.defender]]
        if self.fight(play, frame, pair):
            play.push(Battle(clash, frame.round + 1))


def named(state: WorldState, space: int, units: Iterable[Piece]) -> dict[str, Piece]:
    """Units by the names they are sent by, alike ones once; laden fleets have names of their own.

    Where several seats have units, the name says whose it is.
    """
    sent = list(units)
    shared = len({unit.owner for unit in sent}) > 1
    found: dict[str, Piece] = {}
    for unit in sent:
        key = state.roster.ids[unit.kind]
        if unit.kind in state.roster.fleets and state.cargo(space, unit.id):
            key = state.roster.fleet_key(unit)
        found.setdefault(f"{key}:{unit.owner}" if shared else key, unit)
    return found


def battle_view(state: WorldState) -> BattleView | None:
    """The battle of single units under way. Who has chosen is shown, what they chose is not."""
    frame = state.frames[-1] if state.frames else None
    if not isinstance(frame, (Battle, Joining)):
        return None
    clash = frame.clash
    return BattleView(
        IDS[clash.space],
        clash.attacker,
        clash.defender,
        clash.attackers,
        clash.defenders,
        frame.round if isinstance(frame, Battle) else 0,
        frame.answered if isinstance(frame, Battle) else (),
    )


def shown_in_battle(state: WorldState) -> tuple[str, ...]:
    """The standing order that others can tell while a battle is fought: whether one is asked."""
    return ("battle",) if state.frames and isinstance(state.frames[-1], Battle) else ()
