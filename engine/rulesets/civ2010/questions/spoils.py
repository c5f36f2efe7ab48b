"""Questions of battles: units called up, last stands, rescued units, loot."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Option
from engine.core.text import Text
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.combat.battles import (
    DEFENDER,
    draw_hand,
    full_hand,
    set_side,
    weighed,
)
from engine.rulesets.civ2010.combat.fighting import hurt, last_stand, side_of
from engine.rulesets.civ2010.combat.units import (
    bury,
    health,
    strength,
    take_unit,
    unit_of,
    unlocked_types,
)
from engine.rulesets.civ2010.describing import NONE, free
from engine.rulesets.civ2010.questions.picks import Question, question
from engine.rulesets.civ2010.sheet.culture import check_hand
from engine.rulesets.civ2010.sheet.learning import learn
from engine.rulesets.civ2010.sheet.people import discard_person_card
from engine.rulesets.civ2010.sheet.pyramid import learnable
from engine.rulesets.civ2010.sheet.wealth import add_coin, coin_places, remove_coin
from engine.rulesets.civ2010.state import Battle, Pick, State
from engine.rulesets.civ2010.tables import ALL_RESOURCES, MOST_TRADE

NIGHTINGALE = "florence_nightingale"
STOLEN = 3
"""How much trade or culture a loot takes at most."""
MINOR = ("trade", "culture", "resource", "token", "discard_coin")
"""Loot that costs one."""
MAJOR = ("technology", "card", "steal_coin")
"""Loot that costs two."""


def battle(state: State) -> Battle:
    """The battle being fought."""
    return next(frame for frame in reversed(state.frames) if isinstance(frame, Battle))


@question("call_up")
class CallUp(Question):
    """Units that join the forces of a side before it draws its hand, or the hand itself."""

    rule = "culture-cards"
    chart = "battle"
    table = "unit"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return [*unlocked_types(state, pick.seat), NONE]

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        unit = take_unit(play, pick.seat, key)
        if unit is None:
            return
        if pick.facts:
            play.state.players[pick.seat].units.append(unit)
            return
        again = play.state.frames[-1]
        if isinstance(again, Pick):
            play.pop()
        frame = battle(play.state)
        number = side_of(frame, pick.seat)
        side = frame.sides[number]
        set_side(play, number, msgspec.structs.replace(side, hand=(*side.hand, unit)))
        if isinstance(again, Pick):
            play.push(again)


@question("draw_hand")
class DrawHand(Question):
    """Nothing to choose: a hand that was given back is drawn again."""

    rule = "battle-hand"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return ()

    def nothing(self, play: Play[State], pick: Pick) -> None:
        frame = battle(play.state)
        number = side_of(frame, pick.seat)
        hand = draw_hand(play, pick.seat, full_hand(play.state, frame, number))
        frame = set_side(play, number, msgspec.structs.replace(frame.sides[number], hand=hand))
        set_side(play, DEFENDER, weighed(play.state, frame))


@question("last_stand")
class LastStand(Question):
    """Georgy Zhukov: a dying unit wounds an enemy of choice."""

    rule = "great-people-cards"
    chart = "battle"
    table = "front"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        frame = battle(state)
        enemy = 1 - side_of(frame, pick.seat)
        return [str(at) for at, front in enumerate(frame.fronts) if front.units[enemy] is not None]

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        held = []
        while isinstance(play.state.frames[-1], Pick):
            held.append(play.state.frames.pop())
        enemy = 1 - side_of(battle(play.state), pick.seat)
        died = hurt(play, enemy, int(key), 1)
        if died:
            last_stand(play, enemy)
        for waiting in reversed(held):
            play.push(waiting)


@question("nurse")
class Nurse(Question):
    """Florence Nightingale: whether she saves the own dead of this battle, or waits."""

    rule = "great-people-cards"
    table = "nurse"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        held = [card.name for card in state.players[pick.seat].people]
        return ("save", "wait") if NIGHTINGALE in held else ()

    def about(self, state: State, pick: Pick) -> dict[str, str | int]:
        return {"n": len(pick.facts)}

    def nothing(self, play: Play[State], pick: Pick) -> None:
        # Her great person fell with the city, and her card is gone: waiting would keep nothing.
        self.save(play, pick)

    def save(self, play: Play[State], pick: Pick) -> None:
        """The dead of the battle come back."""
        play.tell(events.Used(pick.seat, "person", NIGHTINGALE))
        play.state.players[pick.seat].units += [unit_of(each) for each in pick.facts]

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        state, seat = play.state, pick.seat
        if key == "save":
            discard_person_card(state, seat, NIGHTINGALE)
            self.save(play, pick)
        elif state.players[seat].bonuses.get("rescue"):
            play.push(Pick(seat, "rescue", pick.facts))
        else:
            self.abandon(state, pick)

    def abandon(self, state: State, pick: Pick) -> None:
        for key in pick.facts:
            bury(state, unit_of(key))


@question("rescue")
class Rescue(Question):
    """The Chinese take one killed unit back."""

    rule = "civilizations"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return list(dict.fromkeys(pick.facts))

    def describe(self, state: State, pick: Pick, key: str) -> Option:
        unit = unit_of(key)
        rank = state.players[pick.seat].ranks.get(unit.type, 1)
        facts = {
            "unit": unit.type,
            "rank": rank,
            "strength": strength(unit, rank),
            "health": health(unit, rank),
        }
        return Option(key, Text("label.fighter", facts), detail=Text("detail.fighter", facts))

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        dead = [unit_of(each) for each in pick.facts]
        chosen = unit_of(key)
        dead.remove(chosen)
        for unit in dead:
            bury(play.state, unit)
        play.state.players[pick.seat].units.append(chosen)
        play.tell(events.UnitGained(pick.seat, chosen.type))

    def abandon(self, state: State, pick: Pick) -> None:
        for key in pick.facts:
            bury(state, unit_of(key))


@question("loot")
class Loot(Question):
    """What the winner takes from the loser (rules: loot, minor-loot, major-loot)."""

    rule = "loot"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        loser = int(pick.facts[0])
        rich = state.players[loser]
        found = []
        if rich.trade:
            found.append("trade")
        if rich.culture:
            found.append("culture")
        found += (f"resource:{kind}" for kind in ALL_RESOURCES if rich.resources.get(kind))
        if rich.tokens:
            found.append("token")
        coins = coin_places(state, loser)
        found += (f"discard_coin:{where}" for where in coins)
        if pick.left >= 2:
            found += (
                f"technology:{tech}" for tech in learnable(state, pick.seat) if tech in rich.techs
            )
            if rich.cards:
                found.append("card")
            found += (f"steal_coin:{where}" for where in coins)
        return [*found, NONE]

    def describe(self, state: State, pick: Pick, key: str) -> Option:
        kind, _, what = key.partition(":")
        cost = 2 if kind in MAJOR else 1
        return free(key) or Option(key, Text(f"option.loot.{kind}", {"key": what, "n": cost}))

    def about(self, state: State, pick: Pick) -> dict[str, str | int]:
        return {"loser": int(pick.facts[0]), "left": pick.left}

    def why_not(self, state: State, pick: Pick, key: str) -> IllegalChoice | None:
        kind = key.partition(":")[0]
        if kind in MAJOR:
            code = "loot_not_there" if pick.left >= 2 else "loot_costs_two"
            return IllegalChoice(code, "major-loot")
        return IllegalChoice("loot_not_there", "minor-loot") if kind in MINOR else None

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        kind, _, what = key.partition(":")
        left = pick.left - (2 if kind in MAJOR else 1)
        if left > 0:
            play.push(msgspec.structs.replace(pick, left=left))
        take_loot(play, pick.seat, int(pick.facts[0]), kind, what)


def take_loot(play: Play[State], seat: int, loser: int, kind: str, what: str) -> None:
    """Carry one loot out."""
    ours, theirs = play.state.players[seat], play.state.players[loser]
    if kind == "trade":
        number = min(STOLEN, theirs.trade)
        theirs.trade -= number
        ours.trade = min(MOST_TRADE, ours.trade + number)
    elif kind == "culture":
        number = min(STOLEN, theirs.culture)
        theirs.culture -= number
        ours.culture += number
    elif kind == "resource":
        theirs.resources[what] -= 1
        if not theirs.resources[what]:
            del theirs.resources[what]
        ours.resources[what] = ours.resources.get(what, 0) + 1
    elif kind == "token":
        stolen = theirs.tokens.pop(play.draw(len(theirs.tokens)))
        ours.tokens.append(stolen)
        play.tell(events.LootSeen(seat, loser, f"token:{stolen}"), to=(seat, loser))
    elif kind == "discard_coin":
        remove_coin(play, loser, what)
    elif kind == "card":
        stolen = theirs.cards.pop(play.draw(len(theirs.cards)))
        ours.cards.append(stolen)
        play.tell(events.LootSeen(seat, loser, f"card:{stolen}"), to=(seat, loser))
    elif kind == "steal_coin":
        remove_coin(play, loser, what)
        add_coin(play, seat)
    play.tell(events.Looted(seat, loser, kind, what))
    if kind == "technology":
        learn(play, seat, what)
    elif kind == "card":
        check_hand(play, seat)
