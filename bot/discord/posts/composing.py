"""Builds the Discord message for each kind of announcement, from facts when it is sent."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from copy import copy
from typing import NamedTuple

import discord

from bot.discord.colours import look_of
from bot.discord.membership import Membership
from bot.discord.page import Page, notice
from bot.discord.panels.board import Board
from bot.discord.panels.offers import TRADE, offers
from bot.discord.panels.panel import places, surroundings
from bot.discord.panels.player_panel import (
    asked_at,
    is_begun,
    player_panel,
    question_of,
    urgent,
)
from bot.discord.panels.question import Question
from bot.discord.permissions import may_pin
from bot.discord.pictures.pictures import MAP_FILE, OPTIONS_FILE, NoPictures, Pictures
from bot.discord.posts import notices
from bot.discord.posts.battles import CARDS_MOST, battles_fought
from bot.discord.posts.catch_up import catch_up_lines, done_lines, places_of_news
from bot.discord.posts.content import PostContent
from bot.discord.posts.lobby import lobby_card
from bot.discord.posts.phase import PostNews, phase_post, who
from bot.discord.posts.result import result_post, standings_words
from bot.discord.posts.summary import for_you
from bot.discord.screen import ALT_MOST, Block, Picture, Screen, clipped
from bot.service import BrokenChain, CatchUp, Desk, DoneForYou, GameInfo, Herald, Refused
from bot.service.announcing import announcements
from engine.core.events import Event
from engine.core.view import View
from render import Card, Chart, Happened, Map, Marks, Result, kind_of, marks_of
from render.text.charts import chart_alt_text

log = logging.getLogger("herald.sender")

CROWDED = 3
"""With more players than that, the words of a post need the room of a second crop."""

LOG_MOST = 1000
"""How many entries one post tells of at most; the log has the rest."""

LOOK_BACK = 100
"""How many entries before a post are searched for the beginning of a battle that ends in it."""


class Posted(NamedTuple):
    """A post that is there: the files of its pictures, and the entry that they show."""

    files: Sequence[str]
    number: int


Named = Callable[[Picture, int], Picture]
"""Names a picture after the entry that it shows."""


class Composer:
    """Makes screens of what is announced, and of players' panels."""

    def __init__(
        self,
        client: discord.Client,
        herald: Herald,
        page: Page,
        membership: Membership,
        pictures: Pictures,
    ) -> None:
        self._client = client
        self.herald = herald
        self.page = page
        self._membership = membership
        self.pictures = pictures

    def without_pictures(self) -> Composer:
        """The same, with words where pictures would be."""
        plain = copy(self)
        plain.pictures = NoPictures()
        return plain

    async def compose(
        self, what: announcements.AnyAnnouncement, user_id: int | None
    ) -> Screen | None:
        """The screen of an announcement to a channel, or to a user; None when it is out of date."""
        page = self.page.of(await self.herald.look.game(what.game_id))
        if user_id is not None:
            return await self._to_user(what, page, user_id)
        return await self._to_channel(what, page)

    # To a channel: what everybody may know, and nothing else.

    async def _to_channel(self, what: announcements.AnyAnnouncement, page: Page) -> Screen | None:
        info = page.info
        match what:
            case announcements.LobbyCard():
                return lobby_card(page)
            case announcements.Invited():
                return notices.invited(page, what.by, what.users)
            case announcements.Began():
                mark = await self.herald.look.log_mark(info.id, 0)
                is_pinned = may_pin(self._client, info.game.channel_id)
                return notices.began(page, mark, is_pinned=is_pinned)
            case announcements.PhasePost():
                return await self.phase_post(
                    info.id, what.since, what.number, ping=what.ping, notify=what.notify
                )
            case announcements.AwaitedEdit():
                return await self.phase_post(info.id, what.since, what.number, notify=what.notify)
            case announcements.PostOver():
                return await self.phase_post(info.id, what.since, what.number, is_over=True)
            case announcements.YourTurn():
                return await self._your_turn(what, page)
            case announcements.News():
                return await self._public_news(what, page)
            case announcements.Reminder():
                seats = await self._awaited(info, what.seats)
                if not seats or what.due_at <= self.herald.time.now():
                    return None
                return notices.reminder(page, what, seats)
            case announcements.Lapsed():
                done = await self._done_by_clock(what)
                return notices.lapsed(page, what, done)
            case announcements.Undone():
                name = who(info.seats[what.seat], False)
                return page.notice("undone.said", who=name, consent=what.consent)
            case announcements.VoteOpened():
                return await self._vote_opened(what.vote_id, page)
            case announcements.VoteClosed():
                return await self._vote_closed(what, page)
            case announcements.SeatPassed():
                return notices.seat_passed(page, what)
            case announcements.Paused():
                return page.notice("paused.said", there=what.is_there)
            case announcements.Resumed():
                return page.notice("resumed.said", notices.my_move(page))
            case announcements.Extended():
                return page.notice("extended.said", minutes=what.minutes)
            case announcements.ResultPost():
                return await self._result(what, page)
            case announcements.Ended():
                return page.notice(f"ended.{what.reason}", code=info.code)
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
        notify: Sequence[int] = (),
        posted: Posted | None = None,
        named: Named | None = None,
        is_over: bool = False,
    ) -> Screen:
        """A phase post that tells what happened after one entry, up to another.

        The seats in `notify` are mentioned if they lost something. A post that was `posted` before
        keeps its pictures and their words; a new picture is `named` as its caller wants. One that
        `is_over` is history.
        """
        status = await self.herald.look.status(game_id)
        info, page = status.info, self.page.of(status.info)
        view = await self.herald.look.view(game_id, None, number)
        board = self.board(view, page)
        # What comes late, because Discord was away, must not call anybody for what is over.
        now = status.view
        is_over |= now is None or (now.turn, now.step) != (view.turn, view.step)
        waiting = {each.seat.seat for each in status.awaited}
        content = drawn = await self.content(info, view, board, since, number)
        if posted is not None and posted.number != number:
            then = await self.herald.look.view(game_id, None, posted.number)
            shown = self.board(then, page)
            drawn = await self.content(info, then, shown, since, posted.number)
        picture = await self.draw(content) if posted is None else None
        if picture is not None and named is not None:
            picture = named(picture, number)
        return phase_post(
            page,
            status,
            PostNews(
                content.digest(),
                content.losses(notify),
                len(battles_fought(info, content.before, content.events)),
                since,
                number,
                "" if content.is_damaged else await self.herald.look.log_mark(game_id, number),
                content.is_damaged,
            ),
            board,
            picture=picture,
            kept=[Picture(name, b"", drawn.alt()) for name in posted.files] if posted else (),
            ping=[] if is_over else [seat for seat in ping if seat in waiting],
            is_over=is_over,
        )

    async def _public_news(self, what: announcements.News, page: Page) -> Screen | None:
        """What everybody may know, addressed to the one whom it concerns."""
        info = page.info
        events = await self.herald.look.happened(info.id, what.since, what.number)
        own = [e for e in events if what.seat in (getattr(e, field) for field in e.notifies)]
        lines = [page.voice.event(event) for event in own]
        seat = info.seats[what.seat]
        if not lines or seat.user_id is None:
            return None
        head = page.voice.say("news.called", who=who(seat, True))
        return notice(f"{head} {' '.join(lines)}", mentions=[seat.user_id])

    async def _awaited(self, info: GameInfo, seats: Sequence[int]) -> list[int]:
        """Those of some seats that are awaited now."""
        status = await self.herald.look.status(info.id)
        return [each.seat.seat for each in status.awaited if each.seat.seat in seats]

    async def _done_by_clock(self, what: announcements.Lapsed) -> DoneForYou | None:
        """What was done for who was not there; None where that cannot be read."""
        try:
            return await self.herald.look.done_by_clock(what.game_id, what.number)
        except BrokenChain as damaged:
            log.error("game=%d what a clock did is not told: %s", what.game_id, damaged)
            return None

    async def _your_turn(self, what: announcements.YourTurn, page: Page) -> Screen | None:
        """Calls those who are still awaited; a single one reads what was lost since the post."""
        info = page.info
        seats = await self._awaited(info, what.seats)
        if not seats:
            return None
        lost = ""
        if len(seats) == 1 and what.since is not None:
            view = await self.herald.look.view(info.id, None, what.number)
            board = self.board(view, page)
            content = await self.content(info, view, board, what.since, what.number)
            lost = "".join(said for _, said in content.losses(seats))
        return notices.your_turn(page, seats, lost)

    async def _vote_opened(self, vote_id: int, page: Page) -> Screen | None:
        status = await self.herald.look.status(page.info.id)
        for asked in status.votes:
            if asked.vote.id == vote_id:
                return notices.vote(page, asked, calling=True)
        # Decided before it could be asked; the decision is announced by itself.
        return None

    async def _vote_closed(self, what: announcements.VoteClosed, page: Page) -> Screen | None:
        closed = await self.herald.votes.find(what.vote_id)
        if closed is None:
            return None
        return notices.vote_closed(page, closed, is_gone=what.is_gone)

    async def _result(self, what: announcements.ResultPost, page: Page) -> Screen:
        info = page.info
        result = await self.herald.look.result(info.id)
        view = await self.herald.look.view(info.id, None, what.number)
        board = self.board(view, page)
        content = await self.content(info, view, board, what.since, what.number)
        words = standings_words(result, page.voice.unescaped)
        wish = Result(result.outcome, info.game.ruleset, tuple(result.scores))
        picture = await self.pictures.draw("result.png", wish, look_of(info), words)
        return result_post(page, result, content.digest(), picture=picture)

    async def _to_user(
        self,
        what: announcements.AnyAnnouncement,
        page: Page,
        user_id: int,
    ) -> Screen | None:
        info = page.info
        if info.seat_of(user_id) is None:
            return None
        if not (await self._membership.rights(user_id, info)).member:
            return None
        match what:
            case announcements.SecretAsk():
                return await self._asked(page, user_id, what.tag)
            case announcements.YourTurn():
                return await self._asked(page, user_id, what.tag or None)
            case announcements.Reminder():
                # Discord may have been away until its time was over.
                if what.due_at <= self.herald.time.now():
                    return None
                return notices.reminder_in_private(page, what)
            case announcements.StillThere():
                return await self._still_there(what, page, user_id)
            case announcements.News():
                return await self._news(what, page, user_id)
            case announcements.Losses():
                return await self._losses(what, page, user_id)
            case announcements.HandedBack():
                return notices.handed_back(page, what)
            case _:
                return None

    async def _desk(self, info: GameInfo, user_id: int) -> Desk | None:
        """A player's desk; None where they have none any more."""
        try:
            return await self.herald.look.desk(info.id, user_id)
        except Refused:
            return None

    async def _asked(self, page: Page, user_id: int, tag: str | None) -> Screen | None:
        desk = await self._desk(page.info, user_id)
        if desk is None:
            return None
        asked = urgent(desk) if tag is None else asked_at(desk, tag)
        if asked is None:
            return None
        question = question_of(page, desk, asked)
        note = page.voice.say("turn.private", game=notices.game_name(page))
        return await self.desk(page, desk, question, note=note)

    async def _still_there(
        self, what: announcements.StillThere, page: Page, user_id: int
    ) -> Screen | None:
        """Asks a player who missed a deadline; None where they have answered since."""
        info = page.info
        desk = await self._desk(info, user_id)
        asked = None if desk is None else asked_at(desk, what.tag)
        if desk is None or asked is None:
            return None
        missed = await self.herald.look.catch_up(info.id, user_id) if desk.has_missed else None
        done = [] if missed is None else done_lines(missed, page.voice)
        return notices.still_there(page, done, asked.due_at or 0)

    async def _news(self, what: announcements.News, page: Page, user_id: int) -> Screen | None:
        log = self.herald.look.log
        learnt = await log(page.info.id, user_id, since=what.since, until=what.number)
        if not any(learnt.lines):
            return None
        screen = notices.news(page, learnt.lines, what.is_public)
        screen.blocks[1:1] = await self._offers(page, user_id)
        return screen

    async def _offers(self, page: Page, user_id: int) -> list[Block]:
        """The offers that a player can answer where they read of them, with their buttons."""
        info = page.info
        desk = await self._desk(info, user_id) if info.game.is_live else None
        if desk is None:
            return []
        asked = [each for each in desk.decisions if each.decision.kind == TRADE]
        blocks = (offers(question_of(page, desk, each), desk.view) for each in asked)
        return [block for each in blocks for block in each]

    async def _losses(self, what: announcements.Losses, page: Page, user_id: int) -> Screen | None:
        """What a player lost, in private; None where that is nothing."""
        digest = self.herald.look.digest
        own = await digest(page.info.id, user_id, since=what.since, until=what.number)
        if not own.losses:
            return None
        game, lost = notices.game_name(page), clipped(" ".join(own.losses), notices.NEWS_MOST)
        return page.notice("news.lost", notices.my_move(page), game=game, said=lost)

    # Parts that others use as well.

    def board(self, view: View, page: Page) -> Board:
        """A view in words."""
        return Board(view, page.info, page.voice)

    async def content(
        self, info: GameInfo, view: View, board: Board, since: int, number: int
    ) -> PostContent:
        """What happened after one entry, up to another, as facts for a post.

        Where the log is damaged, the board is shown and players are called all the same.
        """
        try:
            return PostContent(info, view, board, *await self._events(info.id, since, number))
        except BrokenChain as damaged:
            log.error("game=%s what happened is left out of a post: %s", info.code, damaged)
            return PostContent(info, view, board, (), (), is_damaged=True)

    async def draw(self, what: PostContent) -> Picture | None:
        """The picture of a post: where something happened, and where on the board that is."""
        view = what.pictured
        crops = 2 if view.seats <= CROWDED else 1
        wish = Happened(view, marks_of(what.events), crops)
        return await self.pictures.draw(MAP_FILE, wish, look_of(what.info), what.alt())

    async def battle_cards(self, info: GameInfo, since: int, number: int) -> list[Picture]:
        """The cards of the battles that ended after one entry, up to another."""
        before, events = await self._events(info.id, since, number)
        fought = battles_fought(info, before, events)[:CARDS_MOST]
        look, rules = look_of(info), info.game.ruleset
        cards = [
            await self.pictures.draw(name, Card(report, rules), look, words)
            for name, report, words in fought
        ]
        return [each for each in cards if each is not None]

    async def _events(self, game: int, since: int, number: int) -> tuple[list[Event], list[Event]]:
        """The public events for a while before an entry, and after it up to another."""
        happened = self.herald.look.happened
        first = max(since - LOOK_BACK, -1)
        before = await happened(game, first, since, limit=LOOK_BACK) if since > 0 else []
        return before, await happened(game, since, number, limit=LOG_MOST)

    async def desk(
        self,
        page: Page,
        desk: Desk,
        question: Question | None,
        *,
        note: str = "",
        opened: bool = False,
    ) -> Screen:
        """A player's panel, with a picture of what is asked and what concerns the player."""
        news, picture, back = "", None, False
        if question is None or not is_begun(question):
            news, picture, back = await self._news_of(desk, page)
        if question is not None and not back:
            picture = await self.picture_of(page, desk, question)
        return player_panel(
            page, desk, question, note=note, news=news, picture=picture, back=back, opened=opened
        )

    async def _news_of(self, desk: Desk, page: Page) -> tuple[str, Picture | None, bool]:
        """What concerns a player since their latest choice; of who is back after an absence, what
        they missed."""
        try:
            if desk.has_missed and desk.seat.user_id is not None:
                missed = await self.herald.look.catch_up(desk.info.id, desk.seat.user_id)
                if missed is not None:
                    return *await self.caught_up(missed, page), True
            own = await self.herald.look.digest(desk.info.id, desk.seat.user_id)
        except BrokenChain as damaged:
            # What is asked is known all the same.
            log.error("game=%s what happened is left out of a panel: %s", desk.info.code, damaged)
            return page.voice.say("phase.damaged"), None, False
        return for_you(own.yours, page.voice), None, False

    async def caught_up(self, missed: CatchUp, page: Page) -> tuple[str, Picture | None]:
        """What someone has missed in a few lines, and where on the board it happened."""
        info, voice, places = missed.info, page.voice, places_of_news(missed)
        lines = "\n".join(catch_up_lines(missed, voice))
        if not places:
            return lines, None
        names = [voice.label(missed.view.place_label(place)) for place in places]
        own = () if missed.seat is None else missed.view.holdings(missed.seat)
        alt = voice.say("catch_up.picture", places=voice.join(names))
        marks = Marks(highlights=tuple(places), happened=True)
        return lines, await self._panel(info, missed.view, marks, tuple(own), alt)

    async def picture_of(self, page: Page, desk: Desk, question: Question) -> Picture | None:
        """The chart of what is asked, or a map where the options are places.

        Once a part is answered, the map with the places that are left says more. A phase begins
        with the part of the board where the player's own pieces are.
        """
        begun = is_begun(question)
        chart = None if begun else await self.chart_of(desk, question)
        if chart is not None:
            return chart
        shown, around = places(question), surroundings(question)
        if not begun and question.decision.again and desk.view.turn:
            around = (*around, *desk.view.holdings(desk.seat.seat))
        elif len(shown) < 2:
            return await self.chart_of(desk, question) if begun else None
        if not shown and not around:
            return None
        labels = [page.voice.label(desk.view.place_label(place)) for place in shown]
        key = "desk.options_shown" if labels else "desk.own_shown"
        alt = page.voice.say(key, places=page.voice.join(labels))
        marks = Marks(highlights=tuple(shown))
        return await self._panel(desk.info, desk.view, marks, tuple(around), alt)

    async def _panel(
        self, info: GameInfo, view: View, marks: Marks, around: Sequence[str], alt: str
    ) -> Picture | None:
        """The part of the board where the marked places are, small enough for a panel."""
        wish = Map(view, marks=marks, panel=True, around=around)
        words = clipped(alt, ALT_MOST)
        return await self.pictures.draw(OPTIONS_FILE, wish, look_of(info), words)

    async def chart_of(self, desk: Desk, question: Question) -> Picture | None:
        """The chart that shows what is asked; None where there is none."""
        wanted = question.chart
        chart = next((each for each in desk.view.charts if each.id == wanted), None)
        if chart is None:
            return None
        look, wish = look_of(desk.info), Chart(chart.content, desk.view)
        alt = chart_alt_text(chart.content, desk.view, look)
        return await self.pictures.draw(f"{chart.id.lower()}.{kind_of(wish)}", wish, look, alt)
