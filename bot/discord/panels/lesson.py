"""A lesson above a panel: what this step is about, a hint, and the rule behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.discord.interactions.verbs import Verb
from bot.discord.screen import Block, Screen, button, line, row, text
from bot.service import Desk
from bot.service.play.lessons import LessonProgress
from engine.rulebook import rulebook

if TYPE_CHECKING:
    from bot.discord.client import Bot


async def taught(bot: Bot, desk: Desk, screen: Screen) -> Screen:
    """The screen of a panel, under the lesson of its game if there is one."""
    if desk.info.game.channel_id is not None or desk.seat.user_id is None:
        return screen
    progress = await bot.herald.lessons.progress(desk.info.id, desk.seat.user_id)
    if progress is None:
        return screen
    blocks = [*_said(bot, desk, progress), line(), *screen.blocks]
    return Screen(
        blocks,
        pictures=screen.pictures,
        attached=screen.attached,
        mentions=screen.mentions,
        accent=screen.accent,
    )


def _said(bot: Bot, desk: Desk, progress: LessonProgress) -> list[Block]:
    voice, step = bot.voice(desk.info), progress.step
    restart = button(bot.ids.make(Verb.LESSON_RESTART, desk.info.id), voice.say("lesson.restart"))
    lines = [voice.say("lesson.praise")] if progress.went_on else []
    lines += [
        voice.say("lesson.passed", title=each.title, text=each.text) for each in progress.passed
    ]
    if step is None:
        over = voice.say("lesson.over", text=progress.lesson.farewell)
        return [text("\n".join([*lines, over])), row(restart)]
    facts = {"number": progress.number + 1, "total": len(progress.lesson.steps)}
    lines.append(voice.say("lesson.step", **facts, title=step.title, text=step.text))
    tried = progress.tried and not progress.went_on
    if tried and step.hint:
        lines.append(voice.say("lesson.hint", hint=step.hint))
    if step.phase and desk.view.phase != step.phase:
        phase = voice.say(f"phase.{step.phase}")
        lines.append(voice.say("lesson.later" if tried else "lesson.comes", phase=phase))
    buttons: list[Block] = []
    if step.goal is None:
        read = bot.ids.make(Verb.LESSON_READ, desk.info.id)
        buttons.append(button(read, voice.say("lesson.read"), "main"))
    if step.rule:
        book = rulebook(desk.info.game.ruleset)
        to_rule = bot.ids.make(Verb.RULE, desk.info.id, step.rule, "lesson")
        number = book.section(step.rule).number
        buttons.append(button(to_rule, voice.say("lesson.rule", number=number)))
    return [text("\n".join(lines)), row(*buttons, restart)]
