"""How long the game goes on, and what a point and a stream of gold are worth until then."""

from __future__ import annotations

from engine.core.lazy import lazy
from engine.rulesets.standard.steward.weights import Weights
from engine.rulesets.standard.tables import LAST_ERA, TABLES, UNITS
from engine.world.steward.memory import kept_while
from engine.world.steward.strategy import Strategy
from engine.world.view import WonderView, WorldView

ARMY_IDS = frozenset(unit.id for unit in UNITS if unit.is_army)
FLEET_IDS = frozenset(unit.id for unit in UNITS if unit.is_fleet)
NEEDED = TABLES.technologies_that_end_an_era


def science_price(next_one: int, count: int) -> int:
    """What so many technologies cost together, from the price of the next (rule: prices)."""
    return count * next_one + TABLES.technology_price.per_technology * count * (count - 1) // 2


class Horizon(Strategy):
    """A look at the view that knows the time."""

    fighters = ARMY_IDS
    sailors = FLEET_IDS
    carried = TABLES.fleet_capacity
    long_over = 60

    def __init__(self, view: WorldView, seat: int, weights: Weights) -> None:
        super().__init__(view, seat)
        self.w: Weights = weights
        self.technologies = len(self.sheet.technologies)

    @lazy
    def envy(self) -> float:
        """What a rival's lost point is worth, as part of an own point."""
        return self.w.rivalry / max(1, len(self.rivals))

    @lazy
    def ending(self) -> bool:
        """Whether this turn is the last (rule: end)."""
        view = self.view
        if view.last_turn and view.turn >= view.last_turn:
            return True
        return self.era == LAST_ERA and any(
            p.technologies_by_era[LAST_ERA] >= NEEDED for p in view.players
        )

    @lazy
    def later_buyers(self) -> list[int]:
        """The rivals who buy after the steward this turn, or together with it."""
        view, seats = self.view, self.view.seats
        if len(view.active) > 1:
            return [seat for seat in self.rivals if seat in view.active]
        place = (self.me - view.first) % seats
        return [seat for seat in self.rivals if (seat - view.first) % seats > place]

    @lazy
    def may_end(self) -> bool:
        """Whether a rival who buys later this turn can afford to end the game."""
        if self.era < LAST_ERA:
            return False
        for seat in self.later_buyers:
            rival = self.view.players[seat]
            missing = NEEDED - rival.technologies_by_era[LAST_ERA]
            if science_price(rival.next_technology, missing) <= rival.gold:
                return True
        return False

    @kept_while(
        "ending", "era", "w", "view.players", "view.era_ending", "view.turn", "view.last_turn"
    )
    def horizon(self) -> int:
        """How many more productions there will be, as far as can be guessed."""
        if self.ending:
            return 0
        view, w = self.view, self.w
        era = self.era
        most = max([p.technologies_by_era[era] for p in view.players])
        missing = NEEDED * (LAST_ERA - era) + (0 if view.era_ending else NEEDED - most)
        dearer, turns = science_price(0, missing), float(w.longest)
        for player in view.players:
            if not player.fallen:
                cost = missing * player.next_technology + dearer
                needed = (cost - player.gold) / (w.research * player.income.total)
                if needed < turns:
                    turns = needed
        if view.last_turn:
            turns = min(turns, view.last_turn - view.turn)
        return max(1, round(turns))

    @lazy
    def point(self) -> float:
        """What a victory point is worth today, in gold."""
        return self.w.point / (1 + self.w.interest) ** self.horizon

    @lazy
    def stream(self) -> float:
        """What one gold in every production to come is worth today."""
        rate = self.w.interest
        return (1 - (1 + rate) ** -self.horizon) / rate

    def free_wonder(self, thing: str) -> WonderView | None:
        """The wonder of this era for a thing, while nobody has it (rule: wonders)."""
        return self._free_wonders.get(thing)

    @lazy
    def _free_wonders(self) -> dict[str, WonderView]:
        wonders = reversed(self.view.wonders)
        return {w.thing: w for w in wonders if w.owner is None and w.progress}
