"""A player's private panel: what they have, what is asked of them, and what else they can do."""

from __future__ import annotations

from functools import partial

import msgspec

from bot.discord.colours import style_of
from bot.discord.interactions.panel_state import PanelState
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Page
from bot.discord.panels.board import Board
from bot.discord.panels.offers import offers
from bot.discord.panels.panel import panel
from bot.discord.panels.prepared import reminder
from bot.discord.panels.question import Guidance, Question
from bot.discord.panels.turn_ends import ends
from bot.discord.screen import (
    OPTIONS_MOST,
    Block,
    MenuOption,
    Picture,
    Screen,
    TextBudget,
    clipped,
    gallery,
    line,
    row,
    rows,
    text,
)
from bot.moment import Moment
from bot.service import Asked, Desk
from engine.core.decision import Decision
from engine.core.messages import Voice
from engine.core.registry import ruleset
from engine.core.view import Goal

NOTE_MOST = 1200
UNDO_MOST = 60
MOVEMENT = "movement"
RACES_MOST = 2
BUTTONS_MOST = 3
"""So many short buttons stand beside each other on a phone."""


def urgent(desk: Desk) -> Asked | None:
    """What the game waits for most: the first awaited decision."""
    return next((asked for asked in desk.decisions if asked.decision.blocking), None)


def soonest_end(desk: Desk) -> Moment | None:
    """When the first clock runs out, whichever question of the player it is for."""
    return min((each.due_at for each in desk.decisions if each.due_at is not None), default=None)


def asked_at(desk: Desk, tag: str) -> Asked | None:
    """The open decision of a tag."""
    return next((asked for asked in desk.decisions if asked.tag == tag), None)


def question_of(page: Page, desk: Desk, asked: Asked, state: PanelState | None = None) -> Question:
    """A decision on a player's desk, with how far its answer has come; raises `OutdatedDraft`."""
    if state is None:
        state = PanelState(desk.info.id, desk.seat.seat, asked.tag)
    rules, decision = ruleset(desk.view.ruleset), asked.decision
    suggestions, is_ranked = desk.suggestions.get(decision.id, ()), desk.info.game.pace.advice
    if not is_ranked:
        suggestions = tuple(msgspec.structs.replace(each, reason=None) for each in suggestions)
    if not desk.looks_on_arrival:
        suggestions = tuple(msgspec.structs.replace(each, then=()) for each in suggestions)
    return Question(
        decision,
        state,
        page.panel_ids,
        page.voice,
        desk.view.areas,
        Guidance(
            suggestions,
            partial(rules.follow_up, desk.view, decision) if desk.looks_on_arrival else None,
            partial(rules.outlook, desk.view, decision),
            is_ranked,
        ),
    )


def player_panel(
    page: Page,
    desk: Desk,
    question: Question | None,
    *,
    note: str = "",
    news: str = "",
    picture: Picture | None = None,
    back: bool = False,
    opened: bool = False,
) -> Screen:
    """The whole panel. `question` is the decision that is open on it, `note` what was just done.

    `news` are what concerns the player of what happened since they last acted. Who is `back` reads
    them above everything else, with their picture. A panel that is `opened` shows what stands
    behind *More* otherwise.
    """
    voice, info = page.voice, desk.info
    budget = TextBudget(2400)
    board = Board(desk.view, info, voice)
    head = [voice.say("desk.title", title=board.title(), code=info.code)]
    pictured = [] if picture is None else [gallery(picture)]
    blocks: list[Block] = []
    if back:
        blocks, pictured = [text(budget.take(clipped(news, NOTE_MOST))), *pictured], []
    elif news:
        head.append(clipped(news, NOTE_MOST))
    head += board.sheet(desk.seat.seat)
    if question is None or not is_begun(question):
        head += situation(desk, question, voice)
    blocks.append(text(budget.take("\n".join(head))))
    if note:
        blocks += [line(), text(TextBudget(NOTE_MOST).take(note))]
    if question is None or not is_begun(question):
        blocks += reminder(desk, voice)
        if desk.prepared:
            blocks.append(text(voice.say("desk.prepared", n=len(desk.prepared))))
    blocks.append(line())
    if question is None:
        blocks.append(text(voice.say("desk.nothing", who=waiting(desk, voice))))
    else:
        asked = asked_at(desk, question.state.tag)
        assert asked is not None
        blocks += offers(question, desk.view)
        blocks += panel(question, asked.prompt, soonest_end(desk))
        if not is_begun(question):
            blocks += ends(desk, question)
    blocks += pictured
    if question is not None and is_begun(question):
        blocks += rows(beside(page, desk, question))
    else:
        if desk.undo_gone and question is not None and question.decision.blocking:
            blocks.append(text(voice.say(f"desk.undo_{desk.undo_gone}")))
        blocks += below(page, desk, question, opened=opened)
    pictures = () if picture is None else (picture,)
    return Screen(blocks, pictures=pictures, accent=style_of(desk.seat).accent)


