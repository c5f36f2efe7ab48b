"""What the steward holds things to be worth: `weights.toml` has the figures and the reasons."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.world.steward.weights import Rate, Share, read_weights

Plan = Literal["technology", "culture", "economic", "military"]
Five = tuple[Share, Share, Share, Share, Share]
Names = tuple[str, ...]


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The steward's judgement."""

    leanings: dict[str, Plan]
    gives: dict[Plan, Five]
    policies: dict[Plan, Names]
    governments: dict[Plan, Names]
    investments: dict[Plan, tuple[tuple[str, int], ...]]
    cards: dict[str, Share]
    special: dict[str, Share]
    people: Names
    loot: Names
    switch: Share
    might: Share
    tech_level: Share
    tech_coin: Share
    tech_building: Share
    tech_rank: Share
    tech_ability: Share
    tech_war: Share
    tech_stack: Share
    tech_coin_slots: Share
    tech_coin_plan: Share
    tech_culture: Share
    tech_incense: Share
    horizon: Share
    threat: Share
    arts_push: Share
    store: Share
    few_resources: Share
    more_resources: Share
    wonder: Share
    settler: Share
    scout: Share
    scout_crowd: Share
    army: Share
    army_war: Share
    army_crowd: Share
    unit: Share
    units_wanted: Share
    units_wanted_war: Share
    walls: Share
    threatened: Share
    rush_spare: Share
    rush_needed: Share
    step: Share
    step_trade: Share
    found: Share
    place: Share
    govern: Share
    invest: Share
    use: Share
    keep_coins: Share
    stay: Share
    site: Share
    way: Share
    attack: Share
    attack_capital: Share
    hold: Share
    take_capital: Share
    take_city: Share
    man: Share
    explore: Share
    lesson: Share
    hut: Share
    village: Share
    scouts: Share
    armies: Share
    per_point: Share
    spread: Rate
    research: Share
    kept: Share
    lost: Share
    culture: Share
    culture_plan: Share
    useful: Share
    usable: Share
    idle: Share
    hidden: Share
    margin: Share
    fairness: Share
    nearly: Share


WEIGHTS = read_weights("engine.rulesets.civ2010.steward", Weights)
