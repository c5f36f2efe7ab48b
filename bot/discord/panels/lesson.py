"""A lesson above a panel: what this step is about, a hint, and the rule behind it."""

from __future__ import annotations

from bot.discord.interactions.verbs import Verb
from bot.discord.page import Page
from bot.discord.screen import Block, Screen, line, row, text
from bot.service import Desk, Herald
from bot.service.seats.lessons import LessonProgress
from engine.rulebook import rulebook


async def taught(herald: Herald, page: Page, desk: Desk, screen: Screen) -> Screen:
    """The screen of a panel, under the lesson of its game if there is one."""
    if desk.info.game.channel_id is not None or desk.seat.user_id is None:
        return screen
    progress = await herald.lessons.progress(desk.info.id, desk.seat.user_id)
    if progress is None:
        return screen
    blocks = [*_said(page, desk, progress), line(), *screen.blocks]
    return Screen(
        blocks,
        pictures=screen.pictures,
        attached=screen.attached,
        mentions=screen.mentions,
        accent=screen.accent,
    )


def _said(page: Page, desk: Desk, progress: LessonProgress) -> list[Block]:
    step, restart = progress.step, page.button(Verb.LESSON_RESTART, "lesson.restart")
    lines = [page.say("lesson.praise")] if progress.went_on else []
    lines += [
        page.say("lesson.passed", title=each.title, text=each.text) for each in progress.passed
    ]
    if step is None:
        over = page.say("lesson.over", text=progress.lesson.farewell)
        return [text("\n".join([*lines, over])), row(restart)]
    facts = {"number": progress.number + 1, "total": len(progress.lesson.steps)}
    lines.append(page.say("lesson.step", **facts, title=step.title, text=step.text))
    tried = progress.tried and not progress.went_on
    if tried and step.hint:
        lines.append(page.say("lesson.hint", hint=step.hint))
    if step.phase and desk.view.phase != step.phase:
        phase = page.say(f"phase.{step.phase}")
        lines.append(page.say("lesson.later" if tried else "lesson.comes", phase=phase))
    buttons: list[Block] = []
    if step.goal is None:
        buttons.append(page.button(Verb.LESSON_READ, "lesson.read", "main"))
    if step.rule:
        book = rulebook(desk.info.game.ruleset)
        number, rest = book.section(step.rule).number, [step.rule, "lesson"]
        buttons.append(page.button(Verb.RULE, "lesson.rule", rest=rest, number=number))
    return [text("\n".join(lines)), row(*buttons, restart)]
