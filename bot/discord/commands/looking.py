"""`/board`, `/map` and `/log`: look at a game without changing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.colours import HERALD, colours
from bot.discord.commands.asking import (
    Interaction,
    choice,
    game_meant,
    own_games,
    respond,
    say,
    suggested,
)
from bot.discord.commands.charts import chart_menus, chart_screen, charts_of_game
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.packing import pack, unpack
from bot.discord.interactions.replies import Reply, ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.battles import battles_screen
from bot.discord.posts.log import log_lines
from bot.discord.screen import (
    OPTIONS_MOST,
    Block,
    MenuOption,
    Screen,
    button,
    clipped,
    gallery,
    row,
    select,
    text,
)
from bot.map_parts import find_part, map_parts
from bot.service import GameInfo, LogPage
from bot.service.seats.powers import Power

if TYPE_CHECKING:
    from bot.discord.client import Bot

LOG_MOST = 3600
"""How many letters a page of the log has."""
BEFORE, AFTER = 0, 1
"""Which way a page of the log lies from the place that its id names."""


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the commands."""
    bot.tree.add_command(board_command)
    bot.tree.add_command(map_command)
    bot.tree.add_command(log_command)


# The board in words.


async def board_screen(bot: Bot, info: GameInfo, user: int, page: int) -> Screen:
    """A page of the board, as the user may see it."""
    context = bot.context(info)
    view = await bot.herald.look.view(info.id, user)
    pages = bot.sender.composer.board(info, view, context).pages()
    page = min(page, len(pages) - 1)
    blocks: list[Block] = [text(pages[page])]
    if len(pages) > 1:
        blocks.append(row(*turning(bot, info, Verb.BOARD_PAGE, page, len(pages))))
    return Screen(blocks, accent=HERALD)


def turning(bot: Bot, info: GameInfo, name: str, page: int, count: int) -> list[Block]:
    """Buttons to the page before and the page after."""
    voice = bot.voice(info)
    back, on = (pack([max(page - 1, 0), 0]), pack([page + 1, 1]))
    return [
        button(bot.ids.make(name, info.id, back), voice.say("page.back"), disabled=page == 0),
        button(bot.ids.make(name, info.id, on), voice.say("page.on"), disabled=page + 1 >= count),
    ]


@on_press(Verb.BOARD_PAGE, Power.SEE)
async def on_board_page(press: Press) -> None:
    """Turn a page of the board."""
    bot = press.bot
    info = await bot.herald.look.game(press.game)
    page = unpack(press.id.rest[0])[0]
    await press.reply.show(await board_screen(bot, info, press.user.id, page))


