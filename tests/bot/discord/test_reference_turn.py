"""The turn of an ordinary Advanced player, typed: three groups, a deal, three goods, a temple.

The same turn by panel is counted by `bot.cli.bench.presses`.
"""

from __future__ import annotations

from engine.rulesets.advanced.view import AdvancedView
from tests.advanced.builders import Game, a_game
from tests.bot.discord.builders.world import Panel, Person, World
from tests.bot.service.builders import lay_out

LINES_MOST = 6
MOVING = "move settler gobi > steppe; move swordsman gobi > manchuria; move horseman persia > indus"
TURN = (
    f"{MOVING}; end",
    "accept 6",
    "done",
    "buy alphabet/writing; buy 2 swordsman gobi",
    "assign temple persia",
)
"""What is typed in each phase of the turn."""


def the_position() -> Game:
    return (
        a_game(2)
        .with_settlement("angela", "gobi", "town", "iron")
        .with_settlement("angela", "persia")
        .with_settlement("brad", "yunnan")
        .with_settlement("brad", "himalaya", "town", "wine")
        .with_units("angela", "gobi", settler=1, swordsman=1)
        .with_units("angela", "persia", horseman=1)
        .with_units("brad", "yunnan", swordsman=1)
        .with_cards("brad", "bronze_working", "flight")
        .with_improvements("angela", "temple")
        .with_gold("angela", 60)
        .with_gold("brad", 20)
        .at("movement")
    )


async def typed(person: Person, text: str) -> Panel:
    """Orders typed, checked and confirmed."""
    shown = await person.actor.slash(person.world.channel, "orders")
    sheet = await person.fill(shown, orders=text)
    assert "All of this can be done" in sheet, sheet.text
    (label,) = (label for label in sheet.buttons() if label.startswith("Do "))
    return await person.press(sheet, label)


async def test_the_turn_of_an_ordinary_player_takes_at_most_six_lines(world: World) -> None:
    ada, bea = await world.running(2, "advanced")
    info = await world.game()
    await lay_out(world.herald.store, info.id, the_position().state, "advanced")
    await world.restart()
    assert sum(len(text.splitlines()) for text in TURN) <= LINES_MOST
    moving, dealing, ending, buying, assigning = TURN
    await typed(ada, moving)
    await typed(bea, "end")
    await typed(bea, "offer Ada 5 gold > ")
    await typed(ada, dealing)
    await typed(ada, ending)
    await typed(bea, "done")
    await typed(ada, buying)
    await typed(ada, assigning)
    view = await world.herald.look.view(info.id, ada.id)
    assert isinstance(view, AdvancedView)
    assert "alphabet_writing" in view.players[0].technologies
