"""Panels of kept games, read as a player would: menus, prices, ways out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.cli.bench.presses.panel_player import PanelPlayer
from bot.cli.bench.presses.reader import BUTTON, SELECT, TEXT, walk
from bot.discord.interactions.panel_state import PanelState
from bot.discord.interactions.verbs import Verb
from bot.discord.panels import wholes
from bot.discord.panels.entries import label
from bot.discord.panels.offers import offers
from bot.discord.panels.panel import CHANGES, panel
from bot.discord.panels.question import Question
from bot.discord.screen import Screen
from engine.core.decision import Decision
from engine.core.dice import KeyedDice
from engine.core.record import load, replay
from engine.core.registry import ruleset
from engine.core.view import View
from engine.core.wholes import price_of

GAMES = Path(__file__).parents[3] / "games"
RULES = ("standard", "fast_play", "advanced", "rhye", "civ2010")
EACH_KIND = 3
"""So many panels of each kind of decision are read, spread over the game."""
EVERY = 40
COMPONENTS_MOST = 40
"""Discord takes no more in a message; the rest of a panel needs some of it."""
FURTHER = (Verb.SHOW_WHOLES, Verb.STEP_BY_STEP)
"""Presses that lead to more of the same panel."""
Json = dict[str, Any]


class Shown(NamedTuple):
    """A panel as it is shown."""

    where: str
    question: Question
    components: list[Json]

    @property
    def parts(self) -> list[Json]:
        return list(walk(self.components))

    @property
    def selects(self) -> list[Json]:
        return [each for each in self.parts if each["type"] == SELECT]

    @property
    def labels(self) -> list[str]:
        return [str(each.get("label")) for each in self.parts if each["type"] == BUTTON]

    @property
    def lines(self) -> list[str]:
        """What is written on it: a line for each text, button and option."""
        texts = [each["content"] for each in self.parts if each["type"] == TEXT]
        lines = [
            f"{option['label']} {option.get('description', '')}"
            for each in self.selects
            for option in each["options"]
        ]
        return [*"\n".join(texts).splitlines(), *self.labels, *lines]

    def priced(self) -> Iterator[tuple[str, str]]:
        """The answers on it that cost something: their words, and their price in words."""
        question = self.question
        voice, grammar = question.voice.unescaped, question.decision.grammar
        if question.is_complete:
            return
        if question.catalogue is not None:
            for part, _ in wholes.lists(question, question.catalogue):
                for entry in question.catalogue.entries(part):
                    if price := price_of(grammar, entry.value):
                        yield label(question, entry), voice.price(price)
            return
        for option in question.options():
            if option.price:
                yield voice.label(option.label), voice.price(option.price)


class Walker:
    """Opens panels of one seat in one position, and turns to whatever else they show."""

    def __init__(self, rules: Any, state: Any, decision: Decision) -> None:
        self.view: View = rules.view(state, decision.seat)
        self.decision = decision
        self.player = PanelPlayer(rules, state, KeyedDice(b"walk", [b"x"] * 6), decision.seat)
        self.where = f"{rules.name} turn {rules.turn(state)} {decision.kind}"

    def shown(self) -> Iterator[Shown]:
        """The panel, and every panel that is a turn away from it."""
        first = self.panel(PanelState(1, self.decision.seat, "0123abcd"))
        yield first
        for part in first.parts:
            ids = self.player.ids
            if part["type"] not in (BUTTON, SELECT) or part.get("disabled"):
                continue
            component = ids.read(part["custom_id"])
            if component.verb not in FURTHER:
                continue
            state, more = self.player.panel_ids.read(component)
            for option in part.get("options", [None])[:4]:
                values = () if option is None else (option["value"],)
                question = self.player.question(self.decision, state)
                yield self.panel(CHANGES[component.verb](question, values, more))

    def panel(self, state: PanelState) -> Shown:
        question = self.player.question(self.decision, state)
        blocks = [*offers(question, self.view), *panel(question, "?", None)]
        return Shown(self.where, question, Screen(blocks).components())


@pytest.fixture(scope="module", params=RULES)
def panels(request: pytest.FixtureRequest) -> list[Shown]:
    """Panels of every kind of decision that a kept game has met."""
    rules = ruleset(request.param)
    record = load((GAMES / f"{rules.name}_three_players.json").read_bytes())
    seen: Counter[str] = Counter()
    found: list[Shown] = []
    for _, game in replay(record):  # type: ignore[arg-type]  # kept games are finished
        state = rules.copy(game.state)
        for decision in rules.pending(state):
            seen[decision.kind] += 1
            nth, rest = divmod(seen[decision.kind] - 1, EVERY)
            if rest or nth >= EACH_KIND:
                continue
            found += Walker(rules, state, decision).shown()
    return found


def test_every_menu_leaves_a_choice(panels: list[Shown]) -> None:
    for shown in panels:
        for each in shown.selects:
            assert len(each["options"]) > 1, (shown.where, each["options"])


def test_every_menu_says_each_thing_once(panels: list[Shown]) -> None:
    for shown in panels:
        for each in shown.selects:
            labels = [(o["label"], o.get("description")) for o in each["options"]]
            twice = [label for label, count in Counter(labels).items() if count > 1]
            # Long answers are cut; what is cut is told apart step by step.
            assert all("…" in label for label, _ in twice), (shown.where, twice)


def test_nothing_is_confirmed_that_can_be_undone(panels: list[Shown]) -> None:
    for shown in panels:
        assert "Confirm" not in shown.labels, shown.where


def test_back_and_start_over_are_told_apart(panels: list[Shown]) -> None:
    for shown in panels:
        for words in ("Back", "Start over"):
            assert shown.labels.count(words) <= 1, shown.where
        if "Start over" in shown.labels:
            assert "Back" in shown.labels, shown.where


def test_nothing_offers_to_give_everything_away(panels: list[Shown]) -> None:
    for shown in panels:
        if shown.question.decision.kind == "trade":
            assert "Everything" not in shown.labels, shown.where
            assert not any(label.startswith("Offer ") for label in shown.labels), shown.where


def test_what_costs_something_says_so(panels: list[Shown]) -> None:
    for shown in panels:
        for words, price in shown.priced():
            # What does not fit on a button stands in a line of text above it.
            lines = [line for line in shown.lines if words[:60] in line.replace("\\", "")]
            lines += [line for line in shown.lines if lines and line.startswith("-# ")]
            assert not lines or any(price in line for line in lines), (shown.where, words, price)


def test_a_panel_fits_into_a_message(panels: list[Shown]) -> None:
    for shown in panels:
        assert len(shown.parts) < COMPONENTS_MOST - 10, (shown.where, len(shown.parts))
