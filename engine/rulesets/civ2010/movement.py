"""The movement phase: groups, ways, exploring, what is met at the end (rules: movement)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter

import msgspec

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Phase, Play
from engine.core.grammar import Answers, Field, Form, Grammar, OneOf, Option, Subset, Unfit, Value
from engine.core.lazy import lazy
from engine.core.question import refusal
from engine.core.text import Text
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities.choices import CARD_FIELDS, SeatChoices, choices_of
from engine.rulesets.civ2010.abilities.refusing import why_not_used
from engine.rulesets.civ2010.cities.founding import put_city
from engine.rulesets.civ2010.combat.battles import arrive, attack, offer_razing
from engine.rulesets.civ2010.describing import named
from engine.rulesets.civ2010.faults import leaving_fault, target_fault
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import (
    city_on,
    enemy_on,
    grid,
    is_revealed,
    name,
    own_squares,
)
from engine.rulesets.civ2010.map.borders import expel
from engine.rulesets.civ2010.map.exploring import (
    dark_ways,
    explore_hut,
    take_village,
    turn_up,
)
from engine.rulesets.civ2010.sheet.culture import check_hand
from engine.rulesets.civ2010.sheet.pyramid import learnable
from engine.rulesets.civ2010.state import City, Figure, Movement, Pick, State

ARMY, SCOUT = "army", "scout"
DARK, SPY = ">", "?"
"""Marks in targets: `D4>D5` explores from D4, `C3?` enters a city to learn."""
GOES_ON, JOINED = "+", "&"
"""Marks of parties: `D4+` goes on with its move, `D4&` are armies that meet on D4."""
RUSSIANS = "russians"


class Party:
    """Figures that could move together from a square, at least so many of them.

    Their order is that in which an order takes them.
    """

    def __init__(self, square: int, members: Iterable[Figure], least: int = 1) -> None:
        self.square = square
        self.members = list(members)
        self.least = least

    @lazy
    def armies(self) -> list[Figure]:
        """The armies among them."""
        return [figure for figure in self.members if figure.army]

    @lazy
    def scouts(self) -> list[Figure]:
        """The scouts among them."""
        return [figure for figure in self.members if not figure.army]

    @lazy
    def copies(self) -> dict[str, int]:
        """How many of each there are."""
        found = {ARMY: len(self.armies), SCOUT: len(self.scouts)}
        return {kind: number for kind, number in found.items() if number}

    def take(self, units: list[str]) -> list[Figure]:
        """The figures an order names."""
        return self.armies[: units.count(ARMY)] + self.scouts[: units.count(SCOUT)]


class MovementChoices(SeatChoices):
    """What a seat can move now, and where to."""

    phase = "movement"

    def __init__(self, state: State, seat: int, frame: Movement) -> None:
        super().__init__(state, seat)
        self.frame = frame
        self._targets: dict[tuple[str, ...], dict[str, tuple[int, ...]]] = {}

    def can_go_on(self, figure: Figure) -> bool:
        """Whether a figure of the group that moves at present has steps left."""
        alone = figure.army and figure.id not in self.frame.grouped
        return figure.id in self.frame.group and figure.spent < self.speeds[alone]

    @lazy
    def speeds(self) -> tuple[int, int]:
        """The speed of figures as such, and that of an army which moves alone."""
        return self.speed(0), self.speed(1)

    def speed(self, armies: int, scouts: int = 0, grouped: bool = False) -> int:
        """How far figures go; an army that has moved in a group gains nothing by leaving it."""
        return figures.speed(self.state, self.seat, 0 if grouped else armies, scouts)

    @lazy
    def parties(self) -> dict[str, Party]:
        """Every party that can move, by its key: a square, with a mark where that is not enough."""
        found: dict[str, Party] = {}
        joining = bool(self.state.options["join_groups"])
        for at in own_squares(self.state, self.seat):
            if at in self.frame.frozen:
                continue
            here, key = self.state.figures[at], name(self.state, at)
            fresh = [figure for figure in here if not figure.spent]
            going = [figure for figure in here if figure.spent and self.can_go_on(figure)]
            joined = self.joined(at, here) if joining else []
            # One that may join others may as well leave them: that is the same party.
            if fresh and fresh != joined[:1]:
                found[key] = Party(at, fresh)
            if going and going != joined[:1]:
                found[f"{key}{GOES_ON}"] = Party(at, sorted(going, key=SPENT))
            if joined:
                least = 1 if self.may_leave(joined[0]) else 2
                found[f"{key}{JOINED}" if key in found else key] = Party(at, joined, least)
        return found

    def may_leave(self, figure: Figure) -> bool:
        """Whether a figure can move alone: it has not moved, or goes on with its move."""
        return not figure.spent or self.can_go_on(figure)

    def joined(self, at: int, here: Sequence[Figure]) -> list[Figure]:
        """Armies of a square that may go on together: two began apart (rule: house-groups).

        These two come first, so that any group of several has them.
        """
        able = [figure for figure in here if figure.army and figure.spent < self.speeds[0]]
        able.sort(key=lambda figure: (not self.may_leave(figure), *SPENT(figure)))
        begun = dict(self.frame.begun)
        for second in able[1:]:
            if begun.get(second.id, at) != begun.get(able[0].id, at):
                return [able[0], second, *(f for f in able[1:] if f is not second)]
        return []

    def own_actions(self) -> list[str]:
        return ["move"] if self.parties else []

    def units(self, said: Answers) -> list[str]:
        """The figures an answer names; all there are where that is not asked."""
        found: list[str] = said["figures"] if "figures" in said else self.units_there(said)
        return found

    def units_there(self, said: Answers) -> list[str]:
        """All figures of the party an answer names."""
        copies = self.parties[said["from"]].copies
        return [kind for kind, number in copies.items() for _ in range(number)]

    def targets(self, said: Answers) -> dict[str, tuple[int, ...]]:
        """Where the chosen figures can go, with the way; staying where there is nowhere to go."""
        units = self.units(said)
        asked = (said["from"], *units)
        if asked not in self._targets:
            self._targets[asked] = self.find_targets(self.parties[said["from"]], units)
        return self._targets[asked]

    def find_targets(self, party: Party, units: list[str]) -> dict[str, tuple[int, ...]]:
        """The targets of a group."""
        state, seat = self.state, self.seat
        members = party.take(units)
        armies, scouts = units.count(ARMY), units.count(SCOUT)
        spent = max(figure.spent for figure in members)
        grouped = any(figure.id in self.frame.grouped for figure in members)
        steps = self.speed(armies, scouts, grouped) - spent
        ways = figures.ways(state, seat, party.square, steps, armies)
        may_end = figures.ending(state, seat, armies, scouts)
        rested = [at for at in ways if may_end(at)]
        names = grid(state).names
        found = {names[at]: ways[at] for at in rested if ways[at]}
        dark = dark_ways(state)
        for at in (party.square, *rested) if dark else ():
            way = ways[at]
            if at in dark and len(way) < steps and (not way or not stops(state, seat, at)):
                for near, _ in dark[at]:
                    found[f"{names[at]}{DARK}{names[near]}"] = way
        if len(units) == 1:
            self.add_infiltration(found, party.square, steps)
        return found or {name(state, party.square): ()}

    def add_infiltration(self, found: dict[str, tuple[int, ...]], start: int, steps: int) -> None:
        """Enemy cities that a Russian figure can enter to learn."""
        state, seat, player = self.state, self.seat, self.player
        if not player.bonuses.get("infiltrate") or RUSSIANS in player.used:
            return
        ways = figures.ways(state, seat, start, steps, armies=1)
        for at, way in ways.items():
            city = city_on(state, at)
            if city is None or city.owner == seat or not way:
                continue
            if lessons(state, seat, city.owner):
                found[f"{name(state, at)}{SPY}"] = way

    def ask_from(self, said: Answers) -> Grammar | None:
        """Which party moves."""
        return OneOf(list(self.parties), self.describe_party)

    def describe_party(self, key: str) -> Option:
        """A party with the figures in it."""
        party = self.parties[key]
        facts = {"armies": len(party.armies), "scouts": len(party.scouts)}
        place = name(self.state, party.square)
        label = "label.joined" if key.endswith(JOINED) else "label.square"
        return Option(key, Text(label, {"key": place}), (), place, Text("detail.figures", facts))

    def ask_figures(self, said: Answers) -> Grammar | None:
        """Which of its figures, where there is a choice."""
        party = self.parties[said["from"]]
        if len(party.members) == party.least:
            return None
        describe = named("figure")
        return Subset(list(party.copies), party.least, copies=party.copies, describe=describe)

    def ask_target(self, said: Answers) -> Grammar | None:
        """Where they go."""
        army = ARMY in self.units(said)
        return OneOf(list(self.targets(said)), lambda key: self.describe_target(key, army))

    def describe_target(self, key: str, army: bool) -> Option:
        """A target with what is met there."""
        if DARK in key:
            place, _, dark = key.partition(DARK)
            return Option(key, Text("label.explore", {"place": place, "dark": dark}), (), place)
        place = key.removesuffix(SPY)
        at = grid(self.state).index[place]
        if key.endswith(SPY):
            # An army may attack the same square, so that the label has to say what is meant.
            label = Text("label.infiltrate", {"place": place})
            return Option(key, label, (), place, Text("detail.infiltrate"))
        detail = meeting(self.state, self.seat, at, army)
        return Option(key, Text("label.square", {"key": place}), (), place, detail)


SPENT = attrgetter("spent", "id")
"""Puts figures in order: those with most steps left first."""


MOVEMENT_FIELDS = (
    Field("do", MovementChoices.ask_action),
    Field("from", MovementChoices.ask_from, ("move",)),
    Field("figures", MovementChoices.ask_figures, ("move",), MovementChoices.units_there),
    Field("target", MovementChoices.ask_target, ("move",)),
    *CARD_FIELDS,
)


def lessons(state: State, seat: int, teacher: int) -> list[str]:
    """What a seat could learn from another player."""
    known = state.players[teacher].techs
    return [tech for tech in learnable(state, seat) if tech in known]


def stops(state: State, seat: int, at: int) -> bool:
    """Whether a move ends on a square because of what is there, even after a flight over others."""
    return at in state.tokens or enemy_on(state, at, seat) or city_on(state, at) is not None


def meeting(state: State, seat: int, at: int, army: bool) -> Text | None:
    """What figures meet on a square."""
    city = city_on(state, at)
    if city is not None:
        if city.owner == seat:
            return Text("detail.fortify") if army else Text("detail.caravan")
        return Text("detail.enemy_city", {"seat": city.owner, "capital": city.capital})
    if enemy_on(state, at, seat):
        here = state.figures[at]
        armies = sum(figure.army for figure in here)
        facts = {"seat": here[0].owner, "armies": armies, "scouts": len(here) - armies}
        return Text("detail.enemy_figures", facts)
    token = state.tokens.get(at)
    if token is not None:
        return Text(f"detail.{token.kind}")
    if at in state.relics:
        return Text("detail.relic", {"relic": state.relics[at]})
    piece = state.pieces.get(at)
    if piece is not None and piece.owner != seat:
        return Text("detail.blockade", {"seat": piece.owner, "piece": piece.kind})
    return None


class MovementPhase(Phase[State, Movement]):
    """One player after another moves what should move."""

    title = "movement"

    def advance(self, play: Play[State], frame: Movement) -> bool:
        if frame.at == len(frame.order):
            play.pop()
            return True
        seat = frame.order[frame.at]
        choices = MovementChoices(play.state, seat, frame)
        if not choices.parties and not choices.card_actions():
            end_part(play, frame)
            return True
        play.asked = [self.question(choices)]
        return False

    def open(self, state: State, frame: Movement) -> list[Decision]:
        return [self.question(MovementChoices(state, frame.order[frame.at], frame))]

    def question(self, choices: MovementChoices) -> Decision:
        """What the seat of these choices is asked."""
        return Decision(
            choices.seat,
            "movement",
            Form(MOVEMENT_FIELDS, choices),
            default={"do": "done"},
            again=True,
            rule="movement",
        )

    def active(self, state: State, frame: Movement) -> tuple[int, ...]:
        return frame.acting

    def answer(self, play: Play[State], frame: Movement, decision: Decision, value: Value) -> None:
        choices = choices_of(decision.grammar)
        assert isinstance(choices, MovementChoices)
        if frame.fresh:
            play.update(fresh=False)
        if value["do"] == "done":
            end_part(play, frame)
        elif value["do"] == "move":
            party = choices.parties[value["from"]]
            members = party.take(choices.units(value))
            way = choices.targets(value)[value["target"]]
            note_group(play, frame, party.square, members)
            move(play, choices.seat, party.square, members, way, value["target"])
        else:
            choices.carry_out(play, value)

    def why_not(
        self, state: State, frame: Movement, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if not isinstance(value, dict) or unfit.code != "not_an_option":
            return None
        key = str(unfit.data["key"])
        if value.get("do") == "move" and unfit.path in (("do",), ("from",)):
            left = leaving_fault(state, decision.seat, value.get("from"), frame.frozen)
            return refusal(left, "movement")
        if unfit.path != ("target",):
            return why_not_used(decision, value, unfit)
        goal, _, dark = key.rstrip("?").partition(">")
        beyond = grid(state).find(dark) if dark else None
        if beyond is not None and is_revealed(state, beyond):
            return IllegalChoice("explored_already", "exploring", place=name(state, beyond))
        at = grid(state).find(goal)
        if at is None:
            return IllegalChoice("no_such_square", "movement", place=key[:20])
        choices = choices_of(decision.grammar)
        assert isinstance(choices, MovementChoices)
        units = choices.units(value)
        armies, scouts = units.count(ARMY), units.count(SCOUT)
        return refusal(target_fault(state, decision.seat, at, armies, scouts), "movement")


def note_group(play: Play[State], frame: Movement, start: int, members: list[Figure]) -> None:
    """Note what moves now, which figures have moved in a group, and where they began."""
    group = tuple([figure.id for figure in members])
    frame = play.update(group=group)
    if len(group) > 1:
        frame = play.update(grouped=(*frame.grouped, *group))
    if play.state.options["join_groups"]:
        begun = tuple([(figure.id, start) for figure in members if not figure.spent])
        play.update(begun=(*frame.begun, *begun))


def end_part(play: Play[State], frame: Movement) -> None:
    """Figures in closed outskirts leave; then the next player moves."""
    seat = frame.order[frame.at]
    expel(play, seat, frame.frozen)
    play.update(at=frame.at + 1, group=(), begun=())
    if frame.at + 1 < len(frame.order):
        check_hand(play, frame.order[frame.at + 1])


def move(
    play: Play[State],
    seat: int,
    start: int,
    members: list[Figure],
    way: tuple[int, ...],
    key: str,
) -> None:
    """Move figures along a way, and let happen what happens at its end."""
    state = play.state
    ids = [figure.id for figure in members]
    armies = sum(figure.army for figure in members)
    goal = way[-1] if way else start
    if DARK in key:
        go(play, seat, start, ids, armies, way, extra=1)
        explore(play, seat, goal, key)
        offer_razing(play, seat, goal, armies)
        return
    if not way:
        figures.shift(state, ids, start, start, figures.DONE)
        return
    city = city_on(state, goal)
    if key.endswith(SPY):
        assert city is not None
        infiltrate(play, seat, start, members[0], city)
    elif city is not None and city.owner == seat:
        sacrifice(play, seat, start, members[0], city)
    elif city is not None or enemy_on(state, goal, seat) or fights_village(state, seat, goal):
        tell_moved(play, seat, armies, len(members) - armies, start, goal)
        attack(play, seat, start, ids, goal)
    else:
        go(play, seat, start, ids, armies, way)
        settle_down(play, seat, ids, goal, armies)


def go(
    play: Play[State],
    seat: int,
    start: int,
    ids: list[int],
    armies: int,
    way: tuple[int, ...],
    extra: int = 0,
) -> None:
    """Put figures at the end of a way, with the steps spent."""
    goal = way[-1] if way else start
    figures.shift(play.state, ids, start, goal, len(way) + extra)
    if way:
        tell_moved(play, seat, armies, len(ids) - armies, start, goal)


def tell_moved(
    play: Play[State], seat: int, armies: int, scouts: int, start: int, goal: int
) -> None:
    """Report a move."""
    places = name(play.state, start), name(play.state, goal)
    play.tell(events.Moved(seat, armies, scouts, *places))


def fights_village(state: State, seat: int, at: int) -> bool:
    """Whether entering a village means a battle."""
    token = state.tokens.get(at)
    return (
        token is not None
        and token.kind == "village"
        and not state.players[seat].bonuses.get("peaceful_villages")
    )


def settle_down(play: Play[State], seat: int, ids: list[int], at: int, armies: int) -> None:
    """What figures do where they end: take tokens and relics, raze with Combustion."""
    state = play.state
    token = state.tokens.get(at)
    if token is not None:
        figures.shift(state, ids, at, at, figures.DONE)
        if token.kind == "hut":
            explore_hut(play, seat, at)
        else:
            take_village(play, seat, at)
    arrive(play, seat, at, armies)


def explore(play: Play[State], seat: int, at: int, key: str) -> None:
    """Turn up the tile that figures look at from a square."""
    state = play.state
    dark = grid(state).index[key.partition(DARK)[2]]
    arrow = next(arrow for near, arrow in dark_ways(state)[at] if near == dark)
    turn_up(play, seat, grid(state).tile_of[dark], arrow)


def sacrifice(play: Play[State], seat: int, start: int, figure: Figure, city: City) -> None:
    """An army becomes a fortification, a scout a caravan (rules: fortifying, caravans)."""
    state = play.state
    figures.remove(state, start, (figure.id,))
    if figure.army:
        kind, token = ARMY, "fortification"
        put_city(state, msgspec.structs.replace(city, fort=True))
    else:
        kind, token = SCOUT, "caravan"
        put_city(state, msgspec.structs.replace(city, caravan=True))
    play.tell(events.FigureSpent(seat, kind, name(state, city.at), token))


def infiltrate(play: Play[State], seat: int, start: int, figure: Figure, city: City) -> None:
    """A Russian figure is spent in an enemy city to learn a technology."""
    state = play.state
    figures.remove(state, start, (figure.id,))
    state.players[seat].used.append(RUSSIANS)
    kind = ARMY if figure.army else SCOUT
    play.tell(events.FigureSpent(seat, kind, name(state, city.at), "lesson"))
    play.push(Pick(seat, "learn", tuple(lessons(state, seat, city.owner))))
