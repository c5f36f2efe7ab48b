"""States of random games, one for each kind of decision, to begin tests with."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from engine.core.decision import Choice
from engine.core.game import Game
from engine.core.messages import catalog
from tests.bot.service.random_play import crowded
from tests.cast import PEOPLE
from tests.fast_play.builders import TEN, move
from tests.fast_play.builders import a_game as a_fast_game
from tests.standard.builders import a_game as a_standard_game

NAMES = PEOPLE[:3]
SECRET = "a secret answer"


def situations(
    rules: str, seed: int, *, begin: int = 40, also_open: bool = False
) -> dict[str, Any]:
    """States of a random game: one for each kind of decision that is awaited in it.

    With `also_open` opportunities count, too. One has a secret answer in it that could still be
    changed. People keep to a corner of the board, so that they meet.
    """
    seeds = [b"one", b"two", b"three"]
    game = Game.new(rules, NAMES, {"turn_limit": 12}, b"leaks %d" % seed, seeds, record=False)
    rng = Random(seed)
    found: dict[str, Any] = {}
    for number in range(600):
        pending = game.pending()
        awaited = [each for each in pending if each.blocking]
        if not awaited:
            break
        if number >= begin:
            kinds = {each.kind for each in (pending if also_open else awaited)}
            if any(each.secret and not each.blocking for each in pending):
                kinds.add(SECRET)
            for kind in kinds - found.keys():
                found[kind] = game.rules.copy(game.state)
        decision = rng.choice(awaited)
        value = crowded(decision.grammar).sample(rng)
        game.play(Choice(decision.seat, decision.id, value))
    return found


def every_kind(rules: str, seeds: Iterable[int]) -> dict[str, Any]:
    """A state for every kind of decision that a rule set knows."""
    found: dict[str, Any] = {}
    for seed in seeds:
        found = situations(rules, seed, begin=0, also_open=True) | found
    found.pop(SECRET, None)
    if rules == "fast_play":
        found |= dict.fromkeys(("claim", "remove"), without_a_piece())
        found["minor_army"] = with_a_minor_civilization()
    elif rules == "standard":
        found["last_call"] = at_the_last_call()
    wanted = {key.removeprefix("ask.") for key in catalog(rules).entries if key.startswith("ask.")}
    assert found.keys() == wanted
    return found


def without_a_piece() -> Any:
    """Ada has taken a village of Bea's, and has no eleventh village."""
    game = (
        a_fast_game(3)
        .with_settlements("angela", *TEN)
        .with_units("angela", "gobi", swordsman=1)
        .with_settlement("brad", "steppe")
        .with_units("brad", "nile", settler=1)
        .with_units("chris", "congo", settler=1)
        .at("movement")
    )
    return game.play("angela", move("gobi", "steppe", "swordsman")).state


def with_a_minor_civilization() -> Any:
    """Ada's settler has found a minor civilization that joins her."""
    game = a_fast_game(3).with_units("angela", "gobi", settler=1)
    for name, places in (("brad", ("steppe", "bactria")), ("chris", ("nile", "congo"))):
        game = game.with_settlements(name, *places)
    return game.at("movement").explore("angela", "gobi", "minor_civilization").state


def at_the_last_call() -> Any:
    """Ada has ended the ancient era with a milestone that she has not announced."""
    game = a_standard_game(3).with_technologies("angela", ancient=2).with_gold("angela", 30)
    return game.at("purchase").play("angela", {"buy": "technology"}).state
