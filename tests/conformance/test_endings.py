"""Games go on while somebody is awaited, end with a result, and lose nothing on the way."""

from __future__ import annotations

from itertools import pairwise

from engine.conformance.playouts import Playout


def test_a_game_between_random_players_ends(whole_game: Playout) -> None:
    rules, last = whole_game.table.rules, whole_game.last
    outcome = rules.outcome(last)
    assert outcome is not None
    assert rules.pending(last) == ()
    assert rules.view(last, None).finished
    assert outcome.reason
    assert sorted(standing.seat for standing in outcome.standings) == list(range(last.seats))


def test_the_ranking_follows_the_scores(whole_game: Playout) -> None:
    outcome = whole_game.table.rules.outcome(whole_game.last)
    assert outcome is not None
    assert outcome.winners
    for standing in outcome.standings:
        assert standing.score == sum(standing.parts.values())
        ahead = [other for other in outcome.standings if other.rank < standing.rank]
        assert len(ahead) == standing.rank - 1
    for better, worse in pairwise(outcome.standings):
        assert better.rank <= worse.rank
        assert better.score >= worse.score


def test_somebody_is_awaited_exactly_while_the_game_goes_on(game: Playout) -> None:
    for number, entry in enumerate(game.entries):
        assert entry.open != entry.finished, f"after choice {number}"


def test_the_view_says_who_is_awaited(game: Playout) -> None:
    rules = game.table.rules
    for moment in game.moments:
        awaited = sorted({decision.seat for decision in moment.pending if decision.blocking})
        view = rules.view(moment.state, None)
        assert list(view.awaited) == awaited
        assert not view.finished


def test_nothing_is_lost_and_nothing_comes_from_nowhere(game: Playout) -> None:
    for number, entry in enumerate(game.entries):
        assert entry.census == game.start_census, f"after choice {number}"


def test_choices_and_draws_are_counted(game: Playout) -> None:
    assert game.last.choices == len(game.entries)
    drawn = len(game.start.draws) + sum(len(entry.draws) for entry in game.entries)
    assert game.last.draws == drawn
