"""Fast Play on Discord where much hangs on one choice: losses, retreats, gold for a wonder."""

from __future__ import annotations

from tests.bot.discord.builders.playing import choose, desk
from tests.bot.discord.builders.world import Panel, Person, World
from tests.bot.service.builders import lay_out
from tests.fast_play.builders import END, Arrangement, Game, a_game, move

HORDE = {"swordsman": 15, "horseman": 15}
"""So many dice that both sides roll sixes, and so many units that nobody loses all of them."""


async def at_the_table(world: World, arranged: Game) -> list[Person]:
    """A game of Ada and Bea that has come to where angela and brad are in an arranged one."""
    people = await world.running(2, "fast_play")
    game = await world.game()
    await lay_out(world.herald.store, game.id, arranged.state, "fast_play")
    await world.restart()
    return people


def two_hordes() -> Arrangement:
    """Angela's hordes on two sides of Brad's."""
    return (
        a_game()
        .with_units("angela", "gobi", swordsman=15)
        .with_units("angela", "siberia", horseman=15)
        .with_units("brad", "steppe", **HORDE)
        .with_settlement("brad", "bactria")
    )


async def attack(attacker: Person) -> None:
    """Both hordes march on the third, and the dice fall."""
    await choose(attacker, "movement", move("gobi", "steppe", *["swordsman"] * 15))
    await choose(attacker, "movement", move("siberia", "steppe", *["horseman"] * 15))
    await choose(attacker, "movement", END)


def told(world: World) -> str:
    """All that everybody can read."""
    return "\n".join(post.text for post in world.posts())


def notes(panel: Panel) -> dict[str, str]:
    """What stands under each option of the selects."""
    return {
        option["label"]: option.get("description", "")
        for each in panel.selects()
        for option in each["options"]
    }


async def lose_the_usual(person: Person, panel: Panel) -> tuple[str, Panel]:
    """Lose what is proposed; gives what that was, and the panel after it."""
    proposed = next(label for label in panel.buttons() if label.startswith("Lose "))
    return proposed.removeprefix("Lose "), await person.press(panel, proposed)


async def test_losses_are_chosen_by_letter_and_told_when_both_have_chosen(world: World) -> None:
    ada, bea = await at_the_table(world, two_hordes().at("movement"))
    await attack(ada)
    letter = bea.letters()[-1]
    assert " in Steppe" in letter and "you lose" in letter.text.lower() and "Which" in letter
    shown = notes(letter)
    assert shown["Swordsman"] == "15 in all · one die each"
    assert shown["Horseman"] == "15 in all · 2 dice each"

    lost, letter = await lose_the_usual(bea, letter)
    assert f"✅ **Lose {lost}**" in letter
    assert "1 of 2 have chosen" in world.posts()[-1]
    assert "Lost in" not in told(world)
    assert f" {lost}" not in told(world)
    assert all(f" {lost}" not in each for each in [*ada.letters(), await ada.slash("play")])

    also_lost, _ = await lose_the_usual(ada, await ada.slash("play"))
    log = (await ada.slash("log")).text
    assert f"Lost in Steppe: {lost} of Bea." in log
    assert f"Lost in Steppe: {also_lost} of Ada." in log
    assert "lost" in told(world)


async def test_whoever_lost_is_asked_where_to_go_and_goes_there(world: World) -> None:
    orders = {"losses": "weakest"}
    battle = two_hordes().with_orders("angela", **orders).with_orders("brad", **orders)
    people = await at_the_table(world, battle.at("movement"))
    await attack(people[0])
    (loser,) = await world.awaited()
    name = ("Ada", "Bea")[people.index(loser)]
    (asked, *_) = (await desk(loser)).decisions
    assert asked.decision.kind == "retreat"
    panel = await loser.press(world.posts()[-1], "My move")
    assert "You have lost in Steppe and must leave with" in panel
    way = next(label for label in panel.buttons() if label.startswith("Retreat "))
    await loser.press(panel, way)
    target = way.rpartition(" to ")[2].partition(" · ")[0]
    line = next(line for line in told(world).splitlines() if "retreated to" in line)
    assert f"**{name}**" in line
    assert f"retreated to {target}" in line


async def test_gold_for_a_wonder_is_set_aside_with_open_eyes(world: World) -> None:
    game = a_game().with_settlement("angela", "gaul").with_gold("angela", 9).at("purchase")
    ada, _ = await at_the_table(world, game)
    panel = await ada.slash("play")
    wonder = "Set 5 gold aside for a wonder"
    assert notes(panel)[wonder] == "succeeds on a 2 (1 in 6), leaves 4 gold"
    panel = await ada.press(await ada.pick(panel, wonder), "Do it")
    assert "Ada sets 5 gold aside for a wonder and rolls" in panel
    post = world.posts()[-1]
    failed, built = "a wonder missed", "🏛️ Ada builds "
    assert failed in post or built in post
    if failed in post:
        assert "You have 4 gold to spend; 5 more are set aside this turn." in panel
    assert not any("aside for a wonder" in label for label in panel.options())
