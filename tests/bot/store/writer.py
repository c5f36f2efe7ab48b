"""Plays a game as fast as it can and says which choices it committed. To be killed."""

from __future__ import annotations

import asyncio
import sys

from bot.store import Store, games, lifecycle
from tests.bot.store.builders import a_choice, a_clock, a_post, a_state


async def main(url: str, game_id: int) -> None:
    async with await Store.open(url) as store:
        async with store.reading() as tx:
            game = await games.get(tx, game_id)
        while True:
            async with store.transaction() as tx:
                choice = a_choice(game)
                # A clock for each entry, so that a missing one gives a half-kept step away.
                clock = a_clock(0, f"entry {choice.number}")
                await lifecycle.record_choice(
                    tx, choice, a_state(choice.number), start_clocks=[clock], say=[a_post()]
                )
                game = await games.get(tx, game_id)
            print(choice.number, flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
