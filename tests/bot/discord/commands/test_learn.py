"""`/learn`: a lesson on the player's own panel."""

from __future__ import annotations

import pytest

from bot.cli.bench.presses.reader import Lost, Reader
from bot.cli.bench.presses.wishes import goal
from bot.discord.voices import rules_voice
from bot.service import GameInfo
from bot.store import lessons as stored
from engine.core.decision import Choice, Decision
from engine.core.errors import IllegalChoice
from engine.core.grammar import Value
from engine.core.registry import ruleset
from engine.core.wholes import sensible
from engine.lessons import Goal, lesson_of, lessons
from tests.bot.discord.builders.world import Panel, Person, World


@pytest.fixture
def zoe(world: World) -> Person:
    return world.person("Zoe")


async def begun(zoe: Person, rules: str = "standard") -> Panel:
    """A lesson whose first step is read."""
    return await zoe.press(await zoe.slash("learn", rules=rules), "Go on")


@pytest.mark.parametrize("rules", lessons())
async def test_every_lesson_begins_with_what_it_is_about(zoe: Person, rules: str) -> None:
    first = lesson_of(rules).steps[0]
    shown = await zoe.slash("learn", rules=rules)
    assert f"1 of {len(lesson_of(rules).steps)} · {first.title}" in shown
    assert "2 of" in await zoe.press(shown, "Go on")


async def test_what_was_done_is_praised_and_the_next_step_follows(zoe: Person) -> None:
    shown = await begun(zoe)
    (option, *_) = [label for label in shown.options() if label]
    shown = await zoe.pick(shown, option)
    assert "Well done." in shown
    assert "3 of" in shown


async def test_a_lesson_goes_on_where_it_was_left(zoe: Person) -> None:
    await begun(zoe)
    await zoe.world.restart()
    assert "2 of" in await zoe.slash("learn", rules="standard")


async def test_a_lesson_can_be_begun_again(zoe: Person) -> None:
    shown = await begun(zoe)
    assert "1 of" in await zoe.press(shown, "Begin again")


async def test_nobody_is_written_to_about_a_lesson_and_no_clock_runs(zoe: Person) -> None:
    await begun(zoe)
    assert zoe.letters() == []
    assert zoe.world.posts() == []
    assert await zoe.world.herald.scheduler.next_deadline() is None


async def test_the_rule_of_a_step_is_a_press_away(zoe: Person) -> None:
    shown = await begun(zoe)
    label = next(label for label in shown.buttons() if label.startswith("Rule"))
    assert "Placement" in await zoe.press(shown, label)


class Pupil:
    """Learns by the panel alone: does what the step asks, which is among what the panel offers."""

    def __init__(self, zoe: Person, rules: str) -> None:
        self.zoe = zoe
        self.lesson = lesson_of(rules)
        self.rules = ruleset(rules)
        self.reader = Reader()
        self.presses = 0

    async def learn(self, most: int = 250) -> Panel:
        """Go through all steps; gives the last panel."""
        shown = await self.zoe.slash("learn", rules=self.rules.name)
        for _ in range(most):
            self.presses += 1
            if "The lesson is over" in shown:
                return shown
            if "Go on" in shown.buttons():
                shown = await self.zoe.press(shown, "Go on")
            else:
                shown = await self.act(shown)
        raise AssertionError(f"no end to this lesson:\n{shown.text}")

    async def act(self, shown: Panel) -> Panel:
        """One press towards the goal of the step."""
        wanted = await self.wanted()
        if wanted is None:
            return await self.zoe.slash("learn", rules=self.rules.name)
        decision, value = wanted
        voice = self.zoe.world.bot.page.of(await self.game()).voice.unescaped
        try:
            press = self.reader.press(shown.components, [goal(decision, value, voice)])
        except Lost:
            self.reader.begin()
            return await self.zoe.press_further(shown, "Refresh")
        if press.values:
            shown = await self.zoe.select(shown, press.custom_id, press.values)
        else:
            shown = await self.zoe.press_id(shown, press.custom_id)
        if "✅" in shown:
            self.reader.begin()
        return shown

    async def game(self) -> GameInfo:
        async with self.zoe.world.herald.store.reading() as tx:
            row = await stored.of_user(tx, self.zoe.id, self.rules.name)
        assert row is not None
        return await self.zoe.world.herald.look.game(row.game_id)

    async def wanted(self) -> tuple[Decision, Value] | None:
        """An answer that reaches the goal if one does, else what a good player would do.

        None where the lesson has gone on since by itself, to a step that is only read.
        """
        info = await self.game()
        desk = await self.zoe.world.herald.look.desk(info.id, self.zoe.id)
        progress = await self.zoe.world.herald.lessons.progress(info.id, self.zoe.id)
        assert progress is not None
        step_goal = None if progress.step is None else progress.step.goal
        if step_goal is None:
            return None
        async with self.zoe.world.herald._open_games.open(info.id) as game:
            state, dice = game.position.game.state, game.position.game.dice
        asked = next(each.decision for each in desk.decisions if each.decision.blocking)
        best = [each.value for each in desk.suggestions.get(asked.id, ())]
        listed = [*best, *sensible(asked.grammar, 200)]
        for value in listed if step_goal.event else ():
            try:
                step = self.rules.apply(state, Choice(0, asked.id, value), dice)
            except IllegalChoice:
                continue
            if any(step_goal.fits(0, told.event) for told in step.events if told.reaches(0)):
                return asked, value
        return asked, (listed or [asked.default])[0]


