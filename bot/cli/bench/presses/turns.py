"""Reference turns: positions that stewards have come to, and what is wanted in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from bot.cli.bench.presses.panel_player import PanelPlayer
from bot.cli.bench.presses.wishes import Goal, lesson_and_troops, movers, purchases
from engine.core.decision import Choice, Decision
from engine.core.dice import KeyedDice
from engine.core.errors import IllegalChoice
from engine.core.grammar import Settings, Subset, Value
from engine.core.registry import ruleset
from engine.notation.option_names import fits
from engine.notation.order_lists import listing_verbs, orders_on
from engine.notation.phrases import Phrases
from engine.world.trade import Trade

SEED = b"\x07" * 32
LINE_LENGTH = 100
"""So much is typed on a line; a longer list goes on in the next one."""
STEPS_MOST = 6000
UNITS = 2
PURSE = 100
"""Gold for a technology and two units."""


class Turn(NamedTuple):
    """A turn to be counted: where it begins, how much is wanted, and the most presses for it."""

    name: str
    rules: str
    turn: int
    most: int
    groups: int = 0
    """How many groups are moved, anywhere; 0: what the steward would do."""
    goods: int = 0
    """How many things are bought, whatever they are; 0: what the steward would buy."""
    extras: tuple[str, ...] = ()
    """`offer`: one from another player is accepted; `learn`: a technology and two units are bought,
    with gold enough for it; `assign`: an improvement changes places."""
    only: str = ""
    """The kind of decision that is counted, if not all of them are."""
    seats: int = 3


TURNS = (
    Turn("the first placement", "standard", 0, 3),
    Turn("turn 1", "standard", 1, 18),
    Turn("a middle turn with ten groups", "standard", 8, 20, groups=10, goods=2, seats=2),
    Turn("turn 1", "fast_play", 1, 15),
    Turn("a middle turn", "fast_play", 6, 15, groups=4, goods=3),
    Turn("turn 1", "advanced", 1, 20),
    Turn("a turn with everything", "advanced", 8, 20, 3, extras=("offer", "learn", "assign")),
    Turn("turn 1", "rhye", 1, 20, seats=5),
    Turn("a middle turn", "rhye", 10, 20, groups=5),
    Turn("a late turn with wars", "rhye", 20, 20, groups=8),
    Turn("turn 1", "civ2010", 1, 20),
    Turn("the cities of a turn", "civ2010", 3, 6, only="cities"),
    Turn("a middle turn", "civ2010", 9, 20),
)


class Count(NamedTuple):
    """What a turn took."""

    turn: Turn
    presses: int
    choices: int
    unreached: tuple[Goal, ...]
    groups: int = 0
    """How many groups, goods and other answers are wanted; what follows from one is none."""
    lines: tuple[str, ...] = ()
    """The same as typed orders, each line as it would be read."""


class Position(NamedTuple):
    """Where a turn begins."""

    rules: Any
    state: Any
    dice: KeyedDice
    seat: int


def position(turn: Turn) -> Position:
    """The beginning of a turn, played up to by stewards."""
    rules, rng = ruleset(turn.rules), Random(5)
    dice = KeyedDice(SEED, [b"x"] * turn.seats)
    state = rules.start(turn.seats, {}, dice).state
    for _ in range(STEPS_MOST):
        if rules.turn(state) >= turn.turn:
            seat = _fits(turn, rules, state)
            if seat is not None:
                if "learn" in turn.extras:
                    state = state.copy()
                    state.receive(seat, PURSE)
                return Position(rules, state, dice, seat)
        state = _by_steward(rules, state, dice, rng)
    raise AssertionError(f"no position for {turn.name}")


def _fits(turn: Turn, rules: Any, state: Any) -> int | None:
    """The seat that plays the turn, if it can begin here: one with enough groups to move."""
    asked = next(each for each in rules.pending(state) if each.blocking)
    if turn.only:
        return int(asked.seat) if asked.kind == turn.only else None
    if not turn.groups:
        return int(asked.seat)
    if asked.kind != "movement":
        return None
    seat = int(asked.seat)
    if "offer" in turn.extras and not rules.phases[Trade].partners(state)[seat]:
        return None
    if "assign" in turn.extras and _reassignment(rules.pending(state), seat) is None:
        return None
    found = len(list(movers(asked, Random(1), turn.groups)))
    return seat if found >= turn.groups else None


def play(turn: Turn) -> Count:
    """Play a reference turn by the panel."""
    rules, state, dice, seat = position(turn)
    rng, player = Random(5), PanelPlayer(rules, state, dice, seat)
    unreached: list[Goal] = []
    lines: list[str] = []
    groups = 0
    met: set[str] = set()
    at = rules.turn(state)
    for _ in range(STEPS_MOST):
        pending = rules.pending(player.state)
        if not pending or rules.turn(player.state) > at or (not turn.turn and player.done):
            break
        if "offer" in turn.extras and "offered" not in met and _offer(player):
            met.add("offered")
        own = [each for each in player.decisions() if each.blocking]
        if turn.only and met and not any(each.kind == turn.only for each in own):
            break
        if not own or (turn.only and own[0].kind != turn.only):
            but = seat if not own else None
            player.state = _by_steward(rules, player.state, dice, rng, but=but)
            continue
        values = list(_wanted(turn, player, own[0], met, rng))
        before, known = player.state, len(player.done)
        missed = player.reach(own[0].id, player.goals(own[0], values))
        unreached += missed
        done = player.done[known:]
        lines = with_orders(lines, player, before, own[0], done)
        groups += max(1, sum(not _follows(value) and value != own[0].default for value in done))
        if any(each.value == own[0].default for each in missed):
            raise AssertionError(f"no way on from {own[0].kind}: {missed}")
        if "assign" in turn.extras and own[0].kind == "movement":
            found = _reassignment(player.decisions(), player.seat)
            assert found is not None
            lines = with_orders(lines, player, player.state, found[0], [found[1]])
            groups += 1
            unreached += _reassign(player, *found)
    if turn.extras:
        _check(turn, player)
    return Count(turn, player.presses, len(player.done), tuple(unreached), groups, tuple(lines))


def with_orders(
    lines: list[str], player: PanelPlayer, state: Any, decision: Decision, values: Sequence[Value]
) -> list[str]:
    """Typed lines, with the answers that a decision was given in a state.

    What follows from an order (a look, the end of the phase) is typed behind it, and orders of one
    verb are listed on a line. Raises `AssertionError` for an answer that cannot be typed in words.
    """
    rules = player.rules
    phrases = Phrases(rules.name, player.voice.names)
    for value in values:
        # An answer that only follows from an earlier one is typed as it is asked by then.
        now = [e for e in rules.pending(state) if (e.seat, e.id) == (player.seat, decision.id)]
        asked = next((each for each in (decision, *now) if fits(each.grammar, value)), None)
        if asked is None:
            continue
        words = phrases.notation(asked, value)
        assert not words.startswith(f"{asked.id}: "), f"{value} cannot be typed"
        lines = _typed_behind(rules.name, lines, words, _follows(value) or value == asked.default)
        with suppress(IllegalChoice):
            state = rules.apply(state, Choice(player.seat, asked.id, value), player.dice).state
    return lines


def _typed_behind(ruleset: str, lines: list[str], words: str, follows: bool) -> list[str]:
    """Lines with one more order: on the last line, where it belongs there and there is room."""
    if not lines:
        return [words]
    *before, last = lines
    verb, _, rest = words.partition(" ")
    alike = verb in listing_verbs(ruleset) and orders_on(ruleset, last)[-1].startswith(f"{verb} ")
    more = f"{last}; {words}" if follows else f"{last}, {rest}"
    if not follows and (not alike or len(more) > LINE_LENGTH):
        return [*lines, words]
    return [*before, more]


def _follows(value: Value) -> bool:
    """Whether an answer is what a settler does where it has arrived."""
    return isinstance(value, dict) and value.get("do") in ("look", "explore")


def _check(turn: Turn, player: PanelPlayer) -> None:
    """Whether everything that belongs to the turn was done in it."""
    done = [value for value in player.done if isinstance(value, dict)]
    bought = [value for value in done if "buy" in value]
    met = {
        "offer": any(value.get("do") == "accept" for value in done),
        "learn": any(value["buy"] in player.state.tables.cards for value in bought)
        and sum(value.get("count", 0) for value in bought) == UNITS,
        "assign": any(not {"do", "buy"} & value.keys() for value in done),
    }
    missing = [extra for extra in turn.extras if not met[extra]]
    assert not missing, f"{turn.name} went without {missing}: {done}"


def _offer(player: PanelPlayer) -> bool:
    """Have another seat make an offer, if it may now."""
    rules = player.rules
    for asked in rules.pending(player.state):
        if asked.kind != "trade" or asked.seat == player.seat:
            continue
        offer = {"do": "offer", "to": str(player.seat), "give_gold": 1, "get_gold": 0}
        choice = Choice(asked.seat, asked.id, {**offer, "give": [], "get": []})
        try:
            player.state = rules.apply(player.state, choice, player.dice).state
        except IllegalChoice:
            continue
        return True
    return False


def _by_steward(
    rules: Any, state: Any, dice: KeyedDice, rng: Random, but: int | None = None
) -> Any:
    """The next choice of someone else."""
    pending = [each for each in rules.pending(state) if each.seat != but]
    asked = next(each for each in pending if each.blocking)
    own = [each for each in pending if each.seat == asked.seat]
    choice = rules.steward(rules.view(state, asked.seat), own, rng)
    return rules.apply(state, choice, dice).state


def _wanted(
    turn: Turn, player: PanelPlayer, decision: Decision, met: set[str], rng: Random
) -> Iterator[Value]:
    """What is wanted of a decision: so much once, then its end; else what the steward would do."""
    again = decision.kind in met
    met.add(decision.kind)
    if decision.kind == "movement" and turn.groups:
        if not again:
            yield from movers(decision, rng, turn.groups)
        yield decision.default
    elif decision.kind == "purchase" and turn.goods:
        if not again:
            yield from purchases(decision, rng, turn.goods)
        yield decision.default
    elif decision.kind == "purchase" and "learn" in turn.extras:
        if not again:
            yield from lesson_and_troops(decision, player.state.tables.cards, UNITS)
        yield decision.default
    elif decision.kind == "trade":
        for offer in player.rules.view(player.state, player.seat).offers:
            if offer.to == player.seat and "offer" in turn.extras:
                yield {"do": "accept", "offer": str(offer.id)}
        yield decision.default
    else:
        yield from _as_steward(player.rules, player, decision)


def _as_steward(rules: Any, player: PanelPlayer, decision: Decision) -> Sequence[Value]:
    """What the steward would answer, one after the other, as long as nothing comes to light."""
    state, dice = player.state, player.dice
    wanted: list[Value] = []
    for _ in range(40):
        own = [each for each in rules.pending(state) if each.seat == player.seat]
        asked = next((each for each in own if each.id == decision.id), None)
        if asked is None:
            break
        choice = rules.steward(rules.view(state, player.seat), [asked], Random(3))
        if not fits(decision.grammar, choice.value):
            # It follows from an earlier one, and is asked for when that is done.
            break
        wanted.append(choice.value)
        step = rules.apply(state, choice, dice)
        state = step.state
        if step.revealed or choice.value == asked.default or not asked.again:
            break
    return wanted


def _reassign(player: PanelPlayer, asked: Decision, wanted: Value) -> list[Goal]:
    """Give an improvement to another settlement, at any time."""
    # One press turns to it.
    player.presses += 1
    return player.reach(asked.id, player.goals(asked, [wanted]))


def _reassignment(pending: Sequence[Decision], seat: int) -> tuple[Decision, Value] | None:
    """A change of one thing that is assigned to a settlement, if there is one to make."""
    asked = next((each for each in pending if (each.seat, each.kind) == (seat, "assign")), None)
    if asked is None or not isinstance(asked.grammar, Settings):
        return None
    for part in asked.grammar.parts:
        others = part.grammar.options() if isinstance(part.grammar, Subset) else []
        free = [each.key for each in others if [each.key] != part.current]
        if part.name != "free" and part.current and free:
            return asked, {part.name: free[:1]}
    return None
