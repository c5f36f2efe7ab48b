"""Rulebook 10: how games end, scoring, elimination."""

from __future__ import annotations

from engine.rulesets.advanced.events import EndRolled, WondersTaken
from engine.rulesets.advanced.state import LEFT_BEHIND
from engine.rulesets.advanced.tables import CARD, TABLES
from engine.world.events import BattleBegan, Fallen
from tests.advanced.builders import BUY_NOTHING, END, Arrangement, Game, a_game, declared, move
from tests.standard import builders as standard

PLACES = ["gobi", "steppe", "persia", "indus", "ganges", "deccan", "siberia"]
MORE = ["yakutia", "kamchatka", "manchuria", "huang_he", "yangtze", "yunnan", "mekong", "himalaya"]
SOUTH = ["nile", "nubia", "libya", "numidia", "congo", "funa", "nigeria", "kalahari", "tanganika"]
WEST = ["gaul", "iberia", "italia", "hellas", "germania", "sarmatia", "muscovy", "anatolia"]
AMERICA = ["yukon", "hudson", "cascadia", "dakota", "sonora", "mexica", "orinoco", "amazonia"]


def buyer(length: str, era: str = "medieval") -> Arrangement:
    game = a_game().with_option("length", length).in_era(era)
    return game.with_settlement("angela", "gobi", "town").with_gold("angela", 900)


def ended(game: Game) -> str:
    game.lapse(lambda now: now.outcome() is not None or now.turn == 8)
    outcome = game.outcome()
    return "" if outcome is None else outcome.reason


def settled(game: Arrangement, name: str, places: list[str], *sizes: int) -> Arrangement:
    """So many villages, towns, cities and metropolises."""
    left = list(places)
    for size, count in zip(("village", "town", "city", "metropolis"), sizes, strict=True):
        for _ in range(count):
            game.with_settlement(name, left.pop(), size)
    return game


def test_10_others_still_buy_in_the_last_turn() -> None:
    game = buyer("long", "modern").with_cards("brad", "fusion").with_gold("brad", 50).at("purchase")
    game.play("angela", {"buy": "colony_ship"}).play("angela", BUY_NOTHING)
    assert game.asked() == {"brad": "purchase"}


def test_10_a_turn_limit_ends_the_game() -> None:
    assert ended(buyer("long").with_option("turn_limit", 7).at("purchase")) == "turn_limit"


def test_10_1_example_a_the_points_of_a_space_end() -> None:
    cards = [card for card in TABLES.cards if card not in ("fusion",)]
    seminal = [card.id for card in TABLES.technology_cards if card.seminal]
    plain = [card for card in cards if card not in seminal]
    game = a_game().in_era("modern")
    settled(game, "angela", [*PLACES, *MORE], 1, 2, 3, 3)
    settled(game, "brad", [*SOUTH, "madagascar", "eritrea"], 0, 0, 4, 6)
    settled(game, "chris", [*WEST, *AMERICA], 0, 2, 4, 8)
    game.with_cards("angela", *plain[:8])
    game.with_cards("brad", *seminal[:3], *plain[8:19], "fusion")
    game.with_cards("chris", seminal[3], *plain[19:25])
    wonders = [wonder.id for wonder in TABLES.wonders if not wonder.bought]
    game.with_card_wonders("angela", wonders[0]).with_card_wonders("brad", *wonders[1:8])
    game.with_card_wonders("chris", *wonders[8:13]).with_gold("brad", 200)
    table = game.at("purchase", mover="brad", first="brad")
    table.play("brad", {"buy": "colony_ship"})
    assert ended(table) == "space"
    outcome = table.outcome()
    assert outcome is not None
    assert {s.seat: s.score for s in outcome.standings} == {0: 36, 1: 79, 2: 69}
    assert outcome.winners == (1,)


