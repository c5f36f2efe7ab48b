"""`herald bench --days`: the days of games, and what they are spent on."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from random import Random

import msgspec

from bot.cli.bench.days.people import looks, only_ends
from bot.cli.bench.days.report import BY_HAND, Group, as_line, as_page, by_hand, groups, row_of
from bot.cli.bench.days.tables import Lived, Table, live
from bot.moment import DAY, HOUR
from engine.core.decision import Decision
from engine.core.grammar import OneOf, Subset
from engine.core.messages import Voice, catalog

TABLE = Table(ruleset="rhye", players=2, seed=1, options={"turn_limit": 5})


def test_people_look_in_three_times_a_day_while_they_are_awake() -> None:
    found = list(islice(looks(0, Random(1)), 30))
    assert found == sorted(found)
    assert [when // DAY for when in found] == [day for day in range(10) for _ in range(3)]
    assert all(8 * HOUR <= when % DAY < 23 * HOUR for when in found)
    assert len({when % DAY for when in found}) == 30


def test_a_game_is_lived_to_its_end_and_its_days_are_all_accounted_for() -> None:
    lived = live(TABLE)
    assert lived.finished and lived.turns == 5
    assert abs(sum(lived.waited.values()) - lived.days) < 0.01
    # Nobody can sit down more often than three times a day.
    assert lived.turns < lived.sittings <= 2 * 3 * (lived.days + 1)
    assert live(TABLE) == lived


def test_an_end_that_goes_with_an_answer_is_not_counted() -> None:
    lived = live(msgspec.structs.replace(TABLE, players=4))
    # Who has moved ends with the last move, who has nothing to move can only end.
    assert 0 < lived.bare_ends["movement"] < 4 * lived.turns
    assert 0 < lived.forced <= min(sum(lived.bare_ends.values()), lived.sittings)


def test_an_end_is_told_from_an_answer() -> None:
    shop = Decision(0, "purchase", OneOf(("done", "army")), default="done", again=True)
    assert only_ends(shop, "done")
    assert not only_ends(shop, "army")
    settle = Decision(0, "settle", OneOf(("gobi", "done")), default="gobi", until="done")
    assert only_ends(settle, "done")
    # What the clock would choose is an answer where nothing ends by it.
    assert not only_ends(settle, "gobi")
    challenge = Decision(0, "challenge", Subset(("gobi",), least=0), default=[])
    assert only_ends(challenge, [])
    assert not only_ends(challenge, ["gobi"])


def test_who_is_asked_together_is_waited_for_together() -> None:
    in_turn = Table(ruleset="standard", players=4, seed=3, options={"turn_limit": 4})
    spent, spent_together = live(in_turn), live(msgspec.structs.replace(in_turn, together=True))
    assert spent.finished and spent_together.finished
    assert spent_together.waited["purchase"] < spent.waited["purchase"] / 2


def test_who_is_done_unless_offered_something_is_asked_less_about_trade() -> None:
    asked = Table(ruleset="advanced", players=3, seed=2, options={"turn_limit": 4})
    spent, spent_at_rest = live(asked), live(msgspec.structs.replace(asked, rests=True))
    assert spent.bare_ends["trade"] > 0
    assert spent_at_rest.bare_ends.get("trade", 0) < spent.bare_ends["trade"]


def test_every_rule_set_is_measured_by_four_and_by_as_many_as_it_seats() -> None:
    four, all_sizes = groups([4]), groups(range(2, 7))
    assert {each.ruleset for each in four} == {each.ruleset for each in all_sizes}
    assert {each.players for each in four} == {4}
    assert max(each.players for each in all_sizes if each.ruleset == "rhye") == 5


def test_the_page_says_what_the_games_come_to() -> None:
    group = Group("rhye", 2, "relaxed", False)
    lived = [
        Lived(
            table=TABLE,
            finished=True,
            turns=turns,
            days=days,
            sittings=3 * turns,
            bare_ends={"movement": turns},
            forced=turns // 2,
            waited={"movement": 0.75 * days, "action": 0.24 * days, "spoils": 0.01 * days},
            lapsed=1,
        )
        for turns, days in ((10, 20.0), (30, 40.0))
    ]
    row = row_of(group, lived)
    assert (row.turns, row.days, row.days_a_turn, row.sittings_a_turn) == (20, 30, 1.5, 1.5)
    assert row.bare_ends == {"movement": 20}
    line = "| rhye | 2 | 20.0 | 30.0 | **1.50** | **1.50** | 0.50 | 0.25 | 1.0"
    line += " | movement 22, action 7 |"
    assert line in as_page([row], 2).splitlines()
    assert "1.50 days a turn" in as_line(row)
    assert row.as_object()["ruleset"] == "rhye"


def test_what_was_written_below_the_tables_stays(tmp_path: Path) -> None:
    page = tmp_path / "days.md"
    assert by_hand(page) == ""
    page.write_text(f"tables\n{BY_HAND}## Notes\n", "utf-8")
    assert by_hand(page) == f"{BY_HAND}## Notes\n"


def test_the_lobby_says_what_acting_together_saves_as_it_was_measured() -> None:
    page = (Path(__file__).parents[4] / "docs/days.md").read_text("utf-8")
    relaxed = page.partition("*relaxed*")[2].partition("## ")[0]
    rows = [line.strip("| ").split(" | ") for line in relaxed.splitlines() if "|" in line]
    days = {cells[0]: float(cells[3]) for cells in rows if cells[1:2] == ["4"]}
    known = {name for name in days if f"{name}, together" in days}
    assert known >= {"standard", "advanced"}
    for name in known:
        saved = days[name] - days[f"{name}, together"]
        words = Voice(catalog(name), ()).say("table.together")
        said = re.search(r"about (\d+) days", words)
        # Two runs of the bench differ by a day or two.
        assert said is not None and abs(int(said[1]) - saved) < 2.5, (name, saved, words)
