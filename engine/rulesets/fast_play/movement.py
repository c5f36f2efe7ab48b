"""The movement phase: land, air and sea, exploring, ending (rulebook chapter 5)."""

from __future__ import annotations

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
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.battle import muster
from engine.rulesets.fast_play.board import (
    BOARD,
    FIRST_SEA,
    IDS,
    count_units,
    is_home,
    is_unexplored,
    shift,
    stranger,
)
from engine.rulesets.fast_play.exploration import explore, scout
from engine.rulesets.fast_play.marching import MOBILE, Groups, Land, Way, legs, marched
from engine.rulesets.fast_play.refusals import why_not_there
from engine.rulesets.fast_play.state import STOPPED, Battles, Movement, Piece, State
from engine.rulesets.fast_play.tables import FIGHTER, FLEETS, SETTLER, TABLES, UNITS

AIR = frozenset((FIGHTER,))


class Orders:
    """What a seat can order now, found once and only as far as it is asked."""

    def __init__(self, state: State, seat: int, frame: Movement) -> None:
        self.state = state
        self.seat = seat
        self.frame = frame
        self.land = Land(state, seat, frame)

    # What can be done.

    @lazy
    def actions(self) -> list[str]:
        """What can be done beside ending."""
        found = []
        if not self.frame.sailing:
            if self.land.origins:
                found.append("move")
            if self.airfields:
                found.append("fly")
        if self.anchorages:
            found.append("sail")
        if self.discoveries:
            found.append("explore")
        return found

    @property
    def is_open(self) -> bool:
        """Whether there is anything to do; the cheapest questions first."""
        state, seat = self.state, self.seat
        if not any(state.tally[seat]):
            return False
        if not self.frame.sailing:
            for region in range(FIRST_SEA):
                for piece in state.spaces[region]:
                    if piece.owner == seat and not piece.spent and self.land.can_leave(region):
                        return True
        return bool(self.actions)

    @lazy
    def airfields(self) -> list[int]:
        """Regions with aircraft that can still move and have another base to go to."""
        if not self.state.tally[self.seat][FIGHTER]:
            return []
        return [r for r in BOARD.land if self.ready(r, AIR) and self.bases != [r]]

    @lazy
    def bases(self) -> list[int]:
        """Regions that the seat holds alone, when it has an aircraft to go there."""
        return [r for r in BOARD.land if is_base(self.state, r, self.seat)]

    @lazy
    def anchorages(self) -> list[int]:
        """Spaces with fleets that can still move; every one of them has a zone beside it."""
        tally = self.state.tally[self.seat]
        if not any([tally[kind] for kind in FLEETS]):
            return []
        return [s for s in range(len(BOARD.spaces)) if self.ready(s, FLEETS)]

    @lazy
    def discoveries(self) -> list[int]:
        """Regions where a settler can explore (rule: exploring)."""
        if not self.state.tally[self.seat][SETTLER]:
            return []
        return [r for r in BOARD.land if may_explore(self.state, self.seat, r)]

    def ready(self, space: int, kinds: frozenset[int]) -> Groups:
        """The seat's pieces of some types in a space that can still move, by type."""
        found: Groups = {}
        for piece in self.state.spaces[space]:
            kind = piece.kind
            if kind in kinds and piece.owner == self.seat and MOBILE[kind][piece.spent]:
                found.setdefault(UNITS[kind].id, []).append(piece)
        return found

    # The form.

    def form(self) -> Form:
        """The order form: what to do, from where, where to, with what."""
        return Form(FIELDS, self)

    def ask_action(self, said: Answers) -> Grammar:
        """What to do."""
        return OneOf([*self.actions, "end"], describe_action)

    def ask_origin(self, said: Answers) -> Grammar | None:
        """Where pieces start."""
        action = said["do"]
        if action == "move":
            return OneOf([IDS[r] for r in self.land.origins], describe_place)
        if action == "fly":
            return OneOf([IDS[r] for r in self.airfields], describe_place)
        if action == "sail":
            return OneOf([IDS[s] for s in self.anchorages], describe_place)
        return None

    def ask_target(self, said: Answers) -> Grammar | None:
        """Where they go."""
        if "from" not in said:
            return None
        targets = self.targets(said["do"], BOARD.index[said["from"]])
        return OneOf([IDS[target] for target in targets], describe_place)

    def targets(self, action: str, origin: int) -> list[int]:
        """Where pieces can go from a space."""
        if action == "fly":
            return [base for base in self.bases if base != origin]
        if action == "sail":
            return list(BOARD.coasts[origin] if origin < FIRST_SEA else BOARD.beside[origin])
        found: dict[int, None] = {}
        for kind in {legs(group[0]): None for group in self.land.groups(origin).values()}:
            found.update(dict.fromkeys(self.land.reach(origin, kind)))
        return list(found)

    def ask_units(self, said: Answers) -> Grammar | None:
        """Which pieces go there."""
        if "from" not in said:
            return None
        origin = BOARD.index[said["from"]]
        groups = self.groups(said["do"], origin, BOARD.index[said["to"]])
        most = None
        if said["do"] == "move":
            ways = self.ways(origin, BOARD.index[said["to"]])
            rooms = [self.land.capacity(ways[key]) for key in groups if ways[key].chain]
            most = min(rooms) if rooms else None
        copies = {key: len(group) for key, group in groups.items()}
        return Subset(list(groups), 1, most, copies, describe_group)

    def groups(self, action: str, origin: int, target: int) -> Groups:
        """The pieces that can go from one space to another, alike ones together."""
        if action == "fly":
            return self.ready(origin, AIR)
        if action == "sail":
            return self.ready(origin, FLEETS)
        ways = self.ways(origin, target)
        return {key: group for key, group in self.land.groups(origin).items() if key in ways}

    def ways(self, origin: int, target: int) -> dict[str, Way]:
        """How each group of a region gets to another."""
        land, found = self.land, {}
        for key, group in land.groups(origin).items():
            way = land.reach(origin, legs(group[0])).get(target)
            if way is not None:
                found[key] = way
        return found

    def ask_region(self, said: Answers) -> Grammar | None:
        """Where to explore."""
        if said["do"] != "explore":
            return None
        return OneOf([IDS[r] for r in self.discoveries], describe_place)


