"""Presses of buttons, selects and forms: each is answered by the function of its verb.

    @press(Verb.REPLAY, Power.SEE, new_message=True, slow=True)
    async def replay(ask: Ask) -> Screen: ...

discord.py hands over each interaction as an event. Reading the id there, and not from views kept
in memory, is what lets a button work after a restart, a form too.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import discord

from bot.discord.ask import Answer, Ask, Parts, PressHandler, asked_by, give, gives
from bot.discord.interactions.components import chosen, is_offered, typed
from bot.discord.interactions.ids import ComponentId, ForeignId, OldId
from bot.discord.interactions.replies import Reply, answer
from bot.discord.page import Form
from bot.service.seats.powers import Power

log = logging.getLogger("herald.discord")

H = TypeVar("H", bound=PressHandler)


class Handling(NamedTuple):
    """How the presses of a verb are answered, and which `power` in the game they need.

    `new_message` answers with a new private message instead of changing the one that was pressed;
    `public` lets everybody in the channel see it. `slow` work defers at once. Where a modal may be
    the answer (`may_ask`), deferring waits as long as possible: after it no modal can be shown.
    """

    handler: Callable[[Ask], Awaitable[Answer | None]]
    power: Power | None
    new_message: bool = False
    slow: bool = False
    public: bool = False
    may_ask: bool = False


HANDLERS: dict[str, Handling] = {}


def press(
    verb: str,
    power: Power | None,
    *,
    values: Sequence[str] = (),
    new_message: bool = False,
    slow: bool = False,
    public: bool = False,
) -> Callable[[H], H]:
    """Let a function answer presses and forms of a verb, by those who have a power in its game.

    None is for verbs that are about no game. `values` are what may be chosen; for the rest see
    `Handling`.
    """

    def register(handler: H) -> H:
        async def checked(ask: Ask) -> Answer | None:
            if values and ask.value not in values:
                raise ask.refuse("press.unfit")
            return await handler(ask)

        assert verb not in HANDLERS, verb
        HANDLERS[verb] = Handling(checked, power, new_message, slow, public, gives(handler, Form))
        return handler

    return register


async def answer_press(parts: Parts, interaction: discord.Interaction[Any]) -> None:
    """Answer a press, whatever it is."""
    custom_id = str(dict(interaction.data or {}).get("custom_id", ""))
    try:
        component_id = parts.page.ids.read(custom_id)
    except (ForeignId, OldId, ValueError) as wrong:
        key = "press.old" if isinstance(wrong, OldId) else "press.foreign"
        log.warning("%s id=%r user=%s", key, custom_id[:100], interaction.user.id)
        await _say(parts, interaction, key)
        return
    handling = HANDLERS.get(component_id.verb)
    if handling is None:
        await _say(parts, interaction, "press.old")
    elif not is_offered(interaction):
        await _say(parts, interaction, "press.unfit")
    else:
        await _handle(parts, interaction, component_id, handling)
        parts.wake()


async def _handle(
    parts: Parts,
    interaction: discord.Interaction[Any],
    component_id: ComponentId,
    handling: Handling,
) -> None:
    """Find the game, check the power, and show what the function of the verb returns."""
    game, user = component_id.game, interaction.user.id
    reply = Reply(
        interaction,
        update=not handling.new_message,
        private=not handling.public,
        may_ask=handling.may_ask,
    )

    async def work(reply: Reply) -> None:
        said = {"values": chosen(interaction), "typed": typed(interaction)}
        ask = asked_by(parts, reply, id=component_id, **said)
        if handling.power is not None:
            ask = await ask.about(game, handling.power)
        await give(ask, await handling.handler(ask))

    if reply.message_id is not None:
        parts.fresh_panels.pressed(game, user, reply.message_id)
    async with parts.fresh_panels.answering(game, user):
        name = f"press:{component_id.verb}"
        await answer(reply, parts.page.voice, name, work, slow=handling.slow)


async def _say(parts: Parts, interaction: discord.Interaction[Any], key: str) -> None:
    async def work(reply: Reply) -> None:
        await reply.tell(parts.page.say(key))

    await answer(Reply(interaction), parts.page.voice, "press", work)
