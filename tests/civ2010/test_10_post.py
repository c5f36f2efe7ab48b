"""Chapter 10 of the rulebook: playing by post."""

from __future__ import annotations

from random import Random

from engine.core.decision import Decision
from engine.core.dice import KeyedDice
from engine.core.grammar import Form, OneOf, Value
from engine.rulesets.civ2010 import RULESET
from engine.rulesets.civ2010.combat.fighting import PLAY

STEPS = 1500
CHOSEN_OTHERWISE = ("capital", "answer", "reward", "building_square", "switch_policy")
"""Questions that the clock answers with what suits best, not with what is listed first."""


def asked(seed: int) -> dict[str, list[Decision]]:
    """The blocking questions of a game between random players, by kind."""
    rng, dice = Random(seed), KeyedDice(b"%d" % seed, [b"seat"] * 3)
    state = RULESET.start(3, {}, dice).state
    found: dict[str, list[Decision]] = {}
    for _ in range(STEPS):
        blocking = [each for each in RULESET.pending(state) if each.blocking]
        if not blocking:
            break
        decision = rng.choice(blocking)
        found.setdefault(decision.kind, []).append(decision)
        RULESET.carry_out(state, decision, decision.grammar.sample(rng), dice)
    return found


def defaults(decisions: list[Decision]) -> list[Value]:
    return [each.default for each in decisions]


def test_10_1_the_clock_ends_the_phases_and_plays_the_first_unit() -> None:
    found = asked(3)
    for phase in ("start", "trade", "cities", "movement"):
        assert {str(each) for each in defaults(found.pop(phase))} == {"{'do': 'done'}"}, phase
    assert set(map(str, defaults(found.pop("research")))) == {"nothing"}
    fought = defaults(found.pop("fight"))
    assert any(isinstance(each, dict) and each["do"] == PLAY for each in fought)
    for kind in CHOSEN_OTHERWISE:
        found.pop(kind, None)
    listed = [each for kind in found.values() for each in kind if isinstance(each.grammar, OneOf)]
    assert listed
    for each in listed:
        assert isinstance(each.grammar, OneOf)
        assert each.default == next(iter(each.grammar.enumerate())), each.kind


def test_10_1_no_default_is_a_form_of_another_kind() -> None:
    forms = {
        kind for kind, each in asked(4).items() if any(isinstance(d.grammar, Form) for d in each)
    }
    assert forms <= {"start", "trade", "cities", "movement", "fight", "second_item"}


def test_10_2_every_draw_follows_from_the_secret_and_the_shares() -> None:
    def first_player_and_tiles(secret: bytes, *shares: bytes) -> bytes:
        state = RULESET.start(3, {}, KeyedDice(secret, list(shares))).state
        return RULESET.encode(state)

    dealt = first_player_and_tiles(b"secret", b"ada", b"bea", b"cyd")
    assert dealt == first_player_and_tiles(b"secret", b"ada", b"bea", b"cyd")
    assert dealt != first_player_and_tiles(b"secret", b"ada", b"bea", b"dan")
    assert dealt != first_player_and_tiles(b"other", b"ada", b"bea", b"cyd")
