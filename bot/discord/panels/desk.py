"""A player's private panel: what they have, what is asked of them, and what else they can do."""

from __future__ import annotations

from typing import NamedTuple

from bot.discord.colours import style_of
from bot.discord.ids import Ids
from bot.discord.panels.offers import offers
from bot.discord.panels.panel import panel
from bot.discord.panels.prepared import BACK_TO_DESK, PLAN, reminder
from bot.discord.panels.question import Question
from bot.discord.panels.state import Spot, Writer
from bot.discord.panels.tongue import Tongue
from bot.discord.posts.board import Board
from bot.discord.screen import (
    OPTIONS_MOST,
    Block,
    Line,
    Picture,
    Room,
    Screen,
    button,
    gallery,
    line,
    row,
    select,
    text,
)
from bot.discord.words import Talk
from bot.service import Asked, Desk

OPEN = "op"
UNDO = "un"
REFRESH = BACK_TO_DESK
RULE = "ru"
NOTE_MOST = 1200


class Kit(NamedTuple):
    """What screens are made with."""

    ids: Ids
    writer: Writer
    talk: Talk


def urgent(desk: Desk) -> Asked | None:
    """What the game waits for most: the first awaited decision."""
    return next((asked for asked in desk.decisions if asked.decision.blocking), None)


def asked_at(desk: Desk, tag: str) -> Asked | None:
    """The open decision of a tag."""
    return next((asked for asked in desk.decisions if asked.tag == tag), None)


def question_of(kit: Kit, desk: Desk, asked: Asked, spot: Spot | None = None) -> Question:
    """A decision on a player's desk, with how far its answer has come; raises `Misfit`."""
    if spot is None:
        spot = Spot(desk.info.id, desk.seat.seat, asked.tag)
    return Question(asked.decision, spot, kit.writer, Tongue.of(desk.info), kit.talk)


def desk_screen(
    kit: Kit,
    desk: Desk,
    question: Question | None,
    *,
    note: str = "",
    picture: Picture | None = None,
) -> Screen:
    """The whole panel. `question` is the decision that is open on it, `note` what was just done."""
    talk, info = kit.talk, desk.info
    room = Room(2400)
    board = Board(desk.view, info, talk)
    head = [talk("desk.title", title=board.title(), code=info.code)]
    head += board.sheet(desk.seat.seat)
    blocks: list[Block] = [text(room.take("\n".join(head)))]
    if note:
        blocks += [line(), text(Room(NOTE_MOST).take(note))]
    if question is None or not is_begun(question):
        blocks += reminder(desk, talk)
        if desk.prepared:
            blocks.append(text(talk("desk.prepared", n=len(desk.prepared))))
    blocks.append(line())
    if question is None:
        blocks.append(text(talk("desk.nothing", who=waiting(desk, talk))))
    else:
        asked = asked_at(desk, question.spot.tag)
        assert asked is not None
        blocks += offers(question, desk.view)
        blocks += panel(question, asked.prompt, asked.due_at)
    if picture is not None:
        blocks.append(gallery(picture))
    if question is None or not is_begun(question):
        blocks += others(kit, desk, question)
    blocks.append(row(*everywhere(kit, desk, question)))
    pictures = () if picture is None else (picture,)
    return Screen(blocks, pictures=pictures, accent=style_of(desk.seat).accent)


def is_begun(question: Question) -> bool:
    """Whether something was said already; then the panel is about nothing else."""
    return bool(question.spot.codes or question.spot.work)


def waiting(desk: Desk, talk: Talk) -> str:
    """Whom the game waits for."""
    tongue = Tongue.of(desk.info)
    return talk.join([tongue.spelled[seat] for seat in desk.view.awaited])


def others(kit: Kit, desk: Desk, question: Question | None) -> list[Block]:
    """The other decisions that are open, to choose from."""
    tongue = Tongue.of(desk.info)
    shown = None if question is None else question.spot.tag
    rest = [asked for asked in desk.decisions if asked.tag != shown]
    if not rest:
        return []
    lines = [
        Line(
            asked.tag,
            tongue.catalog.prompt(asked.decision, tongue.names),
            kit.talk("desk.awaited") if asked.decision.blocking else "",
        )
        for asked in rest[:OPTIONS_MOST]
    ]
    custom_id = kit.ids.make(OPEN, desk.info.id)
    return [select(custom_id, lines, kit.talk("desk.others", n=len(rest)))]


def everywhere(kit: Kit, desk: Desk, question: Question | None) -> list[Block]:
    """What a panel always offers."""
    talk, ids, game = kit.talk, kit.ids, desk.info.id
    buttons: list[Block] = []
    begun = question is not None and is_begun(question)
    if desk.can_take_back and not begun:
        buttons.append(button(ids.make(UNDO, game), talk("desk.undo")))
    if (desk.can_prepare or desk.prepared) and not begun:
        buttons.append(button(ids.make(PLAN, game), talk("desk.plan")))
    if question is not None and question.decision.rule:
        rule = ids.make(RULE, game, question.decision.rule)
        buttons.append(button(rule, talk("desk.rule")))
    if not begun or not buttons:
        buttons.append(button(ids.make(REFRESH, game), talk("desk.refresh")))
    return buttons
