"""The start of a turn: cities, great people, government, investments (rules: start)."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Phase, Play
from engine.core.grammar import Answers, Field, Form, Grammar, OneOf, Option, Unfit, Value
from engine.core.lazy import lazy
from engine.core.question import Fault, no, refusal
from engine.core.text import Text
from engine.rulesets.civ2010.abilities.choices import CARD_FIELDS, SeatChoices, choices_of
from engine.rulesets.civ2010.abilities.refusing import why_not_used
from engine.rulesets.civ2010.cities.architecture import person_squares
from engine.rulesets.civ2010.cities.founding import (
    fault,
    found,
    founders,
    has_two_founders,
    sites,
)
from engine.rulesets.civ2010.describing import effect, named, one_of, option, square
from engine.rulesets.civ2010.faults import person_fault, placing_fault
from engine.rulesets.civ2010.map.board import bonus, city_on, grid, name
from engine.rulesets.civ2010.questions.sheet import invest
from engine.rulesets.civ2010.sheet.culture import check_hand, free_steps
from engine.rulesets.civ2010.sheet.government import (
    check_government,
    set_government,
    unlocked_governments,
)
from engine.rulesets.civ2010.sheet.learning import check_growth
from engine.rulesets.civ2010.sheet.people import place_person
from engine.rulesets.civ2010.sheet.wealth import coin_places, remove_coin
from engine.rulesets.civ2010.state import Pick, Player, Start, State
from engine.rulesets.civ2010.tables import ABILITIES, ANARCHY, GOVERNMENTS, INVESTMENTS

CHANGED = "government"
INVESTED = "invested"
PROMISED = "relic:"
"""Marks what a relic has promised for this start of turn, among what lasts for a turn."""


def promised(player: Player) -> list[str]:
    """The relics whose promise a player may still take up in this start of turn."""
    return [each.removeprefix(PROMISED) for each in player.used if each.startswith(PROMISED)]


def new_governments(state: State, seat: int) -> list[str]:
    """What a seat's government may change to now (rule: governments)."""
    player = state.players[seat]
    unlocked = unlocked_governments(state, seat)
    immune = bool(bonus(state, seat, "no_anarchy"))
    if immune and CHANGED in player.used:
        return []
    if immune or (player.government == ANARCHY and player.anarchy < state.turn):
        return [kind for kind in unlocked if kind != player.government]
    if player.government == ANARCHY:
        return []
    fresh = [kind for kind in unlocked if kind in player.unlocked and kind != player.government]
    return [*fresh, ANARCHY]


def may_invest(state: State, seat: int) -> bool:
    """Whether a seat can invest a coin token now (rule: investments)."""
    if not state.options["investments"] or not coin_places(state, seat):
        return False
    once = state.options["invest_one_per_turn"]
    return not (once and INVESTED in state.players[seat].used)


