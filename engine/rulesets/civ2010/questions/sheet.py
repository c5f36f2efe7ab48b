"""Questions about a player's sheet: policies, technologies, resources, units, coins."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.flow import Play
from engine.core.grammar import Option
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.combat.units import gain_unit, unlocked_types
from engine.rulesets.civ2010.describing import (
    NONE,
    effect,
    free,
    option,
    policy_effect,
    seat_option,
)
from engine.rulesets.civ2010.map.board import coins, others
from engine.rulesets.civ2010.questions.picks import Question, question
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
from engine.rulesets.civ2010.state import Pick, State
from engine.rulesets.civ2010.tables import INVESTMENTS, POLICIES, RESOURCES


class PolicyQuestion(Question):
    """Something about social policies."""

    rule = "policies"
    table = "policy"

    def describe(self, state: State, pick: Pick, key: str) -> Option:
        return free(key) or option("policy", key, detail=policy_effect(key, tradition(state)))


def tradition(state: State) -> int:
    """The price of the house rule of Military Tradition; 0 without it."""
    price: int = state.options["military_tradition"]
    return price


@question("adopt")
class Adopt(PolicyQuestion):
    """Adopt a social policy."""

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return free_policies(state, pick.seat)

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        player = play.state.players[pick.seat]
        player.policies.append(key)
        refresh(player)
        play.tell(events.PolicyAdopted(pick.seat, key))
        check_policies(play, pick.seat)


@question("give_up_policy")
class GiveUpPolicy(PolicyQuestion):
    """Give a social policy up, after a city was lost."""

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return list(state.players[pick.seat].policies)

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        player = play.state.players[pick.seat]
        player.policies.remove(key)
        refresh(player)
        play.tell(events.PolicyDropped(pick.seat, key))
        check_policies(play, pick.seat)


@question("switch_policy")
class SwitchPolicy(PolicyQuestion):
    """Choose a policy to change, or stop."""

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return [*state.players[pick.seat].policies, NONE]

    def default(self, state: State, pick: Pick, keys: Sequence[str]) -> str:
        return NONE

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        play.push(Pick(pick.seat, "new_policy", (key,)))


@question("new_policy")
class NewPolicy(PolicyQuestion):
    """Choose what a policy is changed for: its back, or a card not in use."""

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return [POLICIES[pick.facts[0]].back, *free_policies(state, pick.seat)]

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        player = play.state.players[pick.seat]
        old = pick.facts[0]
        player.policies[player.policies.index(old)] = key
        refresh(player)
        play.tell(events.PolicyDropped(pick.seat, old))
        play.tell(events.PolicyAdopted(pick.seat, key))
        if len(player.policies) > most_policies(play.state, pick.seat):
            check_policies(play, pick.seat)


@question("fall_back")
class FallBack(Question):
    """A government that nothing unlocks any more is changed for one that a technology does."""

    rule = "governments"
    table = "government"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return unlocked_governments(state, pick.seat)

    def describe(self, state: State, pick: Pick, key: str) -> Option:
        return option("government", key, detail=effect("government", key))

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        set_government(play, pick.seat, key)


@question("learn")
class LearnOne(Question):
    """Learn one of some technologies, if there is room in the pyramid."""

    rule = "learning"
    chart = "pyramid_{seat}"
    table = "technology"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return [tech for tech in pick.facts if may_learn(state, pick.seat, tech)]

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        learn(play, pick.seat, key)


@question("learn_free")
class LearnFree(LearnOne):
    """Learn any technology for nothing."""

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return learnable(state, pick.seat, int(pick.facts[0]) if pick.facts else 4)


@question("second_technology")
class SecondTechnology(LearnOne):
    """Notre-Dame: pay more to learn a second technology, no higher than the first."""

    rule = "research"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return [NONE, *learnable(state, pick.seat, int(pick.facts[0]))]

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        player = play.state.players[pick.seat]
        player.trade -= int(pick.facts[1])
        play.tell(events.Used(pick.seat, "wonder", "notre_dame", key))
        learn(play, pick.seat, key)


@question("resource")
class TakeResource(Question):
    """Take a resource of choice from the market."""

    rule = "resources"
    table = "resource"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return [kind for kind in RESOURCES if state.market[kind]]

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        gain_resource(play, pick.seat, key)


@question("free_unit")
class FreeUnit(Question):
    """Take unlocked units for nothing, up to a number."""

    rule = "units"
    table = "unit"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return [*unlocked_types(state, pick.seat), NONE]

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        gain_unit(play, pick.seat, key)


@question("reward")
class Reward(Question):
    """A Gift from Afar: another player of choice gets a coin token."""

    rule = "culture-cards"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return [str(seat) for seat in others(state, pick.seat)]

    def default(self, state: State, pick: Pick, keys: Sequence[str]) -> str:
        """The clock gives the coin to who is furthest from winning with it."""
        return min(keys, key=lambda key: coins(state, int(key)))

    def describe(self, state: State, pick: Pick, key: str) -> Option:
        return seat_option(key)

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        add_coin(play, int(key))


@question("take_coin")
class TakeCoin(Question):
    """Say which coin token another player discards; each player loses one at most."""

    rule = "coin-tokens"
    table = "coin_of"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return [f"{seat}>{where}" for seat in pick.facts for where in coin_places(state, int(seat))]

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        seat, _, where = key.partition(">")
        remove_coin(play, int(seat), where)
        if pick.left > 1:
            play.pop()
            rest = tuple(other for other in pick.facts if other != seat)
            play.push(Pick(pick.seat, "take_coin", rest, pick.left - 1))


@question("invest_free")
class InvestFree(Question):
    """The Seven Cities of Gold: invest without paying a coin."""

    rule = "investments"
    table = "investment"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return list(INVESTMENTS)

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        invest(play, pick.seat, key)


def invest(play: Play[State], seat: int, card: str) -> None:
    """Put a coin on an investment card; some steps teach a technology (rule: investments)."""
    player = play.state.players[seat]
    before = INVESTMENTS[card].reached(player.invested.get(card, 0))
    player.invested[card] = player.invested.get(card, 0) + 1
    refresh(player)
    play.tell(events.Invested(seat, card, player.invested[card]))
    if card == "public_education" and INVESTMENTS[card].reached(player.invested[card]) > before:
        play.push(Pick(seat, "learn_free"))
