"""The movement phase: moving in any order, looking, ending (rulebook chapter 4)."""

from __future__ import annotations

import msgspec

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Phase, Play
from engine.core.grammar import (
    Answers,
    Field,
    Form,
    Grammar,
    OneOf,
    Option,
    Subset,
    Unfit,
    Value,
)
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.rulesets.standard import events
from engine.rulesets.standard.describing import aboard, destination, units, unread
from engine.rulesets.standard.exploration import look, may_look, scout
from engine.rulesets.standard.frames import Declaring, Movement
from engine.rulesets.standard.parties import (
    CAPACITY,
    Party,
    Way,
    can_move,
    destinations,
    origins,
    party,
)
from engine.rulesets.standard.refusals import why_not_look, why_not_there
from engine.rulesets.standard.state import State
from engine.rulesets.standard.tables import AIRCRAFT, SETTLER, UNITS
from engine.world.state import BOARD, FIRST_SEA, IDS, STOPPED, Piece


class Orders:
    """What a seat can order now, found once and only as far as it is asked."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self._parties: dict[str, Party] = {}
        self._ways: dict[tuple[str, ...], dict[str, Way]] = {}

    @lazy
    def held(self) -> list[int]:
        """The spaces with own pieces."""
        return self.state.held_spaces(self.seat)

    @lazy
    def origins(self) -> dict[str, tuple[int, str]]:
        """Every party that can still move."""
        return origins(self.state, self.seat, self.held)

    @property
    def can_move(self) -> bool:
        """Whether any party can still move; cheaper than to find them all."""
        return can_move(self.state, self.seat, self.held)

    def party(self, origin: str) -> Party:
        """The party of an origin."""
        if origin not in self._parties:
            self._parties[origin] = party(self.state, self.seat, origin, *self.origins[origin])
        return self._parties[origin]

    @lazy
    def looks(self) -> list[str]:
        """Regions where a settler can look."""
        return looks(self.state, self.seat, self.held)

    def units(self, origin: str) -> Subset:
        """Which pieces of a party to take."""
        party = self.party(origin)
        return Subset(
            list(party.groups),
            1,
            party.most,
            {key: len(group) for key, group in party.groups.items()},
            self.describe_group,
        )

    def pieces(self, origin: str, units: list[str]) -> list[Piece]:
        """The pieces an order names: of alike ones, the oldest."""
        groups = {key: iter(group) for key, group in self.party(origin).groups.items()}
        return [next(groups[key]) for key in units]

    def ways(self, origin: str, units: list[str]) -> dict[str, Way]:
        """Where those pieces can go together."""
        asked = (origin, *units)
        if asked not in self._ways:
            pieces = self.pieces(origin, units)
            self._ways[asked] = destinations(self.state, self.seat, self.party(origin), pieces)
        return self._ways[asked]

    def form(self) -> Form:
        """The order form: what to do, with what, where to."""
        return Form(FIELDS, self)

    def ask_action(self, said: Answers) -> Grammar:
        """What to do."""
        actions = ["move"] if self.can_move else []
        if self.looks:
            actions.append("look")
        return OneOf([*actions, "end"], describe_action)

    def ask_origin(self, said: Answers) -> Grammar | None:
        """Which party moves."""
        return OneOf(list(self.origins), self.describe_origin) if said["do"] == "move" else None

    def describe_origin(self, key: str) -> Option:
        """A party in words, by where it starts."""
        found = self.party(key)
        here = [piece for group in found.groups.values() for piece in group]
        return describe_spot(key, found.place, units(self.state, here))

    def ask_units(self, said: Answers) -> Grammar | None:
        """Which of the party move."""
        return self.units(said["from"]) if said["do"] == "move" else None

    def ask_target(self, said: Answers) -> Grammar | None:
        """Where they move to."""
        if said["do"] != "move":
            return None
        ways = self.ways(said["from"], said["units"])
        return OneOf(list(ways), lambda key: self.describe_target(key, ways[key]))

    def describe_group(self, key: str) -> Option:
        """Alike pieces in words; a ship with what it carries."""
        detail = None
        if "#" in key:
            place, ship = next(
                (found.place, found.groups[key][0])
                for found in self._parties.values()
                if key in found.groups
            )
            detail = aboard(self.state, self.state.cargo(place, ship.id))
        return Option(key, Text("group", {"group": key}), detail=detail)

    def describe_target(self, key: str, way: Way) -> Option:
        """A place to go to with what is to be found there, or a ship with what it carries."""
        place = way.path[-1]
        if way.fleet:
            load = self.state.cargo(place, way.fleet)
            return describe_spot(key, place, aboard(self.state, load, CAPACITY - len(load)))
        return describe_spot(key, place, destination(self.state, self.seat, way.path))

    def ask_region(self, said: Answers) -> Grammar | None:
        """Where to look at a marker."""
        return OneOf(self.looks, self.describe_marker) if said["do"] == "look" else None

    def describe_marker(self, key: str) -> Option:
        """A region whose marker can be looked at, and who has done so."""
        region = BOARD.index[key]
        return describe_spot(key, region, unread(self.state, region))

    def ask_empty(self, said: Answers) -> Grammar | None:
        """What to do with the marker if it is empty, said beforehand (rule: no-encounter)."""
        return OneOf(("leave", "clear"), describe_empty) if said["do"] == "look" else None


FIELDS = (
    Field("do", Orders.ask_action),
    Field("from", Orders.ask_origin),
    Field("units", Orders.ask_units),
    Field("to", Orders.ask_target),
    Field("at", Orders.ask_region),
    Field("empty", Orders.ask_empty),
)


def looks(state: State, seat: int, held: list[int]) -> list[str]:
    """The regions where the seat has a settler that can look at a marker (rule: looking)."""
    if not state.tally[seat][SETTLER]:
        return []
    return [
        IDS[region]
        for region in held
        if region < FIRST_SEA and may_look(state, seat, region) and scout(state, seat, region)
    ]


def describe_action(key: str) -> Option:
    """An action in words."""
    detail = Text("detail.end") if key == "end" else None
    return Option(key, Text(f"option.{key}"), detail=detail)


def describe_empty(key: str) -> Option:
    """What to do with an empty marker, in words."""
    return Option(key, Text(f"option.empty.{key}"))


def describe_spot(key: str, space: int, detail: Text | None) -> Option:
    """A place to move from or to, a fleet, or aircraft at a place, and the space it is in."""
    return Option(key, Text("spot", {"spot": key}), place=IDS[space], detail=detail)


class MovementPhase(Phase[State, Movement]):
    """Seats move one after the other; battles follow each one's movement."""

    title = "movement"

    def advance(self, play: Play[State], frame: Movement) -> bool:
        state = play.state
        if frame.at == len(frame.order):
            play.pop()
            return True
        seat = frame.order[frame.at]
        if not state.fallen[seat]:
            orders = Orders(state, seat)
            if orders.can_move or orders.looks:
                return False
        end_movement(play, frame, seat)
        return True

    def open(self, state: State, frame: Movement) -> list[Decision]:
        seat = frame.order[frame.at]
        return [
            Decision(
                seat,
                "movement",
                Orders(state, seat).form(),
                default={"do": "end"},
                rule="movement",
            )
        ]

    def answer(self, play: Play[State], frame: Movement, decision: Decision, value: Value) -> None:
        seat = decision.seat
        if value["do"] == "end":
            play.tell(events.MovementEnded(seat))
            end_movement(play, frame, seat)
        elif value["do"] == "look":
            look(play, seat, BOARD.index[value["at"]], value["empty"] == "clear")
        else:
            orders = orders_of(decision)
            way = orders.ways(value["from"], value["units"])[value["to"]]
            origin = orders.party(value["from"]).place
            move(play, seat, orders.pieces(value["from"], value["units"]), origin, way)

    def why_not(
        self, state: State, frame: Movement, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if not isinstance(value, dict) or unfit.code != "not_an_option":
            return None
        seat, key = decision.seat, unfit.data["key"]
        if unfit.path == ("to",):
            return why_not_there(state, seat, value, key)
        if unfit.path == ("from",):
            known = key.partition("/")[0] in BOARD.index or "#" in key
            return IllegalChoice(
                "nothing_to_move" if known else "no_such_place", "movement", place=key
            )
        if unfit.path == ("at",):
            return why_not_look(state, seat, key)
        if unfit.path == ("do",):
            return (
                IllegalChoice("nothing_to_" + key, "movement") if key in ("move", "look") else None
            )
        return None


def orders_of(decision: Decision) -> Orders:
    """What was found when the decision was asked."""
    grammar = decision.grammar
    assert isinstance(grammar, Form) and isinstance(grammar.source, Orders)
    return grammar.source


def move(play: Play[State], seat: int, pieces: list[Piece], origin: int, way: Way) -> None:
    """Move pieces along a way, as far as nobody's standing order halts them."""
    state, here = play.state, origin
    flying = pieces[0].kind in AIRCRAFT
    challengers: list[int] = []
    for at, space in enumerate(way.path):
        aboard = way.fleet if at == len(way.path) - 1 else 0
        pieces = step(state, pieces, here, space, aboard)
        here = space
        if not flying:
            challengers = challenge(play, seat, pieces, here)
        if challengers:
            break
    target = state.spaces[here]
    ship = next((UNITS[p.kind].id for p in target if p.id == pieces[0].aboard), "")
    play.tell(events.Moved(seat, state.roster.count(pieces), IDS[origin], IDS[here], ship))
    for challenger in challengers:
        play.tell(events.Halted(seat, challenger, IDS[here]))


def step(state: State, pieces: list[Piece], here: int, there: int, aboard: int) -> list[Piece]:
    """Move pieces by one space; what fleets carry comes along and spends nothing."""
    ids = {p.id for p in pieces}
    moved, riders, stay = [], [], []
    for piece in state.spaces[here]:
        if piece.id in ids:
            moved.append(Piece(piece.id, piece.owner, piece.kind, piece.spent + 1, aboard))
        elif piece.aboard in ids:
            riders.append(piece)
        else:
            stay.append(piece)
    state.put_stack(here, tuple(stay))
    state.put_stack(there, (*state.spaces[there], *moved, *riders))
    return moved


def challenge(play: Play[State], seat: int, pieces: list[Piece], space: int) -> list[int]:
    """Halt pieces that just entered where standing orders say so; gives who challenges them."""
    state, frame = play.state, play.state.frames[-1]
    if len(state.spaces[space]) == len(pieces):
        return []
    assert isinstance(frame, Movement)
    guards = [s for s in range(state.seats) if s != seat and state.has_fighters(space, s)]
    if not guards:
        return []
    # Halted or not, the mover has learnt something about their orders (rule: taking-back).
    play.reveal()
    eager = [other for other in guards if state.orders[other].toward[seat] == "challenge"]
    if not eager:
        return []
    # Cargo entered with its ship; and a ship boarded here must not carry the halted away.
    ids, ships = {p.id for p in pieces}, {p.aboard for p in pieces}
    state.spaces[space] = tuple(
        msgspec.structs.replace(p, spent=p.spent | STOPPED)
        if p.id in ids or p.aboard in ids or p.id in ships
        else p
        for p in state.spaces[space]
    )
    new = [(space, other) for other in eager if (space, other) not in frame.challenges]
    play.update(challenges=(*frame.challenges, *new))
    return eager


def end_movement(play: Play[State], frame: Movement, seat: int) -> None:
    """Drop aircraft without a base, then ask who fights."""
    state = play.state
    if state.tally[seat][-1]:
        ground_lost_aircraft(play, seat)
    play.update(at=frame.at + 1, challenges=())
    play.push(Declaring(seat, frame.challenges))


def ground_lost_aircraft(play: Play[State], seat: int) -> None:
    """Aircraft that end movement without a base are lost (rule: aircraft-movement)."""
    state = play.state
    for space in state.held_spaces(seat):
        lost = [p for p in state.spaces[space] if p.owner == seat and p.kind in AIRCRAFT]
        if lost and not state.is_base(space, seat):
            state.remove_pieces(space, lost)
            play.tell(events.AircraftLost(seat, BOARD.id(space), len(lost)))
    play.state.check_fallen(play)
