"""The answers of `/why` about the position, as lines: turn, income, battles, scores."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.discord.page import Page
from bot.service.queries.queries import Looking
from engine.core.events import Event
from engine.core.messages import Voice
from engine.core.registry import ruleset
from engine.core.text import Text
from engine.core.view import Sum, View
from engine.rulebook import Section, UnknownSection, rulebook, sentences

LINES_MOST = 24
"""How much of a battle is shown; the log has the rest."""
SEPARATOR = " \N{MIDDLE DOT} "
ARROW = " \N{RIGHTWARDS ARROW} "
RULES: Mapping[str, tuple[str, ...]] = {
    "turn": ("turn",),
    "next": ("turn",),
    "income": ("harvest", "taxation", "production"),
    "battle": ("battle-dice", "skirmishes", "battle-turns", "battles"),
    "score": ("scoring", "score", "victory"),
}
"""Where the rulebooks explain a topic: the first of these sections that a book has."""


def section_about(rules: str, topic: str) -> Section | None:
    """The section of a rulebook that explains a topic."""
    book = rulebook(rules)
    for anchor in RULES[topic]:
        try:
            return book.section(anchor)
        except UnknownSection:
            continue
    return None


async def about_turn(look: Looking, page: Page, user: int, seats: Sequence[int] = ()) -> list[str]:
    """Whom the game waits for, and what the asker has to do with it."""
    info, voice = page.info, page.voice
    status = await look.status(info.id)
    if info.game.status in ("lobby", "paused"):
        return [voice.say(f"explain_turn.{info.game.status}")]
    if status.outcome is not None or status.view is None:
        return [voice.say("explain_turn.over")]
    own = info.seat_of(user)
    if own is not None and own.seat in [each.seat.seat for each in status.awaited]:
        return [voice.say("explain_turn.yours", phase=status.phase)]
    if not status.awaited:
        return [voice.say("explain_turn.nobody", phase=status.phase)]
    names = voice.join(
        voice.say("explain_turn.until", name=voice.escape(each.seat.name), due=each.due_at)
        if each.due_at is not None
        else voice.escape(each.seat.name)
        for each in status.awaited
    )
    if own is not None and own.seat in [seat.seat for seat in status.answered]:
        return [voice.say("explain_turn.answered", names=names)]
    watching = [voice.say("explain_turn.watching")] if own is None else []
    return [voice.say("explain_turn.awaited", phase=status.phase, names=names), *watching]


async def about_next(look: Looking, page: Page, user: int, seats: Sequence[int] = ()) -> list[str]:
    """The phases that follow, in this turn and in the next."""
    status = await look.status(page.info.id)
    if status.view is None or status.outcome is not None:
        return await about_turn(look, page, user)
    voice, view = page.voice, status.view
    phases = ruleset(page.info.game.ruleset).turn_phases
    lines = [voice.say("explain_next.now", turn=view.turn, phase=status.phase)]
    names = [voice.say(f"phase.{phase}") for phase in phases]
    if view.phase in phases:
        later = names[phases.index(view.phase) + 1 :]
        if later:
            lines.append(voice.say("explain_next.then", phases=ARROW.join(later)))
    if names:
        facts = {"turn": view.turn + 1, "phases": ARROW.join(names)}
        lines.append(voice.say("explain_next.after", **facts))
    return [*lines, *await about_turn(look, page, user)]


# Sums.


def summed(voice: Voice, lines: Sequence[Sum]) -> list[str]:
    """A sum, line by line, with its total."""
    said = [_line(voice, each) for each in lines]
    total = sum(each.amount for each in lines)
    return [*said, voice.say("explain.total", n=total)] if len(lines) > 1 else said


def _line(voice: Voice, part: Sum) -> str:
    return voice.say("explain.line", label=voice.label(part.label), amount=part.amount)


def in_a_row(voice: Voice, lines: Sequence[Sum]) -> str:
    """What a sum is made of, on one line."""
    return voice.join(
        voice.say("explain.part", label=voice.text(each.label), amount=each.amount)
        for each in lines
    )


async def about_income(look: Looking, page: Page, user: int, seats: Sequence[int]) -> list[str]:
    """The latest income of some seats from the record, and what it would be as things stand."""
    voice, view = page.voice, await look.view(page.info.id, user)
    latest: dict[int, Event] = {}
    for event in reversed(await look.heard(page.info.id, user)):
        if event.story == "income" and event.actor is not None:
            latest.setdefault(event.actor, event)
    if len(seats) == 1:
        return _income_of(voice, view, seats[0], latest.get(seats[0]))
    lines = []
    for seat in seats:
        if seat in latest:
            lines.append(voice.event(latest[seat]))
        coming = view.income_lines(seat)
        if coming:
            facts = {"name": voice.seat(seat), "n": sum(each.amount for each in coming)}
            lines.append(voice.say("explain.coming_to", **facts, rows=in_a_row(voice, coming)))
    return lines or [voice.say("explain.no_income")]


def _income_of(voice: Voice, view: View, seat: int, latest: Event | None) -> list[str]:
    """One seat's income, line by line."""
    lines: list[str] = []
    if latest is not None:
        parts = [Sum(Text(f"part.{name}"), amount) for name, amount in latest.parts]
        lines += [voice.event(latest), *summed(voice, parts)]
    coming, made = view.income_lines(seat), view.production_lines(seat)
    if coming:
        lines += [*([""] if lines else []), voice.say("explain.coming"), *summed(voice, coming)]
    if made:
        # Each city spends its own: there is no total.
        lines += ["", voice.say("explain.producing"), *(_line(voice, each) for each in made)]
    return lines or [voice.say("explain.no_income")]


