"""`/board`, `/map` and `/log`: look at a game without changing it."""

from __future__ import annotations

from typing import TypeAlias

from discord import app_commands

from bot.discord.ask import Ask
from bot.discord.colours import HERALD
from bot.discord.commands.charts import chart_menus, chart_screen, charts_of_game
from bot.discord.interactions.packing import pack
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Page
from bot.discord.pictures.pictures import MAP_FILE
from bot.discord.posts.battles import battles_screen
from bot.discord.posts.log import log_lines
from bot.discord.presses import press
from bot.discord.screen import (
    OPTIONS_MOST,
    Block,
    MenuOption,
    Screen,
    clipped,
    gallery,
    row,
    text,
)
from bot.discord.slash import command
from bot.map_parts import find_part, map_parts
from bot.service import LogPage
from bot.service.seats.powers import Power
from render import Map

Turn: TypeAlias = app_commands.Range[int, 0, 10_000]
LOG_MOST = 3600
"""How many letters a page of the log has."""
BEFORE, AFTER = 0, 1
"""Which way a page of the log lies from the place that its id names."""

# The board in words.


@press(Verb.BOARD_PAGE, Power.SEE)
@command("board", Power.SEE)
async def board(ask: Ask) -> Screen:
    """A page of the board, as the user may see it."""
    view = await ask.herald.look.view(ask.game, ask.user.id)
    pages = ask.composer.board(view, ask.page).pages()
    at = min(ask.numbers[0] if ask.verb else 0, len(pages) - 1)
    blocks: list[Block] = [text(pages[at])]
    if len(pages) > 1:
        back, on = [pack([max(at - 1, 0), 0])], [pack([at + 1, 1])]
        last = at + 1 >= len(pages)
        turning = (
            ask.page.button(Verb.BOARD_PAGE, "page.back", rest=back, disabled=at == 0),
            ask.page.button(Verb.BOARD_PAGE, "page.on", rest=on, disabled=last),
        )
        blocks.append(row(*turning))
    return Screen(blocks, accent=HERALD)


# The map.


async def map_screen(ask: Ask, part: str | None, number: int | None = None) -> Screen:
    """The map, or a part of it, as the user may see it, now or after an entry."""
    info, page = ask.info, ask.page
    view = await ask.herald.look.view(info.id, ask.user.id, number)
    board = ask.composer.board(view, page)
    voice = page.voice.unescaped
    focus = None if part is None else find_part(view, voice, part)
    if part is not None and focus is None:
        raise ask.refuse("map.no_part", part=page.voice.escape(part))
    wish = Map(view, None if focus is None else tuple(focus))
    picture = await ask.pictures.draw(MAP_FILE, wish, board.look, board.alt())
    blocks: list[Block] = [text(page.say("map.title", title=board.title()))]
    if picture is None:
        blocks.append(text(board.pages(focus)[0]))
    else:
        blocks.append(gallery(picture))
    if view.areas:
        shown = [(area.places, voice.label(area.label)) for area in view.areas]
        lines = [
            MenuOption(str(at), name, chosen=places == focus)
            for at, (places, name) in enumerate([(None, page.say("map.world")), *shown])
        ]
        when = "" if number is None else page.ids.hide(number)
        blocks.append(page.menu(Verb.MAP_PART, "map.part", lines[:OPTIONS_MOST], rest=[when]))
    blocks += chart_menus(page, view, number)
    pictures = () if picture is None else (picture,)
    return Screen(blocks, pictures=pictures, accent=HERALD)


@press(Verb.MAP, Power.SEE, new_message=True, slow=True)
async def whole_map(ask: Ask) -> Screen:
    """Show the map."""
    return await map_screen(ask, None)


@press(Verb.MAP_PART, Power.SEE, slow=True)
async def part_of_map(ask: Ask) -> Screen:
    """Show a part of the map."""
    at, number = int(ask.value or 0), ask.hidden()
    areas = (await ask.herald.look.view(ask.game, ask.user.id, number)).areas
    part = ask.voice.unescaped.label(areas[at - 1].label) if 0 < at <= len(areas) else None
    return await map_screen(ask, part, number)


