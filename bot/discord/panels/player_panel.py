"""A player's private panel: what they have, what is asked of them, and what else they can do."""

from __future__ import annotations

from typing import NamedTuple

from bot.discord.colours import style_of
from bot.discord.interactions.ids import Ids
from bot.discord.interactions.verbs import Verb
from bot.discord.panels.offers import offers
from bot.discord.panels.panel import panel
from bot.discord.panels.prepared import reminder
from bot.discord.panels.question import Question
from bot.discord.panels.state import PanelIds, PanelState
from bot.discord.posts.board import Board
from bot.discord.screen import (
    OPTIONS_MOST,
    Block,
    MenuOption,
    Picture,
    Screen,
    TextBudget,
    button,
    gallery,
    line,
    row,
    select,
    text,
)
from bot.service import Asked, Desk
from engine.core.messages import Voice

NOTE_MOST = 1200


class ScreenContext(NamedTuple):
    """What screens are made with."""

    ids: Ids
    panel_ids: PanelIds
    voice: Voice


def urgent(desk: Desk) -> Asked | None:
    """What the game waits for most: the first awaited decision."""
    return next((asked for asked in desk.decisions if asked.decision.blocking), None)


def asked_at(desk: Desk, tag: str) -> Asked | None:
    """The open decision of a tag."""
    return next((asked for asked in desk.decisions if asked.tag == tag), None)


def question_of(
    context: ScreenContext, desk: Desk, asked: Asked, state: PanelState | None = None
) -> Question:
    """A decision on a player's desk, with how far its answer has come; raises `OutdatedDraft`."""
    if state is None:
        state = PanelState(desk.info.id, desk.seat.seat, asked.tag)
    areas = desk.view.areas
    return Question(asked.decision, state, context.panel_ids, context.voice, areas)


def player_panel(
    context: ScreenContext,
    desk: Desk,
    question: Question | None,
    *,
    note: str = "",
    picture: Picture | None = None,
) -> Screen:
    """The whole panel. `question` is the decision that is open on it, `note` what was just done."""
    voice, info = context.voice, desk.info
    budget = TextBudget(2400)
    board = Board(desk.view, info, voice)
    head = [voice.say("desk.title", title=board.title(), code=info.code)]
    head += board.sheet(desk.seat.seat)
    blocks: list[Block] = [text(budget.take("\n".join(head)))]
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
        blocks += panel(question, asked.prompt, asked.due_at)
    if picture is not None:
        blocks.append(gallery(picture))
    if question is None or not is_begun(question):
        blocks += others(context, desk, question)
    blocks.append(row(*everywhere(context, desk, question)))
    pictures = () if picture is None else (picture,)
    return Screen(blocks, pictures=pictures, accent=style_of(desk.seat).accent)


def is_begun(question: Question) -> bool:
    """Whether something was said already; then the panel is about nothing else."""
    return bool(question.state.codes or question.state.work)


def waiting(desk: Desk, voice: Voice) -> str:
    """Whom the game waits for."""
    return voice.join([voice.seat(seat) for seat in desk.view.awaited])


def others(context: ScreenContext, desk: Desk, question: Question | None) -> list[Block]:
    """The other decisions that are open, to choose from."""
    voice = context.voice.unescaped
    shown = None if question is None else question.state.tag
    rest = [asked for asked in desk.decisions if asked.tag != shown]
    if not rest:
        return []
    lines = [
        MenuOption(
            asked.tag,
            voice.prompt(asked.decision),
            context.voice.say("desk.awaited") if asked.decision.blocking else "",
        )
        for asked in rest[:OPTIONS_MOST]
    ]
    custom_id = context.ids.make(Verb.OPEN_DECISION, desk.info.id)
    return [select(custom_id, lines, context.voice.say("desk.others", n=len(rest)))]


def everywhere(context: ScreenContext, desk: Desk, question: Question | None) -> list[Block]:
    """What a panel always offers."""
    voice, ids, game = context.voice, context.ids, desk.info.id
    buttons: list[Block] = []
    begun = question is not None and is_begun(question)
    if desk.can_take_back and not begun:
        buttons.append(button(ids.make(Verb.UNDO, game), voice.say("desk.undo")))
    if (desk.can_prepare or desk.prepared) and not begun:
        buttons.append(button(ids.make(Verb.PLAN, game), voice.say("desk.plan")))
    if question is not None and question.decision.rule:
        rule = ids.make(Verb.RULE, game, question.decision.rule)
        buttons.append(button(rule, voice.say("desk.rule")))
    if not begun or not buttons:
        buttons.append(button(ids.make(Verb.REFRESH_PANEL, game), voice.say("desk.refresh")))
    return buttons
