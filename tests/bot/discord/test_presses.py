"""How many presses a turn takes: goals, reached by reading the labels of panels alone."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from bot.cli.bench.presses.reader import Reader, walk
from bot.cli.bench.presses.turns import TURNS, Turn, play
from bot.cli.bench.presses.wishes import Goal, goal, movers, purchases
from bot.cli.program import main
from bot.discord.voices import rules_voice
from bot.service import Asked
from engine.core.registry import rulesets
from tests.bot.discord.builders.playing import choose, desk
from tests.bot.discord.builders.world import Panel, Person, World

COUNTED = {
    ("standard", "the first placement"): 2,
    ("standard", "turn 1"): 10,
    ("standard", "a middle turn with ten groups"): 19,
    ("fast_play", "turn 1"): 8,
    ("fast_play", "a middle turn"): 9,
    ("advanced", "turn 1"): 12,
    ("advanced", "a turn with everything"): 16,
    ("rhye", "turn 1"): 5,
    ("rhye", "a middle turn"): 7,
    ("rhye", "a late turn with wars"): 15,
    ("civ2010", "turn 1"): 10,
    ("civ2010", "the cities of a turn"): 4,
    ("civ2010", "a middle turn"): 14,
}
"""What each turn takes now. A change that makes one longer has to say why."""
LINES = {
    ("standard", "the first placement"): 1,
    ("standard", "turn 1"): 3,
    ("standard", "a middle turn with ten groups"): 6,
    ("fast_play", "turn 1"): 2,
    ("fast_play", "a middle turn"): 3,
    ("advanced", "turn 1"): 5,
    ("advanced", "a turn with everything"): 4,
    ("rhye", "turn 1"): 2,
    ("rhye", "a middle turn"): 4,
    ("rhye", "a late turn with wars"): 5,
    ("civ2010", "turn 1"): 4,
    ("civ2010", "the cities of a turn"): 1,
    ("civ2010", "a middle turn"): 6,
}
"""How many lines of `/orders` each turn takes now."""
MOST_LINES = 6
"""What the turn with everything may take at the most."""
SLACK = 3
"""Stewards change, and with them the positions that the turns begin in."""


def named(turn: Turn) -> str:
    return f"{turn.rules}-{turn.name}".replace(" ", "_")


@pytest.mark.parametrize("turn", TURNS, ids=named)
def test_a_reference_turn_takes_no_more_presses_and_lines_than_it_may(turn: Turn) -> None:
    count = play(turn)
    assert not count.unreached, "everything that is legal can be reached by the panel"
    assert count.choices > 0
    most = min(turn.most, COUNTED[turn.rules, turn.name] + SLACK)
    assert count.presses <= most, count
    assert len(count.lines) <= count.groups
    assert len(count.lines) <= LINES[turn.rules, turn.name] + SLACK
    if turn.extras:
        assert len(count.lines) <= MOST_LINES


def test_one_turn_has_everything_in_it() -> None:
    assert len([each for each in TURNS if each.extras]) == 1


def test_the_counts_are_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    turns = [next(each for each in TURNS if each.rules == name) for name in rulesets()]
    monkeypatch.setattr("bot.cli.bench.presses.turns.TURNS", turns)
    assert main(["bench", "--presses"]) == 0
    printed = capsys.readouterr().out
    for turn in turns:
        assert f"{turn.rules}: {turn.name}" in printed


def is_done(wanted: Goal, said: Iterable[str]) -> bool:
    """Whether a panel says that something was done: in its text, or on the button of Undo."""
    words = {word for each in wanted.whole for word in (f"**{each}**", f"Undo: {each}")}
    return any(word in text for text in said for word in words)


class Presser:
    """Somebody who plays by panel alone, with a count."""

    def __init__(self, person: Person, rules: str) -> None:
        self.person = person
        self.voice = rules_voice(rules, ["Ada", "Bea"]).unescaped
        self.presses = 0
        self.rng = Random(3)

    async def open(self) -> Panel:
        self.presses += 1
        return await self.person.press(self.person.world.posts()[-1], "My move")

    def wanted(self, asked: Asked) -> list[Any]:
        decision = asked.decision
        if decision.kind == "movement":
            return [*movers(decision, self.rng, 3), decision.default]
        if decision.kind == "purchase":
            return [*purchases(decision, self.rng, 2), decision.default]
        return [decision.default if decision.default is not None else "gobi"]

    async def answer(self, panel: Panel, asked: Asked) -> Panel:
        """Reach everything that is wanted of a decision."""
        goals = [goal(asked.decision, each, self.voice) for each in self.wanted(asked)]
        reader, kind = Reader(), asked.decision.kind
        for _ in range(40):
            open_now = [e.decision.kind for e in (await desk(self.person)).decisions]
            if not goals or kind not in open_now:
                return panel
            press = reader.press(panel.stored.components, goals)
            self.presses += 1
            before = panel.text
            if press.values:
                panel = await self.person.select(panel, press.custom_id, list(press.values))
            else:
                panel = await self.person.press_id(panel, press.custom_id)
            if "✅" in panel and panel.text != before:
                reader.begin()
                done = [panel.text, *(str(c.get("label")) for c in walk(panel.stored.components))]
                goals = [e for e in goals if not is_done(e, done)]
        raise AssertionError(f"no end to {kind}: {[each.whole for each in goals]}\n{panel!r}")


@pytest.mark.parametrize("rules", ["standard", "fast_play"])
async def test_turn_1_by_panel_alone(world: World, rules: str) -> None:
    ada, bea = await world.running(2, rules)
    presser = Presser(ada, rules)
    panel: Panel | None = None
    for _ in range(60):
        game = await world.game()
        view = await world.herald.look.view(game.id, None)
        if view.turn > 1:
            break
        awaited = await world.awaited()
        if ada in awaited:
            asked = next(e for e in (await desk(ada)).decisions if e.decision.blocking)
            if asked.decision.kind == "placement":
                free = next(iter(asked.decision.grammar.enumerate()))
                await choose(ada, "placement", free)
                continue
            if panel is None or "nothing to do now" in panel:
                panel = await presser.open()
            panel = await presser.answer(panel, asked)
        else:
            (asked,) = [e for e in (await desk(bea)).decisions if e.decision.blocking][:1]
            decision = asked.decision
            default = decision.default
            value = default if default is not None else next(iter(decision.grammar.enumerate()))
            await choose(bea, decision.id, value)
    assert presser.presses <= {"standard": 18, "fast_play": 15}[rules]
