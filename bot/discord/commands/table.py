"""`/game status`, `pause`, `resume`, `extend`, `undo`, `end`, `export`, and votes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.colours import colours
from bot.discord.commands.asking import Interaction, game_meant, own_games, respond, say
from bot.discord.commands.panel import undo
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.packing import unpack
from bot.discord.interactions.replies import Reply, ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.pictures.films import OneFilmAtATime, TooManyFilms
from bot.discord.posts import notices
from bot.discord.posts.lobby import lobby_card
from bot.discord.posts.notices import notice
from bot.discord.posts.phase import PostNews, phase_post
from bot.discord.screen import Picture, Screen, attachment, button, gallery, row, text
from bot.service import GameInfo
from bot.service.errors import NotHost
from bot.service.responses import VoteKind
from bot.service.seats.powers import Power

if TYPE_CHECKING:
    from bot.discord.client import Bot


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the commands."""
    group.add_command(status_command)
    group.add_command(pause_command)
    group.add_command(resume_command)
    group.add_command(extend_command)
    group.add_command(undo_command)
    group.add_command(end_command)
    group.add_command(export_command)


# Votes.


async def vote(press: Press, agrees: bool) -> None:
    """Answer a vote, and show how it stands."""
    bot = press.bot
    number = unpack(press.id.rest[0])[0]
    asked = await bot.herald.votes.vote(press.game, press.user.id, number, agrees)
    info = await bot.herald.look.game(press.game)
    voice = bot.voice(info)
    await press.reply.show(notices.vote(info, asked, voice, bot.ids, calling=False))


@on_press(Verb.VOTE_YES, Power.VOTE_FOR_ALL)
async def on_agree(press: Press) -> None:
    """Agree to what the table is asked."""
    await vote(press, True)


@on_press(Verb.VOTE_NO, Power.VOTE_FOR_ALL)
async def on_disagree(press: Press) -> None:
    """Disagree with what the table is asked."""
    await vote(press, False)


async def propose(bot: Bot, reply: Reply, info: GameInfo, kind: VoteKind) -> None:
    """Ask the table; the question itself is posted in the channel."""
    asked = await bot.herald.votes.propose(info.id, reply.interaction.user.id, kind)
    done = asked.vote.state == "passed"
    await reply.show(notice(bot.voice(info).say("vote.done" if done else "vote.asked")))


@on_press(Verb.ASK_FOR_UNDO, Power.CALL_VOTE)
async def on_ask_table(press: Press) -> None:
    """Ask the table to take something back."""
    info = await press.bot.herald.look.game(press.game)
    await propose(press.bot, press.reply, info, "undo")


# Commands.


