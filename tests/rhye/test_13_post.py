"""Chapter 13 of the rulebook: playing by post."""

from __future__ import annotations

from engine.core.messages import Voice, catalog
from engine.rulesets.rhye import events
from tests.rhye.builders import a_game, action, started


def test_13_1_standing_orders_send_units_without_asking() -> None:
    def fought(order: str) -> str:
        game = (
            a_game()
            .with_units("angela", "steppe", swordsman=1)
            .with_units("brad", "steppe", swordsman=1, musketman=1)
            .with_orders("brad", battle=order)
            .at("battles")
        )
        most = 5 if order == "strongest" else 2
        game.play("angela", {"steppe": "1"}, [1, 1] + [6] * most)
        return game.event(events.RoundFought).defender.unit

    assert fought("strongest") == "musketman"
    assert fought("weakest") == "swordsman"


def test_13_1_standing_orders_stay_out_of_others_wars() -> None:
    game = (
        a_game()
        .with_units("angela", "steppe", swordsman=1)
        .with_units("brad", "steppe", swordsman=1)
        .with_units("chris", "steppe", swordsman=1)
        .with_orders("chris", join="stay_out")
        .at("battles")
        .play("angela", {"steppe": "1"}, [6, 6, 1, 1])
    )
    assert game.event(events.BattleBegan).defenders == (1,)


def test_13_1_they_are_private_and_changed_at_any_time() -> None:
    game = a_game().at("actions").order("brad", battle="strongest", trade="closed")
    assert game.settings("brad") == {"battle": "strongest", "join": "ask", "trade": "closed"}
    assert game.heard("brad") and not game.heard("angela")


def test_13_2_the_clock_starts_no_war_and_consolidates() -> None:
    assert started(3, civilizations="chosen").default("angela") == "dealt"
    game = (
        a_game()
        .with_units("angela", "steppe", swordsman=1)
        .with_units("brad", "steppe", swordsman=1)
        .at("movement")
    )
    assert game.default("angela") == {"do": "end"}
    game.lapse(lambda table: table.phase == "wars")
    assert game.default("angela") == {}
    game.lapse(lambda table: table.phase == "actions")
    assert game.default("angela") == {"action": "consolidation"}


def test_13_2_the_clock_takes_back_what_broke_away_and_leaves_minor_civilizations() -> None:
    arranged = (
        a_game().with_settlement("grey", "steppe").with_units("angela", "steppe", swordsman=1)
    )
    assert arranged.at("battles").default("angela") == "leave"
    assert arranged.with_former("steppe", "angela").at("battles").default("angela") == "capture"
    assert arranged.with_former("steppe", "brad").at("battles").default("angela") == "leave"


def test_13_3_the_post_of_the_actions_reads_like_a_chronicle() -> None:
    game = (
        a_game(angela="rome", brad="egypt", chris="china")
        .with_settlement("angela", "gaul")
        .with_units("angela", "germania", swordsman=1)
        .with_government("chris", "communism")
        .with_stability("chris", "collapsing")
        .at("actions")
        .act(
            angela=action("construction", found=["germania"]),
            brad=action("taxation"),
            chris=action("taxation"),
        )
    )
    digest = Voice(catalog("rhye"), ("Angela", "Brad", "Chris")).digest(game.told, None)
    (headline,) = digest.headlines
    assert headline.sentences == ("Angela builds.", "Brad and Chris collect taxes.")
    assert digest.lines[0][0] == "a new village (Germania)"
    assert digest.lines[1] == ("5 gold earned",)
    assert digest.lines[2][-1] == "realm now in civil war"


def test_13_3_the_post_tells_of_revolts_put_down_and_of_firsts() -> None:
    shaky = (
        a_game(angela="rome", brad="egypt", chris="china")
        .with_settlements("angela", "gaul", "germania", "italia", "hellas")
        .with_stability("angela", "shaky")
        .at("revolts")
        .play("angela", ["italia"], [3])
    )
    voice = Voice(catalog("rhye"), ("Angela", "Brad", "Chris"))
    (headline,) = voice.digest(shaky.told, None).headlines
    assert headline.sentences == ("The revolt in Italia is put down.",)
    learnt = (
        a_game(angela="rome", brad="egypt", chris="china")
        .at("actions")
        .act(
            angela=action("research", technology="sailing"),
            brad=action("research", technology="mysticism"),
            chris=action("taxation"),
        )
    )
    lines = voice.digest(learnt.told, None).lines
    assert lines[0] == ("first to learn Sailing", "a galley received")
    assert lines[1] == ("Mysticism learnt",)