def situation(desk: Desk, question: Question | None, voice: Voice) -> list[str]:
    """What one needs to decide: the pieces that can move, and the races that are nearest."""
    if not desk.view.turn:
        return []
    lines = []
    seat, view = desk.seat.seat, desk.view
    forces = view.forces(seat)
    if forces and question is not None and question.decision.kind == MOVEMENT:
        lines.append(voice.say("desk.forces", what=voice.join(map(voice.text, forces))))
    nearest = sorted(
        ruleset(view.ruleset).goals(view), key=lambda goal: goal.goal - goal.reached[seat]
    )
    races = [race(goal, seat, voice) for goal in nearest[:RACES_MOST]]
    if races:
        lines.append(voice.say("desk.goals", races="; ".join(races)))
    return lines


def race(goal: Goal, seat: int, voice: Voice) -> str:
    """How far a player has come towards a goal, and who of the others is nearest to it."""
    others = [other for other in range(len(goal.reached)) if other != seat]
    rival = max(others, key=lambda other: goal.reached[other], default=seat)
    return voice.say(
        "desk.race",
        n=goal.reached[seat],
        goal=goal.goal,
        what=voice.text(goal.label),
        rival=voice.seat(rival),
        theirs=goal.reached[rival],
    )


def is_begun(question: Question) -> bool:
    """Whether an answer was begun; then the panel is about nothing else."""
    return bool(question.state.codes or question.state.work or question.state.mode)


def waiting(desk: Desk, voice: Voice) -> str:
    """Whom the game waits for."""
    return voice.join([voice.seat(seat) for seat in desk.view.awaited])


def others(page: Page, desk: Desk, question: Question | None, *, at_any_time: bool) -> list[Block]:
    """The other decisions that are open, to choose from: those of now, or those of any time."""
    voice = page.voice.unescaped
    shown = None if question is None else question.state.tag
    rest = [
        asked
        for asked in desk.decisions
        if asked.tag != shown and is_of_any_time(desk, asked.decision) == at_any_time
    ]
    if not rest:
        return []
    if len(rest) == 1:
        tag, name = [rest[0].tag], other_name(rest[0].decision, voice)
        return [row(page.button(Verb.TURN_TO_DECISION, "desk.other", rest=tag, name=name))]
    lines = [
        MenuOption(
            asked.tag,
            voice.prompt(asked.decision),
            page.say("desk.awaited") if asked.decision.blocking else "",
        )
        for asked in rest[:OPTIONS_MOST]
    ]
    place = ["any" if at_any_time else "now"]
    return [page.menu(Verb.OPEN_DECISION, "desk.others", lines, rest=place, n=len(rest))]


def is_of_any_time(desk: Desk, decision: Decision) -> bool:
    """Whether a decision is open in every part of the turn, as standing orders are."""
    return any(each.kind == decision.kind for each in ruleset(desk.view.ruleset).opportunities)


def other_name(decision: Decision, voice: Voice) -> str:
    """A decision in a few words: the name of its part of the turn, or what it asks."""
    key = f"phase.{decision.kind}"
    return voice.say(key) if voice.has(key) else voice.prompt(decision)


def undo_words(desk: Desk) -> str:
    """What Undo takes back, without the escapes that text needs."""
    return desk.undo.replace("\\", "").replace("\N{ZERO WIDTH SPACE}", "")


def below(page: Page, desk: Desk, question: Question | None, *, opened: bool) -> list[Block]:
    """What a panel always offers. On a phone it takes one row: what is wanted less often is a
    press further."""
    blocks: list[Block] = others(page, desk, question, at_any_time=False)
    if desk.can_take_back:
        words = clipped(undo_words(desk), UNDO_MOST)
        blocks.append(row(page.button(Verb.UNDO, "desk.undo", words=words)))
    buttons = [] if question is None else beside(page, desk, question)
    if desk.can_prepare or desk.prepared:
        buttons.append(page.button(Verb.PLAN, "desk.plan"))
    if desk.view.charts:
        buttons.append(page.button(Verb.CHARTS, "desk.charts"))
    buttons.append(page.button(Verb.REFRESH_PANEL, "desk.refresh"))
    rest = others(page, desk, question, at_any_time=True)
    if opened or (len(buttons) <= BUTTONS_MOST and not rest):
        return [*blocks, *rest, *rows(buttons)]
    tag = () if question is None else (question.state.tag,)
    more = page.button(Verb.MORE, "desk.more", rest=tag)
    return [*blocks, row(*buttons[: BUTTONS_MOST - 1], more)]


def beside(page: Page, desk: Desk, question: Question) -> list[Block]:
    """What helps with the question."""
    buttons: list[Block] = []
    if question.guidance.suggestions and desk.info.game.pace.advice:
        buttons.append(page.button(Verb.SUGGEST, "desk.suggest", rest=[question.state.tag]))
    if question.decision.rule:
        buttons.append(page.button(Verb.RULE, "desk.rule", rest=[question.decision.rule]))
    return buttons
