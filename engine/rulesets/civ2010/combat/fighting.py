"""Fighting a battle: turns, fronts, duels and wounds (rules: battle-turns, duels)."""

from __future__ import annotations

import msgspec

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Phase, Play
from engine.core.grammar import Answers, Field, Form, Grammar, OneOf, Option, Unfit, Value
from engine.core.lazy import lazy
from engine.core.script import Look
from engine.core.text import Text
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities.choices import (
    CARD_FIELDS,
    SeatChoices,
    choices_of,
    hidden_things,
)
from engine.rulesets.civ2010.abilities.refusing import why_not_used
from engine.rulesets.civ2010.abilities.using import (
    Use,
    has_effect,
    is_affordable,
    offered,
    sources,
)
from engine.rulesets.civ2010.combat.battles import front_with, rank, set_side
from engine.rulesets.civ2010.combat.ending import finish
from engine.rulesets.civ2010.combat.units import health, strength
from engine.rulesets.civ2010.describing import indexed, plain
from engine.rulesets.civ2010.map.board import bonus
from engine.rulesets.civ2010.state import Battle, Front, Pick, Side, State, Unit
from engine.rulesets.civ2010.tables import ABILITIES, UNITS

NEW = "new"
PLAY, PLAY_ON = "play", "play_on"
"""Play a unit; the same, and go on with cards before the turn passes."""
OPENED = "opened"
"""Noted with a side without units that has had its chance to call some up."""
AFTERWARDS = frozenset(key for key, each in ABILITIES.items() if each.do in ("heal", "wound"))
"""The abilities that make sense after the own unit is played."""


def side_of(frame: Battle, seat: int) -> int:
    """The side that a seat fights on as its owner."""
    return 0 if frame.sides[0].owner == seat else 1


def blow(state: State, side: Side, unit: Unit, sharp: int) -> int:
    """How many wounds a unit deals in a duel; `sharp` is what iron adds."""
    dealt = strength(unit, rank(state, side, unit)) + sharp
    if side.owner >= 0:
        dealt += bonus(state, side.owner, "unit_strength")
        if unit.type == "infantry":
            dealt += state.players[side.owner].bonuses.get("infantry_strength", 0)
    return dealt


def counters(state: State, ours: Unit, other: Side, theirs: Unit) -> bool:
    """Whether a unit deals its wounds before the other (rule: counters)."""
    if UNITS[ours.type].beats != theirs.type:
        return False
    return other.owner < 0 or not bonus(state, other.owner, "never_countered")


