"""Builds the Discord message for each kind of announcement, from facts when it is sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from bot.discord.colours import colours
from bot.discord.panels.offers import TRADE, offers
from bot.discord.panels.panel import places
from bot.discord.panels.player_panel import (
    ScreenContext,
    asked_at,
    player_panel,
    question_of,
    urgent,
)
from bot.discord.panels.question import Question
from bot.discord.pictures.pictures import Pictures
from bot.discord.posts import notices
from bot.discord.posts.battles import battles_fought
from bot.discord.posts.board import Board
from bot.discord.posts.lobby import lobby_card
from bot.discord.posts.phase import phase_post, who
from bot.discord.posts.result import chart_words, result_post
from bot.discord.screen import ALT_MOST, Picture, Screen, clipped
from bot.service import Desk, GameInfo, Refused, VoteInfo
from bot.service.announcing import announcements as said
from bot.service.play.reasons import Reason
from engine.core.events import Event
from engine.core.view import View

if TYPE_CHECKING:
    from bot.discord.client import Bot

Lines = Sequence[str]

LOG_MOST = 400
"""How many entries one post tells of at most; the log has the rest."""


LOOK_BACK = 100
"""How many entries before a post are searched for the beginning of a battle that ends in it."""


class PostContent(NamedTuple):
    """What a post tells: what happened after one entry, up to another, and the board by then."""

    info: GameInfo
    view: View
    board: Board
    since: int
    number: int
    lines: Lines

    def alt(self) -> str:
        """What the picture of the board shows, in words."""
        return self.board.alt([line for line in self.lines if line])


class Composer:
    """Makes screens for one bot, with an pictures of its own choosing."""

    def __init__(self, bot: Bot, pictures: Pictures | None = None) -> None:
        self.bot = bot
        self.herald = bot.herald
        self.pictures = pictures or bot.pictures

    async def compose(self, what: said.AnyAnnouncement, user_id: int | None) -> Screen | None:
        """The screen of an announcement to a channel, or to a user; None when it is out of date."""
        info = await self.herald.game(what.game_id)
        context = self.bot.context(info)
        if user_id is not None:
            return await self._to_user(what, info, context, user_id)
        return await self._to_channel(what, info, context)

    # To a channel: what everybody may know, and nothing else.

    async def _to_channel(
        self, what: said.AnyAnnouncement, info: GameInfo, context: ScreenContext
    ) -> Screen | None:
        voice, ids = context.voice, context.ids
        match what:
            case said.LobbyCard():
                return lobby_card(info, voice, ids)
            case said.Began():
                page = await self.herald.log(info.id, None, since=-1, until=0)
                mark = await self.herald.log_mark(info.id, 0)
                return notices.began(info, page.lines, voice, mark)
            case said.PhasePost():
                return await self.phase_post(info.id, what.since, what.number, ping=what.ping)
            case said.AwaitedEdit():
                return await self.phase_post(info.id, what.since, what.number)
            case said.PostOver():
                return await self.phase_post(info.id, what.since, what.post, is_over=True)
            case said.YourTurn():
                return notices.your_turn(info, what.seats, voice, ids)
            case said.Reminder():
                seats = what.seats
                return notices.reminder(info, seats, what.stage, what.due_at, voice, ids)
            case said.Lapsed():
                page = await self.herald.log(
                    info.id, None, since=what.number - 1, until=what.number
                )
                return notices.lapsed(
                    info, what.seat, what.in_a_row, what.stand_in, page.lines, voice
                )
            case said.Undone():
                name = who(info.seats[what.seat], False, voice)
                return notices.notice(voice.say("undone.said", who=name, consent=what.consent))
            case said.VoteOpened():
                return await self._vote_opened(what.vote_id, info, context)
            case said.VoteClosed():
                return await self._vote_closed(what.vote_id, info, context)
            case said.SeatPassed():
                return notices.seat_passed(
                    info, what.seat, what.from_name, what.to_name, what.to_kind, what.reason, voice
                )
            case said.Paused():
                return notices.notice(voice.say("paused.said"))
            case said.Resumed():
                move = notices.my_move(info, voice, ids)
                return notices.notice(voice.say("resumed.said"), move)
            case said.Extended():
                return notices.notice(voice.say("extended.said", minutes=what.minutes))
            case said.ResultPost():
                return await self._result(what, info, context)
            case said.Ended():
                return notices.notice(voice.say(f"ended.{what.reason}", code=info.code))
            case _:
                # Meant for one player alone: nothing that a channel may see.
                return None

    async def phase_post(
        self,
        game_id: int,
        since: int,
        number: int,
        *,
        ping: Sequence[int] = (),
        posted: Sequence[str] | None = None,
        is_over: bool = False,
    ) -> Screen:
        """A phase post that tells what happened after one entry, up to another.

        One that was `posted` before keeps its pictures, the files of these names. One that
        `is_over` is history.
        """
        status = await self.herald.status(game_id)
        info, context = status.info, self.bot.context(status.info)
        view = await self.herald.view(game_id, None, number)
        page = await self.herald.log(game_id, None, since=since, until=number, limit=LOG_MOST)
        board = self.board(info, view, context)
        # What comes late, because Discord was away, must not call anybody for what is over.
        now = status.view
        is_over |= now is None or (now.turn, now.phase) != (view.turn, view.phase)
        waiting = {each.seat.seat for each in status.awaited}
        drawn = PostContent(info, view, board, since, number, page.lines)
        return phase_post(
            status,
            page.lines,
            board,
            context.voice,
            context.ids,
            pictures=await self.draw(drawn) if posted is None else (),
            kept=await self.kept(drawn, posted) if posted else (),
            ping=[] if is_over else [seat for seat in ping if seat in waiting],
            is_over=is_over,
            mark=await self.herald.log_mark(game_id, number),
        )

    async def _vote_opened(
        self, vote_id: int, info: GameInfo, context: ScreenContext
    ) -> Screen | None:
        status = await self.herald.status(info.id)
        for asked in status.votes:
            if asked.vote.id == vote_id:
                return notices.vote(info, asked, context.voice, context.ids, calling=True)
        # Decided before it could be asked; the decision is told by itself.
        return None

    async def _vote_closed(
        self, vote_id: int, info: GameInfo, context: ScreenContext
    ) -> Screen | None:
        closed = await self.herald.vote_of(vote_id)
        return None if closed is None else notices.vote_closed(info, closed, context.voice)

    async def _result(
        self, what: said.ResultPost, info: GameInfo, context: ScreenContext
    ) -> Screen:
        result = await self.herald.result(info.id)
        view = await self.herald.view(info.id, None, what.number)
        page = await self.herald.log(
            info.id, None, since=what.since, until=what.number, limit=LOG_MOST
        )
        board = self.board(info, view, context)
        drawn = PostContent(info, view, board, what.since, what.number, page.lines)
        pictures = await self.draw(drawn)
        chart = await self.pictures.chart(result, chart_words(result, context.voice))
        return result_post(
            result, page.lines, context.voice, context.ids, pictures=pictures, chart=chart
        )

    # To a user: what that user's seat may know.

    async def _to_user(
        self, what: said.AnyAnnouncement, info: GameInfo, context: ScreenContext, user_id: int
    ) -> Screen | None:
        voice, ids = context.voice, context.ids
        if info.seat_of(user_id) is None:
            return None
        if not (await self.bot.membership.rights(user_id, info)).member:
            return None
        match what:
            case said.SecretAsk():
                return await self._asked(info, context, user_id, what.tag)
            case said.YourTurn():
                return await self._asked(info, context, user_id, None)
            case said.Reminder():
                return notices.reminder_in_private(info, what.stage, what.due_at, voice, ids)
            case said.News():
                return await self._news(what, info, context, user_id)
            case said.HandedBack():
                return handed_back(what, info, context)
            case _:
                return None

    async def _asked(
        self, info: GameInfo, context: ScreenContext, user_id: int, tag: str | None
    ) -> Screen | None:
        try:
            desk = await self.herald.desk(info.id, user_id)
        except Refused:
            return None
        asked = urgent(desk) if tag is None else asked_at(desk, tag)
        if asked is None:
            return None
        question = question_of(context, desk, asked)
        note = context.voice.say("turn.private", game=notices.game_name(info, context.voice))
        return await self.desk(context, desk, question, note=note)

    async def _news(
        self, what: said.News, info: GameInfo, context: ScreenContext, user_id: int
    ) -> Screen | None:
        page = await self.herald.log(info.id, user_id, since=what.since, until=what.number)
        if not any(page.lines):
            return None
        screen = notices.news(info, page.lines, context.voice, context.ids)
        try:
            desk = await self.herald.desk(info.id, user_id)
        except Refused:
            return screen
        for asked in desk.decisions:
            if asked.decision.kind == TRADE:
                # An offer can be answered where it is read.
                screen.blocks[1:1] = offers(question_of(context, desk, asked), desk.view)
        return screen

    # Parts that others use as well.

    def board(self, info: GameInfo, view: View, context: ScreenContext) -> Board:
        """A view in words."""
        return Board(view, info, context.voice)

    async def draw(self, what: PostContent) -> list[Picture]:
        """The pictures of a post: the board with what happened, and the battles that ended."""
        info, (before, events) = what.info, await self._events(what)
        board = await self.pictures.board(
            what.view,
            what.alt(),
            names=info.names,
            theme=info.game.theme,
            colours=colours(info),
            happened=events,
        )
        cards = [
            await self.pictures.battle(info, fought)
            for fought in battles_fought(info, before, events)
        ]
        return [each for each in (board, *cards) if each is not None]

    async def kept(self, what: PostContent, names: Sequence[str]) -> list[Picture]:
        """Pictures that a post has already, with their words."""
        before, events = await self._events(what)
        words = {each.file_name: each.words for each in battles_fought(what.info, before, events)}
        return [Picture(name, b"", words.get(name) or what.alt()) for name in names]

    async def _events(self, what: PostContent) -> tuple[list[Event], list[Event]]:
        """What everybody was told in a post, and for a while before it."""
        happened, game = self.herald.happened, what.info.id
        first = max(what.since - LOOK_BACK, -1)
        before = await happened(game, first, what.since, limit=LOOK_BACK) if what.since > 0 else []
        return before, await happened(game, what.since, what.number, limit=LOG_MOST)

    async def desk(
        self, context: ScreenContext, desk: Desk, question: Question | None, *, note: str = ""
    ) -> Screen:
        """A player's panel, with a map where the options are places."""
        picture = None
        if question is not None and len(shown := places(question)) > 1:
            labels = [question.voice.unescaped.label(option.label) for option in question.options()]
            picture = await self.pictures.options(
                desk.view,
                clipped(
                    context.voice.say("desk.options_shown", places=context.voice.join(labels)),
                    ALT_MOST,
                ),
                shown,
                names=desk.info.names,
                theme=desk.info.game.theme,
                colours=colours(desk.info),
            )
        return player_panel(context, desk, question, note=note, picture=picture)


def handed_back(what: said.HandedBack, info: GameInfo, context: ScreenContext) -> Screen:
    """Prepared choices that could not be played, with the reason."""
    voice = context.voice
    reason = Reason(code=what.code, rule=what.rule, data=what.data, own=what.own)
    sentence = voice.say(
        "handed_back.said",
        game=notices.game_name(info, voice),
        n=len(what.values) + len(what.lines),
        why=reason.sentence(voice),
    )
    lines = [
        voice.say("handed_back.line", line=line.replace("`", "'")) for line in what.lines if line
    ]
    return notices.notice(
        clipped("\n".join((sentence, *lines)), notices.NEWS_MOST),
        notices.my_move(info, voice, context.ids),
    )


def vote_screen(info: GameInfo, asked: VoteInfo, context: ScreenContext) -> Screen:
    """A vote as it stands after a ballot."""
    return notices.vote(info, asked, context.voice, context.ids, calling=False)
