"""Sheets and charts: what the rules show beside the board, chosen on the map, panel or `/map`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.colours import HERALD, colours
from bot.discord.commands.asking import Interaction, choice, game_meant, suggested
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.packing import pack
from bot.discord.interactions.replies import ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.screen import (
    OPTIONS_MOST,
    Block,
    MenuOption,
    Screen,
    button,
    gallery,
    row,
    select,
    text,
)
from bot.service import GameInfo
from bot.service.seats.powers import Power
from engine.core.charts import NamedChart
from engine.core.folding import fold
from engine.core.messages import Voice, capital
from engine.core.view import View
from render.text.charts import chart_alt_text, chart_text

if TYPE_CHECKING:
    from bot.discord.client import Bot


TYPED_MOST = 60
"""How much of a name that no chart has is repeated."""


def chart_title(chart: NamedChart, voice: Voice) -> str:
    """What players call a chart."""
    return capital(voice.label(chart.title))


def chart_menus(
    bot: Bot, info: GameInfo, view: View, number: int | None = None, shown: str = ""
) -> list[Block]:
    """Selects with every chart of a view. `number` is the entry that the view is of, if not now."""
    voice = bot.voice(info)
    options = [
        MenuOption(chart.id, chart_title(chart, voice.unescaped), chosen=chart.id == shown)
        for chart in view.charts
    ]
    menus: list[Block] = []
    for at in range(0, len(options), OPTIONS_MOST):
        page = options[at : at + OPTIONS_MOST]
        # The number of the select keeps two of them apart on one message.
        when = [] if number is None else [bot.ids.hide(number)]
        custom_id = bot.ids.make(Verb.SHOW_CHART, info.id, pack([at // OPTIONS_MOST]), *when)
        menus.append(select(custom_id, page, voice.say("chart.select", n=len(options))))
    return menus


async def chart_screen(
    bot: Bot, info: GameInfo, user: int, wanted: str = "", number: int | None = None
) -> Screen:
    """A chart as the user may see it, now or after an entry; the first where none is named.

    `wanted` is an id or a title. Raises `ReplyWith` where there is no such chart.
    """
    view = await bot.herald.look.view(info.id, user, number)
    voice = bot.context(info).voice
    chart = find_chart(view, voice.unescaped, wanted)
    if chart is None:
        key = "chart.no_chart" if view.charts else "chart.nothing"
        raise ReplyWith(voice.say(key, typed=wanted[:TYPED_MOST]))
    names, language = info.names, info.game.language
    alt = chart_alt_text(chart.content, view, names, language, colours=colours(info))
    picture = await bot.pictures.chart(info, view, chart, alt)
    blocks: list[Block] = [text(voice.say("chart.title", title=chart_title(chart, voice)))]
    if picture is None:
        said = chart_text(chart.content, view, names, language, colours=colours(info))
        blocks.append(text(voice.escape(said)))
    else:
        blocks.append(gallery(picture))
    blocks += chart_menus(bot, info, view, number, chart.id)
    blocks.append(row(button(bot.ids.make(Verb.MAP, info.id), voice.say("phase.map"))))
    pictures = () if picture is None else (picture,)
    return Screen(blocks, pictures=pictures, accent=HERALD)


def find_chart(view: View, voice: Voice, wanted: str) -> NamedChart | None:
    """The chart of an id or a title; the first one for an empty name, None where there is none."""
    typed = fold(wanted).strip()
    for chart in view.charts:
        if not typed or typed in (fold(chart.id), fold(chart_title(chart, voice))):
            return chart
    return None


@on_press(Verb.CHARTS, Power.SEE, new_message=True, slow=True)
async def on_charts(press: Press) -> None:
    """Show the first chart, and the others to choose from."""
    info = await press.bot.herald.look.game(press.game)
    await press.reply.show(await chart_screen(press.bot, info, press.user.id))


@on_press(Verb.SHOW_CHART, Power.SEE, slow=True)
async def on_show_chart(press: Press) -> None:
    """Show the chart that was chosen."""
    info = await press.bot.herald.look.game(press.game)
    number = next(map(press.bot.ids.read_hidden, press.id.rest[1:]), None)
    await press.reply.show(await chart_screen(press.bot, info, press.user.id, press.value, number))


async def charts_of_game(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Charts whose titles have in them what was typed."""

    async def find() -> list[app_commands.Choice[str]]:
        bot = interaction.client
        info = await game_meant(Power.SEE, interaction, interaction.namespace.game)
        view = await bot.herald.look.view(info.id, interaction.user.id)
        voice = bot.voice(info).unescaped
        titles = [(chart_title(chart, voice), chart.id) for chart in view.charts]
        return [choice(title, key) for title, key in titles if fold(current) in fold(title)]

    return await suggested(find())
