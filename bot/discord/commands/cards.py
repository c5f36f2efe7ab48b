"""`/card`: look up a technology, wonder, unit, marker or any other thing with a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.discord.ask import Ask, press
from bot.discord.colours import HERALD, look_of
from bot.discord.commands.rules import RULES, book_meant
from bot.discord.interactions.packing import pack
from bot.discord.interactions.replies import ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.rule_screens import on_the_web
from bot.discord.screen import Block, MenuOption, Screen, button, gallery, row, select, text
from bot.discord.slash import command
from bot.service import GameInfo
from bot.service.seats.powers import Power, require
from bot.site.addresses import card_page
from engine.core.registry import ruleset, rulesets
from engine.notation.card_names import CardName, card_names
from engine.rulebook import UnknownSection, rulebook
from render import Card, Look
from render.text.charts import card_text

if TYPE_CHECKING:
    from bot.discord.client import Bot

OTHERS = 10
"""How many other cards are offered that may have been meant."""


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
    look = Look(language=bot.language) if info is None else look_of(info)
    words = card_text(card, rules, look)
    picture = await bot.pictures.draw("card.png", Card(card, rules), look, words)
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


@press(Verb.CARD, None, slow=True)
async def another(ask: Ask) -> Screen:
    """Show another card that may have been meant."""
    return await _shown(ask, ask.rest[0], ask.values[0], shared=False)


@press(Verb.SHARE_CARD, None, new_message=True, public=True, slow=True)
async def share(ask: Ask) -> Screen:
    """Show a card to everybody, as everybody may see it."""
    rules, kind, name = ask.rest
    return await _shown(ask, rules, f"{kind}.{name}", shared=True)


async def _shown(ask: Ask, rules: str, card: str, *, shared: bool) -> Screen:
    found = None if rules not in rulesets() else card_names(rules, ask.bot.language).exactly(card)
    if found is None:
        raise ask.refuse("card.nothing", name=card[:60])
    # Cards are looked up in no game as well: the press needs no power, this does.
    info = await ask.herald.look.game(ask.id.game) if ask.id.game else None
    if info is not None:
        require(Power.SEE, await ask.actor_in(info), info)
    return await card_screen(ask.bot, rules, found, info, ask.user.id, shared=shared)


async def _meant(ask: Ask, rules: str | None, game: str | None) -> tuple[str, GameInfo | None]:
    """The rules a card is looked up in, and the game that is played by them here."""
    info: GameInfo | None
    try:
        info = (await ask.in_game(Power.SEE, game)).info
    except ReplyWith:
        if game is not None:
            raise
        info = None
    if rules is not None and (info is None or info.game.ruleset != rules):
        return rules, None
    if info is not None:
        return info.game.ruleset, info if info.game.status != "lobby" else None
    return (await book_meant(ask, rules)).ruleset, None


async def names_of_cards(ask: Ask, typed: str) -> list[tuple[str, str]]:
    """Cards whose names, or nicknames, fit what was typed."""
    rules, _ = await _meant(ask, ask.typed.get("rules"), ask.typed.get("game"))
    found = card_names(rules, ask.bot.language).find(typed)
    return [(f"{each.title} · {each.kind}", each.id) for each in found]


@command("card", None, slow=True, suggest={"name": names_of_cards}, choices={"rules": RULES})
async def card(ask: Ask, *, name: str, rules: str | None = None, game: str | None = None) -> Screen:
    """Look at the card of something in the rules."""
    named, info = await _meant(ask, rules, game)
    names = card_names(named, ask.bot.language)
    found = names.exactly(name)
    if found is None:
        raise ask.refuse("card.nothing", name=name[:60])
    others = [each for each in names.find(name, OTHERS) if each.id != found.id]
    if found.id == name:
        others = []
    return await card_screen(ask.bot, named, found, info, ask.user.id, others=others)
