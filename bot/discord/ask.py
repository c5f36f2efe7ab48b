"""Asks: presses, forms and slash commands, answered by functions that return what to show.

    @press(Verb.EXPORT, Power.SEE, new_message=True, slow=True)
    @command("game export", Power.SEE, slow=True)
    async def export(ask: Ask) -> Screen: ...

Before such a function runs, its game was found and its power checked, once. When the answer takes
long, Discord is asked to wait; later where a `Form` may be returned, for after that none can be
shown. What cannot be done is raised, as `ask.refuse(...)` or a `Refused` of the service. `press`
is in `bot.discord.presses`, `command` in `bot.discord.slash`.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Concatenate, NamedTuple, TypeAlias, get_args

import discord

from bot.discord.delivery.fresh_panels import FreshPanels
from bot.discord.delivery.games_boards import GamesBoards
from bot.discord.delivery.letterbox import Letterbox
from bot.discord.interactions.ids import ComponentId
from bot.discord.interactions.packing import unpack
from bot.discord.interactions.replies import Reply, ReplyWith
from bot.discord.membership import NOBODY, Membership
from bot.discord.page import Form, Page, notice
from bot.discord.pictures.films import Films
from bot.discord.pictures.pictures import Pictures
from bot.discord.posts.composing import Composer
from bot.discord.screen import Screen
from bot.service import Actor, Desk, GameInfo, Herald
from bot.service.seats.powers import Power, powers_of, require
from engine.core.messages import Voice

COMMAND = ComponentId("", 0, ())
"""A command has no id."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What answers are made of."""

    page: Page
    """About no game."""
    herald: Herald
    membership: Membership
    pictures: Pictures
    films: Films
    composer: Composer
    fresh_panels: FreshPanels
    letterbox: Letterbox
    boards: GamesBoards
    wake: Callable[[], None]
    """Sends what waits to be sent."""

    def forget_user(self, user_id: int) -> None:
        """Keep nothing about a user in memory."""
        self.letterbox.forget(user_id)
        self.membership.forget(user_id)
        self.films.forget()


