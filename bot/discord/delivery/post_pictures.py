"""Has the picture of a phase post follow the board while the post is edited, but not too often.

What happens is written into the post at once; its picture comes some seconds later, once for all
that happened by then. It is sent by the outbox like everything else, so that it comes between the
other edits in order. Pictures of this kind are drawn one at a time and take a part of the drawing
process only: while it is busy they wait, and nothing waits for them.
"""

from __future__ import annotations

import logging
from asyncio import get_running_loop

import discord
import msgspec

from bot.discord.delivery.discord_posts import DiscordPosts
from bot.discord.discord_errors import is_temporary
from bot.discord.posts.composing import Composer, Posted
from bot.discord.screen import Picture, Screen
from bot.moment import SECOND, Span
from bot.service import GameInfo, Message
from bot.service.announcing.announcements import AwaitedEdit, PictureEdit, in_channel

log = logging.getLogger("herald.sender")

AFTER: Span = 10 * SECOND
"""So long after a change the picture follows: it changes no more often than that."""
REST = 3
"""After each picture so many times as long as it took no other of this kind is drawn."""
NAME, END = "map_", ".png"


class PostPictures:
    """The pictures of phase posts that are edited."""

    def __init__(self, posts: DiscordPosts, composer: Composer) -> None:
        self.herald = composer.herald
        self.ids = composer.page.ids
        self.posts = posts
        self.composer = composer
        self._planned: set[tuple[int, int]] = set()
        """The games and posts whose pictures will follow."""
        self._is_drawing = False
        self._free_at = 0.0

    async def posted(self, message: Message, post: int, first: int) -> Posted:
        """The pictures of a post, and the entry of the log that they show; at first its own."""
        files = await self.posts.pictures_of(message, post)
        return Posted(files, next((self._entry(name, first) for name in files), first))

    def _entry(self, name: str, first: int) -> int:
        """The entry that a picture shows, by its name."""
        if not (name.startswith(NAME) and name.endswith(END)):
            return first
        try:
            return self.ids.read_hidden(name[len(NAME) : -len(END)])
        except ValueError:
            return first

    async def plan(
        self, info: GameInfo, message: Message, what: AwaitedEdit, posted: Posted
    ) -> None:
        """Have the picture follow, if it does not yet and everybody saw something happen."""
        key = what.game_id, what.post
        if not posted.files or key in self._planned or what.number <= posted.number:
            return
        if await self.herald.look.happened(what.game_id, posted.number, what.number):
            await self._plan(info, message, what.post)

    async def _plan(self, info: GameInfo, message: Message, post: int) -> None:
        edit = PictureEdit(game_id=info.id, post=post)
        due_at = self.herald.time.now() + AFTER
        new = in_channel(info.game, edit, edits=message.edits)
        await self.herald.delivery.post(
            info.id, [msgspec.structs.replace(each, due_at=due_at) for each in new]
        )
        self._planned.add((info.id, post))

    async def send(self, message: Message, what: PictureEdit) -> int | None:
        """Bring the picture of a post up to what the post says; None where it stays as it is."""
        self._planned.discard((what.game_id, what.post))
        info = await self.herald.look.game(what.game_id)
        said = await self.herald.delivery.latest_edit(what.game_id)
        post = info.game.phase_message_id or message.message_id
        if said is None or said.post != what.post or not info.game.is_live or post is None:
            return None
        posted = await self.posted(message, post, what.post)
        if not posted.files or said.number <= posted.number:
            return None
        if self._is_drawing or get_running_loop().time() < self._free_at:
            await self._plan(info, message, what.post)
            return None
        screen = await self._drawn(said)
        if not screen.pictures or self.posts.shows(post, screen):
            return None
        try:
            return await self.posts.edit(message, post, screen)
        except discord.HTTPException as error:
            if is_temporary(error):
                raise
            # The text is in the post already, and an older picture is better than none.
            log.warning("game=%s the picture stays as it was: %s", info.code, error)
            return None

    async def _drawn(self, said: AwaitedEdit) -> Screen:
        """The post with a picture of what it says, under a name that says which entry that is."""
        loop = get_running_loop()
        begun, self._is_drawing = loop.time(), True
        try:
            return await self.composer.phase_post(
                said.game_id, said.since, said.number, notify=said.notify, named=self._named
            )
        finally:
            self._is_drawing = False
            self._free_at = loop.time() + REST * (loop.time() - begun)

    def _named(self, picture: Picture, number: int) -> Picture:
        return picture._replace(file_name=f"{NAME}{self.ids.hide(number)}{END}")
