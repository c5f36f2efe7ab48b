"""What comes free: technologies found, pieces and growth of technologies and wonders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.flow import Play
from engine.core.grammar import Option, cost
from engine.core.text import Text
from engine.rulesets.advanced import events
from engine.rulesets.advanced.frames import FreeGrowth, FreeTechnology
from engine.rulesets.advanced.learning import gain
from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.tables import CARD, TABLES
from engine.rulesets.standard.describing import grown, holding
from engine.rulesets.standard.events import TechnologyFound
from engine.world.describing import place_option
from engine.world.flow import PickPhase
from engine.world.pieces import gifts
from engine.world.pieces.gifts import FreePieces, largest
from engine.world.pieces.rooms import Rooms
from engine.world.state import BOARD, IDS, Piece, Settlement


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


class FreePiecesPhase(gifts.FreePiecesPhase[State]):
    """Free pieces take room like those that are bought (rule: placing)."""

    def rooms(self, state: State, seat: int) -> Rooms:
        return state.rooms(seat)

    def describe(self, state: State, frame: FreePieces, key: str) -> Option:
        return place_option(key, holding(state, frame.seat, BOARD.index[key]))

    def put(self, state: State, frame: FreePieces, space: int) -> Piece:
        state.take_room(frame.seat, space)
        return super().put(state, frame, space)


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
