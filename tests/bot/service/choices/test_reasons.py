"""Why a typed order is refused, in the words of the rules, at once and after it was stored."""

from __future__ import annotations

import msgspec

from bot.service import Herald
from bot.service.choices.reasons import Reason
from bot.store import Store
from bot.store import prepared as rows
from bot.store.prepared import Prepared
from engine.core.errors import IllegalChoice
from engine.core.messages import Voice, catalog
from engine.core.text import Text
from tests.bot.service.builders import ADA, a_game, lay_out
from tests.builders import NAMES
from tests.rhye.builders import a_game as a_case

LINE = "action research guilds"
WHY = "Guilds needs Trade and Feudalism first"


async def at_the_actions(herald: Herald, store: Store) -> int:
    """A game of Rhye's rules in which Ada plans her actions, and could not learn guilds."""
    info = await a_game(herald, people=3, ruleset="rhye", options={})
    case = a_case(angela="aztec", brad="rome", chris="egypt").with_gold("angela", 100)
    await lay_out(store, info.id, case.at("actions").state, "rhye")
    return info.id


async def test_a_typed_technology_without_its_prerequisites_is_refused_in_words(
    herald: Herald, store: Store
) -> None:
    game = await at_the_actions(herald, store)
    fresh = Herald(store, herald.time)
    (line,) = (await fresh.orders.read(game, ADA.user_id, LINE)).lines
    assert WHY in line.problem


async def test_a_prepared_one_comes_back_and_leaves_the_panel_readable(
    herald: Herald, store: Store
) -> None:
    game = await at_the_actions(herald, store)
    fresh = Herald(store, herald.time)
    async with store.transaction() as tx:
        await rows.add(tx, Prepared(game_id=game, seat=0, kind="action", created_at=0, line=LINE))
    await fresh.scheduler.tick()
    (returned,) = (await fresh.look.desk(game, ADA.user_id)).returned
    assert WHY in returned.problem


def test_facts_of_a_refusal_are_the_same_after_storing() -> None:
    why = IllegalChoice("prerequisites", technology="guilds", missing=(Text("technology.trade"),))
    voice = Voice(catalog("rhye"), NAMES)
    stored = msgspec.json.encode(Reason.of(why))
    assert msgspec.json.decode(stored, type=Reason).sentence(voice) == voice.error(why)
    assert voice.error(why) == "Guilds needs Trade first."
