"""`/game status`, `pause`, `resume`, `extend`, `undo`, `end`, `export`, and votes."""

from __future__ import annotations

from bot.discord.ask import Ask
from bot.discord.colours import look_of
from bot.discord.interactions.verbs import Verb
from bot.discord.pictures.films import OneFilmAtATime, TooManyFilms
from bot.discord.posts import notices
from bot.discord.posts.lobby import lobby_card
from bot.discord.posts.phase import PostNews, phase_post
from bot.discord.presses import press
from bot.discord.screen import Picture, Screen, attachment, gallery, row, text
from bot.discord.slash import command
from bot.service.errors import NotHost
from bot.service.responses import VoteKind
from bot.service.seats.powers import Power
from render import Film

# Votes.


@press(Verb.VOTE_YES, Power.VOTE_FOR_ALL)
@press(Verb.VOTE_NO, Power.VOTE_FOR_ALL)
async def vote(ask: Ask) -> Screen:
    """Answer a vote, and show how it stands."""
    agrees = ask.verb == Verb.VOTE_YES
    asked = await ask.herald.votes.vote(ask.game, ask.user.id, ask.numbers[0], agrees)
    now = await ask.again()
    return notices.vote(now.page, asked, calling=False)


async def propose(ask: Ask, kind: VoteKind) -> str:
    """Ask the table; the question itself is posted in the channel."""
    asked = await ask.herald.votes.propose(ask.game, ask.user.id, kind)
    return ask.say("vote.done" if asked.vote.state == "passed" else "vote.asked")


@press(Verb.ASK_FOR_UNDO, Power.CALL_VOTE)
async def ask_for_undo(ask: Ask) -> str:
    """Ask the table to take something back."""
    return await propose(ask, "undo")


@command("game extend", Power.CALL_VOTE)
async def extend(ask: Ask) -> str:
    """Ask the table for more time."""
    return await propose(ask, "extension")


# Commands.


@command("game status", Power.SEE)
async def status(ask: Ask) -> Screen:
    """Where a game stands."""
    page, found = ask.page, await ask.herald.look.status(ask.game)
    if found.view is None:
        return lobby_card(page)
    board = ask.composer.board(found.view, page)
    screen = phase_post(page, found, PostNews(), board)
    for asked in found.votes:
        screen = screen.noted(ask.say("vote.open", kind=asked.vote.kind))
    return screen


@command("game pause", Power.SEE)
async def pause(ask: Ask) -> str:
    """Stop a game, or ask the table to."""
    try:
        await ask.herald.votes.pause(ask.game, await ask.actor_for(Power.PAUSE))
    except NotHost:
        return await propose(ask, "pause")
    return ask.say("paused.done")


@command("game resume", Power.SEE)
async def resume(ask: Ask) -> str:
    """Let a paused game go on, or ask the table to."""
    try:
        await ask.herald.votes.resume(ask.game, await ask.actor_for(Power.PAUSE))
    except NotHost:
        return await propose(ask, "pause")
    return ask.say("resumed.done")


@command("game end", Power.SEE)
async def end(ask: Ask) -> Screen:
    """End a game without a result, or ask the table to."""
    sure = ask.page.button(Verb.END_GAME, "ended.sure", "danger")
    return ask.page.notice("ended.ask", row(sure), code=ask.info.code)


@press(Verb.END_GAME, Power.SEE)
async def end_surely(ask: Ask) -> str:
    """End a game: at once for the host, by a vote for others."""
    try:
        await ask.herald.votes.end(ask.game, await ask.actor_for(Power.END))
    except NotHost:
        return await propose(ask, "end")
    return ask.say("ended.done")


@press(Verb.EXPORT, Power.SEE, new_message=True, slow=True)
@command("game export", Power.SEE, slow=True, own=False)
async def export(ask: Ask) -> Screen:
    """Give a game as a file."""
    made = await ask.herald.look.export(ask.game, ask.user.id)
    file = Picture(made.file_name, made.content)
    said = ask.say("export.finished" if made.finished else "export.running", code=ask.info.code)
    return Screen([text(said), attachment(file)], attached=[file])


@press(Verb.REPLAY, Power.SEE, new_message=True, slow=True)
async def replay(ask: Ask) -> Screen:
    """Show a finished game as a moving picture."""
    info = ask.info

    async def make() -> Picture | None:
        made = await ask.herald.look.export(info.id, ask.user.id)
        if not made.finished:
            return None
        alt = ask.say("result.film", code=info.code)
        return await ask.pictures.draw("replay.webp", Film(made.content), look_of(info), alt)

    try:
        film = await ask.films.film(info.id, ask.user.id, make)
    except OneFilmAtATime:
        raise ask.refuse("result.one_replay") from None
    except TooManyFilms:
        raise ask.refuse("result.many_replays") from None
    if film is None:
        raise ask.refuse("result.no_replay")
    title = text(ask.say("result.replayed", code=info.code))
    return Screen([title, gallery(film)], pictures=[film])
