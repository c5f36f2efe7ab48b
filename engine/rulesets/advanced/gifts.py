"""What comes free: technologies found, pieces and growth of technologies and wonders."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.decision import Decision
from engine.core.flow import Play
from engine.core.grammar import OneOf, Option, cost
from engine.core.text import Text
from engine.rulesets.advanced import events
from engine.rulesets.advanced.frames import FreeGrowth, FreePieces, FreeTechnology
from engine.rulesets.advanced.learning import gain
from engine.rulesets.advanced.rooms import Rooms, take_room
from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.tables import CARD, TABLES
from engine.rulesets.standard.describing import grown, holding
from engine.rulesets.standard.events import TechnologyFound
from engine.world.describing import place_option
from engine.world.exploration import add_newcomer
from engine.world.flow import PickPhase
from engine.world.purchase import harbours
from engine.world.state import BOARD, IDS, Settlement


def findable(state: State) -> list[int]:
    """The technologies that a marker can give: of the current era, and open to be learnt."""
    return [card for card in state.cards_for_sale() if card in TABLES.era_cards[state.era]]


class FreeTechnologyPhase(PickPhase[State, FreeTechnology]):
    """The finder chooses (rule: free-technology)."""

    title = "movement"

    def options(self, state: State, frame: FreeTechnology) -> list[str]:
        return [TABLES.cards[card] for card in findable(state)]

    def question(self, state: State, frame: FreeTechnology, options: Sequence[str]) -> Decision:
        dearest = max(
            options, key=lambda key: (TABLES.technology_cards[CARD[key]].cost, -CARD[key])
        )
        return Decision(
            frame.seat,
            "free_technology",
            OneOf(options, describe_card),
            default=dearest,
            rule="free-technology",
            about={"place": IDS[frame.region]},
            chart=f"technologies_{TABLES.eras[state.era]}",
        )

    def pick(self, play: Play[State], frame: FreeTechnology, key: str) -> None:
        play.tell(TechnologyFound(frame.seat, IDS[frame.region], key))
        gain(play, frame.seat, CARD[key], bonus=play.state.bonuses)

    def pass_over(self, play: Play[State], frame: FreeTechnology) -> None:
        play.tell(TechnologyFound(frame.seat, IDS[frame.region], ""))


def describe_card(key: str) -> Option:
    """A technology in words, with what it would cost otherwise."""
    worth = Text("detail.worth", {"gold": TABLES.technology_cards[CARD[key]].cost})
    return Option(key, Text(f"technology.{key}"), cost(gold=0), detail=worth)


class Site:
    """Where a free piece can be placed (rule: placing)."""

    def __init__(self, state: State, seat: int, kind: int) -> None:
        self.rooms = Rooms(state, seat)
        homes = self.rooms.homes
        if kind in state.roster.fleets:
            self.places = self.rooms.harbours or harbours(homes)
        else:
            self.places = self.rooms.roomy or homes

    def bound_for(self, place: int, count: int) -> int:
        """How many of some pieces go to a place with one choice: more than one if it is forced."""
        if len(self.places) > 1:
            return 1
        if len(self.rooms.homes) == 1:
            return count
        return min(count, max(1, self.rooms.at(place)))


class FreePiecesPhase(PickPhase[State, FreePieces]):
    """Free pieces are placed at once, where their owner likes (rule: placing)."""

    title = "purchase"

    def options(self, state: State, frame: FreePieces) -> list[str]:
        return [IDS[place] for place in Site(state, frame.seat, frame.kind).places]

    def question(self, state: State, frame: FreePieces, options: Sequence[str]) -> Decision:
        seat, unit = frame.seat, state.roster.ids[frame.kind]
        return Decision(
            seat,
            "free_pieces",
            OneOf(options, lambda key: place_option(key, holding(state, seat, BOARD.index[key]))),
            default=largest(state, seat, options),
            rule="placing",
            about={"unit": unit, "n": frame.count, "source": frame.source},
        )

    def pick(self, play: Play[State], frame: FreePieces, key: str) -> None:
        """Some of the pieces stand; the others are still to be placed."""
        state, place = play.state, BOARD.index[key]
        site = Site(state, frame.seat, frame.kind)
        count = site.bound_for(place, frame.count)
        if frame.count > count:
            play.push(FreePieces(frame.seat, frame.kind, frame.count - count, frame.source))
        for _ in range(count):
            take_room(state, frame.seat, place)
            add_newcomer(state, frame.seat, frame.kind, place)
        unit = state.roster.ids[state.present_kind(frame.kind)]
        play.tell(events.PiecesReceived(frame.seat, key, unit, count, frame.source))

    def pass_over(self, play: Play[State], frame: FreePieces) -> None:
        unit = play.state.roster.ids[frame.kind]
        play.tell(events.PiecesLost(frame.seat, unit, frame.count, frame.source))


def largest(state: State, seat: int, options: Sequence[str]) -> str:
    """The place with the largest settlement of a seat; for a sea zone the largest beside it."""

    def rank(key: str) -> tuple[int, int]:
        place = BOARD.index[key]
        sizes = [
            held.size
            for region in state.homes(seat)
            if (held := state.settlements[region]) is not None
            and (region == place or place in BOARD.coasts[region])
        ]
        return max(sizes, default=0), -place

    return max(options, key=rank)


class FreeGrowthPhase(PickPhase[State, FreeGrowth]):
    """A settlement grows for nothing, if one can (rule: upgrades)."""

    title = "purchase"

    def options(self, state: State, frame: FreeGrowth) -> list[str]:
        return [IDS[region] for region in state.homes(frame.seat) if state.can_grow(region)]

    def question(self, state: State, frame: FreeGrowth, options: Sequence[str]) -> Decision:
        return Decision(
            frame.seat,
            "free_growth",
            OneOf(options, lambda key: place_option(key, grown(state, BOARD.index[key]))),
            default=largest(state, frame.seat, options),
            rule="upgrades",
            about={"source": frame.source},
        )

    def pick(self, play: Play[State], frame: FreeGrowth, key: str) -> None:
        """A size more, and none again this turn."""
        state, region = play.state, BOARD.index[key]
        old = state.settlements[region]
        assert old is not None
        state.put_settlement(region, Settlement(frame.seat, old.size + 1, state.turn))
        play.tell(events.GrownFree(frame.seat, key, old.size + 1, frame.source))