def test_10_1_a_military_end_counts_units_and_a_diplomatic_one_the_owner() -> None:
    war = buyer("long", "modern").with_card_wonders("angela", "apollo_program")
    table = war.with_units("brad", "nile", tank=3, settler=2).at("purchase")
    table.play("angela", "military", kind="declare_end")
    assert ended(table) == "military"
    assert table.player("brad").points["units"] == 3
    peace = buyer("long", "modern").with_card_wonders("angela", "united_nations").at("purchase")
    peace.play("angela", "diplomatic", kind="declare_end")
    assert ended(peace) == "diplomatic"
    assert peace.player("angela").points["united_nations"] == 5


def test_10_1_the_united_nations_count_for_whoever_has_them_at_the_end() -> None:
    game = buyer("long", "modern").with_card_wonders("angela", "united_nations")
    table = game.with_cards("brad", "flight").at("trade")
    table.play("angela", "diplomatic", kind="declare_end")
    standard.dealt(table, "angela", "brad", ["wonder:united_nations"])
    table.lapse(lambda now: now.outcome() is not None, (3, 4))
    outcome = table.outcome()
    assert outcome is not None and outcome.reason == "diplomatic"
    assert [table.player(name).points["united_nations"] for name in ("angela", "brad")] == [0, 5]


def test_10_2_technologies_then_gold_decide_between_equal_points() -> None:
    game = buyer("long").with_option("turn_limit", 7).with_settlement("brad", "nile", "town")
    table = game.with_cards("brad", "wheel").at("purchase")
    ended(table)
    outcome = table.outcome()
    assert outcome is not None and outcome.standings[0].seat == 1


def test_10_3_whoever_loses_the_last_settlement_is_out() -> None:
    game = (
        a_game()
        .with_cards("chris", "flight", "wheel")
        .with_card_wonders("chris", "colossus")
        .with_gold("chris", 30)
        .with_settlement("chris", "gobi")
        .with_units("chris", "nile", settler=1)
        .with_units("brad", "gobi", swordsman=1)
    )
    table = declared(game, "gobi", attacker="brad", defender="chris")
    assert table.event(Fallen).seat == 2
    assert table.event(WondersTaken).wonders == ("colossus",)
    assert table.gold("brad") == 30
    assert table.state.technologies[CARD["wheel"]] == LEFT_BEHIND
    assert "wheel" in table.cards().left_behind
    assert table.units("chris", "nile") == {}


def test_10_3_the_conqueror_has_the_use_of_what_was_taken() -> None:
    game = (
        a_game()
        .with_cards("chris", "flight")
        .with_card_wonders("chris", "great_wall")
        .with_settlement("chris", "gobi")
        .with_units("brad", "gobi", swordsman=1)
    )
    table = declared(game, "gobi", attacker="brad", defender="chris")
    assert table.state.defence(1) == 2
    assert table.player("brad").points["wonders"] == 2


def last_settlement_taken(**orders: str) -> Game:
    """Angela takes Brad's last settlement before she fights Brad and Chris in Steppe."""
    game = (
        a_game()
        .with_settlement("brad", "gobi")
        .with_units("angela", "gobi", swordsman=1)
        .with_units("angela", "siberia", swordsman=1)
        .with_units("brad", "steppe", horseman=2, swordsman=1)
        .with_units("chris", "steppe", horseman=1, swordsman=1)
    )
    for name, order in orders.items():
        game.with_orders(name, toward_angela=order)
    table = game.at("movement").play("angela", move("siberia", "steppe", "swordsman"))
    return table.play("angela", END)


def test_10_3_challengers_whose_leader_is_out_have_another() -> None:
    table = last_settlement_taken(brad="challenge", chris="challenge")
    table.play("angela", ["gobi:1"]).play("angela", "gobi:1")
    assert table.event(Fallen).seat == 1
    assert table.events(BattleBegan)[-1] == BattleBegan("steppe", (2,), (0,))
    assert table.asked() == {"chris": "fight"}


def test_10_3_whoever_stood_by_a_player_who_is_out_fights_on() -> None:
    table = last_settlement_taken(brad="pass", chris="challenge")
    table.play("angela", ["gobi:1", "steppe:1"])
    assert set(table.options("angela")) == {"gobi:1", "steppe:1"}
    table.play("angela", "gobi:1")
    assert table.events(BattleBegan)[-1] == BattleBegan("steppe", (0,), (2,))
    assert table.asked() == {"chris": "fight"}