async def about_score(look: Looking, page: Page, user: int, seats: Sequence[int]) -> list[str]:
    """What some seats' scores are made of, everybody's total, and what would change them."""
    info, voice = page.info, page.voice
    view = await look.view(info.id, user)
    order = sorted(range(view.seats), key=lambda seat: -view.scores[seat])
    if len(seats) == 1:
        own = info.seat_of(user)
        is_own = own is not None and own.seat == seats[0]
        lines = [] if is_own else [voice.say("explain.of", name=voice.seat(seats[0]))]
        lines += summed(voice, view.score_lines(seats[0]))
        ranking = voice.join(
            voice.say("explain.rank", name=voice.seat(seat), n=view.scores[seat]) for seat in order
        )
        lines.append(voice.say("explain.ranking", names=ranking))
    else:
        lines = []
        for seat in (each for each in order if each in seats):
            parts = [each for each in view.score_lines(seat) if each.amount]
            facts = {"name": voice.seat(seat), "n": view.scores[seat]}
            lines.append(voice.say("explain.made_of", **facts, rows=in_a_row(voice, parts)))
    return [*lines, *_what_counts(voice, info.game.ruleset)]


def _what_counts(voice: Voice, rules: str) -> list[str]:
    """What points are given for, as the table of the rulebook has it; else how a game is won."""
    section = section_about(rules, "score")
    if section is None:
        return []
    tables = [each.plain for each in sentences(section.body) if each.tabular]
    rows = [row.replace(SEPARATOR, " ") for row in tables if row[-1].isdigit()]
    if rows:
        return [voice.say("explain.counts", rows=voice.join(rows))]
    points = [line for line in section.body.splitlines() if line.startswith("- ")]
    return [voice.say("explain.wins"), *points] if points else []


# Battles.


async def about_battle(look: Looking, page: Page, user: int, seats: Sequence[int]) -> list[str]:
    """The latest battle of some seats, event by event: every die and what was added to it."""
    events = battle_of(await look.heard(page.info.id, user), seats)
    if not events:
        return [page.say("explain.no_battle")]
    return [page.voice.event(event) for event in events][:LINES_MOST]


def battle_of(events: Sequence[Event], seats: Sequence[int]) -> Sequence[Event]:
    """The events of the latest battle that one of some seats was in, else of the latest of all."""
    newest: Sequence[Event] = ()
    end = len(events)
    for at in range(len(events) - 1, -1, -1):
        event = events[at]
        if event.sides:
            last = max(n for n in range(at, end) if events[n].story == "battle")
            battle = events[at : last + 1]
            newest = newest or battle
            if {*event.sides} & {*seats}:
                return battle
            end = at
    return newest


Answer = Callable[[Looking, Page, int, Sequence[int]], Awaitable[list[str]]]
ANSWERS: Mapping[str, Answer] = {
    "turn": about_turn,
    "next": about_next,
    "income": about_income,
    "battle": about_battle,
    "score": about_score,
}
