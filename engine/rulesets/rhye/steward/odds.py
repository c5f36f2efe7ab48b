"""The odds of wars: skirmishes of one unit a side, until a side has none left (rulebook 6.3)."""

from __future__ import annotations

from functools import cache

from engine.core.decision import Decision
from engine.core.grammar import Value
from engine.core.text import Text
from engine.rulesets.rhye.state import GREY
from engine.rulesets.rhye.steward.situation import ATTACK, DEFENCE, Situation
from engine.rulesets.rhye.tables import TABLES, WONDER, WONDERS
from engine.world.steward.odds import MOST, Round, hits, in_rounds
from engine.world.steward.suggesting import percent
from engine.world.steward.survey import BOARD

SIDES = 7 - TABLES.hit_from
"""So many faces of a die are a hit."""


@cache
def skirmish(ours: int, theirs: int, edge: int) -> Round:
    """A round of so many dice against so many; ties are rolled again."""
    if not ours and not theirs:
        return Round(0.0, 1.0, 0.0)
    win = lose = 0.0
    for own, chance in enumerate(hits(ours, SIDES)):
        for other, against in enumerate(hits(theirs, SIDES)):
            win += chance * against * (own > other)
            lose += chance * against * (own < other)
    return Round(win / (win + lose), 0.0, lose / (win + lose))


war = in_rounds(skirmish)
"""The chances of units by their dice, those with most dice first."""


def war_odds(s: Situation, decision: Decision, value: Value) -> Text | None:
    """The odds of a war that is declared in one place."""
    if len(value) != 1:
        return None
    ((place, foe),) = value.items()
    space, owner = BOARD.index[place], GREY if foe == "grey" else int(foe)
    more, walls = more_dice(s, space, owner)
    ours = sorted((ATTACK[unit] + more for unit in s.army(space, s.me)), reverse=True)
    theirs = sorted((DEFENCE[unit] + walls for unit in s.army(space, owner)), reverse=True)
    if not ours:
        return None
    chance = war(tuple(ours[:MOST]), tuple(theirs[:MOST]), 0).win
    return Text("detail.odds", {"win": percent(chance)})


def more_dice(s: Situation, space: int, owner: int) -> tuple[int, int]:
    """The dice that each unit adds in attack and in defence of a space (rule: more-dice)."""
    if owner == GREY:
        return 0, 0
    view = s.view
    own, other = view.realms[s.me].religion, view.realms[owner].religion
    attack, defence = int(own == "christianity" != other), int(other == "judaism" != own)
    settlement = view.spaces[space].settlement
    if settlement is not None and settlement.owner == owner:
        defence += settlement.capital
        defence += sum(WONDERS[WONDER[w]].settlement_dice for w in view.players[owner].wonders)
    return attack, defence
