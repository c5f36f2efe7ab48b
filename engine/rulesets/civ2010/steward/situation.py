"""What the steward knows, and the victory it plays for: all from its own view."""

from __future__ import annotations

from engine.core.lazy import lazy
from engine.rulesets.civ2010.steward.weights import Plan, Weights
from engine.rulesets.civ2010.tables import (
    BUILDINGS,
    CIVILIZATIONS,
    COINS_TO_WIN,
    STEPS,
    TECHNOLOGIES,
    TECHNOLOGY_COST,
)
from engine.tiles.civ import CitySheet, CivSheet, CivView
from engine.tiles.view import SIDE, Square, TilePlayerView, square_name, square_of

WANTED = (5, 4, 3, 2, 1)
"""How many technologies of each level the shortest way to Space Flight has."""


class Situation:
    """A view with what follows from it, found once."""

    def __init__(self, view: CivView, seat: int, weights: Weights) -> None:
        self.view = view
        self.seat = seat
        self.w = weights

    def other(self, seat: int) -> Situation:
        """Another seat's situation, as far as this view shows it and judged as this seat would."""
        return Situation(self.view, seat, self.w)

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

    @property
    def techs(self) -> set[str]:
        """The own technologies."""
        return {slot.name for slot in self.sheet.pyramid}

    @lazy
    def city_limit(self) -> int:
        """How many cities the seat may have."""
        return 3 if "irrigation" in self.techs else 2

    @lazy
    def dangers(self) -> dict[str, float]:
        """For each own city that was asked about, the chance that it falls next turn."""
        return {}

    def danger(self, city: CitySheet) -> float:
        """The chance that an enemy could take an own city next turn."""
        from engine.rulesets.civ2010.steward.odds import danger

        if city.place not in self.dangers:
            self.dangers[city.place] = danger(self, city)
        return self.dangers[city.place]

    @lazy
    def sites(self) -> dict[Square, float]:
        """For each square that was asked about, how good a place it is for a scout."""
        return {}

    @lazy
    def tokens(self) -> set[Square]:
        """The squares with huts and villages."""
        return {(token.x, token.y) for token in self.view.tokens}

    @lazy
    def distances(self) -> dict[Plan, tuple[int, int]]:
        """How much of each victory is reached, and how much it needs."""
        techs = sum(min(have, want) for have, want in zip(self.rows, WANTED, strict=True))
        return {
            "culture": (self.player.track, STEPS),
            "economic": (self.player.coins, COINS_TO_WIN),
            "technology": (techs, sum(WANTED)),
        }

    @lazy
    def progress(self) -> dict[Plan, float]:
        """How near each victory is, from nothing to one."""
        return {plan: have / wanted for plan, (have, wanted) in self.distances.items()}

    @lazy
    def plan(self) -> Plan:
        """The victory to play for: what the civilization leans to, until another is much nearer."""
        leaning = self.w.leanings.get(self.player.civilization, "technology")
        ahead = max(self.progress, key=lambda kind: self.progress[kind])
        if self.progress[ahead] > self.progress.get(leaning, self.w.might) + self.w.switch:
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
    def open_squares(self) -> set[Square]:
        """Explored squares that a scout can go through: nobody else, no token, no city is there."""
        known = [TECHNOLOGIES[tech].bonuses for tech in self.techs & TECHNOLOGIES.keys()]
        known.append(CIVILIZATIONS[self.player.civilization].bonuses)
        sails = any("water" in bonuses for bonuses in known)
        found = {
            (tile.x + right, tile.y + down)
            for tile in self.view.tiles
            for down, row in enumerate(tile.rows)
            for right, letter in enumerate(row)
            if sails or letter != "W"
        }
        found -= self.tokens
        found -= {(f.x, f.y) for f in self.view.figures if f.owner != self.seat}
        return found.difference(*(city.squares for city in self.view.cities))

    @lazy
    def dark_squares(self) -> set[Square]:
        """The squares of tiles that lie face down."""
        return {square for tile in self.view.tiles if not tile.rows for square in tile.squares}

    @lazy
    def wanted_squares(self) -> list[Square]:
        """What armies drift to: huts, villages, unknown land, and enemies of a strong player."""
        from engine.rulesets.civ2010.steward.odds import against_village

        village = against_village(self, 1) >= self.w.attack
        found = [(t.x, t.y) for t in self.view.tokens if t.kind == "hut" or village]
        found += [(tile.x + 1, tile.y + 1) for tile in self.view.tiles if not tile.rows]
        if (self.plan == "military" or not found) and self.sheet.armies >= 2:
            found += [(city.x, city.y) for city in self.view.cities if city.owner != self.seat]
        return found

    @lazy
    def city_states(self) -> set[str]:
        """Squares of city-states that a player controls."""
        return {
            square.place
            for city in self.view.city_sheets
            for square in city.squares
            if square.source == "city_state"
        }

    def far(self, place: str, x: int, y: int) -> int:
        """How many squares lie between a place and a square."""
        at = square_of(place)
        return abs(at[0] - x) + abs(at[1] - y) if at else 99

    @lazy
    def goal(self) -> int:
        """The level to research this turn, 0 when there is no trade for any."""
        return next((n for n in self.levels if TECHNOLOGY_COST[n] <= self.player.trade), 0)

    @lazy
    def levels(self) -> list[int]:
        """Levels that the pyramid has room for and the way to Space Flight needs, highest first."""
        rows = self.rows
        return [
            n
            for n in range(5, 0, -1)
            if rows[n - 1] < WANTED[n - 1] and (n == 1 or rows[n - 1] + 1 < rows[n - 2])
        ]

    @lazy
    def spare(self) -> int:
        """Trade that would be lost by research: nothing but its price and the coins count."""
        wanted = self.levels[0] if self.levels else 0
        price = TECHNOLOGY_COST[wanted]
        if self.player.trade < price <= self.player.trade + self.sheet.income:
            return 0
        return max(0, self.player.trade - TECHNOLOGY_COST[self.goal])

    @lazy
    def built(self) -> dict[str, str]:
        """Squares with the own architecture, and what it is."""
        own = (b for b in self.view.buildings if b.owner == self.seat)
        return {square_name(building.x, building.y): building.kind for building in own}

    @lazy
    def rival(self) -> int:
        """The other player who is furthest."""
        others = [seat for seat in range(self.view.seats) if seat != self.seat]
        return max(others, key=lambda seat: self.view.scores[seat])

    def technology_worth(self, tech: str) -> float:
        """How much a technology is wanted: high ones for their level, others for what they open."""
        w = self.w
        card = TECHNOLOGIES[tech]
        worth = w.tech_level * card.level + w.tech_coin * card.bonuses.get("coins", 0)
        worth += w.tech_building * bool(card.building) + w.tech_rank * len(card.ranks)
        worth += w.tech_ability * len(card.abilities) + w.special.get(tech, 0)
        if self.plan == "military":
            worth += w.tech_war * len(card.ranks) + w.tech_stack * ("stacking" in card.bonuses)
        if self.plan == "economic":
            worth += w.tech_coin_slots * bool(card.coin_slots)
            worth += w.tech_coin_plan * card.bonuses.get("coins", 0)
        if self.plan == "culture":
            building = BUILDINGS.get(card.building)
            worth += w.tech_culture * bool(building is not None and building.culture)
            worth += w.tech_incense * any(a.culture for a in card.abilities)
        return worth
