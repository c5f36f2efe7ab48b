"""A player's desk: what the private panel shows."""

from __future__ import annotations

from functools import cache

from bot.moment import Moment
from bot.service.choices.catching_up import missed_since, must_be_noted
from bot.service.choices.reasons import stored_sentence
from bot.service.game.open_game import OpenGame
from bot.service.game.open_games import OpenGames
from bot.service.responses import Asked, Desk, Returned
from bot.store.prepared import Prepared
from bot.store.seats import Seat
from engine.core.decision import Decision
from engine.core.messages import Voice, catalog
from engine.core.registry import ruleset as rules_of
from engine.notation.patterns import notations

NEVER: Moment = 1 << 62


def desk_of(open_games: OpenGames, game: OpenGame, seat: Seat) -> Desk:
    """The desk of a seat at a table that is open."""
    position = game.position
    snapshot = position.snapshot()
    # A game that was ended without a result still has its questions, which nobody is asked.
    questions = snapshot.open_to(seat.seat) if game.row.is_live else []
    voice = open_games.voice(game)
    asked = [asked_of(game, voice, decision) for decision in questions]
    asked.sort(key=lambda each: (not each.decision.blocking, each.due_at or NEVER))
    own = [each for each in game.prepared if each.seat == seat.seat]
    can_take_back = game.row.status == "running" and position.can_take_back(seat.seat)
    return Desk(
        info=game.info,
        seat=seat,
        number=snapshot.number,
        view=snapshot.view(seat.seat),
        decisions=tuple(asked),
        prepared=tuple(each for each in own if each.is_waiting),
        returned=tuple(returned(open_games, game, each) for each in own if not each.is_waiting),
        can_prepare=preparable(game, seat),
        can_take_back=can_take_back,
        undo=position.undo_words(seat.seat) if can_take_back else "",
        undo_gone=position.why_no_undo(seat.seat) if game.row.status == "running" else "",
        has_missed=missed_since(game, seat) is not None,
        looked_lately=not must_be_noted(game, seat),
        looks_on_arrival=game.wishes_of(seat.seat).looks_on_arrival,
    )


def asked_of(game: OpenGame, voice: Voice, decision: Decision) -> Asked:
    """An open decision with its question in words, its tag and its clock that still runs."""
    due, asked = None, ("decision", decision.seat, decision.id)
    for clock in game.clocks:
        if (clock.kind, clock.seat, clock.decision) == asked and clock.paused_at is None:
            due = clock.due_at if clock.due_at > game.now else None
            break
    return Asked(decision, game.position.tag(decision), voice.prompt(decision), due)


def preparable(game: OpenGame, seat: Seat) -> tuple[str, ...]:
    """The kinds of decisions that a seat may prepare orders for: those that it is not asked now."""
    if game.row.status != "running" or seat.kind != "human":
        return ()
    open_now = {
        each.kind for each in game.position.pending() if each.seat == seat.seat and each.blocking
    }
    return tuple(kind for kind in recurring(game.row.ruleset) if kind not in open_now)


@cache
def recurring(ruleset: str) -> tuple[str, ...]:
    """The kinds of decisions that have a phase of their own, turn after turn.

    What can be done at any time, such as standing orders, has a title and needs no preparing.
    """
    known, once = catalog(ruleset), notations(ruleset)
    at_any_time = {each.kind for each in rules_of(ruleset).opportunities}
    phases = [key.removeprefix("phase.") for key in known.entries if key.startswith("phase.")]
    return tuple(
        kind
        for kind in phases
        if known.has(f"ask.{kind}")
        and kind not in at_any_time
        and not any(each.once for each in once.get(kind, ()))
    )


def returned(open_games: OpenGames, game: OpenGame, prepared: Prepared) -> Returned:
    """A prepared choice that could not be played, with the reason in words."""
    voice = open_games.voice(game)
    problem = stored_sentence(prepared.returned, voice)
    return Returned(prepared, voice.say("orders.damaged") if problem is None else problem)
