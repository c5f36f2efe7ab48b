"""`/catchup`: what happened while one was away."""

from __future__ import annotations

from bot.discord.ask import Ask
from bot.discord.colours import HERALD
from bot.discord.commands.looking import Turn, number_at
from bot.discord.interactions.verbs import Verb
from bot.discord.screen import Block, Screen, gallery, row, text
from bot.discord.slash import command
from bot.service.seats.powers import Power


@command("catchup", Power.SEE, slow=True)
async def catch_up(ask: Ask, *, since: Turn | None = None) -> Screen:
    """What happened while one was away, or since the beginning of a turn.

    With the part of the board that concerns who asks.
    """
    after = None
    if since is not None:
        after = await number_at(ask, since - 1) if since > 0 else -1
    missed = await ask.herald.look.catch_up(ask.game, ask.user.id, after)
    if missed is None:
        return ask.page.notice("catch_up.none")
    lines, picture = await ask.composer.caught_up(missed, ask.page)
    blocks: list[Block] = [text(lines)]
    if picture is not None:
        blocks.append(gallery(picture))
    if missed.seat is not None and ask.info.game.is_live:
        await ask.herald.note_seen(ask.game, ask.user.id)
        blocks.append(row(ask.page.button(Verb.MY_MOVE, "phase.my_move", "main")))
    return Screen(blocks, pictures=() if picture is None else (picture,), accent=HERALD)
