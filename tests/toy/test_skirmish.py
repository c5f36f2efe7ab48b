"""The toy rule set: small, played to its end, drawn, and at home in Discord."""

from __future__ import annotations

from pathlib import Path
from random import Random

from engine.core.events import Event
from engine.core.game import Game
from engine.core.policies import Eyes, play_out, policy
from engine.core.record import Record, export, load, verify
from engine.core.registry import add_ruleset, rulesets
from engine.world.events import BattleFought, Captured
from render import marks_of
from tests.cast import PEOPLE
from tests.render.builders.pictures import alt_text, board_text, draw

add_ruleset("skirmish", "tests.toy.skirmish")
FOLDER = Path(__file__).parent / "skirmish"
NAMES = list(PEOPLE[:3])
LINES = 155


def played(seed: int = 3, seats: int = 3) -> Game:
    game = Game.new("skirmish", NAMES[:seats], {"turn_limit": 40}, b"%d" % seed, [b"p"] * seats)
    play_out(game, [policy("random")] * seats, Random(seed))
    return game


def test_a_rule_set_needs_no_more_than_this() -> None:
    lines = [line for file in FOLDER.glob("*.py") for line in file.read_text().splitlines()]
    assert len(lines) <= LINES


def test_it_is_played_to_its_end_and_proved() -> None:
    game = played()
    assert game.outcome() is not None
    record = load(export(game))
    assert isinstance(record, Record)
    assert verify(record).states


def test_armies_meet_and_villages_change_hands() -> None:
    assert game_events(BattleFought) and game_events(Captured)


def game_events(kind: type) -> list[object]:
    games = [played(seed) for seed in range(6)]
    return [event for game in games for event in told_in(game) if isinstance(event, kind)]


def told_in(game: Game) -> list[Event]:
    assert game.journal is not None
    return [told.event for told in game.journal.disclosures]


def test_a_march_is_secret_until_all_have_chosen() -> None:
    game = Game.new("skirmish", NAMES, {}, b"s", [b"p"] * 3)
    while game.view(None).phase != "march":
        decision = game.pending()[0]
        game.play(policy("default").choose(eyes(game, decision.seat), Random(1)))
    assert game.view(None).awaited == (0, 1, 2)
    assert all(decision.secret for decision in game.pending())
    step = game.play(policy("default").choose(eyes(game, 1), Random(1)))
    assert step.events == ()
    assert game.view(None).awaited == (0, 2)


def eyes(game: Game, seat: int) -> Eyes:
    own = [decision for decision in game.pending() if decision.seat == seat]
    return Eyes(game.rules, seat, own, game.view)


def test_it_is_drawn_and_told() -> None:
    game = played()
    view = game.view(None)
    told = told_in(game)
    picture = draw(view, marks=marks_of(told), names=NAMES)
    empty = draw(Game.new("skirmish", NAMES, {}, b"s", [b"p"] * 3).view(None), names=NAMES)
    assert picture.size == empty.size
    assert picture.tobytes() != empty.tobytes()
    assert "Ada" in alt_text(view, NAMES)
    assert "village" in board_text(view, NAMES).lower()


def test_it_is_not_offered_to_anybody() -> None:
    assert "skirmish" not in rulesets()