class StartChoices(SeatChoices):
    """The choices at the start of a seat's turn."""

    phase = "start"

    @lazy
    def sites(self) -> list[int]:
        """Where a city can be founded."""
        return sites(self.state, self.seat)

    @lazy
    def governments(self) -> list[str]:
        """What the government can change to."""
        return new_governments(self.state, self.seat)

    def own_actions(self) -> list[str]:
        return self.own

    @lazy
    def own(self) -> list[str]:
        """What there is to do beside using cards."""
        found = []
        if self.sites:
            found.append("found")
        if self.player.reserve and person_squares(self.state, self.seat):
            found.append("place")
        if self.governments:
            found.append("govern")
        if may_invest(self.state, self.seat):
            found.append("invest")
        if promised(self.player):
            found.append("claim")
        return found

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to do that could ever be of use.

        Anarchy alone is no choice where it leads to no other government, nor after a change.
        """
        if not set(self.own) <= {"govern"} or self.card_actions():
            return False
        if not self.own:
            return True
        if self.governments != [ANARCHY]:
            return False
        known = unlocked_governments(self.state, self.seat)
        return CHANGED in self.player.used or known == [self.player.government]

    @property
    def is_dull(self) -> bool:
        """Whether there is nothing but anarchy to choose, for all that the table knows.

        Hidden cards do not count: being asked or not must not tell of them.
        """
        if not set(self.own_actions()) <= {"govern"} or any(g != ANARCHY for g in self.governments):
            return False
        return not any(key in self.player.able and not ABILITIES[key].cost for key in self.uses)

    def ask_site(self, said: Answers) -> Grammar | None:
        """Where to found."""
        return OneOf([name(self.state, at) for at in self.sites], square)

    def ask_person(self, said: Answers) -> Grammar | None:
        """Which great person to place."""
        return one_of(list(dict.fromkeys(self.player.reserve)), "person_type")

    def ask_square(self, said: Answers) -> Grammar | None:
        """Where to place it."""
        squares = [name(self.state, at) for at in person_squares(self.state, self.seat)]
        return OneOf(squares, self.describe_square)

    def describe_square(self, key: str) -> Option:
        """A square with what would make room."""
        piece = self.state.pieces.get(grid(self.state).index[key])
        detail = None if piece is None else Text("detail.replaces", {"piece": piece.kind})
        return square(key, detail)

    def ask_government(self, said: Answers) -> Grammar | None:
        """Which government to change to."""
        return OneOf(self.governments, describe_government)

    def ask_card(self, said: Answers) -> Grammar | None:
        """Which investment."""
        return OneOf(list(INVESTMENTS), self.describe_card)

    def describe_card(self, key: str) -> Option:
        """An investment card with what lies on it."""
        have = self.player.invested.get(key, 0)
        after = next((step for step in INVESTMENTS[key].steps if step > have), 0)
        return option("investment", key, detail=Text("detail.invested", {"n": have, "next": after}))

    def ask_coin(self, said: Answers) -> Grammar | None:
        """Which coin token, where there is a choice."""
        found = coin_places(self.state, self.seat)
        return OneOf(found, named("coin")) if len(found) > 1 else None

    def ask_relic(self, said: Answers) -> Grammar | None:
        """Which relic's promise, where there are two."""
        found = promised(self.player)
        return one_of(found, "relic") if len(found) > 1 else None


START_FIELDS = (
    Field("do", StartChoices.ask_action),
    Field("at", StartChoices.ask_site, ("found",)),
    Field("person", StartChoices.ask_person, ("place",)),
    Field("square", StartChoices.ask_square, ("place",)),
    Field("government", StartChoices.ask_government, ("govern",)),
    Field("card", StartChoices.ask_card, ("invest",)),
    Field("coin", StartChoices.ask_coin, ("invest",)),
    Field("relic", StartChoices.ask_relic, ("claim",)),
    *CARD_FIELDS,
)


def describe_government(key: str) -> Option:
    """A government with what it does."""
    return option("government", key, detail=effect("government", key))


