"""The phase post: the picture, what happened, who is awaited and until when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.discord.colours import HERALD, style_of
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Page
from bot.discord.panels.board import Board
from bot.discord.posts.dice import grouped
from bot.discord.posts.phone_lines import lines_of, short_name
from bot.discord.posts.summary import summary_within
from bot.discord.screen import Block, Picture, Screen, gallery, rows, text
from bot.discord.voices import escape
from bot.moment import MINUTE
from bot.service import GameInfo, Seat, Status
from engine.core.messages import Voice
from engine.core.messages.digest import Digest

TEXT_MOST = 26
"""Lines of text on a phone, all in all: with the picture and the buttons a screen and a half."""
LOSSES_USUAL = 80
"""Letters about losses that a post has room for beside everything else."""


class PostNews(NamedTuple):
    """What a post tells: a digest, the losses of those who are notified of them, battles to see.

    `since` and `number` are the entries of the log that it is about, `mark` is that of the log so
    far, for the proof at the end. Where the log `is_damaged`, what happened is not known.
    """

    digest: Digest = Digest()
    losses: Sequence[tuple[int, str]] = ()
    battles: int = 0
    since: int = -1
    number: int = 0
    mark: str = ""
    is_damaged: bool = False


def phase_post(
    page: Page,
    status: Status,
    news: PostNews,
    board: Board,
    *,
    picture: Picture | None = None,
    kept: Sequence[Picture] = (),
    ping: Sequence[int] = (),
    is_over: bool = False,
) -> Screen:
    """The post of a phase. `ping` are the seats that are mentioned.

    An edit has no new `picture` but those that were posted before, `kept` by their names. One of a
    phase that is over is history: it names nobody as awaited and offers nothing.
    """
    voice = page.voice
    info = status.info
    lost = [] if is_over else loss_lines(page, news.losses)
    # Who is called for a loss must not look for it below everything else.
    blocks: list[Block] = [text("\n".join((voice.say("phase.title", title=board.title()), *lost)))]
    shown = [*kept] if picture is None else [picture]
    if shown:
        blocks.append(gallery(*shown[:1]))
    else:
        sheets = (board.sheet(seat.seat)[0] for seat in info.seats)
        blocks.append(text("\n".join(sheets)))
    foot = voice.say("phase.foot", code=info.code, mark=grouped(news.mark))
    asked = voice.say("phase.gone_on") if is_over else awaited(status, ping, voice)
    if news.is_damaged:
        asked = f"{voice.say('phase.damaged')}\n{asked}"
    # Lines for those who lost something take room from the rest, which is for all.
    beyond = max(0, sum(map(len, lost)) - LOSSES_USUAL)
    room = TEXT_MOST - lines_of((board.title(), *lost, asked, foot))
    blocks += [
        text("\n".join(each)) for each in summary_within(room, news.digest, board, voice, beyond)
    ]
    blocks.append(text("\n".join((asked, foot))))
    if not is_over:
        blocks += rows([*play_buttons(page), *battle_button(page, news)])
    users = users_of(info)
    called = {*ping, *(seat for seat, _ in news.losses if not is_over)}
    mentions = [users[seat] for seat in sorted(called) if seat in users]
    pictures = () if picture is None else (picture,)
    return Screen(blocks, pictures=pictures, mentions=mentions, accent=HERALD)


def loss_lines(page: Page, losses: Sequence[tuple[int, str]]) -> list[str]:
    """What some players lost, addressed to them."""
    info = page.info
    return [
        page.say("phase.lost", who=who(info.seats[seat], True), said=said) for seat, said in losses
    ]


def battle_button(page: Page, news: PostNews) -> list[Block]:
    """The way to the pictures of the battles that a post tells of."""
    if not news.battles:
        return []
    about = [page.ids.hide(news.since + 1), page.ids.hide(news.number)]
    return [page.button(Verb.BATTLES, "phase.battles", rest=about, n=news.battles)]


def users_of(info: GameInfo) -> dict[int, int]:
    """The users by their seats."""
    return {seat.seat: seat.user_id for seat in info.seats if seat.user_id is not None}


def awaited(status: Status, ping: Iterable[int], voice: Voice) -> str:
    """Who is awaited and until when, and how many have chosen already."""
    if status.info.game.status == "paused":
        return voice.say("phase.paused")
    if not status.awaited:
        return voice.say("phase.nobody" if status.info.game.is_live else "phase.over")
    called, groups = set(ping), dict[int, list[Seat]]()
    for each in status.awaited:
        # Clocks that were started together differ by less than anybody sees.
        groups.setdefault((each.due_at or 0) // MINUTE * MINUTE, []).append(each.seat)
    sentences = [
        voice.say(
            "phase.awaited",
            who=voice.join([who(seat, seat.seat in called) for seat in seats]),
            due=due,
        )
        for due, seats in groups.items()
    ]
    if status.answered:
        total = len(status.answered) + len(status.awaited)
        sentences.append(voice.say("phase.answered", n=len(status.answered), total=total))
    return "\n".join(sentences)


def who(seat: Seat, called: bool) -> str:
    """A player with the sign of the colour: mentioned if called, by name otherwise."""
    sign = style_of(seat).sign
    if called and seat.user_id is not None:
        return f"{sign} <@{seat.user_id}>"
    return f"{sign} {escape(short_name(seat.name))}"


def play_buttons(page: Page) -> list[Block]:
    """The way into the game."""
    return [
        page.button(Verb.MY_MOVE, "phase.my_move", "main"),
        page.button(Verb.MAP, "phase.map"),
        page.button(Verb.LOG, "phase.log"),
        page.button(Verb.PHASE_RULES, "phase.rules"),
    ]
