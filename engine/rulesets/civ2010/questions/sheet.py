"""Questions about a player's sheet: policies, technologies, resources, units, coins."""

from __future__ import annotations

from engine.core.flow import Play
from engine.core.script import Steps, go
from engine.core.text import Text
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.combat.units import gain_unit, unlocked_types
from engine.rulesets.civ2010.describing import effect, policy_effect
from engine.rulesets.civ2010.map.board import coins, others
from engine.rulesets.civ2010.questions.picks import Asked, ask, ask_again, question
from engine.rulesets.civ2010.sheet.bonuses import refresh
from engine.rulesets.civ2010.sheet.government import (
    check_policies,
    free_policies,
    most_policies,
    set_government,
    unlocked_governments,
)
from engine.rulesets.civ2010.sheet.learning import learn
from engine.rulesets.civ2010.sheet.paying import gain_resource
from engine.rulesets.civ2010.sheet.pyramid import learnable, may_learn
from engine.rulesets.civ2010.sheet.wealth import add_coin, coin_places, remove_coin
from engine.rulesets.civ2010.sorts import (
    COIN,
    GOVERNMENT,
    INVESTMENT,
    POLICY,
    RESOURCE,
    SEAT,
    TECHNOLOGY,
    UNIT,
    Coin,
)
from engine.rulesets.civ2010.state import Pick, State
from engine.rulesets.civ2010.tables import INVESTMENTS, POLICIES, RESOURCES, WONDERS

PYRAMID = "pyramid_{seat}"
TEACHER = next(name for name, card in WONDERS.items() if "second_technology" in card.bonuses)
"""The wonder that sells a second technology (Notre-Dame)."""


def does(state: State, policy: str) -> Text:
    """What a policy does, by the house rules of the table."""
    return policy_effect(policy, state.options["military_tradition"])


@question("adopt", rule="policies")
def adopt(asked: Asked) -> Steps:
    """Adopt a social policy."""
    state, pick = asked
    free = free_policies(state, pick.seat)
    policy = yield from ask(POLICY, free, detail=lambda each: does(state, each))
    play = yield from go()
    player = state.players[pick.seat]
    player.policies.append(policy)
    refresh(player)
    play.tell(events.PolicyAdopted(pick.seat, policy))
    check_policies(play, pick.seat)


@question("give_up_policy", rule="policies")
def give_up_policy(asked: Asked) -> Steps:
    """Give a social policy up, after a city was lost."""
    state, pick = asked
    player = state.players[pick.seat]
    policy = yield from ask(POLICY, player.policies, detail=lambda each: does(state, each))
    play = yield from go()
    player.policies.remove(policy)
    refresh(player)
    play.tell(events.PolicyDropped(pick.seat, policy))
    check_policies(play, pick.seat)


@question("switch_policy", rule="policies")
def switch_policy(asked: Asked) -> Steps:
    """Choose a policy to change, or stop, as the clock does."""
    state, pick = asked
    held = state.players[pick.seat].policies
    policy = yield from ask(
        POLICY, [*held, None], detail=lambda each: does(state, each), usual=lambda _: None
    )
    play = yield from go()
    ask_again(play, pick)
    play.push(Pick(pick.seat, "new_policy", (policy,)))


@question("new_policy", rule="policies")
def new_policy(asked: Asked) -> Steps:
    """Choose what a policy is changed for: its back, or a card not in use."""
    state, pick = asked
    (old,), player = pick.facts, state.players[pick.seat]
    free = [POLICIES[old].back, *free_policies(state, pick.seat)]
    policy = yield from ask(POLICY, free, detail=lambda each: does(state, each))
    play = yield from go()
    player.policies[player.policies.index(old)] = policy
    refresh(player)
    play.tell(events.PolicyDropped(pick.seat, old))
    play.tell(events.PolicyAdopted(pick.seat, policy))
    if len(player.policies) > most_policies(state, pick.seat):
        check_policies(play, pick.seat)


