"""Paying with resources: which tokens and cards can stand for what (rule: resources).

A way to pay is the things spent, joined by `+`: `iron` is a market token, `token.iron` one from a
hut, `card.princely_gift` a card. `wild.silk` is a token spent as another kind, `spy.silk.wheat`
two tokens spent as a spy, `curie.silk` a token spent as uranium.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.core.flow import Play
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.map.board import bonus, person_works
from engine.rulesets.civ2010.sheet.culture import discard
from engine.rulesets.civ2010.sheet.people import discard_person_card
from engine.rulesets.civ2010.sheet.wealth import gain
from engine.rulesets.civ2010.state import Pick, Player, State
from engine.rulesets.civ2010.tables import ABILITIES, ALL_RESOURCES, CULTURE, PEOPLE, RESOURCES

KREMLIN = "kremlin"
CURIE = "marie_curie"

Purse = dict[str, int]


def purse(state: State, seat: int) -> Purse:
    """Everything a seat could spend as a resource, by key."""
    player = state.players[seat]
    found = {kind: n for kind in RESOURCES if (n := player.resources.get(kind, 0))}
    for token in player.tokens:
        if token in ALL_RESOURCES:
            found[f"token.{token}"] = found.get(f"token.{token}", 0) + 1
    for card in player.cards:
        if CULTURE[card].resource:
            found[f"card.{card}"] = found.get(f"card.{card}", 0) + 1
    return found


def stands_for(key: str) -> tuple[str, ...]:
    """The resources that one thing of a purse can be spent as."""
    kind, _, rest = key.partition(".")
    if kind == "card":
        return CULTURE[rest].resource
    return (rest or kind,)


def singles(state: State, seat: int, have: Purse, wanted: str) -> Iterator[tuple[str, Purse]]:
    """The ways to spend one resource: the key, and what it takes from the purse."""
    for key in have:
        if have[key] > 0 and (wanted == "any" or wanted in stands_for(key)):
            yield key, {key: 1}
    tokens = [key for key in have if have[key] > 0 and not key.startswith("card.")]
    if wanted in RESOURCES and state.players[seat].bonuses.get("wild_resources"):
        for key in tokens:
            if key in RESOURCES and key != wanted:
                yield f"wild.{key}", {key: 1}
    if wanted == "spy" and can_use_kremlin(state, seat):
        for n, one in enumerate(tokens):
            for two in tokens[n if have[one] > 1 else n + 1 :]:
                taken = {one: 1}
                taken[two] = taken.get(two, 0) + 1
                yield f"spy:{one}:{two}", taken
    if wanted == "uranium" and can_use_curie(state, seat):
        for key in tokens:
            if "uranium" not in stands_for(key):
                yield f"curie:{key}", {key: 1}


def can_use_curie(state: State, seat: int) -> bool:
    """Whether Marie Curie lets a token count as uranium."""
    held = any(card.name == CURIE for card in state.players[seat].people)
    return held and person_works(state, seat, PEOPLE[CURIE].type)


def can_use_kremlin(state: State, seat: int) -> bool:
    """Whether two tokens count as a spy, once a turn."""
    return KREMLIN not in state.players[seat].used and bool(bonus(state, seat, "two_for_a_spy"))


def ways(state: State, seat: int, cost: dict[str, int]) -> list[str]:
    """Every way to pay a cost in resources, those that spare cards first."""
    wanted = [kind for kind, number in cost.items() for _ in range(number)]
    found: dict[tuple[str, ...], str] = {}
    for parts in _ways(state, seat, purse(state, seat), wanted):
        # What a token is spent as makes no difference when the same tokens go.
        taken = tuple(sorted(part.removeprefix("wild.") for part in parts))
        found.setdefault(taken, "+".join(sorted(parts)))
    return sorted(found.values(), key=regret)


def regret(way: str) -> tuple[int, ...]:
    """Puts ways to pay in order: gifts that reward another player are spent last."""
    cards = [key.partition(".")[2] for key in way.split("+") if key.startswith("card.")]
    rewards = sum(CULTURE[card].rewards_other for card in cards)
    return rewards, len(cards), way.count("curie:"), way.count("spy:")


def can_pay(state: State, seat: int, cost: dict[str, int]) -> bool:
    """Whether there is a way to pay."""
    player = state.players[seat]
    if len(cost) == 1:
        # One market token of the right kind is the usual price.
        kind, number = next(iter(cost.items()))
        if player.resources.get(kind, 0) >= number:
            return True
        if number == 1 and kind in RESOURCES:
            return kind in payable(player)
    if not player.resources and not player.tokens and not player.cards:
        return False
    have = purse(state, seat)
    if sum(have.values()) < sum(cost.values()):
        return False
    wanted = [kind for kind, number in cost.items() for _ in range(number)]
    return next(_ways(state, seat, have, wanted), None) is not None


def payable(player: Player) -> Collection[str]:
    """The kinds of the market of which a player can spend one, with a token or what stands in."""
    if not player.resources and not player.tokens and not player.cards:
        return ()
    if player.resources and player.bonuses.get("wild_resources"):
        return RESOURCES
    found = {*player.resources, *player.tokens}
    for card in player.cards:
        found.update(CULTURE[card].resource)
    return found


ONE_OF_THE_MARKET = {
    key: kind
    for key, ability in ABILITIES.items()
    for kind in ability.cost
    if ability.cost == {kind: 1} and kind in RESOURCES
}
"""The abilities that cost one resource of the market and no other, as most do; with its kind."""


def _ways(state: State, seat: int, have: Purse, wanted: list[str]) -> Iterator[tuple[str, ...]]:
    if not wanted:
        yield ()
        return
    for key, taken in singles(state, seat, have, wanted[0]):
        left = {k: n - taken.get(k, 0) for k, n in have.items()}
        for rest in _ways(state, seat, left, wanted[1:]):
            yield (key, *rest)


def spend(play: Play[State], seat: int, way: str) -> None:
    """Pay in a way that was found."""
    player = play.state.players[seat]
    spent = 0
    for part in way.split("+"):
        kind, *rest = part.split(":")
        if kind == "spy":
            player.used.append(KREMLIN)
            for key in rest:
                spent += spend_one(play, seat, key)
        elif kind == "curie":
            play.tell(events.Used(seat, "person", CURIE))
            discard_person_card(play.state, seat, CURIE)
            spent += spend_one(play, seat, rest[0])
        else:
            spent += spend_one(play, seat, part.removeprefix("wild."))
    reward_spending(play, seat, spent)


def reward_spending(play: Play[State], seat: int, spent: int) -> None:
    """Some civilizations gain by the tokens that they spend."""
    per = play.state.players[seat].bonuses.get("culture_per_resource", 0)
    if per and spent:
        gain(play, seat, culture=per * spent, why="arabs")


def spend_one(play: Play[State], seat: int, key: str) -> int:
    """Spend one token or card; gives the number of tokens spent."""
    state, player = play.state, play.state.players[seat]
    kind, _, rest = key.partition(".")
    play.tell(events.Spent(seat, key))
    if kind == "card":
        discard(state, seat, rest)
        if CULTURE[rest].rewards_other:
            play.push(Pick(seat, "reward"))
        return 0
    if kind == "token":
        player.tokens.remove(rest)
        state.gone.append(rest)
    else:
        player.resources[key] -= 1
        if not player.resources[key]:
            del player.resources[key]
        state.market[key] += 1
    return 1


def gain_resource(play: Play[State], seat: int, kind: str) -> bool:
    """Take a resource from the market if it has one."""
    state = play.state
    if state.market.get(kind, 0) <= 0:
        return False
    state.market[kind] -= 1
    own = state.players[seat].resources
    own[kind] = own.get(kind, 0) + 1
    play.tell(events.ResourceGained(seat, kind))
    return True
