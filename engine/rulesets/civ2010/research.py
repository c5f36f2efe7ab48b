"""Research in secret, shown together (rules: research, research-cost)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import OneOf, Option, Unfit, Value, cost
from engine.core.simultaneous import SimultaneousPhase
from engine.core.text import Text
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.describing import NONE, effect, free, option
from engine.rulesets.civ2010.map.board import bonus, coins, turn_order
from engine.rulesets.civ2010.sheet.learning import learn
from engine.rulesets.civ2010.sheet.pyramid import has_slot, learnable, price_of, unknown_of
from engine.rulesets.civ2010.state import Pick, Research, State
from engine.rulesets.civ2010.tables import (
    ABILITIES,
    IN_PHASE,
    TECHNOLOGIES,
    TECHNOLOGY_COST,
    source_of,
)
from engine.rulesets.civ2010.victory import check_coins

LOWER_SLOT = "lower_slot"
"""Noted with who may put one technology a row lower this turn (Nikola Tesla)."""
SWITCHING = next(key for key in IN_PHASE["research"] if ABILITIES[key].do == "switch_policy")
"""The ability that changes a policy instead of research or beside it (Bureaucracy)."""
SWITCH = "switch"
"""The answer of a seat that researches nothing and changes a policy with Bureaucracy."""


def row_for(state: State, seat: int, tech: str) -> int:
    """The row a technology would go into; 0 when there is no room (rule: pyramid)."""
    player, level = state.players[seat], TECHNOLOGIES[tech].level
    fits = has_slot(player, level)
    if LOWER_SLOT in player.used and 2 <= level <= 4 and has_slot(player, level - 1):
        return level - 1
    return level if fits else 0


def researchable(state: State, seat: int) -> list[str]:
    """The technologies a seat can research now."""
    player = state.players[seat]
    less = bonus(state, seat, "research_discount")
    affordable = [level for level in range(1, 6) if player.trade >= TECHNOLOGY_COST[level] - less]
    if not affordable:
        return []
    rooms = {level: bool(has_slot(player, level)) for level in affordable}
    if LOWER_SLOT in player.used:
        rooms = {n: room or (2 <= n <= 4 and has_slot(player, n - 1)) for n, room in rooms.items()}
    unknown = unknown_of(state, seat)
    return [name for level, room in rooms.items() if room for name in unknown[level]]


def may_switch_policy(state: State, seat: int) -> bool:
    """Whether a seat has Bureaucracy to use in this phase, with or without research."""
    player = state.players[seat]
    return SWITCHING in player.able and SWITCHING not in player.used


def possible_answers(state: State, seat: int) -> list[str]:
    """What a seat may answer: without anything to research, Bureaucracy is left."""
    found = researchable(state, seat)
    if not found and may_switch_policy(state, seat):
        return [NONE, SWITCH]
    return [NONE, *found]


def switch_policy(play: Play[State], seat: int) -> None:
    """Use Bureaucracy when all is shown."""
    play.state.players[seat].used.append(SWITCHING)
    play.tell(events.Used(seat, *source_of(SWITCHING)))
    play.push(Pick(seat, "switch_policy"))


def begin_research(play: Play[State]) -> None:
    """Ask everyone who can research something."""
    play.push(Research())


class ResearchPhase(SimultaneousPhase[State, Research]):
    """Answers stay secret and may be changed until the last one is in."""

    title = "research"

    def prepare(self, play: Play[State], frame: Research) -> Iterable[int]:
        state = play.state
        return [
            seat
            for seat in turn_order(state)
            if researchable(state, seat) or may_switch_policy(state, seat)
        ]

    def foregone(self, state: State, frame: Research) -> Mapping[int, Value]:
        """Who was asked because of Bureaucracy alone has nothing to say after using it."""
        return {
            seat: NONE
            for seat in frame.asked or ()
            if not may_switch_policy(state, seat) and not researchable(state, seat)
        }

    def advance(self, play: Play[State], frame: Research) -> bool:
        if frame.asked is not None and play.events:
            frame = self.reconsider(play, frame)
        return super().advance(play, frame)

    def reconsider(self, play: Play[State], frame: Research) -> Research:
        """After a card: answers that do not fit any more are open again, new seats are asked."""
        state = play.state
        able = {seat: known for seat in turn_order(state) if (known := researchable(state, seat))}
        given = frame.by_seat()
        for seat, answer in given.items():
            if answer is not None and answer not in possible_answers(state, seat):
                given[seat] = None if seat in able else NONE
        given |= dict.fromkeys([seat for seat in able if seat not in given])
        changed: Research = play.update(asked=tuple(given), answers=tuple(given.values()))
        return changed

    def question(self, state: State, frame: Research, seat: int) -> Decision:
        return Decision(
            seat,
            "research",
            OneOf(possible_answers(state, seat), lambda key: describe(state, seat, key)),
            default=NONE,
            rule="research",
            chart=f"pyramid_{seat}",
        )

    def reveal(self, play: Play[State], frame: Research, answers: dict[int, Value]) -> None:
        state = play.state
        for seat in turn_order(state):
            answer = answers.get(seat, NONE)
            if state.end:
                return
            if answer in (NONE, SWITCH):
                play.tell(events.NothingResearched(seat))
                if answer == SWITCH:
                    switch_policy(play, seat)
                continue
            rivals = [s for s, theirs in answers.items() if theirs == answer and s != seat]
            research(play, seat, answer, rivals)
            # Who comes first in turn order may win by a coin before another reaches the stars.
            check_coins(play)

    def why_not(
        self, state: State, frame: Research, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if unfit.code != "not_an_option" or value not in TECHNOLOGIES:
            return None
        seat = decision.seat
        player = state.players[seat]
        if value in player.techs:
            return IllegalChoice("known_already", "research", technology=value)
        if not row_for(state, seat, value):
            level = TECHNOLOGIES[value].level
            return IllegalChoice("no_slot", "pyramid", technology=value, level=level)
        price = price_of(state, seat, value)
        if player.trade < price:
            return IllegalChoice("too_little_trade", "research-cost", technology=value, n=price)
        return None


def describe(state: State, seat: int, key: str) -> Option:
    """A technology with its price and what it does."""
    if key == SWITCH:
        return Option(key, Text("option.switch"), detail=effect("technology", "bureaucracy"))
    if key == NONE:
        return free(key) or option("technology", key)
    price = cost(trade=price_of(state, seat, key))
    return option("technology", key, price=price, detail=effect("technology", key))


def research(play: Play[State], seat: int, tech: str, rivals: list[int]) -> None:
    """Add the technology, then keep as much trade as there are coins (rule: trade-kept)."""
    state, player = play.state, play.state.players[seat]
    row = row_for(state, seat, tech)
    had, price = player.trade, price_of(state, seat, tech)
    learn(play, seat, tech, row=row, researched=True, rivals=rivals)
    kept = min(had, coins(state, seat))
    player.trade = kept
    play.tell(events.TradeKept(seat, kept))
    more = bonus(state, seat, "second_technology")
    level = TECHNOLOGIES[tech].level
    if more and not state.end and had - price >= more and learnable(state, seat, level):
        play.push(Pick(seat, "second_technology", (str(level), "0")))
