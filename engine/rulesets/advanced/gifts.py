"""What comes free: technologies found, pieces and growth of technologies and wonders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.flow import Play
from engine.core.grammar import Option, cost
from engine.core.text import Text
from engine.rulesets.advanced import events
from engine.rulesets.advanced.frames import FreeGrowth, FreePieces, FreeTechnology
from engine.rulesets.advanced.learning import gain
from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.tables import CARD, TABLES
from engine.rulesets.standard.describing import grown, holding
from engine.rulesets.standard.events import TechnologyFound
from engine.world.describing import place_option
from engine.world.exploration import add_newcomer
from engine.world.flow import PickPhase
from engine.world.purchase import harbours
from engine.world.state import BOARD, IDS, Settlement


def price(key: str) -> int:
    """What a technology costs by its card."""
    return TABLES.technology_cards[CARD[key]].cost


class FreeTechnologyPhase(PickPhase[State, FreeTechnology]):
    """The finder chooses one of the era that is open to be learnt (rule: free-technology)."""

    title = "movement"
    kind = "free_technology"
    rule = "free-technology"

    def options(self, state: State, frame: FreeTechnology) -> list[str]:
        era = TABLES.era_cards[state.era]
        return [TABLES.cards[card] for card in state.cards_open_in(state.era) if card in era]

    def describe(self, state: State, frame: FreeTechnology, key: str) -> Option:
        worth = Text("detail.worth", {"gold": price(key)})
        return Option(key, Text(f"technology.{key}"), cost(gold=0), detail=worth)

    def default(self, state: State, frame: FreeTechnology, options: Sequence[str]) -> str:
        """The dearest."""
        return max(options, key=price)

    def about(self, state: State, frame: FreeTechnology) -> dict[str, Any]:
        return {"place": IDS[frame.region]}

    def chart(self, state: State) -> str:
        return f"technologies_{TABLES.eras[state.era]}"

    def pick(self, play: Play[State], frame: FreeTechnology, key: str) -> None:
        play.tell(TechnologyFound(frame.seat, IDS[frame.region], key))
        gain(play, frame.seat, CARD[key], bonus=play.state.bonuses)

    def pass_over(self, play: Play[State], frame: FreeTechnology) -> None:
        play.tell(TechnologyFound(frame.seat, IDS[frame.region], ""))


def sites(state: State, seat: int, kind: int) -> tuple[int, ...]:
    """Where a free piece can be placed (rule: placing)."""
    homes, rooms = state.homes(seat), state.rooms(seat)
    if kind in state.roster.fleets:
        return rooms.harbours or harbours(homes)
    return rooms.roomy or homes


def bound_for(state: State, frame: FreePieces, place: int) -> int:
    """How many of some pieces go to a place with one choice: more than one if it is forced."""
    if len(sites(state, frame.seat, frame.kind)) > 1:
        return 1
    if len(state.homes(frame.seat)) == 1:
        return frame.count
    return min(frame.count, max(1, state.rooms(frame.seat).at(place)))


class FreePiecesPhase(PickPhase[State, FreePieces]):
    """Free pieces are placed at once, where their owner likes (rule: placing)."""

    title = "purchase"
    kind = "free_pieces"
    rule = "placing"

    def options(self, state: State, frame: FreePieces) -> list[str]:
        return [IDS[place] for place in sites(state, frame.seat, frame.kind)]

    def describe(self, state: State, frame: FreePieces, key: str) -> Option:
        return place_option(key, holding(state, frame.seat, BOARD.index[key]))

    def default(self, state: State, frame: FreePieces, options: Sequence[str]) -> str:
        return largest(state, frame.seat, options)

    def about(self, state: State, frame: FreePieces) -> dict[str, Any]:
        unit = state.roster.ids[frame.kind]
        return {"unit": unit, "n": frame.count, "source": frame.source}

    def pick(self, play: Play[State], frame: FreePieces, key: str) -> None:
        """Some of the pieces stand; the others are still to be placed."""
        state, place = play.state, BOARD.index[key]
        count = bound_for(state, frame, place)
        if frame.count > count:
            play.push(FreePieces(frame.seat, frame.kind, frame.count - count, frame.source))
        for _ in range(count):
            state.take_room(frame.seat, place)
            add_newcomer(state, frame.seat, frame.kind, place)
        unit = state.roster.ids[state.present_kind(frame.kind)]
        play.tell(events.PiecesReceived(frame.seat, key, unit, count, frame.source))

    def pass_over(self, play: Play[State], frame: FreePieces) -> None:
        unit = play.state.roster.ids[frame.kind]
        play.tell(events.PiecesLost(frame.seat, unit, frame.count, frame.source))


def largest(state: State, seat: int, options: Sequence[str]) -> str:
    """The place with the largest settlement of a seat; for a sea zone the largest beside it."""

    def size(key: str) -> int:
        place = BOARD.index[key]
        near = [r for r in state.homes(seat) if r == place or place in BOARD.coasts[r]]
        return max([state.size_at(region) for region in near], default=0)

    return max(options, key=size)


class FreeGrowthPhase(PickPhase[State, FreeGrowth]):
    """A settlement grows for nothing, if one can (rule: upgrades)."""

    title = "purchase"
    kind = "free_growth"
    rule = "upgrades"

    def options(self, state: State, frame: FreeGrowth) -> list[str]:
        return [IDS[region] for region in state.homes(frame.seat) if state.can_grow(region)]

    def describe(self, state: State, frame: FreeGrowth, key: str) -> Option:
        return place_option(key, grown(state, BOARD.index[key]))

    def default(self, state: State, frame: FreeGrowth, options: Sequence[str]) -> str:
        return largest(state, frame.seat, options)

    def about(self, state: State, frame: FreeGrowth) -> dict[str, Any]:
        return {"source": frame.source}

    def pick(self, play: Play[State], frame: FreeGrowth, key: str) -> None:
        """A size more, and none again this turn."""
        state, region = play.state, BOARD.index[key]
        size = state.size_at(region) + 1
        state.put_settlement(region, Settlement(frame.seat, size, state.turn))
        play.tell(events.GrownFree(frame.seat, key, size, frame.source))
