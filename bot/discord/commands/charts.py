"""Sheets and charts: what the rules show beside the board, chosen on the map, panel or `/map`."""

from __future__ import annotations

from bot.discord.ask import Ask
from bot.discord.colours import HERALD, look_of
from bot.discord.interactions.packing import pack
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Page
from bot.discord.presses import press
from bot.discord.screen import OPTIONS_MOST, Block, MenuOption, Screen, gallery, row, text
from bot.service.seats.powers import Power
from engine.core.charts import NamedChart
from engine.core.folding import fold
from engine.core.messages import Voice, capital
from engine.core.view import View
from render import Chart, kind_of
from render.text.charts import chart_alt_text, chart_text

TYPED_MOST = 60
"""How much of a name that no chart has is repeated."""


def chart_title(chart: NamedChart, voice: Voice) -> str:
    """What players call a chart."""
    return capital(voice.label(chart.title))


def chart_menus(page: Page, view: View, number: int | None = None, shown: str = "") -> list[Block]:
    """Selects with every chart of a view. `number` is the entry that the view is of, if not now."""
    options = [
        MenuOption(chart.id, chart_title(chart, page.voice.unescaped), chosen=chart.id == shown)
        for chart in view.charts
    ]
    when = [] if number is None else [page.ids.hide(number)]
    return [
        page.menu(
            Verb.SHOW_CHART,
            "chart.select",
            options[at : at + OPTIONS_MOST],
            # The number of the select keeps two of them apart on one message.
            rest=[pack([at // OPTIONS_MOST]), *when],
            n=len(options),
        )
        for at in range(0, len(options), OPTIONS_MOST)
    ]


async def chart_screen(ask: Ask, wanted: str = "", number: int | None = None) -> Screen:
    """A chart as the user may see it, now or after an entry; the first where none is named.

    `wanted` is an id or a title. Raises `ReplyWith` where there is no such chart.
    """
    info, voice = ask.info, ask.voice
    view = await ask.herald.look.view(info.id, ask.user.id, number)
    chart = find_chart(view, voice.unescaped, wanted)
    if chart is None:
        key = "chart.no_chart" if view.charts else "chart.nothing"
        raise ask.refuse(key, typed=wanted[:TYPED_MOST])
    look = look_of(info)
    alt = chart_alt_text(chart.content, view, look)
    wish = Chart(chart.content, view)
    picture = await ask.pictures.draw(f"{chart.id.lower()}.{kind_of(wish)}", wish, look, alt)
    blocks: list[Block] = [text(ask.say("chart.title", title=chart_title(chart, voice)))]
    if picture is None:
        blocks.append(text(voice.escape(chart_text(chart.content, view, look))))
    else:
        blocks.append(gallery(picture))
    blocks += chart_menus(ask.page, view, number, chart.id)
    blocks.append(row(ask.page.button(Verb.MAP, "phase.map")))
    pictures = () if picture is None else (picture,)
    return Screen(blocks, pictures=pictures, accent=HERALD)


def find_chart(view: View, voice: Voice, wanted: str) -> NamedChart | None:
    """The chart of an id or a title; the first one for an empty name, None where there is none."""
    typed = fold(wanted).strip()
    for chart in view.charts:
        if not typed or typed in (fold(chart.id), fold(chart_title(chart, voice))):
            return chart
    return None


@press(Verb.CHARTS, Power.SEE, new_message=True, slow=True)
async def charts(ask: Ask) -> Screen:
    """Show the first chart, and the others to choose from."""
    return await chart_screen(ask)


@press(Verb.SHOW_CHART, Power.SEE, slow=True)
async def show_chart(ask: Ask) -> Screen:
    """Show the chart that was chosen."""
    return await chart_screen(ask, ask.value, ask.hidden(1))


async def charts_of_game(ask: Ask, typed: str) -> list[tuple[str, str]]:
    """Charts whose titles have in them what was typed."""
    ask = await ask.in_game(Power.SEE)
    view, voice = await ask.herald.look.view(ask.game, ask.user.id), ask.voice.unescaped
    titles = [(chart_title(chart, voice), chart.id) for chart in view.charts]
    return [(title, key) for title, key in titles if fold(typed) in fold(title)]