FIELDS = (
    Field("do", Orders.ask_action),
    Field("from", Orders.ask_origin),
    Field("to", Orders.ask_target),
    Field("units", Orders.ask_units),
    Field("at", Orders.ask_region),
)


def is_base(state: State, region: int, seat: int) -> bool:
    """Whether aircraft can go there strategically (rule: aircraft-movement)."""
    held = bool(state.spaces[region]) or is_home(state, region, seat)
    return held and stranger(state, region, seat) is None


def may_explore(state: State, seat: int, region: int) -> bool:
    """Whether a settler of the seat can draw a marker in a region (rule: exploring)."""
    if not state.spaces[region] or not is_unexplored(state, region):
        return False
    return scout(state, seat, region) is not None and stranger(state, region, seat) is None


def describe_action(key: str) -> Option:
    """An action in words."""
    return Option(key, Text(f"option.{key}"))


def describe_place(key: str) -> Option:
    """A space in words."""
    return Option(key, Text("place", {"place": key}), place=key)


def describe_group(key: str) -> Option:
    """Alike pieces in words."""
    return Option(key, Text("group", {"group": key}))


class MovementPhase(Phase[State, Movement]):
    """Seats move one after the other; battles follow each one's movement."""

    def advance(self, play: Play[State], frame: Movement) -> bool:
        if frame.at == len(frame.order):
            play.pop()
            return True
        seat = frame.order[frame.at]
        if not play.state.fallen[seat] and Orders(play.state, seat, frame).is_open:
            return False
        end_movement(play, frame, seat)
        return True

    def open(self, state: State, frame: Movement) -> list[Decision]:
        seat = frame.order[frame.at]
        return [
            Decision(
                seat,
                "movement",
                Orders(state, seat, frame).form(),
                default={"do": "end"},
                rule="movement",
                about={"sailing": frame.sailing},
            )
        ]

    def answer(self, play: Play[State], frame: Movement, decision: Decision, value: Value) -> None:
        seat, action = decision.seat, value["do"]
        orders = decision.grammar.source if isinstance(decision.grammar, Form) else None
        assert isinstance(orders, Orders)
        if action == "end":
            play.tell(events.MovementEnded(seat))
            end_movement(play, frame, seat)
        elif action == "explore":
            explore(play, frame, seat, BOARD.index[value["at"]])
        else:
            origin, target = BOARD.index[value["from"]], BOARD.index[value["to"]]
            groups = {k: iter(g) for k, g in orders.groups(action, origin, target).items()}
            chosen = [(key, next(groups[key])) for key in value["units"]]
            if action == "move":
                march(play, frame, chosen, orders.ways(origin, target), origin, target)
            else:
                travel(play, frame, action, [piece for _, piece in chosen], origin, target)

    def why_not(
        self, state: State, frame: Movement, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if not isinstance(value, dict) or unfit.code != "not_an_option":
            return None
        return why_not_there(state, decision.seat, frame, value, unfit)


def march(
    play: Play[State],
    frame: Movement,
    chosen: list[tuple[str, Piece]],
    ways: dict[str, Way],
    origin: int,
    target: int,
) -> None:
    """Land pieces go their ways to a region (rules: movement-points, fleets, roads)."""
    state, seat = play.state, chosen[0][1].owner
    halted = stranger(state, target, seat) is not None
    rails = state.era >= TABLES.first_rail_era
    ferried, entered, zones = dict(frame.ferried), frame.entered, frozenset[int]()
    pieces = []
    for key, piece in chosen:
        way = ways[key]
        pieces.append(marched(piece, way, rails, halted))
        zones |= frozenset(way.chain)
        for zone in way.chain:
            ferried[zone] = ferried.get(zone, 0) + 1
        if halted:
            step = (target, way.path[-2] if len(way.path) > 1 else origin)
            entered = entered if step in entered else (*entered, step)
    shift(state, pieces, origin, target)
    if halted or zones:
        play.update(ferried=tuple(ferried.items()), entered=entered)
    crossed = tuple(IDS[zone] for zone in sorted(zones))
    play.tell(events.Moved(seat, count_units(pieces), IDS[origin], IDS[target], crossed))


def travel(
    play: Play[State],
    frame: Movement,
    action: str,
    pieces: list[Piece],
    origin: int,
    target: int,
) -> None:
    """Aircraft fly strategically, or fleets sail (rules: aircraft-movement, sailing)."""
    state, seat = play.state, pieces[0].owner
    halted = stranger(state, target, seat) is not None
    tired = [Piece(p.id, p.owner, p.kind, p.spent | STOPPED) for p in pieces]
    shift(state, tired, origin, target)
    told = events.Flown if action == "fly" else events.Sailed
    play.tell(told(seat, count_units(pieces), IDS[origin], IDS[target]))
    if action == "sail":
        step = (target, origin)
        new = halted and step not in frame.entered
        play.update(sailing=True, entered=(*frame.entered, step) if new else frame.entered)


def end_movement(play: Play[State], frame: Movement, seat: int) -> None:
    """The seat has moved; now its battles are fought."""
    play.state.frames[-1] = Movement(frame.order, frame.at + 1)
    play.push(Battles(seat, muster(play.state, seat, frame.entered)))
