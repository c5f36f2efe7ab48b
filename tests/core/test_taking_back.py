"""Taking back after others have acted in secret: what they chose stays, and nobody notices."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.decision import Choice, Decision
from engine.core.errors import BadRecord, IllegalChoice
from engine.core.game import Entry, Game, Journal, fingerprint
from engine.core.policies import play_out, policy
from engine.core.record import Record, record_of, replay, verify
from engine.core.registry import ruleset, rulesets
from engine.core.taking_back import RUN_MOST
from tests.cast import PLAYERS

NAMES = PLAYERS[:3]


def a_game(name: str = "standard", turns: int = 1, seed: int = 1) -> Game:
    seeds = [each.encode() for each in NAMES]
    return Game.new(name, NAMES, {"turn_limit": turns}, b"server %d" % seed, seeds)


def journal(game: Game) -> Journal:
    assert game.journal is not None
    return game.journal


def placed() -> tuple[Game, int]:
    """A game in which a seat has just placed its second settlers, and who that is."""
    game, last = a_game(), -1
    while True:
        decision = next(each for each in game.pending() if each.blocking)
        game.play(Choice(decision.seat, decision.id, decision.default))
        if decision.seat == last:
            return game, last
        last = decision.seat


def orders(game: Game, seat: int, **changes: str) -> Choice:
    """Standing orders of a seat, which nobody else learns of."""
    decision = next(d for d in game.pending() if (d.seat, d.kind) == (seat, "standing_orders"))
    others = {f"toward_{other}": "pass" for other in range(3) if other != seat}
    value = {**others, "wonders": "ask", "trade": "skip", "battle": "ask", **changes}
    return Choice(seat, decision.id, value)


def encoded(game: Game) -> bytes:
    return game.rules.encode(game.state)


def finished(game: Game) -> Record:
    play_out(game, [policy("default")] * 3, Random(1))
    record = record_of(game)
    assert isinstance(record, Record)
    return record


def must_be_proved(record: Record) -> None:
    """It is proved, and played again through the very states that it names."""
    verify(record)
    rules = ruleset(record.table.ruleset)
    for entry, step in replay(record):
        if entry is not None:
            assert rules.hash(step.state) == entry.state_hash


def test_4_7_what_another_orders_in_secret_leaves_undo_and_stays() -> None:
    game, seat = placed()
    other = (seat + 1) % 3
    game.play(orders(game, other))
    assert game.to_take_back(seat)
    game.take_back(seat)
    same, _ = placed()
    same.take_back(seat)
    same.play(orders(same, other))
    assert encoded(game) == encoded(same), "as if the order had been given after the undo"
    must_be_proved(finished(game))


def test_4_7_both_take_back_in_either_order_and_nothing_is_left() -> None:
    game, seat = placed()
    other = (seat + 1) % 3
    clean, _ = placed()
    clean.take_back(seat)
    game.play(orders(game, other))
    for first, second in ((seat, other), (other, seat)):
        tried = Game.resume(
            game.table, game.server_seed, game.rules.copy(game.state), journal(game)
        )
        run = list(journal(game).run)
        tried.take_back(first)
        tried.take_back(second)
        assert encoded(tried) == encoded(clean)
        journal(game).run = run


def test_4_7_own_choices_are_taken_back_latest_first_around_what_others_did() -> None:
    game, seat = placed()
    number = journal(game).count
    game.play(orders(game, (seat + 1) % 3))
    game.play(orders(game, seat, trade="ask"))
    game.take_back(seat)
    game.take_back(seat)
    undone = [entry.undoes for entry in journal(game).entries if entry.undoes]
    assert undone == [number + 2, number]
    must_be_proved(finished(game))


def test_4_7_what_the_seat_has_seen_of_another_closes_its_choice_for_good() -> None:
    game, seat = placed()
    decision = next(each for each in game.pending() if each.blocking)
    while decision.seat == seat:
        game.play(Choice(seat, decision.id, decision.default))
        decision = next(each for each in game.pending() if each.blocking)
    game.play(Choice(decision.seat, decision.id, decision.default))
    assert not game.to_take_back(seat)
    with pytest.raises(IllegalChoice):
        game.take_back(seat)
    if game.to_take_back(decision.seat):
        game.take_back(decision.seat)
    assert not game.to_take_back(seat), "it has seen what the other would do"


def test_4_7_more_than_a_long_run_of_others_is_not_gone_back() -> None:
    game, seat = placed()
    other = (seat + 1) % 3
    for number in range(RUN_MOST):
        game.play(orders(game, other, trade=("ask", "skip")[number % 2]))
    assert not game.to_take_back(seat)
    assert len(journal(game).run) == RUN_MOST


def forged(record: Record, entries: list[Entry]) -> Record:
    """A record of these entries, chained again."""
    head = fingerprint(record.table, record.setup)
    chained = []
    for entry in entries:
        fields = {name: getattr(entry, name) for name in entry.__struct_fields__}
        chained.append(Entry(**{**fields, "prev_hash": head}))
        head = fingerprint(chained[-1])
    return Record(
        table=record.table,
        server_seed=record.server_seed,
        setup=record.setup,
        entries=tuple(chained),
        outcome=record.outcome,
        seal=fingerprint(head, record.outcome, record.server_seed),
    )


def test_a_file_cannot_take_back_what_another_has_seen_and_answered() -> None:
    game = a_game()
    record = finished(game)
    first = record.entries[0]
    assert record.entries[1].seat != first.seat
    undo = Entry(
        seat=first.seat,
        by="player",
        undoes=1,
        prev_hash="",
        state_hash=record.entries[1].state_hash,
    )
    entries = [*record.entries[:2], undo, *record.entries[2:]]
    with pytest.raises(BadRecord, match="nothing to take back"):
        verify(forged(record, entries))


def dependent(seat: int, game: Game) -> bool:
    """Whether a seat's Undo is gone because another's secret choice depends on it."""
    try:
        return bool(journal(game).latest(seat) >= 0) and not game.to_take_back(seat)
    except IllegalChoice:
        return False


def any_choice(game: Game, rng: Random) -> Decision:
    """An open decision, opportunities as often as what is awaited."""
    opportunities = [each for each in game.pending() if not each.blocking]
    if opportunities and rng.random() < 0.5:
        return rng.choice(opportunities)
    return rng.choice([each for each in game.pending() if each.blocking])


@pytest.mark.parametrize("name", rulesets())
def test_games_in_which_everybody_takes_back_all_the_time_are_proved_and_replayed(
    name: str,
) -> None:
    beyond_others, refused = 0, 0
    for seed in range(6):
        game, rng = a_game(name, turns=2, seed=seed), Random(seed)
        for _ in range(250):
            if game.outcome() is not None:
                break
            decision = any_choice(game, rng)
            try:
                game.play(Choice(decision.seat, decision.id, decision.grammar.sample(rng)))
            except IllegalChoice:
                continue
            seat = rng.randrange(3)
            refused += dependent(seat, game)
            if game.to_take_back(seat) and rng.random() < 0.4:
                beyond_others += journal(game).run[-1].seat != seat
                game.take_back(seat)
        play_out(game, [policy("random")] * 3, rng)
        record = record_of(game)
        assert isinstance(record, Record)
        must_be_proved(record)
    assert beyond_others > 5
    if name == "civ2010":
        assert refused, "what depends on the choice cannot be left"
