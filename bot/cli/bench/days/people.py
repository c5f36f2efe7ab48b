"""People as they are: three times a day they look at Discord and answer what is asked of them.

They wake at 8 and sleep at 23; when they look in is drawn anew each day. They answer as the steward
would and know nothing that their view does not show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from bot.moment import DAY, HOUR, Moment
from bot.service import Herald
from bot.service.responses import Desk
from engine.core.decision import Choice, Decision
from engine.core.grammar import Value
from engine.core.policies import Eyes, policy
from engine.core.registry import ruleset

LOOKS_A_DAY = 3
STANDING_ORDERS = "standing_orders"
WAKING, ASLEEP = 8 * HOUR, 23 * HOUR


def looks(midnight: Moment, rng: Random) -> Iterator[Moment]:
    """The moments at which someone looks in, from that midnight on, in order and without an end."""
    while True:
        yield from sorted(midnight + rng.randrange(WAKING, ASLEEP) for _ in range(LOOKS_A_DAY))
        midnight += DAY


class Guest:
    """One person at a table."""

    def __init__(
        self, herald: Herald, game_id: int, user_id: int, rng: Random, *, rests: bool = False
    ) -> None:
        self.herald = herald
        self.game_id = game_id
        self.user_id = user_id
        self.rng = rng
        self.rests = rests
        """Whether they order once to be asked only when something new comes up, where they may."""
        self.has_ordered = False
        self.answers = 0
        """How many questions they have answered."""
        self.sittings = 0
        """How often they looked in and were asked something."""
        self.bare_ends: Counter[str] = Counter()
        """How often they had nothing to say to a question but its end, by its kind."""
        self.forced = 0
        """How often they looked in and had no more to say than such ends."""

    async def look_in(self) -> None:
        """Answer all that is asked, also what comes up while they are here."""
        before = self.answers
        going_on: set[str] = set()
        ends = 0
        while True:
            desk = await self.herald.look.desk(self.game_id, self.user_id)
            if self.rests and await self._rest(desk):
                continue
            if not any(asked.decision.blocking for asked in desk.decisions):
                break
            asked, value = await self._answer(desk)
            if not only_ends(asked, value):
                going_on.add(asked.id)
            elif asked.id in going_on:
                # The end goes with what they have just said, on the same button.
                going_on.remove(asked.id)
            else:
                self.bare_ends[asked.kind] += 1
                ends += 1
            if await self._is_over():
                break
        answers = self.answers - before
        self.sittings += answers > 0
        self.forced += answers == ends > 0

    async def _answer(self, desk: Desk) -> tuple[Decision, Value]:
        choice = _steward(desk, self.rng, orders=not self.has_ordered)
        asked = desk.asked(choice.decision)
        assert asked is not None
        self.answers += 1
        await self.herald.play.choose(
            self.game_id,
            self.user_id,
            choice.decision,
            choice.value,
            interaction=f"{self.user_id}:{self.answers}",
            tag=asked.tag,
        )
        await self.herald.scheduler.tick()
        return asked.decision, choice.value

    async def _rest(self, desk: Desk) -> bool:
        """Give the standing orders for it; False where that is not to be done."""
        orders = dict(ruleset(desk.info.game.ruleset).rests_by.values())
        asked = next((e for e in desk.decisions if e.decision.kind == STANDING_ORDERS), None)
        if self.has_ordered or not orders or asked is None:
            return False
        self.has_ordered = True
        await self.herald.play.choose(
            self.game_id,
            self.user_id,
            asked.decision.id,
            orders,
            interaction=f"{self.user_id}:orders",
        )
        return True

    async def _is_over(self) -> bool:
        return (await self.herald.look.game(self.game_id)).game.status != "running"


def only_ends(decision: Decision, value: Value) -> bool:
    """Whether an answer does no more than end or pass over what was asked."""
    if decision.again or value in ([], {}):
        return bool(value == decision.default)
    return bool(decision.until) and value == decision.until


def _steward(desk: Desk, rng: Random, *, orders: bool) -> Choice:
    """What the steward would choose at a desk; with standing orders of its own if it may."""
    decisions = [asked.decision for asked in desk.decisions]
    if not orders:
        decisions = [each for each in decisions if each.kind != STANDING_ORDERS]
    eyes = Eyes(ruleset(desk.info.game.ruleset), desk.seat.seat, decisions, lambda _: desk.view)
    return policy("steward").choose(eyes, rng)
