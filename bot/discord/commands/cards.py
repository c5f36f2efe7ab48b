"""`/card`: look up a technology, wonder, unit, marker or any other thing with a name."""

from __future__ import annotations

from bot.discord.ask import Ask
from bot.discord.colours import HERALD, look_of
from bot.discord.commands.rules import RULES, book_meant
from bot.discord.interactions.packing import pack
from bot.discord.interactions.replies import ReplyWith
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Page
from bot.discord.posts.rule_screens import on_the_web
from bot.discord.presses import press
from bot.discord.screen import Block, MenuOption, Screen, button, gallery, row, text
from bot.discord.slash import command
from bot.service import GameInfo
from bot.service.seats.powers import Power
from bot.site.addresses import card_page
from engine.core.registry import ruleset, rulesets
from engine.notation.card_names import CardName, card_names
from engine.rulebook import UnknownSection, rulebook
from render import Card, Look
from render.text.charts import card_text

OTHERS = 10
"""How many other cards are offered that may have been meant."""


async def card_screen(
    ask: Ask,
    rules: str,
    found: CardName,
    *,
    others: list[CardName] | None = None,
    shared: bool = False,
) -> Screen:
    """A card, as things stand for who asks in the game that it is about, or outside of any."""
    page, info, view = ask.page, ask.page.about, None
    if info is not None:
        view = await ask.herald.look.view(info.id, None if shared else ask.user.id)
    card = ruleset(rules).card(found.id, view)
    look = Look(language=page.language) if info is None else look_of(info)
    words = card_text(card, rules, look)
    picture = await ask.pictures.draw("card.png", Card(card, rules), look, words)
    blocks: list[Block] = [text(page.say("card.head", title=found.title, kind=found.kind))]
    blocks.append(text(page.voice.escape(words)) if picture is None else gallery(picture))
    if not shared:
        blocks += _buttons(page, rules, found, card.rule)
    if others:
        lines = [MenuOption(each.id, f"{each.title}", each.kind) for each in others]
        blocks.append(page.menu(Verb.CARD, "card.others", lines, rest=[rules]))
    return Screen(blocks, pictures=() if picture is None else (picture,), accent=HERALD)


def _buttons(page: Page, rules: str, found: CardName, anchor: str) -> list[Block]:
    """The rule that the card comes from, and showing it to the channel."""
    buttons: list[Block] = []
    try:
        section = rulebook(rules).section(anchor)
    except UnknownSection:
        pass
    else:
        to_rule = page.of(None).id(Verb.RULE_SECTION, rules, anchor, pack([0, 0]))
        label = page.say("card.rule", number=section.number, title=section.title)
        buttons.append(button(to_rule, label))
    share = [rules, *found.id.split(".", 1)]
    buttons.append(page.button(Verb.SHARE_CARD, "rules.share", rest=share))
    buttons += on_the_web(page, card_page(rules, found.id))
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
    found = None if rules not in rulesets() else card_names(rules, ask.page.language).exactly(card)
    if found is None:
        raise ask.refuse("card.nothing", name=card[:60])
    # Cards are looked up in no game as well: the press needs no power, this does.
    if ask.id.game:
        ask = await ask.about(ask.id.game, Power.SEE)
    return await card_screen(ask, rules, found, shared=shared)


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
    found = card_names(rules, ask.page.language).find(typed)
    return [(f"{each.title} · {each.kind}", each.id) for each in found]


@command("card", None, slow=True, suggest={"name": names_of_cards}, choices={"rules": RULES})
async def card(ask: Ask, *, name: str, rules: str | None = None, game: str | None = None) -> Screen:
    """Look at the card of something in the rules."""
    named, info = await _meant(ask, rules, game)
    names = card_names(named, ask.page.language)
    found = names.exactly(name)
    if found is None:
        raise ask.refuse("card.nothing", name=name[:60])
    others = [each for each in names.find(name, OTHERS) if each.id != found.id]
    if found.id == name:
        others = []
    return await card_screen(ask.of(info), named, found, others=others)
