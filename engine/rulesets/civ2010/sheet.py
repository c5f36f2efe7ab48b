"""What is on a player's sheet: technologies, government, policies, coins, trade and culture."""

from __future__ import annotations

from engine.core.flow import Play
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.board import bonus, cities_of
from engine.rulesets.civ2010.state import Pick, Player, State
from engine.rulesets.civ2010.tables import (
    BASE_LIMITS,
    CIVILIZATIONS,
    GOVERNMENTS,
    GROUND,
    INVESTMENTS,
    MOST_TRADE,
    OF_CARD,
    POLICIES,
    TECHNOLOGIES,
    TECHNOLOGY_COST,
)

ANARCHY = "anarchy"
SPACE_FLIGHT = "space_flight"


def refresh(player: Player) -> None:
    """Find out again what works for a player whatever happens on the map."""
    sums: dict[str, int] = {}
    able: list[str] = []
    sources = [("civilization", CIVILIZATIONS[player.civilization].bonuses, player.civilization)]
    sources += (
        ("technology", TECHNOLOGIES[t].bonuses, t) for t in player.techs if t in TECHNOLOGIES
    )
    sources.append(("government", GOVERNMENTS[player.government].bonuses, player.government))
    if player.government != ANARCHY:
        sources += (("policy", POLICIES[p].bonuses, p) for p in player.policies)
    for kind, bonuses, name in sources:
        for what, number in bonuses.items():
            if what in BASE_LIMITS:
                sums[what] = max(sums.get(what, 0), number)
            else:
                sums[what] = sums.get(what, 0) + number
        able += OF_CARD.get(f"{kind}:{name}", ())
    for card, spent in player.invested.items():
        reached = INVESTMENTS[card].reached(spent)
        if reached:
            for what, number in INVESTMENTS[card].bonuses[reached - 1].items():
                sums[what] = sums.get(what, 0) + number
    player.bonuses = sums
    player.able = able
    ranks = dict.fromkeys(GROUND, 1)
    for tech in player.techs:
        if tech in TECHNOLOGIES:
            for kind, rank in TECHNOLOGIES[tech].ranks.items():
                ranks[kind] = max(ranks.get(kind, 0), rank)
    player.ranks = ranks


def limit(state: State, seat: int, what: str) -> int:
    """A limit of which the highest counts, with what is added to it."""
    found = max(BASE_LIMITS[what], state.players[seat].bonuses.get(what, 0))
    return found + bonus(state, seat, f"{what}_more")


# Trade and culture.


def gain(play: Play[State], seat: int, trade: int = 0, culture: int = 0, why: str = "") -> None:
    """Add trade, up to what the dial holds, and culture (rule: trade-dial)."""
    player = play.state.players[seat]
    got = min(trade, MOST_TRADE - player.trade)
    player.trade += got
    player.culture += culture
    if got or culture:
        play.tell(events.Gained(seat, got, culture, why))


# Technologies.


def has_slot(player: Player, level: int) -> bool:
    """Whether the pyramid has room for a technology of that level (rule: pyramid)."""
    if level == 1:
        return True
    rows = player.rows
    return rows.count(level) + 1 < rows.count(level - 1)


def may_learn(state: State, seat: int, tech: str) -> bool:
    """Whether a seat could add a technology without paying for it."""
    player = state.players[seat]
    return tech not in player.techs and has_slot(player, TECHNOLOGIES[tech].level)


def price_of(state: State, seat: int, tech: str) -> int:
    """The trade that researching a technology needs (rule: research-cost)."""
    cost = TECHNOLOGY_COST[TECHNOLOGIES[tech].level]
    return max(0, cost - bonus(state, seat, "research_discount"))


def in_play(state: State, tech: str) -> bool:
    """Whether the table plays with a technology."""
    return state.options["sets"] == "all" or TECHNOLOGIES[tech].set == "base"


def learnable(state: State, seat: int, level: int = 5, exact: bool = False) -> list[str]:
    """The technologies up to a level that a seat could learn; Space Flight is researched only."""
    player = state.players[seat]
    rooms = [False, *(has_slot(player, n) for n in range(1, 6))]
    return [
        name
        for name, tech in TECHNOLOGIES.items()
        if rooms[tech.level]
        and (tech.level == level if exact else tech.level <= level)
        and name not in player.techs
        and name != SPACE_FLIGHT
        and in_play(state, name)
    ]


# Government and policies.


def unlocked_governments(state: State, seat: int) -> list[str]:
    """The governments a seat may have, anarchy aside."""
    player = state.players[seat]
    everything = bool(bonus(state, seat, "all_governments"))
    return [
        name
        for name, card in GOVERNMENTS.items()
        if name != ANARCHY
        and (everything or not card.technology or card.technology in player.techs)
    ]


def set_government(play: Play[State], seat: int, government: str) -> None:
    """Put a government in force; leaving anarchy ends its wait."""
    player = play.state.players[seat]
    player.government = government
    player.anarchy = play.state.turn if government == ANARCHY else 0
    refresh(player)
    play.tell(events.GovernmentChanged(seat, government))


def most_policies(state: State, seat: int) -> int:
    """How many social policies a seat has to have."""
    return len(cities_of(state, seat)) + state.players[seat].bonuses.get("policies", 0)


def free_policies(state: State, seat: int) -> list[str]:
    """The sides of cards that a seat does not use."""
    taken = state.players[seat].policies
    return [name for name, card in POLICIES.items() if name not in taken and card.back not in taken]


def check_policies(play: Play[State], seat: int) -> None:
    """Ask for policies to adopt or give up after the number of cities changed (rule: policies)."""
    player, most = play.state.players[seat], most_policies(play.state, seat)
    if len(player.policies) < most and free_policies(play.state, seat):
        play.push(Pick(seat, "adopt"))
    elif len(player.policies) > most:
        play.push(Pick(seat, "give_up_policy"))


# Coins.


def coin_room(state: State, seat: int, tech: str) -> int:
    """How many more coin tokens a technology holds (rule: coin-tokens)."""
    player = state.players[seat]
    slots = TECHNOLOGIES[tech].coin_slots if tech in TECHNOLOGIES else 0
    if not slots or tech not in player.techs:
        return 0
    return slots + bonus(state, seat, "coin_slots") - player.tech_coins.get(tech, 0)


def add_coin(play: Play[State], seat: int, where: str = "sheet") -> None:
    """Put a coin token on the sheet, a technology or the Panama Canal, if there is room."""
    player = play.state.players[seat]
    if where == "sheet":
        player.coins += 1
    elif where == "panama_canal":
        player.wonder_coins += 1
    elif coin_room(play.state, seat, where) > 0:
        player.tech_coins[where] = player.tech_coins.get(where, 0) + 1
    else:
        return
    play.tell(events.CoinGained(seat, where))


def coin_places(state: State, seat: int) -> list[str]:
    """Where a seat has coin tokens."""
    player = state.players[seat]
    found = ["sheet"] if player.coins else []
    found += sorted(tech for tech, number in player.tech_coins.items() if number)
    return [*found, "panama_canal"] if player.wonder_coins else found


def remove_coin(play: Play[State], seat: int, where: str) -> None:
    """Take a coin token away."""
    player = play.state.players[seat]
    if where == "sheet":
        player.coins -= 1
    elif where == "panama_canal":
        player.wonder_coins -= 1
    else:
        player.tech_coins[where] -= 1
        if not player.tech_coins[where]:
            del player.tech_coins[where]
    play.tell(events.CoinLost(seat, where))