def test_10_4_example_a_the_die_of_a_short_game() -> None:
    game = buyer("short").with_cards("brad", "education", "currency").at("purchase")
    game.play("angela", {"buy": "banking"}, (2,))
    rolled = game.event(EndRolled)
    assert (rolled.number, rolled.ends) == (2, True)
    assert ended(game) == "die"


def test_10_4_only_what_players_own_is_counted() -> None:
    game = buyer("short").with_cards("brad", "currency", "feudalism")
    game.with_orphaned_cards("education", "theology")
    table = game.with_units("chris", "nile", settler=1).at("purchase")
    table.play("angela", {"buy": "banking"}, (3,))
    rolled = table.event(EndRolled)
    assert (rolled.number, rolled.ends) == (2, False)


def test_10_4_a_medieval_technology_rolls_in_the_last_ancient_turn_too() -> None:
    table = buyer("short", "ancient").with_cards("brad", "currency").at("purchase")
    table.play("angela", {"buy": "banking"}, (1,))
    assert ended(table) == "die"
    assert table.era == "ancient"


def test_10_4_a_higher_die_lets_the_game_go_on() -> None:
    arranged = buyer("short").with_cards("brad", "currency")
    game = arranged.with_units("chris", "nile", settler=1).at("purchase")
    game.play("angela", {"buy": "banking"}, (2,))
    assert not game.event(EndRolled).ends
    assert ended(game) == ""


def test_10_4_a_medium_game_rolls_for_gunpowder_technologies_only() -> None:
    early = buyer("medium").with_cards("brad", "currency").at("purchase")
    early.play("angela", {"buy": "banking"})
    assert early.events(EndRolled) == []
    late = buyer("medium", "gunpowder").with_cards("brad", "nationalism").at("purchase")
    late.play("angela", {"buy": "economics"}, (2,))
    assert late.event(EndRolled).ends


def test_10_4_a_short_game_does_not_outlast_the_medieval_era() -> None:
    game = buyer("short", "medieval").with_cards("brad", "banking", "printing_press").at("purchase")
    game.play("angela", {"buy": "nationalism"})
    assert game.events(EndRolled) == []
    assert ended(game) == "era"


def test_10_5_conquest_ends_the_game() -> None:
    game = (
        a_game(2)
        .with_settlement("brad", "gobi")
        .with_units("angela", "gobi", swordsman=1)
        .with_settlement("angela", "nile")
    )
    table = declared(game, "gobi", dice=(1, 1))
    assert ended(table) == "conquest"


def test_10_5_fusion_and_the_colony_ship_can_be_bought_in_one_turn() -> None:
    game = buyer("long", "modern").with_cards("brad", "fission", "super_conductor")
    table = game.with_card_wonders("angela", "united_nations", "apollo_program").at("purchase")
    table.play("angela", {"buy": "fusion"}).play("angela", {"buy": "colony_ship"})
    assert "declare_end" not in table.may("angela"), "the ship has decided how the game ends"
    assert ended(table) == "space"
    assert table.player("angela").points["technologies"] == 1


def test_10_5_the_last_settlement_destroyed_is_conquest() -> None:
    game = a_game(2).in_era("modern").with_card_wonders("angela", "manhattan_project")
    game.with_settlement("angela", "gobi").with_units("angela", "gobi", tank=1)
    table = game.with_settlement("brad", "persia", "metropolis").at("movement")
    table.play("angela", "persia", kind="destroy")
    assert table.outcome() is None, "the turn is played to its end"
    table.lapse(lambda now: now.outcome() is not None, (3, 4))
    outcome = table.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("conquest", (0,))


def test_10_5_the_first_ending_decides() -> None:
    game = buyer("long", "modern").with_cards("brad", "fusion")
    table = game.with_card_wonders("angela", "united_nations").at("purchase")
    table.play("angela", "diplomatic", kind="declare_end").play("angela", {"buy": "colony_ship"})
    assert ended(table) == "diplomatic"