@app_commands.command(name="status", description=say("command.status"))
@app_commands.describe(game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def status_command(interaction: Interaction, game: str | None = None) -> None:
    """Where a game stands."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        info = await game_meant(Power.SEE, interaction, game)
        context = bot.context(info)
        status = await bot.herald.look.status(info.id)
        if status.view is None:
            await reply.show(lobby_card(info, context.voice, context.ids))
            return
        board = bot.sender.composer.board(info, status.view, context)
        screen = phase_post(status, PostNews(), board, context.voice, context.ids)
        for asked in status.votes:
            screen = screen.noted(awaited_vote(bot, info, asked.vote.kind))
        await reply.show(screen)

    await respond(interaction, work)


def awaited_vote(bot: Bot, info: GameInfo, kind: VoteKind) -> str:
    """A vote that is open, in a few words."""
    return bot.voice(info).say("vote.open", kind=kind)


@app_commands.command(name="pause", description=say("command.pause"))
@app_commands.describe(game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def pause_command(interaction: Interaction, game: str | None = None) -> None:
    """Stop a game, or ask the table to."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        info = await game_meant(Power.SEE, interaction, game)
        try:
            by = await bot.membership.actor(interaction, info, Power.PAUSE)
            await bot.herald.votes.pause(info.id, by)
        except NotHost:
            await propose(bot, reply, info, "pause")
            return
        await reply.show(notice(bot.voice(info).say("paused.done")))

    await respond(interaction, work)


@app_commands.command(name="resume", description=say("command.resume"))
@app_commands.describe(game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def resume_command(interaction: Interaction, game: str | None = None) -> None:
    """Let a paused game go on, or ask the table to."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        info = await game_meant(Power.SEE, interaction, game)
        try:
            by = await bot.membership.actor(interaction, info, Power.PAUSE)
            await bot.herald.votes.resume(info.id, by)
        except NotHost:
            await propose(bot, reply, info, "pause")
            return
        await reply.show(notice(bot.voice(info).say("resumed.done")))

    await respond(interaction, work)


@app_commands.command(name="extend", description=say("command.extend"))
@app_commands.describe(game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def extend_command(interaction: Interaction, game: str | None = None) -> None:
    """Ask the table for more time."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        info = await game_meant(Power.CALL_VOTE, interaction, game)
        await propose(bot, reply, info, "extension")

    await respond(interaction, work)


@app_commands.command(name="undo", description=say("command.undo"))
@app_commands.describe(game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def undo_command(interaction: Interaction, game: str | None = None) -> None:
    """Take one's latest choice back, or ask the table to."""

    async def work(reply: Reply) -> None:
        info = await game_meant(Power.PLAY, interaction, game)
        await undo(interaction.client, reply, info.id)

    await respond(interaction, work)


@app_commands.command(name="end", description=say("command.end"))
@app_commands.describe(game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def end_command(interaction: Interaction, game: str | None = None) -> None:
    """End a game without a result, or ask the table to."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        info = await game_meant(Power.SEE, interaction, game)
        voice = bot.voice(info)
        sure = button(bot.ids.make(Verb.END_GAME, info.id), voice.say("ended.sure"), "danger")
        await reply.show(notice(voice.say("ended.ask", code=info.code), row(sure)))

    await respond(interaction, work)


@on_press(Verb.END_GAME, Power.SEE)
async def on_end_sure(press: Press) -> None:
    """End a game: at once for the host, by a vote for others."""
    bot, reply = press.bot, press.reply
    info = await bot.herald.look.game(press.game)
    try:
        by = await bot.membership.actor(press.interaction, info, Power.END)
        await bot.herald.votes.end(info.id, by)
    except NotHost:
        await propose(bot, reply, info, "end")
        return
    await reply.show(notice(bot.voice(info).say("ended.done")))


async def export(bot: Bot, reply: Reply, info: GameInfo) -> None:
    """A game as a file."""
    made = await bot.herald.look.export(info.id, reply.interaction.user.id)
    voice = bot.voice(info)
    file = Picture(made.file_name, made.content)
    sentence = voice.say("export.finished" if made.finished else "export.running", code=info.code)
    await reply.show(Screen([text(sentence), attachment(file)], attached=[file]))


@on_press(Verb.EXPORT, Power.SEE, new_message=True, slow=True)
async def on_export(press: Press) -> None:
    """Give a game as a file."""
    info = await press.bot.herald.look.game(press.game)
    await export(press.bot, press.reply, info)


@on_press(Verb.REPLAY, Power.SEE, new_message=True, slow=True)
async def on_replay(press: Press) -> None:
    """Show a finished game as a moving picture."""
    bot = press.bot
    info = await bot.herald.look.game(press.game)
    voice = bot.voice(info)

    async def make() -> Picture | None:
        made = await bot.herald.look.export(info.id, press.user.id)
        if not made.finished:
            return None
        alt = voice.say("result.film", code=info.code)
        return await bot.pictures.film(made.content, info.game.theme, alt, colours(info))

    try:
        film = await bot.films.film(info.id, press.user.id, make)
    except OneFilmAtATime:
        raise ReplyWith(voice.say("result.one_replay")) from None
    except TooManyFilms:
        raise ReplyWith(voice.say("result.many_replays")) from None
    if film is None:
        raise ReplyWith(voice.say("result.no_replay"))
    title = text(voice.say("result.replayed", code=info.code))
    await press.reply.show(Screen([title, gallery(film)], pictures=[film]))


@app_commands.command(name="export", description=say("command.export"))
@app_commands.describe(game=say("option.code"))
async def export_command(interaction: Interaction, game: str | None = None) -> None:
    """Give a game as a file."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        await export(bot, reply, await game_meant(Power.SEE, interaction, game))

    await respond(interaction, work, slow=True)