@app_commands.command(name="board", description=say("command.board"))
@app_commands.describe(game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def board_command(interaction: Interaction, game: str | None = None) -> None:
    """The board in words."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        info = await game_meant(Power.SEE, interaction, game)
        await reply.show(await board_screen(bot, info, interaction.user.id, 0))

    await respond(interaction, work)


# The map.


async def map_screen(
    bot: Bot, info: GameInfo, user: int, part: str | None, number: int | None = None
) -> Screen:
    """The map, or a part of it, as the user may see it, now or after an entry."""
    context = bot.context(info)
    view = await bot.herald.look.view(info.id, user, number)
    board = bot.sender.composer.board(info, view, context)
    voice = context.voice.unescaped
    focus = None if part is None else find_part(view, voice, part)
    if part is not None and focus is None:
        raise ReplyWith(context.voice.say("map.no_part", part=context.voice.escape(part)))
    picture = await bot.pictures.board(
        view,
        board.alt(),
        names=info.names,
        theme=info.game.theme,
        colours=colours(info),
        focus=focus,
    )
    blocks: list[Block] = [text(context.voice.say("map.title", title=board.title()))]
    if picture is None:
        blocks.append(text(board.pages(focus)[0]))
    else:
        blocks.append(gallery(picture))
    if view.areas:
        shown = [(area.places, voice.label(area.label)) for area in view.areas]
        lines = [
            MenuOption(str(at), name, chosen=places == focus)
            for at, (places, name) in enumerate([(None, context.voice.say("map.world")), *shown])
        ]
        when = "" if number is None else bot.ids.hide(number)
        action = bot.ids.make(Verb.MAP_PART, info.id, when)
        blocks.append(select(action, lines[:OPTIONS_MOST], context.voice.say("map.part")))
    blocks += chart_menus(bot, info, view, number)
    pictures = () if picture is None else (picture,)
    return Screen(blocks, pictures=pictures, accent=HERALD)


@on_press(Verb.MAP, Power.SEE, new_message=True, slow=True)
async def on_map(press: Press) -> None:
    """Show the map."""
    info = await press.bot.herald.look.game(press.game)
    await press.reply.show(await map_screen(press.bot, info, press.user.id, None))


@on_press(Verb.MAP_PART, Power.SEE, slow=True)
async def on_map_part(press: Press) -> None:
    """Show a part of the map."""
    bot = press.bot
    info = await bot.herald.look.game(press.game)
    at = int(press.values[0]) if press.values else 0
    number = bot.ids.read_hidden(press.id.rest[0]) if press.id.rest[0] else None
    areas = (await bot.herald.look.view(info.id, press.user.id, number)).areas
    part = bot.voice(info).unescaped.label(areas[at - 1].label) if 0 < at <= len(areas) else None
    screen = await map_screen(bot, info, press.user.id, part, number)
    await press.reply.show(screen)


async def parts_of_map(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Continents and places whose names fit what was typed."""

    async def find() -> list[app_commands.Choice[str]]:
        bot = interaction.client
        info = await game_meant(Power.SEE, interaction, interaction.namespace.game)
        view = await bot.herald.look.view(info.id, interaction.user.id)
        names = list(map_parts(view, bot.voice(info).unescaped))
        wanted = current.casefold()
        begun = [name for name in names if name.casefold().startswith(wanted)]
        within = [name for name in names if wanted in name.casefold() and name not in begun]
        return [choice(name, name) for name in (*begun, *within)]

    return await suggested(find())


async def number_at(bot: Bot, info: GameInfo, turn: int) -> int | None:
    """The last entry of a turn; raises `ReplyWith` when the game has not come so far.

    None is for the present turn, whose last entry moves on with what others do in secret: an id
    that names it would tell that they did something.
    """
    now = await bot.herald.look.view(info.id)
    if not 0 <= turn <= now.turn:
        raise ReplyWith(bot.voice(info).say("map.no_turn", turn=turn, now=now.turn))
    if turn == now.turn:
        return None
    return await bot.herald.look.end_of_turn(info.id, turn)


@app_commands.command(name="map", description=say("command.map"))
@app_commands.describe(
    region=say("option.region"),
    chart=say("option.chart"),
    turn=say("option.turn"),
    game=say("option.game"),
)
@app_commands.autocomplete(region=parts_of_map, chart=charts_of_game, game=own_games)
async def map_command(
    interaction: Interaction,
    region: str | None = None,
    chart: str | None = None,
    turn: app_commands.Range[int, 0, 10_000] | None = None,
    game: str | None = None,
) -> None:
    """The map, a part of it or a chart, now or at the end of a turn."""

    async def work(reply: Reply) -> None:
        bot, user = interaction.client, interaction.user.id
        info = await game_meant(Power.SEE, interaction, game)
        number = None if turn is None else await number_at(bot, info, turn)
        if chart is None:
            await reply.show(await map_screen(bot, info, user, region, number))
        else:
            await reply.show(await chart_screen(bot, info, user, chart, number))

    await respond(interaction, work, slow=True)


# The log.


def log_screen(bot: Bot, info: GameInfo, page: LogPage) -> Screen:
    """A page of the log."""
    voice = bot.voice(info)
    said = clipped("\n".join(log_lines(page, info, voice)), LOG_MOST) or voice.say("log.empty")
    earlier = log_id(bot, info, BEFORE, page.first - 1)
    later = log_id(bot, info, AFTER, page.last + 1)
    buttons = [
        button(earlier, voice.say("log.earlier"), disabled=not page.earlier),
        button(later, voice.say("log.later"), disabled=not page.more),
    ]
    shown = [text(voice.say("log.title", code=info.code)), text(said)]
    turned = page.earlier or page.more
    return Screen([*shown, row(*buttons)] if turned else shown, accent=HERALD)


def log_id(bot: Bot, info: GameInfo, direction: int, place: int) -> str:
    """The id of a page of the log that ends with a place, or begins with it."""
    return bot.ids.make(Verb.LOG_PAGE, info.id, pack([direction]), bot.ids.hide(place))


async def latest(bot: Bot, info: GameInfo, user: int) -> Screen:
    """The end of the log."""
    return log_screen(bot, info, await bot.herald.look.log_page(info.id, user, letters=LOG_MOST))


@on_press(Verb.LOG, Power.SEE, new_message=True)
async def on_log(press: Press) -> None:
    """Show the end of the log."""
    info = await press.bot.herald.look.game(press.game)
    await press.reply.show(await latest(press.bot, info, press.user.id))


@on_press(Verb.LOG_PAGE, Power.SEE)
async def on_log_page(press: Press) -> None:
    """Turn a page of the log."""
    bot = press.bot
    info = await bot.herald.look.game(press.game)
    direction, place = unpack(press.id.rest[0])[0], bot.ids.read_hidden(press.id.rest[1])
    page = await bot.herald.look.log_page(
        info.id,
        press.user.id,
        last=place if direction == BEFORE else None,
        first=place if direction == AFTER else None,
        letters=LOG_MOST,
    )
    await press.reply.show(log_screen(bot, info, page))


@on_press(Verb.BATTLES, Power.SEE, new_message=True, slow=True)
async def on_battles(press: Press) -> None:
    """Show the battles that a post tells of."""
    bot = press.bot
    first, last = (bot.ids.read_hidden(each) for each in press.id.rest)
    info = await bot.herald.look.game(press.game)
    view = await bot.herald.look.view(info.id, press.user.id, last)
    composer, voice = bot.sender.composer, bot.voice(info)
    cards = await composer.battle_cards(info, first - 1, last)
    when = composer.board(info, view, bot.context(info)).title()
    title = voice.say("fought.title", when=when) if cards else voice.say("fought.none")
    await press.reply.show(battles_screen(cards, title))


@app_commands.command(name="log", description=say("command.log"))
@app_commands.describe(since=say("option.since"), game=say("option.game"))
@app_commands.autocomplete(game=own_games)
async def log_command(
    interaction: Interaction,
    since: app_commands.Range[int, 0, 10_000] | None = None,
    game: str | None = None,
) -> None:
    """What happened, lately or since the beginning of a turn."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        info = await game_meant(Power.SEE, interaction, game)
        user = interaction.user.id
        after = None
        if since is not None:
            after = await number_at(bot, info, since - 1) if since > 0 else -1
        if after is None:
            await reply.show(await latest(bot, info, user))
            return
        page = await bot.herald.look.log_page(info.id, user, since=after, letters=LOG_MOST)
        await reply.show(log_screen(bot, info, page))

    await respond(interaction, work)
