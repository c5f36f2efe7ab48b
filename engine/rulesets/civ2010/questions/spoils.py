"""Questions of battles: units called up, last stands, rescued units, loot."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Option
from engine.core.messages import Voice
from engine.core.question import Fault
from engine.core.script import Steps, go
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
from engine.rulesets.civ2010.questions.picks import Asked, ask, ask_again, question
from engine.rulesets.civ2010.sheet.culture import check_hand
from engine.rulesets.civ2010.sheet.learning import learn
from engine.rulesets.civ2010.sheet.people import discard_person_card
from engine.rulesets.civ2010.sheet.pyramid import learnable
from engine.rulesets.civ2010.sheet.wealth import add_coin, coin_places, remove_coin
from engine.rulesets.civ2010.sorts import FRONT, NURSE, UNIT, Thing
from engine.rulesets.civ2010.state import Battle, Pick, State, Unit
from engine.rulesets.civ2010.tables import ALL_RESOURCES, MOST_TRADE, PEOPLE

REVIVER = next(name for name, card in PEOPLE.items() if card.revive)
"""The great person who saves the dead (Florence Nightingale)."""
STOLEN = 3
"""How much trade or culture a loot takes at most."""
MINOR = ("trade", "culture", "resource", "token", "discard_coin")
"""Loot that costs one."""
MAJOR = ("technology", "card", "steal_coin")
"""Loot that costs two."""
TOO_DEAR = IllegalChoice("loot_costs_two", "major-loot")
NOT_THERE = {
    **dict.fromkeys(MINOR, IllegalChoice("loot_not_there", "minor-loot")),
    **dict.fromkeys(MAJOR, IllegalChoice("loot_not_there", "major-loot")),
}


def battle(state: State) -> Battle:
    """The battle being fought."""
    return next(frame for frame in reversed(state.frames) if isinstance(frame, Battle))


@question("call_up", rule="culture-cards", chart="battle")
def call_up(asked: Asked) -> Steps:
    """Units that join the forces of a side before it draws its hand, or the hand itself."""
    state, pick = asked
    kind = yield from ask(UNIT, [*unlocked_types(state, pick.seat), None])
    play = yield from go()
    unit = take_unit(play, pick.seat, kind)
    if unit is not None and pick.facts:
        state.players[pick.seat].units.append(unit)
    elif unit is not None:
        frame = battle(state)
        number = side_of(frame, pick.seat)
        side = frame.sides[number]
        set_side(play, number, msgspec.structs.replace(side, hand=(*side.hand, unit)))
    ask_again(play, pick)


@question("draw_hand", rule="battle-hand")
def draw_again(asked: Asked) -> Steps:
    """Nothing to choose: a hand that was given back is drawn again."""
    state, pick = asked
    play = yield from go()
    frame = battle(state)
    number = side_of(frame, pick.seat)
    hand = draw_hand(play, pick.seat, full_hand(state, frame, number))
    frame = set_side(play, number, msgspec.structs.replace(frame.sides[number], hand=hand))
    set_side(play, DEFENDER, weighed(state, frame))


@question("last_stand", rule="great-people-cards", chart="battle")
def take_along(asked: Asked) -> Steps:
    """Georgy Zhukov: a dying unit wounds an enemy of choice."""
    state, pick = asked
    frame = battle(state)
    enemy = 1 - side_of(frame, pick.seat)
    armed = [at for at, front in enumerate(frame.fronts) if front.units[enemy] is not None]
    at = yield from ask(FRONT, armed)
    play = yield from go()
    held = []
    while isinstance(state.frames[-1], Pick):
        held.append(state.frames.pop())
    if hurt(play, enemy, at, 1):
        last_stand(play, enemy)
    for waiting in reversed(held):
        play.push(waiting)


def bury_all(state: State, pick: Pick) -> None:
    """The dead of a battle go back to their decks."""
    for key in pick.facts:
        bury(state, unit_of(key))


@question("nurse", rule="great-people-cards", abandon=bury_all)
def nurse(asked: Asked) -> Steps:
    """Florence Nightingale: whether she saves the own dead of this battle, or waits."""
    state, pick = asked
    player = state.players[pick.seat]
    held, choice = any(card.name == REVIVER for card in player.people), "save"
    # If her great person fell with the city her card is gone: waiting would keep nothing.
    if held:
        choice = yield from ask(NURSE, ("save", "wait"), n=len(pick.facts))
    play = yield from go()
    if choice == "save":
        if held:
            discard_person_card(state, pick.seat, REVIVER)
        play.tell(events.Used(pick.seat, "person", REVIVER))
        player.units += [unit_of(each) for each in pick.facts]
    elif player.bonuses.get("rescue"):
        play.push(Pick(pick.seat, "rescue", pick.facts))
    else:
        bury_all(state, pick)


class Dead(Thing[Unit]):
    """Killed units of a player."""

    def __init__(self, seat: int) -> None:
        super().__init__("fighter")
        self.seat = seat

    def key(self, state: State, thing: Unit) -> str:
        return thing.key

    def option(self, state: State, thing: Unit) -> Option:
        rank = state.players[self.seat].ranks.get(thing.type, 1)
        facts = {
            "unit": thing.type,
            "rank": rank,
            "strength": strength(thing, rank),
            "health": health(thing, rank),
        }
        return Option(thing.key, Text("label.fighter", facts), detail=Text("detail.fighter", facts))


@question("rescue", rule="civilizations", abandon=bury_all)
def rescue(asked: Asked) -> Steps:
    """The Chinese take one killed unit back."""
    state, pick = asked
    dead = [unit_of(each) for each in pick.facts]
    chosen = yield from ask(Dead(pick.seat), list(dict.fromkeys(dead)))
    play = yield from go()
    dead.remove(chosen)
    for unit in dead:
        bury(state, unit)
    state.players[pick.seat].units.append(chosen)
    play.tell(events.UnitGained(pick.seat, chosen.type))


class Loot(NamedTuple):
    """Something to take: its kind, and which of that."""

    kind: str
    what: str = ""

    @property
    def cost(self) -> int:
        """How many loots it counts for."""
        return 2 if self.kind in MAJOR else 1


class Loots(Thing[Loot]):
    """What a winner takes."""

    def key(self, state: Any, thing: Loot) -> str:
        return f"{thing.kind}:{thing.what}" if thing.what else thing.kind

    def find(self, state: Any, key: str, among: object) -> Loot | None:
        kind, _, what = key.partition(":")
        return Loot(kind, what) if kind in NOT_THERE else None

    def option(self, state: Any, thing: Loot) -> Option:
        label = Text(f"option.loot.{thing.kind}", {"key": thing.what, "n": thing.cost})
        return Option(self.key(state, thing), label)

    def words(self, voice: Voice, key: str) -> str:
        kind, _, what = key.partition(":")
        return voice.say(f"option.loot.{kind}", key=what, n=1)


LOOT = Loots("loot")


@question("loot", rule="loot")
def loot(asked: Asked) -> Steps:
    """What the winner takes from the loser (rules: loot, minor-loot, major-loot)."""
    state, pick = asked
    loser = int(pick.facts[0])
    rich, coins = state.players[loser], coin_places(state, loser)
    points = {"trade": rich.trade, "culture": rich.culture}
    there = [
        *(Loot(kind) for kind, number in points.items() if number),
        *(Loot("resource", kind) for kind in ALL_RESOURCES if rich.resources.get(kind)),
        *([Loot("token")] if rich.tokens else ()),
        *(Loot("discard_coin", where) for where in coins),
    ]
    if pick.left > 1:
        known = [tech for tech in learnable(state, pick.seat) if tech in rich.techs]
        there += [Loot("technology", tech) for tech in known]
        there += [Loot("card")] if rich.cards else []
        there += [Loot("steal_coin", where) for where in coins]

    def fault(wanted: Loot) -> Fault:
        if wanted.cost > pick.left:
            return TOO_DEAR
        return None if wanted in there else NOT_THERE[wanted.kind]

    taken = yield from ask(LOOT, [*there, None], fault, loser=loser, left=pick.left)
    play = yield from go()
    left = pick.left - taken.cost
    if left > 0:
        play.push(msgspec.structs.replace(pick, left=left))
    take_loot(play, pick.seat, loser, taken)


def take_loot(play: Play[State], seat: int, loser: int, taken: Loot) -> None:
    """Carry one loot out."""
    ours, theirs = play.state.players[seat], play.state.players[loser]
    kind, what = taken
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