@dataclass(frozen=True, slots=True)
class Ask:
    """What someone asks of Herald, however they do.

    A press has an id, perhaps with `values` that were chosen; a form has what was `typed` by field;
    a command hands its options over as arguments.
    """

    parts: Parts
    reply: Reply
    page: Page
    actor: Actor
    """Who asks, with the rights they have where the game is played."""
    id: ComponentId = COMMAND
    values: tuple[str, ...] = ()
    typed: Mapping[str, str] = field(default_factory=dict)

    # What was asked.

    @property
    def user(self) -> discord.User | discord.Member:
        """Who asks."""
        return self.reply.interaction.user

    @property
    def info(self) -> GameInfo:
        """The game, as it was when the power was checked; see `again`."""
        return self.page.info

    @property
    def game(self) -> int:
        """The game's number."""
        return self.info.id

    @property
    def verb(self) -> str:
        """What was pressed; "" for a command."""
        return self.id.verb

    @property
    def rest(self) -> tuple[str, ...]:
        """What the id says after the game."""
        return self.id.rest

    @property
    def numbers(self) -> list[int]:
        """The numbers in the first part of that."""
        return unpack(self.rest[0])

    def hidden(self, at: int = 0) -> int | None:
        """A number that the id hides in one of its parts; None where that is not there."""
        return self.page.ids.read_hidden(self.rest[at]) if any(self.rest[at : at + 1]) else None

    @property
    def value(self) -> str:
        """What was chosen, of a select of one; "" where nothing was."""
        return self.values[0] if self.values else ""

    # Sentences.

    @property
    def voice(self) -> Voice:
        """The page's voice."""
        return self.page.voice

    def say(self, key: str, /, **facts: object) -> str:
        """A sentence."""
        return self.page.say(key, **facts)

    def refuse(self, key: str, /, **facts: object) -> ReplyWith:
        """To be raised: a private sentence, and what was pressed stays as it is."""
        return ReplyWith(self.say(key, **facts))

    # The parts of Herald that answers are made of.

    @property
    def herald(self) -> Herald:
        """The service."""
        return self.parts.herald

    @property
    def pictures(self) -> Pictures:
        """Draws."""
        return self.parts.pictures

    @property
    def films(self) -> Films:
        """Makes films, a few at a time."""
        return self.parts.films

    @property
    def composer(self) -> Composer:
        """Makes what posts have in them."""
        return self.parts.composer

    @property
    def membership(self) -> Membership:
        """Knows what users may do."""
        return self.parts.membership

    @property
    def channel(self) -> int | None:
        """Where it is asked."""
        return self.reply.interaction.channel_id

    @property
    def message(self) -> discord.Message | None:
        """What was pressed, as Discord shows it."""
        return self.reply.interaction.message

    @property
    def click(self) -> str:
        """What tells this ask apart from any other: done twice, it counts once."""
        return str(self.reply.interaction.id)

    @property
    def can_ask(self) -> bool:
        """Whether a form can still be shown; else one that is returned asks to press again."""
        return self.reply.can_ask

    async def desk(self) -> Desk:
        """The user's desk in the game."""
        return await self.herald.look.desk(self.game, self.user.id)

    async def in_game(self, power: Power, code: str | None = None) -> Ask:
        """The same about the game that is meant, if who asks has a power in it.

        That is the game of a code, or of one that is typed, else that of the channel, else the only
        one of the user. Raises `ReplyWith` when that leaves it open, `NotAllowed` without the
        power. A game that the user may not see does not exist for them.
        """
        code = (code or self.typed.get("game") or "").strip()
        found = await self._game_meant(code)
        actor = await self.actor_in(found, power)
        if code and Power.SEE not in powers_of(actor, found):
            raise self.refuse("which.unknown", code=code[:20])
        return self._by(actor, power, found)

    async def _game_meant(self, code: str) -> GameInfo:
        look = self.herald.look
        if code:
            found = await look.by_code(code.split()[0])
            if found is None:
                raise self.refuse("which.unknown", code=code[:20])
            return found
        if self.channel is not None:
            found = await look.in_channel(self.channel)
            if found is not None:
                return found
        own = await look.inbox(self.user.id)
        if len(own) == 1:
            return own[0].info
        raise self.refuse("which.several" if own else "which.none")

    async def about(self, game: int, power: Power) -> Ask:
        """The same about a game; raises `NotAllowed` if who asks has not a power in it."""
        info = await self.herald.look.game(game)
        return self._by(await self.actor_in(info, power), power, info)

    def _by(self, actor: Actor, power: Power, info: GameInfo) -> Ask:
        require(power, actor, info)
        return replace(self.of(info), actor=actor)

    async def actor_for(self, power: Power) -> Actor:
        """Who asks, with their rights looked up again: for another power than was checked."""
        return await self.actor_in(self.info, power)

    async def actor_in(self, info: GameInfo, power: Power = Power.SEE) -> Actor:
        """The same in any game."""
        return await self.parts.membership.actor(self.reply.interaction, info, power)

    def of(self, info: GameInfo | None) -> Ask:
        """The same about a game as it is by now, or about none."""
        return replace(self, page=self.page.of(info))

    async def again(self) -> Ask:
        """The same after the game was changed: with its seats, status and names of now."""
        return self.of(await self.herald.look.game(self.game))


class AndThen(NamedTuple):
    """A screen, and what is done as soon as it is shown and its message known."""

    screen: Screen
    then: Callable[[Reply], Awaitable[None]]


Shown: TypeAlias = Screen | AndThen | str
"""What is shown: a screen or a sentence."""
Answer: TypeAlias = Shown | Form
"""The same, or a form to fill in."""
PressHandler: TypeAlias = Callable[Concatenate[Ask, ...], Awaitable[Answer | None]]
"""None leaves a message that was pressed to be changed by others."""


def asked_by(parts: Parts, reply: Reply, **more: Any) -> Ask:
    """What someone asks about no game yet."""
    return Ask(parts, reply, parts.page, Actor(reply.interaction.user.id, NOBODY), **more)


async def give(ask: Ask, shown: Answer | None) -> None:
    """Show an answer, in place of what was pressed or as a new message: the reply knows."""
    if isinstance(shown, Form):
        if not ask.reply.can_ask:
            raise ask.refuse("panel.press_again")
        await ask.reply.ask(shown.modal())
    elif isinstance(shown, AndThen):
        await ask.reply.show(shown.screen)
        await shown.then(ask.reply)
    elif shown is None:
        await ask.reply.defer()
    else:
        await ask.reply.show(notice(shown) if isinstance(shown, str) else shown)


def signature(handler: PressHandler) -> inspect.Signature:
    """What a handler takes and gives, its types being types and not their names."""
    return inspect.signature(handler, eval_str=True)


def gives(handler: PressHandler, kind: Any) -> bool:
    """Whether a handler may answer with something of a kind."""
    returned = signature(handler).return_annotation
    return kind in (returned, *get_args(returned))
