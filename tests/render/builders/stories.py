"""Short games between random players, phase by phase, as a spectator saw them."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

from engine.core.events import Event
from engine.core.game import Game
from engine.core.policies import play_out, policy
from engine.core.view import View

CHOICES = 700


class Story(NamedTuple):
    """Views at the ends of phases, and all that was told."""

    views: tuple[View, ...]
    events: tuple[Event, ...]


@cache
def story(ruleset: str, seats: int = 4, choices: int = CHOICES) -> Story:
    names = [f"player {seat}" for seat in range(seats)]
    seeds = [b"%d" % seat for seat in range(seats)]
    game = Game.new(ruleset, names, {}, b"story", seeds, record=True)
    rng, players = Random(5), [policy("random")] * seats
    views: list[View] = [game.view(None)]
    for _ in range(choices):
        if not play_out(game, players, rng, 1):
            break
        view = game.view(None)
        if (view.turn, view.phase) == (views[-1].turn, views[-1].phase):
            views[-1] = view
        else:
            views.append(view)
    assert game.journal is not None
    told = tuple(each.event for each in game.journal.disclosures if each.reaches(None))
    return Story(tuple(views), told)
