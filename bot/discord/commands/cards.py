"""`/card`: look up a technology, wonder, unit, marker or any other thing with a name."""

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
from bot.discord.commands.rules import book_meant
from bot.discord.interactions.components import Press, on_press
from bot.discord.interactions.packing import pack
from bot.discord.interactions.replies import Reply, ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.rule_screens import on_the_web
from bot.discord.posts.table_settings import rules_title
from bot.discord.screen import Block, MenuOption, Screen, button, gallery, row, select, text
from bot.service import GameInfo
from bot.service.seats.powers import Power, require
from bot.site.addresses import card_page
from engine.core.registry import ruleset, rulesets
from engine.notation.card_names import CardName, card_names
from engine.rulebook import UnknownSection, rulebook
from render.text.charts import card_text

if TYPE_CHECKING:
    from bot.discord.client import Bot

OTHERS = 10
"""How many other cards are offered that may have been meant."""


def add(bot: Bot, group: app_commands.Group) -> None:
    """Declare the command."""
    bot.tree.add_command(card_command)


async def card_screen(
    bot: Bot,
    rules: str,
    found: CardName,
    info: GameInfo | None,
    user: int,
    *,
    others: list[CardName] | None = None,
    shared: bool = False,
) -> Screen:
    """A card, as things stand for the user in a game, or outside of any."""
    view = None if info is None else await bot.herald.look.view(info.id, None if shared else user)
    card = ruleset(rules).card(found.id, view)
    names = () if info is None else info.names
    paint = None if info is None else colours(info)
    theme = "dark" if info is None else info.game.theme
    words = card_text(card, rules, names, bot.language, colours=paint)
    picture = await bot.pictures.card(card, rules, words, names=names, theme=theme, colours=paint)
    voice = bot.voice(info)
    blocks: list[Block] = [text(voice.say("card.head", title=found.title, kind=found.kind))]
    blocks.append(text(voice.escape(words)) if picture is None else gallery(picture))
    if not shared:
        blocks += _buttons(bot, rules, found, card.rule, info)
    if others:
        lines = [MenuOption(each.id, f"{each.title}", each.kind) for each in others]
        custom_id = bot.ids.make(Verb.CARD, 0 if info is None else info.id, rules)
        blocks.append(select(custom_id, lines, voice.say("card.others")))
    return Screen(blocks, pictures=() if picture is None else (picture,), accent=HERALD)


def _buttons(
    bot: Bot, rules: str, found: CardName, anchor: str, info: GameInfo | None
) -> list[Block]:
    """The rule that the card comes from, and showing it to the channel."""
    voice = bot.voice(info)
    buttons: list[Block] = []
    try:
        section = rulebook(rules).section(anchor)
    except UnknownSection:
        pass
    else:
        to_rule = bot.ids.make(Verb.RULE_SECTION, 0, rules, anchor, pack([0, 0]))
        label = voice.say("card.rule", number=section.number, title=section.title)
        buttons.append(button(to_rule, label))
    share = bot.ids.make(
        Verb.SHARE_CARD, 0 if info is None else info.id, rules, *found.id.split(".", 1)
    )
    buttons.append(button(share, voice.say("rules.share")))
    buttons += on_the_web(bot, card_page(rules, found.id))
    return [row(*buttons)]


async def _of_game(bot: Bot, game: int) -> GameInfo | None:
    return await bot.herald.look.game(game) if game else None


@on_press(Verb.CARD, None, slow=True)
async def on_card(press: Press) -> None:
    """Show another card that may have been meant."""
    await _show(press, press.id.rest[0], press.values[0], shared=False)


@on_press(Verb.SHARE_CARD, None, new_message=True, public=True, slow=True)
async def on_share(press: Press) -> None:
    """Show a card to everybody, as everybody may see it."""
    rules, kind, name = press.id.rest
    await _show(press, rules, f"{kind}.{name}", shared=True)


async def _show(press: Press, rules: str, card: str, *, shared: bool) -> None:
    bot = press.bot
    found = None if rules not in rulesets() else card_names(rules, bot.language).exactly(card)
    if found is None:
        raise ReplyWith(bot.voice().say("card.nothing", name=card[:60]))
    info = await _of_game(bot, press.game)
    if info is not None:
        require(Power.SEE, await bot.membership.actor(press.interaction, info), info)
    screen = await card_screen(bot, rules, found, info, press.user.id, shared=shared)
    await press.reply.show(screen)


async def _meant(
    interaction: Interaction, rules: str | None, game: str | None
) -> tuple[str, GameInfo | None]:
    """The rules a card is looked up in, and the game that is played by them here."""
    info: GameInfo | None
    try:
        info = await game_meant(Power.SEE, interaction, game)
    except ReplyWith:
        if game is not None:
            raise
        info = None
    if rules is not None and (info is None or info.game.ruleset != rules):
        return rules, None
    if info is not None:
        return info.game.ruleset, info if info.game.status != "lobby" else None
    return (await book_meant(interaction, rules)).ruleset, None


async def names_of_cards(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Cards whose names, or nicknames, fit what was typed."""

    async def find() -> list[app_commands.Choice[str]]:
        space = interaction.namespace
        rules, _ = await _meant(interaction, getattr(space, "rules", None), space.game)
        found = card_names(rules, interaction.client.language).find(current)
        return [choice(f"{each.title} · {each.kind}", each.id) for each in found]

    return await suggested(find())


@app_commands.command(name="card", description=say("command.card"))
@app_commands.describe(name=say("option.card"), rules=say("option.rules"), game=say("option.game"))
@app_commands.autocomplete(name=names_of_cards, game=own_games)
@app_commands.choices(
    rules=[app_commands.Choice(name=rules_title(name)[:100], value=name) for name in rulesets()]
)
async def card_command(
    interaction: Interaction, name: str, rules: str | None = None, game: str | None = None
) -> None:
    """Look at the card of something in the rules."""

    async def work(reply: Reply) -> None:
        bot = interaction.client
        named, info = await _meant(interaction, rules, game)
        names = card_names(named, bot.language)
        found = names.exactly(name)
        if found is None:
            raise ReplyWith(bot.voice().say("card.nothing", name=name[:60]))
        others = [each for each in names.find(name, OTHERS) if each.id != found.id]
        if found.id == name:
            others = []
        user = interaction.user.id
        await reply.show(await card_screen(bot, named, found, info, user, others=others))

    await respond(interaction, work, slow=True)
