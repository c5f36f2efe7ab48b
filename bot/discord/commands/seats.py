"""`/game replace` and `/game away`: hand a seat over, take one, let a stand-in play."""

from __future__ import annotations

import discord

from bot.discord.ask import Ask
from bot.discord.colours import style_of
from bot.discord.interactions.verbs import Verb
from bot.discord.membership import person
from bot.discord.presses import press
from bot.discord.slash import command
from bot.service.errors import NotHost
from bot.service.seats.powers import Power


async def seats_here(ask: Ask, typed: str) -> list[tuple[str, str]]:
    """The seats of the game that is meant."""
    info = (await ask.in_game(Power.SEE)).info
    named = [(f"{style_of(seat).sign} {seat.name}", str(seat.seat)) for seat in info.seats]
    return [(name, number) for name, number in named if typed.casefold() in name.casefold()]


@command("game replace", Power.SEE, suggest={"seat": seats_here})
async def replace(ask: Ask, *, seat: str, newcomer: discord.User | None = None) -> str:
    """Give a seat to another user, or ask the table for it."""
    info = ask.info
    number = next((each.seat for each in info.seats if str(each.seat) == seat.strip()), None)
    if number is None:
        raise ask.refuse("seat.unknown")
    named = newcomer or ask.user
    if named.bot:
        raise ask.refuse("seat.no_bots")
    by = await ask.actor_for(Power.GIVE_SEAT)
    own = named.id == by.user_id
    rights = by.rights if own else await ask.membership.rights_now(named.id, info)
    who = person(named, rights)
    try:
        await ask.herald.seats.replace(info.id, number, who, by)
    except NotHost:
        if not own:
            raise
        await ask.herald.votes.volunteer(info.id, number, who)
        return ask.say("vote.asked")
    return ask.say("seat.done")


@press(Verb.TAKE_SEAT, Power.ASK_FOR_SEAT, new_message=True)
async def take_seat(ask: Ask) -> str:
    """Volunteer for the seat of a player who does not answer: the table votes."""
    (seat,) = ask.numbers
    await ask.herald.votes.volunteer(ask.game, seat, person(ask.user, ask.actor.rights))
    return ask.say("vote.asked")


@press(Verb.RETURN, Power.ASK_FOR_SEAT, new_message=True)
async def come_back(ask: Ask) -> str:
    """Take a seat back that one has left or lost, unless a turn was played there since."""
    await ask.herald.seats.come_back(ask.game, ask.user.id)
    return ask.say("desk.back")


@command("game away", Power.GO_AWAY)
async def away(ask: Ask) -> str:
    """Let a stand-in play until one comes back."""
    await ask.herald.seats.stand_in(ask.game, ask.user.id)
    others = [seat for seat in ask.info.humans if seat.user_id != ask.user.id]
    # A table that everybody has left waits for them.
    return ask.say("seat.away") if others else ask.say("seat.away_alone")
