"""Posts messages on Discord, finds them there again after a crash, and edits them.

Nothing is posted twice. Discord remembers the nonce of a message for some minutes, and what is
tried again is first looked for by the mark that every post carries.
"""

from __future__ import annotations

import hashlib
import logging

import discord

from bot.discord.delivery.failures import (
    THREAD_ARCHIVED,
    TOO_LARGE,
    UNKNOWN_MESSAGE,
    missing_permissions,
)
from bot.discord.delivery.letterbox import Letterbox
from bot.discord.discord_errors import is_temporary, mark
from bot.discord.posts.composing import Composer
from bot.discord.screen import Screen
from bot.moment import MINUTE, as_datetime
from bot.service import Message
from bot.service.announcing.announcements import (
    Began,
    Ended,
    LobbyCard,
    Reminder,
    ResultPost,
    announcement,
)

log = logging.getLogger("herald.sender")

HEARD = (LobbyCard, Began, ResultPost, Ended)
"""What happens once in a game, and is worth a sound in a channel also where it mentions nobody."""
PICTURES_KNOWN = 1000
SEARCHED = 100
"""How many messages are searched for one that may have been posted."""


class DiscordPosts:
    """Posts and edits, for the courier."""

    def __init__(self, client: discord.Client, letterbox: Letterbox, composer: Composer) -> None:
        self._client = client
        self._letterbox = letterbox
        self._composer = composer
        self._pictures: dict[int, tuple[str, ...]] = {}
        """The pictures of the latest messages, as far as they are known."""
        self._looks: dict[int, bytes] = {}
        """Digests of the pictures that were last sent with them."""

    async def place(self, message: Message) -> discord.PartialMessageable:
        """Where a message goes."""
        if message.user_id is not None:
            return await self._letterbox.of(message.user_id)
        assert message.channel_id is not None
        return self._client.get_partial_messageable(message.channel_id)

    # Posting.

    async def post(self, message: Message, screen: Screen) -> int:
        """A new message, or the one it has become already; gives its id.

        It goes without its pictures where they are not wanted or too large.
        """
        if (there := await self.find(message)) is not None:
            return there
        missing = missing_permissions(self._client, message.channel_id)
        if screen.pictures and "attach_files" in missing:
            screen = await self._without_pictures(message, screen, "trouble.attach")
        try:
            return await self._post(message, screen)
        except discord.HTTPException as error:
            if not screen.pictures or (error.code != TOO_LARGE and error.status != 413):
                raise
            log.warning("target=%s no picture: %s", message.target, error)
        screen = await self._without_pictures(message, screen, "trouble.too_large")
        return await self._post(message, screen)

    async def _post(self, message: Message, screen: Screen) -> int:
        place = await self.place(message)
        sent = await place.send(
            view=screen.view(mark=mark(message.nonce)),
            files=screen.files(),
            nonce=message.nonce,
            allowed_mentions=screen.allowed_mentions(),
            silent=is_silent(message, screen),
        )
        self._note_pictures(sent, screen)
        return sent.id

    async def _without_pictures(self, message: Message, screen: Screen, reason: str) -> Screen:
        """The same with the board in words, and the reason."""
        composer = self._composer.without_pictures()
        plain = await composer.compose(announcement(message), message.user_id)
        return (plain or screen).noted(composer.page.say(reason))

    async def find(self, message: Message) -> int | None:
        """The post that an earlier try of a message has become, found by its mark; None if none."""
        if message.attempts < 2:
            return None
        place = await self.place(message)
        since = as_datetime(message.due_at - MINUTE)
        wanted = mark(message.nonce)
        try:
            async for found in place.history(limit=SEARCHED, after=since, oldest_first=True):
                if any(getattr(each, "id", None) == wanted for each in found.components):
                    log.info("target=%s was posted before: %s", message.target, found.id)
                    return found.id
        except discord.HTTPException as error:
            if is_temporary(error):
                raise
            # Where we may not read we cannot know; better twice than never.
            log.warning("target=%s cannot be searched: %s", message.target, error)
        return None

    # Editing.

    async def edit(
        self, message: Message, message_id: int, screen: Screen, *, keep: bool = False
    ) -> int | None:
        """Change a message; None when it is gone. With `keep` its pictures stay."""
        try:
            await self._edit(message, message_id, screen, keep)
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE:
                return None
            if error.code != THREAD_ARCHIVED or message.channel_id is None:
                raise
            # Posting wakes a thread that fell asleep; editing does not.
            try:
                await self._client.http.edit_channel(message.channel_id, archived=False)
            except discord.Forbidden:
                # It is locked as well: that it is closed says more than a missing permission.
                raise error from None
            await self._edit(message, message_id, screen, keep)
        return message_id

    async def _edit(self, message: Message, message_id: int, screen: Screen, keep: bool) -> None:
        part = (await self.place(message)).get_partial_message(message_id)
        view, allowed = screen.view(), screen.allowed_mentions()
        if keep:
            await part.edit(view=view, allowed_mentions=allowed)
        else:
            files = screen.files()
            edited = await part.edit(view=view, attachments=files, allowed_mentions=allowed)
            if message_id in self._pictures:
                self._note_pictures(edited, screen)

    # Pictures of phase posts.

    def _note_pictures(self, post: discord.Message, screen: Screen | None = None) -> None:
        """Remember a post's pictures: those that it has, not those that were wanted."""
        self._pictures[post.id] = tuple(each.filename for each in post.attachments)
        if screen is not None:
            self._looks[post.id] = looks(screen)
        while len(self._pictures) > PICTURES_KNOWN:
            oldest = next(iter(self._pictures))
            del self._pictures[oldest]
            self._looks.pop(oldest, None)

    def shows(self, post: int, screen: Screen) -> bool:
        """Whether a post is known to have pictures already that look like those of a screen."""
        return self._looks.get(post) == looks(screen)

    async def pictures_of(self, message: Message, post: int) -> tuple[str, ...]:
        """The files of a post's pictures; none where they cannot be seen."""
        if post not in self._pictures:
            place = await self.place(message)
            try:
                found = await place.fetch_message(post)
            except discord.HTTPException as error:
                if is_temporary(error):
                    raise
                return ()
            self._note_pictures(found)
        return self._pictures[post]


def looks(screen: Screen) -> bytes:
    """The same for pictures that look the same."""
    return hashlib.sha256(b"".join(each.content for each in screen.pictures)).digest()


def is_silent(message: Message, screen: Screen) -> bool:
    """Whether a new message arrives without a sound: nobody has to look at it now.

    So do reminders, for who was called for something is not called for it again, and what takes the
    place of a message that was deleted and would otherwise be edited.
    """
    what = announcement(message)
    if isinstance(what, Reminder) or message.edits is not None:
        return True
    return message.user_id is None and not screen.mentions and not isinstance(what, HEARD)
