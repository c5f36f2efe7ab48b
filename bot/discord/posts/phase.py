"""The phase post: the picture, what happened, who is awaited and until when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.discord.colours import HERALD, style_of
from bot.discord.interactions.ids import Ids
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.board import Board
from bot.discord.posts.dice import grouped
from bot.discord.screen import (
    TEXT_MOST,
    Block,
    Picture,
    Screen,
    TextBudget,
    button,
    gallery,
    rows,
    text,
)
from bot.discord.voices import escape
from bot.service import Awaited, GameInfo, Seat, Status
from engine.core.messages import Voice

BOARD_ROOM = 1500
"""How much of a post the board in words may take, where there is no picture."""


def phase_post(
    status: Status,
    lines: Sequence[str],
    board: Board,
    voice: Voice,
    ids: Ids,
    *,
    pictures: Sequence[Picture] = (),
    kept: Sequence[Picture] = (),
    ping: Sequence[int] = (),
    is_over: bool = False,
    mark: str = "",
) -> Screen:
    """The post of a phase. `ping` are the seats that are mentioned.

    An edit has no new `pictures` but those that were posted before, `kept` by their names. One of a
    phase that is over is history: it names nobody as awaited and offers nothing. `mark` is that of
    the log so far, for the proof at the end.
    """
    info, budget = status.info, TextBudget(TEXT_MOST - 200)
    asked = voice.say("phase.gone_on") if is_over else awaited(status, ping, voice)
    budget.left -= len(asked)
    title = budget.take(
        voice.say("phase.title", title=board.title(), code=info.code, mark=grouped(mark))
    )
    blocks: list[Block] = [text(title)]
    if pictures or kept:
        blocks.append(gallery(*pictures, *kept))
    else:
        scores = "\n".join(line for seat in info.seats for line in board.sheet(seat.seat)[:1])
        blocks.append(text(budget.take(scores)))
    if said := happened(lines, budget.left, voice):
        blocks.append(text(budget.take(said)))
    blocks.append(text(asked))
    if not is_over:
        blocks += rows(play_buttons(info, voice, ids))
    users = users_of(info)
    mentions = [users[seat] for seat in ping if seat in users]
    return Screen(blocks, pictures=pictures, mentions=mentions, accent=HERALD)


def users_of(info: GameInfo) -> dict[int, int]:
    """The users by their seats."""
    return {seat.seat: seat.user_id for seat in info.seats if seat.user_id is not None}


def happened(lines: Sequence[str], room: int, voice: Voice) -> str:
    """What happened, the latest in full; where it is too much, the log has what came first."""
    said = "\n".join(lines).strip()
    if len(said) <= room:
        return said
    note = voice.say("phase.earlier")
    kept: list[str] = []
    left = room - len(note) - 1
    for line in reversed(lines):
        if len(line) + 1 > left:
            break
        kept.append(line)
        left -= len(line) + 1
    return "\n".join((note, *reversed(kept))).strip()


def awaited(status: Status, ping: Iterable[int], voice: Voice) -> str:
    """Who is awaited and until when, and how many have chosen already."""
    if status.info.game.status == "paused":
        return voice.say("phase.paused")
    if not status.awaited:
        return voice.say("phase.nobody" if status.info.game.is_live else "phase.over")
    called = set(ping)
    lines = [voice.say("phase.awaited")]
    lines += [awaited_line(each, each.seat.seat in called, voice) for each in status.awaited]
    if status.answered:
        total = len(status.answered) + len(status.awaited)
        lines.append(voice.say("phase.answered", n=len(status.answered), total=total))
    return "\n".join(lines)


def awaited_line(each: Awaited, called: bool, voice: Voice) -> str:
    """One who is awaited."""
    return voice.say(
        "phase.waiting",
        who=who(each.seat, called, voice),
        due=each.due_at or 0,
    )


def who(seat: Seat, called: bool, voice: Voice) -> str:
    """A player with the sign of the colour: mentioned if called, by name otherwise."""
    sign = style_of(seat).sign
    if called and seat.user_id is not None:
        return f"{sign} <@{seat.user_id}>"
    return f"{sign} {escape(seat.name)}"


def play_buttons(info: GameInfo, voice: Voice, ids: Ids) -> list[Block]:
    """The way into the game."""
    return [
        button(ids.make(Verb.MY_MOVE, info.id), voice.say("phase.my_move"), "main"),
        button(ids.make(Verb.MAP, info.id), voice.say("phase.map")),
        button(ids.make(Verb.LOG, info.id), voice.say("phase.log")),
        button(ids.make(Verb.PHASE_RULES, info.id), voice.say("phase.rules")),
    ]
