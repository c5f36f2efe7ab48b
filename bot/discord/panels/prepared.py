"""The plan-ahead screen: what a player has prepared, with ways to add to it and drop it."""

from __future__ import annotations

from bot.discord.colours import style_of
from bot.discord.interactions.ids import Ids
from bot.discord.interactions.verbs import Verb
from bot.discord.screen import (
    OPTION_MOST,
    OPTIONS_MOST,
    Block,
    MenuOption,
    Screen,
    TextBudget,
    button,
    clipped,
    line,
    row,
    select,
    text,
)
from bot.discord.voices import in_code
from bot.service import Desk, Prepared, Returned
from engine.core.messages import Voice

LINE_MOST = 120
SHOWN = 3
"""How many choices that came back are named on the panel itself."""


def plan_screen(desk: Desk, voice: Voice, ids: Ids, *, note: str = "") -> Screen:
    """Everything a player has prepared, with ways to add to it and to drop it."""
    budget, game = TextBudget(), desk.info.id
    blocks: list[Block] = [text(budget.take(voice.say("plan.title")))]
    if note:
        blocks.append(text(budget.take(note)))
    blocks.append(line())
    listed = [voice.say("plan.waiting", choice=words(each, voice)) for each in desk.prepared]
    listed += [came_back(each, voice) for each in desk.returned]
    blocks.append(text(budget.take("\n".join(listed) or voice.say("plan.empty"))))
    if desk.can_prepare:
        kinds = [MenuOption(kind, voice.say(f"phase.{kind}")) for kind in desk.can_prepare]
        blocks.append(
            select(ids.make(Verb.PLAN_FOR, game), kinds[:OPTIONS_MOST], voice.say("plan.add"))
        )
    kept = [*desk.prepared, *(each.prepared for each in desk.returned)]
    if kept:
        lines = [
            MenuOption(ids.hide(each.id), clipped(plain(each, voice), OPTION_MOST)) for each in kept
        ]
        blocks.append(
            select(ids.make(Verb.DROP_PREPARED, game), lines[:OPTIONS_MOST], voice.say("plan.drop"))
        )
    buttons: list[Block] = [button(ids.make(Verb.REFRESH_PANEL, game), voice.say("plan.back"))]
    if kept:
        dropping = button(
            ids.make(Verb.DROP_ALL_PREPARED, game),
            voice.say("plan.drop_all", n=len(kept)),
            "danger",
        )
        buttons.append(dropping)
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