async def parts_of_map(ask: Ask, typed: str) -> list[tuple[str, str]]:
    """Continents and places whose names fit what was typed."""
    ask = await ask.in_game(Power.SEE)
    view = await ask.herald.look.view(ask.game, ask.user.id)
    names = list(map_parts(view, ask.voice.unescaped))
    wanted = typed.casefold()
    begun = [name for name in names if name.casefold().startswith(wanted)]
    within = [name for name in names if wanted in name.casefold() and name not in begun]
    return [(name, name) for name in (*begun, *within)]


async def number_at(ask: Ask, turn: int) -> int | None:
    """The last entry of a turn; raises `ReplyWith` when the game has not come so far.

    None is for the present turn, whose last entry moves on with what others do in secret: an id
    that names it would tell that they did something.
    """
    now = await ask.herald.look.view(ask.game)
    if not 0 <= turn <= now.turn:
        raise ask.refuse("map.no_turn", turn=turn, now=now.turn)
    if turn == now.turn:
        return None
    return await ask.herald.look.end_of_turn(ask.game, turn)


@command("map", Power.SEE, slow=True, suggest={"region": parts_of_map, "chart": charts_of_game})
async def map_(
    ask: Ask, *, region: str | None = None, chart: str | None = None, turn: Turn | None = None
) -> Screen:
    """The map, a part of it or a chart, now or at the end of a turn."""
    number = None if turn is None else await number_at(ask, turn)
    if chart is None:
        return await map_screen(ask, region, number)
    return await chart_screen(ask, chart, number)


# The log.


def log_screen(page: Page, found: LogPage) -> Screen:
    """A page of the log."""
    lines = log_lines(page, found)
    said = clipped("\n".join(lines), LOG_MOST) or page.say("log.empty")
    earlier, later = (
        [pack([way]), page.ids.hide(place)]
        for way, place in ((BEFORE, found.first - 1), (AFTER, found.last + 1))
    )
    buttons = [
        page.button(Verb.LOG_PAGE, "log.earlier", rest=earlier, disabled=not found.earlier),
        page.button(Verb.LOG_PAGE, "log.later", rest=later, disabled=not found.more),
    ]
    shown = [text(page.say("log.title", code=page.info.code)), text(said)]
    turned = found.earlier or found.more
    return Screen([*shown, row(*buttons)] if turned else shown, accent=HERALD)


@press(Verb.LOG, Power.SEE, new_message=True)
async def latest(ask: Ask) -> Screen:
    """The end of the log."""
    found = await ask.herald.look.log_page(ask.game, ask.user.id, letters=LOG_MOST)
    return log_screen(ask.page, found)


@press(Verb.LOG_PAGE, Power.SEE)
async def log_page(ask: Ask) -> Screen:
    """Turn a page of the log."""
    direction, place = ask.numbers[0], ask.page.ids.read_hidden(ask.rest[1])
    found = await ask.herald.look.log_page(
        ask.game,
        ask.user.id,
        last=place if direction == BEFORE else None,
        first=place if direction == AFTER else None,
        letters=LOG_MOST,
    )
    return log_screen(ask.page, found)


@press(Verb.BATTLES, Power.SEE, new_message=True, slow=True)
async def battles(ask: Ask) -> Screen:
    """Show the battles that a post tells of."""
    first, last = map(ask.page.ids.read_hidden, ask.rest)
    view = await ask.herald.look.view(ask.game, ask.user.id, last)
    cards = await ask.composer.battle_cards(ask.info, first - 1, last)
    when = ask.composer.board(view, ask.page).title()
    title = ask.say("fought.title", when=when) if cards else ask.say("fought.none")
    return battles_screen(cards, title)


@command("log", Power.SEE)
async def log(ask: Ask, *, since: Turn | None = None) -> Screen:
    """What happened, lately or since the beginning of a turn."""
    after = None
    if since is not None:
        after = await number_at(ask, since - 1) if since > 0 else -1
    if after is None:
        return await latest(ask)
    found = await ask.herald.look.log_page(ask.game, ask.user.id, since=after, letters=LOG_MOST)
    return log_screen(ask.page, found)
