"""What comes free: technologies found, pieces and growth of technologies and wonders."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.core.flow import Phase, Play
from engine.core.grammar import OneOf, Option, Value, cost
from engine.core.text import Text
from engine.rulesets.advanced import events
from engine.rulesets.advanced.frames import FreeGrowth, FreePieces, FreeTechnology
from engine.rulesets.advanced.learning import gain
from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.tables import CARD, TABLES
from engine.rulesets.standard.describing import grown, holding
from engine.world.describing import place_option
from engine.world.state import BOARD, IDS, Settlement


def findable(state: State) -> list[int]:
    """The technologies that a marker can give: of the current era, and open to be learnt."""
    return [card for card in TABLES.era_cards[state.era] if state.for_sale(card)]


class FreeTechnologyPhase(Phase[State, FreeTechnology]):
    """The finder chooses (rule: free-technology)."""

    title = "movement"

    def advance(self, play: Play[State], frame: FreeTechnology) -> bool:
        cards = findable(play.state)
        if len(cards) > 1:
            return False
        play.pop()
        if cards:
            self.take(play, frame, cards[0])
        else:
            play.tell(events.TechnologyFound(frame.seat, IDS[frame.region], ""))
        return True

    def open(self, state: State, frame: FreeTechnology) -> list[Decision]:
        cards = findable(state)
        names = [TABLES.cards[card] for card in cards]
        dearest = max(cards, key=lambda card: (TABLES.technology_cards[card].cost, -card))
        return [
            Decision(
                frame.seat,
                "free_technology",
                OneOf(names, describe_card),
                default=TABLES.cards[dearest],
                rule="free-technology",
                about={"place": IDS[frame.region]},
            )
        ]

    def answer(
        self, play: Play[State], frame: FreeTechnology, decision: Decision, value: Value
    ) -> None:
        play.pop()
        self.take(play, frame, CARD[value])

    def take(self, play: Play[State], frame: FreeTechnology, card: int) -> None:
        """The technology is the finder's."""
        play.tell(events.TechnologyFound(frame.seat, IDS[frame.region], TABLES.cards[card]))
        gain(play, frame.seat, card, bonus=play.state.bonuses)


def describe_card(key: str) -> Option:
    """A technology in words, with its printed price."""
    price = cost(gold=TABLES.technology_cards[CARD[key]].cost)
    return Option(key, Text(f"technology.{key}"), price)


class Site:
    """Where a piece can be placed, and which settlement it counts for (rule: placing)."""

    def __init__(self, state: State, seat: int, kind: int) -> None:
        self.state = state
        homes = state.homes(seat)
        roomy = [region for region in homes if state.room(region) > 0]
        if kind in state.roster.fleets:
            self.places = harbours(roomy) or harbours(homes)
        else:
            self.places = roomy or homes
        self.is_fleet = kind in state.roster.fleets
        self.homes = homes

    def settlement(self, place: int) -> int:
        """The settlement that a piece in a place counts for: for a fleet the one with most room."""
        if not self.is_fleet:
            return place
        beside = [region for region in self.homes if place in BOARD.coasts[region]]
        return max(beside, key=self.state.room)


def harbours(regions: list[int]) -> list[int]:
    """The sea zones beside some regions."""
    return sorted({zone for region in regions for zone in BOARD.coasts[region]})


class FreePiecesPhase(Phase[State, FreePieces]):
    """Free pieces are placed at once, where their owner likes (rule: placing)."""

    title = "purchase"

    def advance(self, play: Play[State], frame: FreePieces) -> bool:
        places = Site(play.state, frame.seat, frame.kind).places
        if len(places) > 1:
            return False
        play.pop()
        if places:
            self.put(play, frame, places[0], frame.count)
        return True

    def open(self, state: State, frame: FreePieces) -> list[Decision]:
        seat = frame.seat
        places = Site(state, seat, frame.kind).places
        unit = state.roster.ids[frame.kind]
        return [
            Decision(
                seat,
                "free_pieces",
                OneOf(
                    [IDS[place] for place in places],
                    lambda key: place_option(key, holding(state, seat, BOARD.index[key])),
                ),
                default=IDS[max(places, key=lambda place: self.rank(state, seat, place))],
                rule="placing",
                about={"unit": unit, "n": frame.count, "source": frame.source},
            )
        ]

    @staticmethod
    def rank(state: State, seat: int, place: int) -> tuple[int, int]:
        """The largest settlement comes first; for a sea zone the largest beside it."""
        near = [place] if place < len(state.settlements) else state.homes(seat)
        sizes = [
            held.size
            for region in near
            if (held := state.settlements[region]) is not None
            and (region == place or place in BOARD.coasts[region])
        ]
        return max(sizes, default=0), -place

    def answer(
        self, play: Play[State], frame: FreePieces, decision: Decision, value: Value
    ) -> None:
        play.pop()
        if frame.count > 1:
            play.push(FreePieces(frame.seat, frame.kind, frame.count - 1, frame.source))
        self.put(play, frame, BOARD.index[value], 1)

    def put(self, play: Play[State], frame: FreePieces, place: int, count: int) -> None:
        """The pieces stand."""
        state = play.state
        site = Site(state, frame.seat, frame.kind)
        for _ in range(count):
            state.placed[site.settlement(place)] += 1
            state.add_piece(frame.seat, frame.kind, place)
        unit = state.roster.ids[frame.kind]
        play.tell(events.PiecesReceived(frame.seat, IDS[place], unit, count, frame.source))


def growable(state: State, seat: int) -> list[int]:
    """The settlements of a seat that could grow now, money aside (rule: upgrades)."""
    return [
        region
        for region in state.homes(seat)
        if (held := state.settlements[region]) is not None
        and held.grown != state.turn
        and held.size < state.size_limit(region)
        and state.size_allowed(held.size + 1)
    ]


class FreeGrowthPhase(Phase[State, FreeGrowth]):
    """A settlement grows for nothing, if one can (rule: upgrades)."""

    title = "purchase"

    def advance(self, play: Play[State], frame: FreeGrowth) -> bool:
        regions = growable(play.state, frame.seat)
        if len(regions) > 1:
            return False
        play.pop()
        if regions:
            self.enlarge(play, frame, regions[0])
        return True

    def open(self, state: State, frame: FreeGrowth) -> list[Decision]:
        regions = growable(state, frame.seat)
        return [
            Decision(
                frame.seat,
                "free_growth",
                OneOf(
                    [IDS[region] for region in regions],
                    lambda key: place_option(key, grown(state, BOARD.index[key])),
                ),
                default=IDS[max(regions, key=lambda r: FreePiecesPhase.rank(state, frame.seat, r))],
                rule="upgrades",
                about={"source": frame.source},
            )
        ]

    def answer(
        self, play: Play[State], frame: FreeGrowth, decision: Decision, value: Value
    ) -> None:
        play.pop()
        self.enlarge(play, frame, BOARD.index[value])

    def enlarge(self, play: Play[State], frame: FreeGrowth, region: int) -> None:
        """A size more, and none again this turn."""
        state = play.state
        old = state.settlements[region]
        assert old is not None
        state.put_settlement(region, Settlement(frame.seat, old.size + 1, state.turn))
        play.tell(events.GrownFree(frame.seat, IDS[region], old.size + 1, frame.source))