@question("fall_back", rule="governments")
def fall_back(asked: Asked) -> Steps:
    """A government that nothing unlocks any more is changed for one that a technology does."""
    state, pick = asked
    unlocked = unlocked_governments(state, pick.seat)
    kind = yield from ask(GOVERNMENT, unlocked, detail=lambda kind: effect("government", kind))
    play = yield from go()
    set_government(play, pick.seat, kind)


@question("learn", rule="learning", chart=PYRAMID)
def learn_one(asked: Asked) -> Steps:
    """Learn one of some technologies, if there is room in the pyramid."""
    state, pick = asked
    tech = yield from ask(
        TECHNOLOGY, pick.facts, lambda tech: not may_learn(state, pick.seat, tech)
    )
    play = yield from go()
    learn(play, pick.seat, tech)


@question("learn_free", rule="learning", chart=PYRAMID)
def learn_free(asked: Asked) -> Steps:
    """Learn any technology for nothing."""
    state, pick = asked
    level = int(pick.facts[0]) if pick.facts else 4
    tech = yield from ask(TECHNOLOGY, learnable(state, pick.seat, level))
    play = yield from go()
    learn(play, pick.seat, tech)


@question("second_technology", rule="research", chart=PYRAMID)
def second_technology(asked: Asked) -> Steps:
    """Notre-Dame: pay more to learn a second technology, no higher than the first."""
    state, pick = asked
    level, price = map(int, pick.facts)
    tech = yield from ask(TECHNOLOGY, [None, *learnable(state, pick.seat, level)])
    play = yield from go()
    state.players[pick.seat].trade -= price
    play.tell(events.Used(pick.seat, "wonder", TEACHER, tech))
    learn(play, pick.seat, tech)


@question("resource", rule="resources")
def take_resource(asked: Asked) -> Steps:
    """Take a resource of choice from the market."""
    state, pick = asked
    kind = yield from ask(RESOURCE, RESOURCES, lambda kind: not state.market[kind])
    play = yield from go()
    gain_resource(play, pick.seat, kind)


@question("free_unit", rule="units")
def free_unit(asked: Asked) -> Steps:
    """Take unlocked units for nothing, up to a number."""
    state, pick = asked
    kind = yield from ask(UNIT, [*unlocked_types(state, pick.seat), None])
    play = yield from go()
    ask_again(play, pick)
    gain_unit(play, pick.seat, kind)


@question("reward", rule="culture-cards")
def reward(asked: Asked) -> Steps:
    """A Gift from Afar: another player of choice gets a coin token.

    The clock gives it to who is furthest from winning with it.
    """
    state, pick = asked
    other = yield from ask(
        SEAT,
        others(state, pick.seat),
        usual=lambda seats: min(seats, key=lambda seat: coins(state, seat)),
    )
    play = yield from go()
    add_coin(play, other)


@question("take_coin", rule="coin-tokens")
def take_coin(asked: Asked) -> Steps:
    """Say which coin token another player discards; each player loses one at most."""
    state, pick = asked
    robbed = map(int, pick.facts)
    coin = yield from ask(COIN, [Coin(s, where) for s in robbed for where in coin_places(state, s)])
    play = yield from go()
    remove_coin(play, coin.seat, coin.where)
    if pick.left > 1:
        rest = tuple(seat for seat in pick.facts if int(seat) != coin.seat)
        play.push(Pick(pick.seat, "take_coin", rest, pick.left - 1))


@question("invest_free", rule="investments")
def invest_free(asked: Asked) -> Steps:
    """The Seven Cities of Gold: invest without paying a coin."""
    pick = asked.pick
    card = yield from ask(INVESTMENT, INVESTMENTS)
    play = yield from go()
    ask_again(play, pick)
    invest(play, pick.seat, card)


def invest(play: Play[State], seat: int, card: str) -> None:
    """Put a coin on an investment card; some steps teach a technology (rule: investments)."""
    player, steps = play.state.players[seat], INVESTMENTS[card]
    before = steps.reached(player.invested.get(card, 0))
    player.invested[card] = player.invested.get(card, 0) + 1
    refresh(player)
    play.tell(events.Invested(seat, card, player.invested[card]))
    after = steps.reached(player.invested[card])
    if after > before and steps.bonuses[after - 1].get("learn"):
        play.push(Pick(seat, "learn_free"))
