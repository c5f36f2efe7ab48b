"""The plan-ahead screen: what a player has prepared, with ways to add to it and drop it."""

from __future__ import annotations

from bot.discord.colours import style_of
from bot.discord.interactions.verbs import Verb
from bot.discord.page import Page
from bot.discord.screen import (
    OPTION_MOST,
    OPTIONS_MOST,
    Block,
    MenuOption,
    Screen,
    TextBudget,
    clipped,
    line,
    row,
    text,
)
from bot.discord.voices import in_code
from bot.service import Desk, Prepared, Returned
from engine.core.messages import Voice

LINE_MOST = 120
SHOWN = 3
"""How many choices that came back are named on the panel itself."""


def plan_screen(page: Page, desk: Desk, *, note: str = "") -> Screen:
    """Everything a player has prepared, with ways to add to it and to drop it."""
    budget, voice = TextBudget(), page.voice
    blocks: list[Block] = [text(budget.take(page.say("plan.title")))]
    if note:
        blocks.append(text(budget.take(note)))
    blocks.append(line())
    listed = [page.say("plan.waiting", choice=words(each, voice)) for each in desk.prepared]
    listed += [came_back(each, voice) for each in desk.returned]
    blocks.append(text(budget.take("\n".join(listed) or page.say("plan.empty"))))
    if desk.can_prepare:
        kinds = [MenuOption(kind, page.say(f"phase.{kind}")) for kind in desk.can_prepare]
        blocks.append(page.menu(Verb.PLAN_FOR, "plan.add", kinds[:OPTIONS_MOST]))
    kept = [*desk.prepared, *(each.prepared for each in desk.returned)]
    if kept:
        lines = [
            MenuOption(page.ids.hide(each.id), clipped(plain(each, voice), OPTION_MOST))
            for each in kept
        ]
        blocks.append(page.menu(Verb.DROP_PREPARED, "plan.drop", lines[:OPTIONS_MOST]))
    buttons = [page.button(Verb.REFRESH_PANEL, "plan.back")]
    if kept:
        buttons.append(page.button(Verb.DROP_ALL_PREPARED, "plan.drop_all", "danger", n=len(kept)))
    blocks.append(row(*buttons))
    return Screen(blocks, accent=style_of(desk.seat).accent)


def words(kept: Prepared, voice: Voice) -> str:
    """A prepared choice, for text: when it is played, and what it says."""
    kind = voice.say(f"phase.{kept.kind}")
    if kept.line == "":
        return voice.say("plan.passing", kind=kind)
    return voice.say("plan.choice", kind=kind, line=clipped(said(kept), LINE_MOST))


def plain(kept: Prepared, voice: Voice) -> str:
    """A prepared choice, for a label."""
    kind = voice.say(f"phase.{kept.kind}")
    return voice.say("plan.label", kind=kind, line=said(kept) or voice.say("plan.pass"))


def said(kept: Prepared) -> str:
    """What was typed, without what would break out of the marks it is shown in."""
    return in_code(kept.line if kept.line is not None else str(kept.value))


def came_back(each: Returned, voice: Voice) -> str:
    """A prepared choice that could not be played, and why."""
    return voice.say("plan.returned", choice=words(each.prepared, voice), why=each.problem)


def reminder(desk: Desk, voice: Voice) -> list[Block]:
    """What came back, named on the player's panel so that it is not missed."""
    if not desk.returned:
        return []
    shown = [came_back(each, voice) for each in desk.returned[:SHOWN]]
    if len(desk.returned) > SHOWN:
        shown.append(voice.say("plan.more", n=len(desk.returned) - SHOWN))
    return [text(TextBudget(800).take("\n".join(shown)))]
