"""Whom to fight, whom to stop, and whom to send forward (rulebook chapter 5)."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from engine.core.answering import keys
from engine.core.decision import Decision
from engine.rulesets.standard.steward.odds import DICE, ROLE, roles
from engine.rulesets.standard.steward.situation import Situation
from engine.rulesets.standard.tables import BEATS
from engine.world.steward.odds import duel
from engine.world.steward.survey import BOARD, FIRST_SEA, Army

NEARLY = 0.05
"""Units whose chances differ by less are equally good: which comes forward is left to chance."""


def declare(s: Situation, decision: Decision, rng: Random) -> list[str]:
    """The battles worth declaring, of those possible (as `place:seat`)."""
    chosen: list[str] = []
    fought: set[int] = set()
    options = keys(decision.grammar)
    gains = {key: declaration_worth(s, key) for key in options}
    for key in sorted(options, key=lambda k: -gains[k]):
        space = BOARD.index[key.partition(":")[0]]
        # One hard fight a space: the next would be fought with what the first has left.
        if gains[key] > 0 and (space not in fought or undefended(s, key)):
            chosen.append(key)
            fought.add(space)
    return [key for key in options if key in chosen]


def forces(s: Situation, space: int, seat: int) -> Army:
    """A seat's units that can fight in a space."""
    return s.army(space, seat) if space < FIRST_SEA else s.fleet(space, seat)


def undefended(s: Situation, key: str) -> bool:
    """Whether nobody would roll against a declaration."""
    place, _, seat = key.partition(":")
    return not forces(s, BOARD.index[place], int(seat))


def declaration_worth(s: Situation, key: str) -> float:
    """What a declared battle is expected to bring."""
    place, _, seat = key.partition(":")
    return battle_worth(s, BOARD.index[place], int(seat))


def battle_worth(s: Situation, space: int, other: int) -> float:
    """What fighting another seat in a space is expected to bring, in gold."""
    ours, theirs = forces(s, space, s.me), forces(s, space, other)
    result = s.fight(ours, theirs, other)
    price = s.prices.army[s.era] if space < FIRST_SEA else s.prices.fleet[s.era]
    prize = s.foreign_settlers.get(space, {}).get(other, 0) * s.prices.settler[s.era] * s.envy
    stake = 0.0
    held = s.foreign.get(space)
    if held is not None and held.owner == other:
        prize += s.capture_worth(space, held)
    elif space in s.homes:
        stake = s.loss_worth(space, s.homes[space])
    if not theirs:
        return prize
    if space < FIRST_SEA:
        prize += s.relief_worth(space, other)
    if result.win < s.w.odds and not stake:
        return -1.0
    killed = result.their_losses * price * s.envy
    lost = result.own_losses * price * s.w.standing * 2
    fall = s.assault(theirs, ours, other)
    # Standing aside leaves the foreign army in the settlement's streets, free to strike.
    return result.win * prize + killed - lost + stake * (s.w.likelihood - fall)


def challenge(s: Situation, decision: Decision, rng: Random) -> list[str]:
    """The spaces where the one who moved is worth stopping."""
    mover, options = int(decision.about.get("seat", s.me)), keys(decision.grammar)
    return [key for key in options if battle_worth(s, BOARD.index[key], mover) > 0]


def fight(s: Situation, decision: Decision, rng: Random) -> str:
    """The unit for this round, against the average of what the other side can send."""
    fray, options = s.view.battle, keys(decision.grammar)
    if fray is None:
        return options[0]
    space = BOARD.index[fray.place]
    attacking = fray.attacker == s.me
    foe = fray.defender if attacking else fray.attacker
    enemies = tuple(
        unit
        for seat in (fray.defenders if attacking else fray.attackers)
        for unit in forces(s, space, seat)
    )
    if not enemies:
        return options[0]
    merits = {key: merit(s, key, enemies, foe) for key in options}
    best = max(merits.values())
    return rng.choice([key for key in options if merits[key] >= best - NEARLY])


def merit(s: Situation, key: str, enemies: Army, foe: int) -> float:
    """A pick's chance of surviving the round, less what risking it may cost."""
    unit = bare_name(key)
    dice = DICE[unit] + key.endswith("+fighter")
    total = 0.0
    for enemy in enemies:
        edge = s.science[foe]
        if BEATS.get(ROLE[unit]) == ROLE[enemy]:
            edge += s.era + 1
        elif BEATS.get(ROLE[enemy]) == ROLE[unit]:
            edge -= s.era + 1
        result = duel(dice, DICE[enemy], edge)
        total += result.win + result.tie / 2
    # A loaded ship, or an aircraft, is worth more than an escort: it goes last among equals.
    burden = 0.1 if "#" in key or key.endswith("+fighter") else 0.0
    return total / len(enemies) - burden


def bare_name(key: str) -> str:
    """The unit type in the name of a pick: `tank:1+fighter` is a tank."""
    return key.removesuffix("+fighter").partition(":")[0].partition("#")[0]


@lru_cache(maxsize=8192)
def best_army(enemies: Army, choices: Army, own: Army) -> str:
    """The army to raise against some enemies: what beats most of them, else what is rarest."""
    against = roles(enemies)
    have = roles(own)

    def order(unit: str) -> tuple[float, int]:
        role = ROLE[unit]
        beats = against.get(BEATS[role], 0)
        beaten = sum(count for foe, count in against.items() if BEATS.get(foe) == role)
        return beats - beaten - 0.6 * have.get(role, 0), -choices.index(unit)

    return max(choices, key=order)


def minor_army(s: Situation, decision: Decision, rng: Random) -> str:
    """The army of a newly joined minor civilization."""
    region = BOARD.index.get(str(decision.about.get("place", "")))
    near = s.menace(region) if region is not None else {}
    enemies = tuple(unit for units in near.values() for unit in units)
    return best_army(enemies, tuple(keys(decision.grammar)), s.own_armies)
