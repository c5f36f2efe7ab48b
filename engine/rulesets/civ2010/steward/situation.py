"""What the steward knows, and the victory it plays for: all from its own view."""

from __future__ import annotations

from engine.core.lazy import lazy
from engine.rulesets.civ2010.tables import COINS_TO_WIN, STEPS, TECHNOLOGIES
from engine.tiles.civ import CitySheet, CivSheet, CivView
from engine.tiles.view import SIDE, TilePlayerView, square_name

WANTED = (5, 4, 3, 2, 1)
"""How many technologies of each level the shortest way to Space Flight has."""
LEANINGS = {
    "romans": "culture",
    "greeks": "culture",
    "indians": "culture",
    "chinese": "culture",
    "spanish": "culture",
    "americans": "economic",
    "arabs": "economic",
    "egyptians": "culture",
    "mongols": "military",
    "zulu": "military",
    "aztecs": "military",
    "germans": "military",
    "french": "military",
}
"""What each civilization is best at, as far as it is not technology."""


class Situation:
    """A view with what follows from it, found once."""

    def __init__(self, view: CivView, seat: int) -> None:
        self.view = view
        self.seat = seat

    @property
    def player(self) -> TilePlayerView:
        """The own line of the table."""
        return self.view.players[self.seat]

    @property
    def sheet(self) -> CivSheet:
        """The own sheet."""
        return self.view.sheets[self.seat]

    @lazy
    def cities(self) -> list[CitySheet]:
        """The own cities."""
        return [city for city in self.view.city_sheets if city.owner == self.seat]

    @lazy
    def rows(self) -> list[int]:
        """How many technologies are in each row of the own pyramid."""
        found = [0] * 5
        for slot in self.sheet.pyramid:
            found[slot.row - 1] += 1
        return found

    @lazy
    def progress(self) -> dict[str, float]:
        """How near each victory is, from nothing to one."""
        techs = sum(min(have, want) for have, want in zip(self.rows, WANTED, strict=True))
        return {
            "culture": self.player.track / STEPS,
            "economic": self.player.coins / COINS_TO_WIN,
            "technology": techs / sum(WANTED),
        }

    @lazy
    def plan(self) -> str:
        """The victory to play for: what the civilization leans to, until another is much nearer."""
        leaning = LEANINGS.get(self.player.civilization, "technology")
        ahead = max(self.progress, key=lambda kind: self.progress[kind])
        if self.progress[ahead] > self.progress.get(leaning, 0.4) + 0.25:
            return ahead
        return leaning

    @lazy
    def terrain(self) -> dict[str, str]:
        """The terrain letter of every explored square."""
        found = {}
        for tile in self.view.tiles:
            for down, row in enumerate(tile.rows):
                for right in range(SIDE):
                    found[square_name(tile.x + right, tile.y + down)] = row[right]
        return found

    @lazy
    def built(self) -> set[str]:
        """Squares with the own architecture."""
        own = (b for b in self.view.buildings if b.owner == self.seat)
        return {square_name(building.x, building.y) for building in own}

    @lazy
    def rival(self) -> int:
        """The other player who is furthest."""
        others = [seat for seat in range(self.view.seats) if seat != self.seat]
        return max(others, key=lambda seat: self.view.scores[seat])

    @lazy
    def strength(self) -> float:
        """What the own unit cards are worth in battle, each on average."""
        cards = self.view.own.units
        return sum(card.strength + card.health for card in cards) / 2 if cards else 0.0

    def technology_worth(self, tech: str) -> float:
        """How much a technology is wanted: high ones for their level, others for what they open."""
        card = TECHNOLOGIES[tech]
        worth = 2.0 * card.level + 3.0 * card.bonuses.get("coins", 0)
        worth += 2.0 * bool(card.building) + 0.8 * len(card.ranks) + 0.7 * len(card.abilities)
        worth += {"irrigation": 6, "navigation": 1, "pottery": 2}.get(tech, 0)
        if self.plan == "military":
            worth += 2.5 * len(card.ranks) + 2 * ("stacking" in card.bonuses)
        if self.plan == "economic":
            worth += 3.0 * bool(card.coin_slots) + 4 * card.bonuses.get("coins", 0)
        if self.plan == "culture":
            culture = card.building in ("temple", "cathedral", "library", "university", "market")
            worth += 2.5 * culture + 1.5 * any(a.culture for a in card.abilities)
        return worth