class BattleChoices(SeatChoices):
    """The choices of the side whose battle turn it is."""

    phase = "battle"

    def __init__(self, state: State, frame: Battle) -> None:
        self.frame = frame
        self.side = frame.sides[frame.turn]
        super().__init__(state, self.side.leader)

    @property
    def used(self) -> tuple[str, ...]:
        return self.side.used

    @property
    def leads_barbarians(self) -> bool:
        """Whether the units are nobody's: then the leader's own cards do not count."""
        return self.side.owner < 0

    @property
    def may_play(self) -> bool:
        """Whether the side has a unit to play in this turn."""
        return bool(self.side.hand) and not self.frame.played

    def own_actions(self) -> list[str]:
        if not self.may_play:
            return []
        return [PLAY, PLAY_ON] if self.follow_ups else [PLAY]

    @lazy
    def follow_ups(self) -> list[str]:
        """What the side could use after its unit: what wounds or heals, and can be paid for."""
        if self.leads_barbarians:
            return []
        return [
            key
            for key in sources(self.state, self.seat)
            if key in AFTERWARDS
            and key not in (*self.player.used, *self.used)
            and is_affordable(self.state, self.seat, ABILITIES[key])
        ]

    @lazy
    def uses(self) -> dict[str, Look[Use]]:
        found = offered(self.state, self.seat, self.phase, self.used)
        if self.may_play or opens(self.state, self.frame, self.frame.turn):
            return found
        return {key: look for key, look in found.items() if key in AFTERWARDS}

    @property
    def has_last_word(self) -> bool:
        """Whether the side could use something when all units are played, as far as others know.

        With hidden things in hand it is always asked, so that being asked tells nothing of them.
        """
        if self.leads_barbarians:
            return False
        return any(
            key in AFTERWARDS
            and key not in (*self.player.used, *self.used)
            and (
                bool(hidden_things(self.player))
                or is_affordable(self.state, self.seat, ABILITIES[key])
            )
            and has_effect(self.state, self.seat, key)
            for key in self.player.able
        )

    def card_actions(self) -> list[str]:
        return [] if self.leads_barbarians else super().card_actions()

    def ending(self) -> list[str]:
        return [] if self.may_play else ["done"]

    @lazy
    def units(self) -> list[str]:
        """The units in hand."""
        return indexed(unit.key for unit in self.side.hand)

    @lazy
    def fronts(self) -> list[str]:
        """Fronts with a lone enemy, and a new one."""
        turn = self.frame.turn
        lone = [
            str(at)
            for at, front in enumerate(self.frame.fronts)
            if front.units[turn] is None and front.units[1 - turn] is not None
        ]
        return [*lone, NEW]

    def ask_unit(self, said: Answers) -> Grammar:
        """Which unit to play."""
        return OneOf(self.units, self.describe_unit)

    def ask_front(self, said: Answers) -> Grammar:
        """Where to play it."""
        return OneOf(self.fronts, self.describe_front)

    def unit(self, key: str) -> Unit:
        """The unit of a key."""
        kind, _, value = plain(key).partition(".")
        return Unit(kind, int(value))

    def describe_unit(self, key: str) -> Option:
        """A unit with its values."""
        unit = self.unit(key)
        facts = self.values(self.frame.turn, unit, self.side.sharp)
        return Option(key, Text("label.fighter", facts), detail=Text("detail.fighter", facts))

    def values(self, number: int, unit: Unit, sharp: int) -> dict[str, object]:
        """A unit's type, rank, strength and health."""
        side = self.frame.sides[number]
        level = rank(self.state, side, unit)
        return {
            "unit": unit.type,
            "rank": level,
            "strength": blow(self.state, side, unit, sharp),
            "health": health(unit, level),
        }

    def describe_front(self, key: str) -> Option:
        """A front with the enemy on it."""
        if key == NEW:
            return Option(key, Text("label.new_front"))
        front, enemy = self.frame.fronts[int(key)], 1 - self.frame.turn
        unit = front.units[enemy]
        assert unit is not None
        values = self.values(enemy, unit, front.sharp[enemy])
        facts = {**values, "wounds": front.wounds[enemy], "front": int(key) + 1}
        label = Text("label.enemy_front", facts)
        return Option(key, label, detail=Text("detail.enemy_front", facts))


BATTLE_FIELDS = (
    Field("do", BattleChoices.ask_action),
    Field("unit", BattleChoices.ask_unit, (PLAY, PLAY_ON)),
    Field("front", BattleChoices.ask_front, (PLAY, PLAY_ON)),
    *CARD_FIELDS,
)