class StartPhase(Phase[State, Start]):
    """One player after another, each doing as much as wanted."""

    title = "start"

    def advance(self, play: Play[State], frame: Start) -> bool:
        if frame.at == len(frame.order):
            play.pop()
            return True
        begins = not frame.begun
        if begins:
            frame = play.update(begun=True)
            # What is asked first lies on top: the first in turn order begins.
            for seat in reversed(frame.acting):
                begin_part(play, seat)
        acting = [StartChoices(play.state, seat) for seat in frame.acting]
        if begins:
            if any(choices.is_dull and not choices.is_idle for choices in acting):
                # Asked or skipped, the seat's order shows to the one who acted before it.
                play.reveal()
            if play.has_news or play.state.frames[-1] is not frame:
                # What came first may ask something, or end the game.
                return True
        for choices in acting:
            if choices.is_idle or (choices.player.orders.start == "short" and choices.is_dull):
                end_part(play, frame, choices.seat)
                return True
        play.asked = list(map(self.question, acting))
        return False

    def open(self, state: State, frame: Start) -> list[Decision]:
        return [self.question(StartChoices(state, seat)) for seat in frame.acting]

    def question(self, choices: StartChoices) -> Decision:
        """What the seat of these choices is asked."""
        return Decision(
            choices.seat,
            "start",
            Form(START_FIELDS, choices),
            default={"do": "done"},
            again=True,
            rule="start",
        )

    def active(self, state: State, frame: Start) -> tuple[int, ...]:
        return frame.acting

    def answer(self, play: Play[State], frame: Start, decision: Decision, value: Value) -> None:
        seat = decision.seat
        board = grid(play.state)
        if frame.fresh:
            frame = play.update(fresh=False)
        match value["do"]:
            case "done":
                end_part(play, frame, seat)
                for relic in promised(play.state.players[seat]):
                    claim(play, seat, relic)
            case "claim":
                claim(play, seat, value.get("relic") or promised(play.state.players[seat])[0])
            case "found":
                at = board.index[value["at"]]
                if has_two_founders(play.state, seat, at):
                    play.push(Pick(seat, "founder", (str(at),)))
                else:
                    found(play, seat, at)
            case "place":
                place_person(play, seat, value["person"], board.index[value["square"]])
            case "govern":
                play.state.players[seat].used.append(CHANGED)
                set_government(play, seat, value["government"])
            case "invest":
                invest_coin(play, seat, value["card"], value.get("coin", ""))
            case _:
                choices_of(decision.grammar).carry_out(play, value)

    def why_not(
        self, state: State, frame: Start, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if not isinstance(value, dict):
            return None
        wanted, at = value.get("do"), value.get("at")
        if wanted == "found" and isinstance(at, str) and unfit.path in (("do",), ("at",)):
            return refusal(founding_fault(state, decision.seat, at), "founding")
        if wanted == "place" and unfit.path in (("do",), ("person",)):
            return refusal(person_fault(state, decision.seat, value.get("person")), "great-people")
        if wanted == "place" and unfit.path == ("square",):
            return refusal(placing_fault(state, decision.seat, value.get("square")), "great-people")
        if wanted == "govern" and unfit.path in (("do",), ("government",)):
            return refusal(
                government_fault(state, decision.seat, value.get("government")), "governments"
            )
        if wanted == "invest" and unfit.path == ("do",):
            return refusal(investing_fault(state, decision.seat), "investments")
        return why_not_used(decision, value, unfit)


def founding_fault(state: State, seat: int, key: str) -> Fault:
    """What keeps a city from being founded on a square."""
    at = grid(state).find(key)
    if at is None:
        return no("no_such_square", "founding", place=key[:20])
    if at not in founders(state, seat) or city_on(state, at) is not None:
        return no("no_founder", "founding", place=name(state, at))
    code = fault(state, seat, at)
    return no(code, "founding", place=name(state, at)) if code else None


def investing_fault(state: State, seat: int) -> Fault:
    """What keeps a coin from being invested: the table, its limit, or no token."""
    if not state.options["investments"]:
        return no("no_investments", "investments")
    if state.options["invest_one_per_turn"] and INVESTED in state.players[seat].used:
        return no("invested_already", "investments")
    return no("nothing_to_invest", "investments")


def government_fault(state: State, seat: int, kind: Value) -> Fault:
    """What keeps a government from following now."""
    player = state.players[seat]
    if not isinstance(kind, str) or kind not in GOVERNMENTS:
        return no("government_locked", "governments")
    if kind == player.government:
        return no("government_in_force", "governments", government=kind)
    if kind != ANARCHY and kind not in unlocked_governments(state, seat):
        technology = GOVERNMENTS[kind].technology
        facts = {"government": kind, "technology": technology}
        return no("government_unknown", "governments", **facts)
    if bonus(state, seat, "no_anarchy"):
        if kind == ANARCHY:
            return no("government_locked", "governments")
        return no("government_changed", "governments")
    if player.government == ANARCHY:
        return no("anarchy_lasts", "governments")
    return no("government_needs_anarchy", "governments", government=kind)


def end_part(play: Play[State], frame: Start, seat: int) -> None:
    """The next player begins, or the others, who have begun already, go on."""
    play.update(**frame.done(seat), begun=frame.together)


def begin_part(play: Play[State], seat: int) -> None:
    """What has to happen first: a capital that must grow, what relics promised, a full hand."""
    player = play.state.players[seat]
    check_government(play, seat)
    due, player.due = player.due, []
    player.used += (f"{PROMISED}{relic}" for relic in due)
    check_hand(play, seat)
    check_growth(play, seat)


def claim(play: Play[State], seat: int, relic: str) -> None:
    """Take what a relic promised for this start of turn (rule: relics)."""
    state = play.state
    state.players[seat].used.remove(f"{PROMISED}{relic}")
    if relic == "atlantis":
        play.push(Pick(seat, "learn_free"))
    elif state.options["investments"]:
        play.push(Pick(seat, "invest_free", left=2))


def invest_coin(play: Play[State], seat: int, card: str, where: str) -> None:
    """Move a coin token to an investment card."""
    state, player = play.state, play.state.players[seat]
    remove_coin(play, seat, where or coin_places(state, seat)[0])
    player.used.append(INVESTED)
    invest(play, seat, card)
    if bonus(state, seat, "building_per_coin_invested"):
        play.push(Pick(seat, "free_building", ("unlocked",)))
    free_steps(play, seat, player.bonuses.get("step_per_coin_invested", 0))
