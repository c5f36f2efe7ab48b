"""A table in the terminal: people take turns at one keyboard, stewards play the other seats.

Built on nothing but decisions and their grammar, so it plays every rule set.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from bot.cli.terminal.questions import Back, Questions, Quit, TakeBack
from engine.core.decision import Choice, Decision
from engine.core.errors import IllegalChoice
from engine.core.game import Game
from engine.core.messages import Voice, catalog
from engine.core.policies import Eyes, policy

RULE = "-" * 72


class HotSeat:
    """One game at one keyboard. The seats in `people` are asked, the rest play by themselves."""

    def __init__(self, game: Game, people: Collection[int], rng: Random) -> None:
        assert game.journal is not None
        self.game = game
        self.people = people
        self.rng = rng
        self.voice = Voice(catalog(game.table.ruleset), game.names)
        self.disclosures = game.journal.disclosures
        self.seen = [0] * len(game.names)
        self.at_keyboard: int | None = None

    def play(self) -> None:
        """Play until the game is over or someone leaves."""
        try:
            while (seat := self.next_seat()) is not None:
                if seat in self.people:
                    self.ask(seat)
                else:
                    self.stand_in(seat)
        except (Quit, EOFError):
            print("\nYou leave the table.")
            return
        self.show_end()

    def next_seat(self) -> int | None:
        """The seat to act: stand-ins first, so that people see the latest; None at the end."""
        awaited = [decision.seat for decision in self.game.pending() if decision.blocking]
        if not awaited:
            return None
        return min(awaited, key=lambda seat: (seat in self.people, seat))

    def stand_in(self, seat: int) -> None:
        """A steward makes a choice."""
        eyes = Eyes(self.game.rules, seat, self.open_to(seat), self.game.view)
        self.game.play(policy("steward").choose(eyes, self.rng), by="ai")

    def open_to(self, seat: int) -> list[Decision]:
        """A seat's open decisions, awaited ones first."""
        own = [decision for decision in self.game.pending() if decision.seat == seat]
        return sorted(own, key=lambda decision: not decision.blocking)

    def ask(self, seat: int) -> None:
        """A person makes a choice, or takes one back."""
        self.sit_down(seat)
        self.show_news(seat)
        questions = Questions(self.game.table.ruleset, self.game.names)
        try:
            decision, value = questions.ask(self.open_to(seat))
            self.game.play(Choice(seat, decision.id, value))
        except Back:
            return
        except TakeBack:
            self.take_back(seat)
        except IllegalChoice as illegal:
            print(self.voice.error(illegal))

    def take_back(self, seat: int) -> None:
        """Undo a person's latest choice, if the rules allow."""
        try:
            self.game.take_back(seat)
        except IllegalChoice as illegal:
            print(self.voice.error(illegal))

    def sit_down(self, seat: int) -> None:
        """Let the next person come to the keyboard without seeing the last one's secrets."""
        if self.at_keyboard == seat:
            return
        if self.at_keyboard is not None:
            input(f"\n{self.game.names[seat]} is next. Press Enter to sit down. ")
            print("\x1b[2J\x1b[H", end="")
        self.at_keyboard = seat

    def show_news(self, seat: int) -> None:
        """What the seat has not read yet, and where the game stands."""
        news = self.voice.report(self.disclosures[self.seen[seat] :], seat)
        self.seen[seat] = len(self.disclosures)
        print("\n".join(news))
        view = self.game.view(seat)
        scores = ", ".join(
            f"{name} {score}" for name, score in zip(self.game.names, view.scores, strict=True)
        )
        print(f"{RULE}\n{view.turn}. {self.voice.text(view.phase_title)} ({scores})")

    def show_end(self) -> None:
        """The last news and the result."""
        print("\n".join(self.voice.report(self.disclosures[min(self.seen) :], None)))
        outcome = self.game.outcome()
        assert outcome is not None
        print(f"{RULE}\n{self.voice.outcome(outcome)}")