@pytest.mark.parametrize("rules", lessons())
async def test_a_lesson_is_played_to_its_end_by_the_panel_alone(zoe: Person, rules: str) -> None:
    pupil = Pupil(zoe, rules)
    shown = await pupil.learn()
    assert pupil.lesson.farewell[:40] in shown
    assert pupil.presses > len(pupil.lesson.steps)


class Stray(Pupil):
    """Does something else first at every step where that is possible, and reads what it is told."""

    def __init__(self, zoe: Person, rules: str) -> None:
        super().__init__(zoe, rules)
        self.strayed: dict[int, tuple[str, str]] = {}

    async def learn(self, most: int = 250) -> Panel:
        herald = self.zoe.world.herald
        shown = await self.zoe.slash("learn", rules=self.rules.name)
        for number in range(most):
            info = await self.game()
            progress = await herald.lessons.progress(info.id, self.zoe.id, read=True)
            assert progress is not None
            if progress.step is None:
                return await self.zoe.slash("learn", rules=self.rules.name)
            desk = await herald.look.desk(info.id, self.zoe.id)
            if not any(each.decision.blocking for each in desk.decisions):
                # Who strays may be beaten: the lesson begins again in another game.
                shown = await self.zoe.slash("learn", rules=self.rules.name)
                continue
            if progress.step.goal is None:
                continue
            wrong = None
            if progress.number not in self.strayed:
                wrong = await self.beside(progress.step.goal)
            asked = wrong or await self.wanted()
            if asked is None:
                continue
            decision, value = asked
            await herald.play.choose(
                info.id, self.zoe.id, decision.id, value, interaction=str(number)
            )
            await self.zoe.world.env.settle()
            if wrong is not None:
                shown = await self.zoe.slash("learn", rules=self.rules.name)
                if f" of {len(self.lesson.steps)} · {progress.step.title}" in shown:
                    phase = (await herald.look.desk(info.id, self.zoe.id)).view.phase
                    self.strayed[progress.number] = shown.text, phase
        raise AssertionError(f"no end to this lesson:\n{shown.text}")

    async def beside(self, step_goal: Goal) -> tuple[Decision, Value] | None:
        """An answer that does not reach the goal, if there is one."""
        info = await self.game()
        desk = await self.zoe.world.herald.look.desk(info.id, self.zoe.id)
        async with self.zoe.world.herald._open_games.open(info.id) as game:
            state, dice = game.position.game.state, game.position.game.dice
        asked = next(each.decision for each in desk.decisions if each.decision.blocking)
        for value in (asked.default, *sensible(asked.grammar, 12)):
            try:
                step = self.rules.apply(state, Choice(0, asked.id, value), dice)
            except IllegalChoice:
                continue
            events = [told.event for told in step.events if told.reaches(0)]
            if not step_goal.is_reached(0, events, self.rules.view(step.state, 0)):
                return asked, value
        return None


@pytest.mark.parametrize("rules", lessons())
async def test_who_does_something_else_is_helped_at_every_step(zoe: Person, rules: str) -> None:
    stray = Stray(zoe, rules)
    await stray.learn()
    goals = [step for step in stray.lesson.steps if step.goal is not None]
    assert len(stray.strayed) >= len(goals) - 3, "there is something else to do nearly everywhere"
    for number, (shown, phase) in stray.strayed.items():
        step = stray.lesson.steps[number]
        assert f"Not yet. {step.hint}" in shown
        if step.phase:
            name = rules_voice(rules, ()).say(f"phase.{step.phase}")
            assert (f"again in the phase *{name}*" in shown) == (phase != step.phase)


async def test_who_does_something_else_is_helped_by_the_hint_of_the_step(zoe: Person) -> None:
    pupil, step = Pupil(zoe, "standard"), lesson_of("standard").steps[3]
    shown = await begun(zoe)
    while step.title not in shown:
        shown = await pupil.act(shown)
    shown = await zoe.press(shown, "End movement")
    assert f"Not yet. {step.hint}" in shown


async def test_what_one_press_did_beside_the_step_is_not_asked_for_again(zoe: Person) -> None:
    """A settler looks where it arrives: the next step was that it looks."""
    pupil, (moving, looking) = Pupil(zoe, "standard"), lesson_of("standard").steps[3:5]
    shown = await begun(zoe)
    while moving.title not in shown:
        shown = await pupil.act(shown)
    while moving.title in shown:
        shown = await pupil.act(shown)
    assert f"You did this on the way: **{looking.title}.** {looking.text}" in shown
    assert "6 of" in shown


async def test_a_step_that_has_to_wait_says_for_which_phase(zoe: Person) -> None:
    pupil, step = Pupil(zoe, "rhye"), lesson_of("rhye").steps[4]
    shown = await zoe.slash("learn", rules="rhye")
    while step.title not in shown:
        ahead = "Go on" in shown.buttons()
        shown = await (zoe.press(shown, "Go on") if ahead else pupil.act(shown))
    assert "That comes in the phase *Actions*. Go on until then." in shown
