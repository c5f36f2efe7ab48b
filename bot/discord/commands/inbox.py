"""`/inbox` and `/help`: what awaits a user in all games, and how Herald works."""

from __future__ import annotations

from bot.discord.ask import Ask
from bot.discord.colours import HERALD
from bot.discord.interactions.verbs import Verb
from bot.discord.posts.catch_up import catch_up_lines
from bot.discord.posts.notices import game_name
from bot.discord.screen import Block, Screen, TextBudget, row, text
from bot.discord.slash import command

SHOWN = 9
"""How many games stand on one screen with a button of their own."""


@command("inbox", None)
async def inbox(ask: Ask) -> Screen:
    """What awaits one in all games, soonest clock first."""
    items = [
        item
        for item in await ask.herald.look.inbox(ask.user.id)
        if (await ask.actor_in(item.info)).rights.member
    ]
    if not items:
        return ask.page.notice("inbox.empty")
    budget = TextBudget()
    blocks: list[Block] = [text(budget.take(ask.say("inbox.title", n=len(items))))]
    has_news = False
    for item in items[:SHOWN]:
        own = ask.of(item.info).page
        name = game_name(own)
        if item.decisions:
            said = own.say("inbox.awaited", game=name, prompt=item.prompts[0], due=item.due_at or 0)
        elif item.is_damaged:
            said = own.say("inbox.damaged", game=name)
        else:
            said = own.say("inbox.waiting", game=name, status=item.info.game.status)
        if item.has_missed and not has_news:
            said, has_news = await with_news(ask.of(item.info), said), True
        if item.returned:
            said += "\n" + own.say("inbox.returned", n=item.returned)
        blocks.append(text(budget.take(said)))
        if item.info.game.status in ("running", "paused"):
            style, code = "main" if item.decisions else "plain", item.info.code
            blocks.append(row(own.button(Verb.MY_MOVE, "inbox.open", style, code=code)))
    if len(items) > SHOWN:
        codes = ", ".join(item.info.code for item in items[SHOWN:])
        blocks.append(text(budget.take(ask.say("inbox.more", codes=codes))))
    return Screen(blocks, accent=HERALD)


async def with_news(ask: Ask, said: str) -> str:
    """What a game awaits, below what its player has missed there."""
    missed = await ask.herald.look.catch_up(ask.game, ask.user.id)
    if missed is None:
        return said
    return "\n".join((*catch_up_lines(missed, ask.voice), said))


@command("help", None)
async def help_(ask: Ask) -> Screen:
    """How to begin."""
    parts = ("start", "play", "ways", "table", "look")
    return Screen([text(ask.say(f"help.{part}")) for part in parts], accent=HERALD)
