"""Playthroughs: whole games as text that can be read, and compared line by line.

Run as a module it writes the texts anew:

    python -m tests.playthroughs.playthrough

Everybody plays at random, from the grammar of their choices and a seed, so that a text changes only
when the rules or the words do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import Any, NamedTuple

from engine.core.decision import Choice, Decision
from engine.core.dice import KeyedDice
from engine.core.events import Disclosure
from engine.core.messages import Voice, catalog
from engine.core.registry import ruleset
from engine.core.ruleset import Ruleset
from engine.core.view import Sheet, View
from engine.world.view import PlayerView, SpaceView, UnitsView, WorldView
from tests.cast import PLAYERS

FOLDER = Path(__file__).parent
NAMES = PLAYERS
WIDTH = 100
UNASKED = 0.05
"""How often a player does something nobody waits for, such as changing standing orders."""


class Playthrough(NamedTuple):
    """A game to be written down. The board is shown every so many turns, and at the end."""

    file: str
    ruleset: str
    players: int
    seed: int
    turns: int
    board_every: int
    stewards: bool = False
    """Played by the stand-ins, where chance alone would tell no story."""

    @property
    def path(self) -> Path:
        """Where its text is kept."""
        return FOLDER / self.file


PLAYTHROUGHS = (
    Playthrough("standard_two_players.txt", "standard", 2, 7, 5, 2),
    Playthrough("standard_four_players.txt", "standard", 4, 270, 5, 2),
    Playthrough("fast_play_three_players.txt", "fast_play", 3, 52, 10, 5),
    Playthrough("civ2010_two_players.txt", "civ2010", 2, 12, 6, 6, stewards=True),
    Playthrough("advanced_three_players.txt", "advanced", 3, 11, 6, 3),
    Playthrough("rhye_three_players.txt", "rhye", 3, 5, 6, 3),
)


def lines(game: Playthrough) -> list[str]:
    """The text of a game, line by line."""
    rules, rng = ruleset(game.ruleset), Random(game.seed)
    dice = KeyedDice(b"playthrough %d" % game.seed, [b""] * game.players)
    scribe = Scribe(Voice(catalog(game.ruleset, strict=True), NAMES[: game.players]))
    step = rules.start(game.players, {"turn_limit": game.turns}, dice)
    text = [f"{rules.name}, {game.players} players, {game.turns} turns, seed {game.seed}", ""]
    text += scribe.told(step.events)
    state, turn = step.state, 0
    while pending := rules.pending(state):
        decision, value = answer(rules, state, pending, rng, game.stewards)
        text += scribe.choice(decision, value)
        step = rules.play(state, Choice(decision.seat, decision.id, value), dice, decision)
        view = seen(rules, state)
        show = turn and view.turn != turn and turn % game.board_every == 0
        text += scribe.told(step.events, view if show else None)
        turn = view.turn
    outcome = rules.outcome(state)
    assert outcome is not None
    text += scribe.board(seen(rules, state))
    return [*text, "", *scribe.voice.outcome(outcome).splitlines()]


def seen(rules: Ruleset[Any], state: Any) -> View:
    """The game as a spectator sees it."""
    return rules.view(state, None)


def answer(
    rules: Ruleset[Any], state: Any, pending: tuple[Decision, ...], rng: Random, steward: bool
) -> tuple[Decision, Any]:
    """The decision that is taken next, and what is said to it."""
    decision = chosen(pending, rng)
    if not steward:
        return decision, decision.grammar.sample(rng)
    own = [each for each in pending if each.seat == decision.seat]
    choice = rules.steward(rules.view(state, decision.seat), own, rng)
    return next(each for each in own if each.id == choice.decision), choice.value


def chosen(pending: tuple[Decision, ...], rng: Random) -> Decision:
    """The decision that is taken next."""
    blocking = [decision for decision in pending if decision.blocking]
    return rng.choice(pending if rng.random() < UNASKED else blocking)


class Scribe(NamedTuple):
    """Writes a game down for those who were not there."""

    voice: Voice

    def choice(self, decision: Decision, value: Any) -> Iterator[str]:
        """What somebody chose."""
        said = self.voice.choice(decision, value)
        return lay_out(f"{self.voice.names[decision.seat]} · {decision.kind} > {said}", "")

    def told(self, events: Iterable[Disclosure], board: View | None = None) -> Iterator[str]:
        """What happened, and who alone learnt it. Turns stand out; the board comes before them."""
        for told in events:
            sentence = self.voice.event(told.event)
            if type(told.event).__name__ == "TurnBegan":
                yield from self.board(board) if board else ()
                yield from ("", sentence)
            elif told.audience is None:
                yield from lay_out(sentence, "    ")
            else:
                to = " and ".join(self.voice.names[seat] for seat in sorted(told.audience))
                yield from lay_out(f"(to {to}) {sentence}", "    ")

    def board(self, view: View) -> Iterator[str]:
        """The board as a spectator sees it; of other boards than the world the players' sheets."""
        yield ""
        if not isinstance(view, WorldView):
            for seat in range(view.seats):
                yield from self.lines_of(view.sheet(seat))
            return
        for player in view.players:
            yield from lay_out(self.sheet(player, view.scores[player.seat]), "  ")
            for space in view.spaces:
                yield from lay_out(self.holding(space, player.seat), "    ")

    def lines_of(self, sheet: Sheet) -> Iterator[str]:
        """What lies in front of a player."""
        summary = ", ".join(self.voice.text(each) for each in sheet.summary)
        name = self.voice.names[sheet.seat]
        yield from lay_out(f"{name}: score {sheet.score}, {summary}", "  ")
        for fact in sheet.facts:
            values = ", ".join(self.voice.text(each) for each in fact.values)
            yield from lay_out(f"{self.voice.text(fact.label)}: {values}", "    ")

    def sheet(self, player: PlayerView, score: int) -> str:
        """A player's figures and cards."""
        cards = [
            self.say("technology", card)
            if n == 1
            else f"{n} \N{MULTIPLICATION SIGN} {self.say('technology', card)}"
            for card, n in Counter(player.technologies).items()
        ]
        wonders = [self.say("wonder", wonder) for wonder in player.wonders]
        figures = [f"score {score}", f"gold {player.gold}", *cards, *wonders]
        return f"{self.voice.names[player.seat]}: {', '.join(figures)}"

    def holding(self, space: SpaceView, seat: int) -> str:
        """What a player has in a space, or nothing."""
        found = []
        settlement = space.settlement
        if settlement is not None and settlement.owner == seat:
            works = settlement.resource
            resource = f" ({self.say('marker', works)})" if works else ""
            found.append(self.say("size", settlement.size) + resource)
        for units in space.units:
            if units.owner == seat:
                aboard = [self.say("units", load.kind, load.count) for load in units.cargo]
                load = f" ({' and '.join(aboard)} aboard)" if aboard else ""
                found.append(self.pieces(units) + load)
        return f"{self.say('space', space.id)}: {', '.join(found)}" if found else ""

    def pieces(self, units: UnitsView) -> str:
        """Alike pieces, or a fleet by its number."""
        if not units.key:
            return self.say("units", units.kind, units.count)
        return f"{self.say('unit', units.kind)} {units.key.partition('#')[2]}"

    def say(self, table: str, key: object, count: int = 1) -> str:
        """A name from the catalog."""
        return self.voice.say(f"{table}.{key}", n=count)


def lay_out(text: str, margin: str) -> Iterator[str]:
    """A text in lines that fit on a page."""
    yield from wrap(text, WIDTH, initial_indent=margin, subsequent_indent=margin + "  ")


def main() -> None:
    """Write all texts anew."""
    for game in PLAYTHROUGHS:
        game.path.write_text("\n".join(lines(game)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