class BattlePhase(Phase[State, Battle]):
    """Sides play units in turn until both have none left."""

    title = "battle"

    def advance(self, play: Play[State], frame: Battle) -> bool:
        if frame.played:
            if BattleChoices(play.state, frame).actions != ["done"]:
                return False
            end_turn(play)
            return True
        side = frame.sides[frame.turn]
        if opens(play.state, frame, frame.turn):
            return False
        if not frame.sides[0].hand and not frame.sides[1].hand:
            if frame.passes == len(frame.sides):
                finish(play, frame)
                return True
            if BattleChoices(play.state, frame).has_last_word:
                return False
            play.update(turn=1 - frame.turn, passes=frame.passes + 1)
            return True
        if not side.hand:
            play.update(turn=1 - frame.turn)
            return True
        if len(side.hand) == 1:
            choices = BattleChoices(play.state, frame)
            hidden = not choices.leads_barbarians and hidden_things(choices.player)
            if not hidden and choices.fronts == [NEW] and choices.actions == [PLAY]:
                deploy(play, frame, side.hand[0], NEW)
                return True
        return False

    def open(self, state: State, frame: Battle) -> list[Decision]:
        choices = BattleChoices(state, frame)
        default: Value = {"do": "done"}
        if choices.may_play:
            default = {"do": PLAY, "unit": choices.units[0], "front": choices.fronts[0]}
        return [
            Decision(
                choices.seat,
                "fight",
                Form(BATTLE_FIELDS, choices),
                default=default,
                secret=True,
                rule="battle-turns",
                chart="battle",
            )
        ]

    def active(self, state: State, frame: Battle) -> tuple[int, ...]:
        return tuple(dict.fromkeys(side.leader for side in frame.sides))

    def answer(self, play: Play[State], frame: Battle, decision: Decision, value: Value) -> None:
        choices = choices_of(decision.grammar)
        assert isinstance(choices, BattleChoices)
        if value["do"] in (PLAY, PLAY_ON):
            stays = value["do"] == PLAY_ON
            deploy(play, frame, choices.unit(value["unit"]), value["front"], stays=stays)
            return
        if value["do"] == "done":
            pass_turn(play, frame)
            return
        play.update(passes=0)
        if value["do"] == "use" and ABILITIES[value["use"]].use in ("battle", "spend"):
            side = frame.sides[frame.turn]
            set_side(
                play, frame.turn, msgspec.structs.replace(side, used=(*side.used, value["use"]))
            )
        choices.carry_out(play, value)

    def why_not(
        self, state: State, frame: Battle, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if not isinstance(value, dict) or unfit.code != "not_an_option":
            return None
        refusal = why_not_fought(unfit.path, value.get("front"), len(frame.fronts))
        return refusal or why_not_used(decision, value, unfit)


def why_not_fought(path: tuple[str, ...], key: Value, fronts: int) -> IllegalChoice | None:
    """Why a unit cannot be played, or not on a front."""
    if path == ("unit",):
        return IllegalChoice("not_in_hand", "battle-turns")
    if path == ("front",):
        number = int(key) if isinstance(key, str) and key.isdigit() else fronts
        if number < fronts:
            return IllegalChoice("front_taken", "battle-turns", front=number)
        return IllegalChoice("no_such_front", "battle-turns")
    return None


def opens(state: State, frame: Battle, number: int) -> bool:
    """Whether a side without units has its one chance to call some up (rule: culture-cards).

    Who holds culture cards is asked, whatever they are: an empty hand would never have a turn.
    """
    side = frame.sides[number]
    if side.owner < 0 or side.hand or frame.played or not state.players[side.owner].cards:
        return False
    return not has_fought(frame, number)


def has_fought(frame: Battle, number: int) -> bool:
    """Whether a side has played a unit, or used its chance to call some up."""
    side = frame.sides[number]
    met = any(front.units[number] is not None for front in frame.fronts)
    return met or bool(side.killed) or OPENED in side.used


def opened(side: Side) -> Side:
    """A side that has had its chance to call units up."""
    return msgspec.structs.replace(side, used=(*side.used, OPENED))


def pass_turn(play: Play[State], frame: Battle) -> None:
    """A side uses nothing more: after its unit, without units, or at the end of the battle."""
    number = frame.turn
    if opens(play.state, frame, number):
        set_side(play, number, opened(frame.sides[number]))
    elif not frame.sides[0].hand and not frame.sides[1].hand and not frame.played:
        play.update(turn=1 - number, passes=frame.passes + 1)
    else:
        end_turn(play)


def end_turn(play: Play[State]) -> None:
    """The other side takes the next battle turn, if it has units."""
    frame = play.state.frames[-1]
    assert isinstance(frame, Battle)
    play.update(turn=1 - frame.turn, played=False)


def deploy(
    play: Play[State], frame: Battle, unit: Unit, where: str, *, stays: bool = False
) -> None:
    """Play a unit on a front and let it fight the enemy there.

    The turn passes, unless the side stays to use something after its unit.
    """
    state, turn = play.state, frame.turn
    side = frame.sides[turn]
    hand = list(side.hand)
    hand.remove(unit)
    fronts = list(frame.fronts)
    if where == NEW:
        fronts.append(Front())
        at = len(fronts) - 1
    else:
        at = int(where)
    fronts[at] = front_with(fronts[at], turn, unit, 0, side.sharp)
    level = rank(state, side, unit)
    values = (strength(unit, level), health(unit, level))
    play.tell(events.UnitPlayed(side.leader, turn, unit.type, *values, at))
    set_side(play, turn, msgspec.structs.replace(side, hand=tuple(hand), sharp=0))
    play.update(fronts=tuple(fronts))
    if stays:
        play.update(played=True)
    else:
        end_turn(play)
    if where != NEW:
        duel(play, at, turn)


def duel(play: Play[State], at: int, turn: int) -> None:
    """Both units of a front deal wounds, one that counters the other first (rule: duels)."""
    state = play.state
    frame = state.frames[-1]
    assert isinstance(frame, Battle)
    front = frame.fronts[at]
    ours, theirs = front.units[turn], front.units[1 - turn]
    assert ours is not None and theirs is not None
    one, two = frame.sides[turn], frame.sides[1 - turn]
    blows = [
        blow(state, one, ours, front.sharp[turn]),
        blow(state, two, theirs, front.sharp[1 - turn]),
    ]
    left = [
        health(ours, rank(state, one, ours)) - front.wounds[turn],
        health(theirs, rank(state, two, theirs)) - front.wounds[1 - turn],
    ]
    if counters(state, ours, two, theirs) and blows[0] >= left[1]:
        blows[1] = 0
    elif counters(state, theirs, one, ours) and blows[1] >= left[0]:
        blows[0] = 0
    dead = (blows[1] >= left[0], blows[0] >= left[1])
    wounds = (front.wounds[turn] + blows[1], front.wounds[1 - turn] + blows[0])
    order = (0, 1) if turn == 0 else (1, 0)
    play.tell(
        events.Duelled(
            at,
            (ours, theirs)[order[0]].type,
            (ours, theirs)[order[1]].type,
            (wounds[order[0]], wounds[order[1]]),
            (dead[order[0]], dead[order[1]]),
        )
    )
    put_wounds(play, turn, at, wounds[0], dead[0], sharp=0)
    put_wounds(play, 1 - turn, at, wounds[1], dead[1], sharp=0)
    clear_fronts(play)
    for number, died in ((turn, dead[0]), (1 - turn, dead[1])):
        if died:
            last_stand(play, number)


def put_wounds(
    play: Play[State], number: int, at: int, wounds: int, dead: bool, *, sharp: int
) -> None:
    """Note wounds on one side of a front; a dead unit leaves it. `sharp` is for its next duel."""
    frame = play.state.frames[-1]
    assert isinstance(frame, Battle)
    fronts = list(frame.fronts)
    unit = fronts[at].units[number]
    assert unit is not None
    if dead:
        fronts[at] = front_with(fronts[at], number, None, 0)
    else:
        fronts[at] = front_with(fronts[at], number, unit, wounds, sharp)
    play.update(fronts=tuple(fronts))
    if dead:
        side = frame.sides[number]
        set_side(play, number, msgspec.structs.replace(side, killed=(*side.killed, unit)))


def clear_fronts(play: Play[State]) -> None:
    """Fronts without units are gone."""
    frame = play.state.frames[-1]
    assert isinstance(frame, Battle)
    kept = tuple(front for front in frame.fronts if front.units != (None, None))
    if len(kept) < len(frame.fronts):
        play.update(fronts=kept)


def hurt(play: Play[State], number: int, at: int, wounds: int) -> bool:
    """A side's unit takes wounds outside a duel; says whether it died."""
    frame = play.state.frames[-1]
    assert isinstance(frame, Battle)
    side, front = frame.sides[number], frame.fronts[at]
    unit = front.units[number]
    assert unit is not None
    total = front.wounds[number] + wounds
    dead = total >= health(unit, rank(play.state, side, unit))
    play.tell(events.Wounded(side.leader, number, at, wounds, dead))
    put_wounds(play, number, at, total, dead, sharp=front.sharp[number])
    clear_fronts(play)
    return dead


def last_stand(play: Play[State], number: int) -> None:
    """A unit that dies may wound an enemy (Georgy Zhukov)."""
    frame = next(f for f in reversed(play.state.frames) if isinstance(f, Battle))
    side = frame.sides[number]
    if side.owner >= 0 and bonus(play.state, side.owner, "last_stand"):
        play.push(Pick(side.owner, "last_stand"))
