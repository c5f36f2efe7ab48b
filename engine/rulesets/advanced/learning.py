"""Gaining technologies: eras, bonuses, wonders, the die (rulebook 8.6, 9.2, 10.4 and 13)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.core.flow import Play
from engine.rulesets.advanced import events
from engine.rulesets.advanced.frames import FreeGrowth
from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.tables import IMPROVEMENT, TABLES, WONDER, Wonder
from engine.rulesets.standard.events import TechnologyBought
from engine.world.pieces.gifts import FreePieces

DIE_ERA = {"short": 1, "medium": 2}
"""The era that a game of that length ends in, by a die for its technologies (rule: game-die)."""


def deal_technologies(play: Play[State]) -> None:
    """Everyone is dealt an ancient technology that needs no other (starting-technologies)."""
    state = play.state
    dealt = play.shuffle([card for card in TABLES.era_cards[0] if not TABLES.needs[card]])
    for seat, card in enumerate(dealt[: state.seats]):
        play.tell(events.TechnologyDealt(seat, TABLES.cards[card]))
        gain(play, seat, card, bonus=state.bonuses)


def buy_technology(play: Play[State], seat: int, card: int) -> None:
    """A technology is bought; it may end the era or roll for the end of the game."""
    state, facts = play.state, TABLES.technology_cards[card]
    price = state.card_price(seat, card)
    state.pay(seat, price)
    play.tell(TechnologyBought(seat, facts.id, price))
    gain(play, seat, card, bonus=True)
    state.check_era(play)
    last_era = DIE_ERA.get(state.length, TABLES.last_era)
    if facts.era > last_era:
        end_with_turn(play, seat, "era")
    elif state.length in DIE_ERA and facts.era == last_era and not state.ending:
        roll_for_the_end(play, seat, facts.era)


def roll_for_the_end(play: Play[State], seat: int, era: int) -> None:
    """Short and medium games end by a die (rule: game-die)."""
    state = play.state
    (face,) = play.roll(1)
    number = state.era_owned(era)
    ends = face <= number
    play.tell(events.EndRolled(seat, face, number, ends))
    if ends:
        state.ending = "die"


def gain(play: Play[State], seat: int, card: int, bonus: bool) -> None:
    """A seat has a technology: pieces improve, and its bonus and wonders are received."""
    state, facts = play.state, TABLES.technology_cards[card]
    before = [(kind, state.level(kind)) for kind in TABLES.improved_by[card]]
    state.technologies[card] = seat
    for kind, old in before:
        count = sum(tally[kind] for tally in state.tally)
        if count and state.level(kind) != old:
            play.tell(events.Upgraded(old.id, state.level(kind).id, count))
    state.change_pieces(play, card)
    if not bonus:
        return
    for index in TABLES.card_wonders[card]:
        gain_wonder(play, seat, index)
    if facts.free_unit:
        play.push(FreePieces(seat, TABLES.level_kinds[facts.free_unit], 1, facts.id))
    if facts.free_improvement:
        build_free(play, seat, facts.free_improvement)
    if facts.free_growth:
        play.push(FreeGrowth(seat, facts.id))


def build_free(play: Play[State], seat: int, improvement: str) -> None:
    """An improvement that comes with its technology, if it still counts (rule: owner-bonus)."""
    state, index = play.state, IMPROVEMENT[improvement]
    if state.improvements[seat] >> index & 1 or TABLES.improvements[index].era < state.era:
        return
    state.improvements[seat] |= 1 << index
    play.tell(events.ImprovementBuilt(seat, improvement, 0, -1, 0))


def gain_wonder(play: Play[State], seat: int, index: int) -> None:
    """A wonder is received, and what it brings at once (rule: wonders)."""
    wonder = TABLES.wonders[index]
    play.state.wonders[index] = seat
    play.tell(events.WonderGained(seat, wonder.id))
    for kind, count in pieces_of(wonder):
        play.push(FreePieces(seat, kind, count, wonder.id))


def pieces_of(wonder: Wonder) -> Iterator[tuple[int, int]]:
    """The types of pieces that a wonder brings at once, with how many."""
    if wonder.free_settlers:
        yield TABLES.roster.settler, wonder.free_settlers
    if wonder.free_units:
        (unit,) = TABLES.roster.of_era(wonder.era, wonder.free_units.role)
        yield TABLES.roster.index[unit.id], wonder.free_units.count


@cache
def pieces_with(card: int) -> tuple[tuple[int, int], ...]:
    """The types of pieces that come with a technology and its wonders, with how many."""
    unit = TABLES.technology_cards[card].free_unit
    wonders = [TABLES.wonders[index] for index in TABLES.card_wonders[card]]
    own = [(TABLES.level_kinds[unit], 1)] if unit else []
    return (*own, *(pieces for wonder in wonders for pieces in pieces_of(wonder)))


def buy_colony_ship(play: Play[State], seat: int) -> None:
    """The wonder that must be bought; the game ends with the turn (rule: colony-ship)."""
    state = play.state
    state.pay(seat, TABLES.prices.colony_ship)
    gain_wonder(play, seat, WONDER["alpha_centauri_colony_ship"])
    end_with_turn(play, seat, "space")


def end_with_turn(play: Play[State], seat: int, reason: str) -> None:
    """This turn is the last; what was brought about first decides (rule: endings)."""
    if not play.state.ending:
        play.state.ending = reason
        play.tell(events.EndDeclared(seat, reason))
