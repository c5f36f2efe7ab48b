"""What happens in a 2010 game, as typed facts."""

from engine.rulesets.civ2010.events.battle import (
    BattleBegan,
    BattleEnded,
    BattlePassed,
    Blank,
    Duelled,
    FirstPlayer,
    Healed,
    Learned,
    Looted,
    LootSeen,
    NothingResearched,
    TradeKept,
    UnitPlayed,
    Wounded,
)
from engine.rulesets.civ2010.events.building import (
    ArtsHarvested,
    Built,
    Destroyed,
    Obsolete,
    ProgramStored,
    Replaced,
    ResourceHarvested,
    UnitGained,
    UnitLost,
    UnitSeen,
    Upgraded,
    WonderBuilt,
    WonderOffered,
)
from engine.rulesets.civ2010.events.course import (
    CapitalPlaced,
    CivilizationChosen,
    FigurePlaced,
    GameEnded,
    PhaseBegan,
    TurnBegan,
)
from engine.rulesets.civ2010.events.growth import (
    Advanced,
    Cancelled,
    CapitalGrew,
    CardDiscarded,
    CardDrawn,
    CardSeen,
    CityFounded,
    CityLost,
    CityWalled,
    CoinGained,
    CoinLost,
    Gained,
    GovernmentChanged,
    Harvested,
    Invested,
    PersonCardLost,
    PersonCardSeen,
    PersonCardShown,
    PersonGained,
    PersonPlaced,
    PolicyAdopted,
    PolicyDropped,
    ResourceGained,
    Spent,
    TokenDiscarded,
    Used,
)
from engine.rulesets.civ2010.events.trade import (
    CardTraded,
    Offered,
    OfferEnded,
    OrdersChanged,
    Traded,
    TradeDone,
)
from engine.rulesets.civ2010.events.travel import (
    CityStateFound,
    FigureLost,
    FigureSpent,
    Frozen,
    HutExplored,
    Moved,
    RelicTaken,
    TerrainChanged,
    TileTurned,
    TokenKept,
    TokenShown,
    TokensSeen,
    VillageAppeared,
    VillageTaken,
)

AnyEvent = (
    TurnBegan
    | PhaseBegan
    | GameEnded
    | CivilizationChosen
    | CapitalPlaced
    | FigurePlaced
    | CityFounded
    | CapitalGrew
    | CityLost
    | CityWalled
    | PolicyAdopted
    | PolicyDropped
    | GovernmentChanged
    | Invested
    | Gained
    | Harvested
    | CoinGained
    | CoinLost
    | ResourceGained
    | Spent
    | Used
    | Cancelled
    | CardDrawn
    | CardSeen
    | CardDiscarded
    | TokenDiscarded
    | Advanced
    | PersonGained
    | PersonPlaced
    | PersonCardSeen
    | PersonCardShown
    | PersonCardLost
    | Built
    | WonderBuilt
    | WonderOffered
    | Obsolete
    | Replaced
    | Destroyed
    | Upgraded
    | UnitGained
    | UnitSeen
    | UnitLost
    | ProgramStored
    | ArtsHarvested
    | ResourceHarvested
    | Moved
    | FigureSpent
    | FigureLost
    | Frozen
    | TileTurned
    | TerrainChanged
    | VillageAppeared
    | HutExplored
    | VillageTaken
    | TokenKept
    | TokenShown
    | TokensSeen
    | CityStateFound
    | RelicTaken
    | BattleBegan
    | UnitPlayed
    | Duelled
    | Wounded
    | Healed
    | BattlePassed
    | BattleEnded
    | Looted
    | LootSeen
    | Learned
    | Blank
    | TradeKept
    | NothingResearched
    | FirstPlayer
    | Offered
    | OfferEnded
    | Traded
    | CardTraded
    | TradeDone
    | OrdersChanged
)

__all__ = [
    "Advanced",
    "AnyEvent",
    "ArtsHarvested",
    "BattleBegan",
    "BattleEnded",
    "BattlePassed",
    "Blank",
    "Built",
    "Cancelled",
    "CapitalGrew",
    "CapitalPlaced",
    "CardDiscarded",
    "CardDrawn",
    "CardSeen",
    "CardTraded",
    "CityFounded",
    "CityLost",
    "CityStateFound",
    "CityWalled",
    "CivilizationChosen",
    "CoinGained",
    "CoinLost",
    "Destroyed",
    "Duelled",
    "FigureLost",
    "FigurePlaced",
    "FigureSpent",
    "FirstPlayer",
    "Frozen",
    "Gained",
    "GameEnded",
    "GovernmentChanged",
    "Harvested",
    "Healed",
    "HutExplored",
    "Invested",
    "Learned",
    "LootSeen",
    "Looted",
    "Moved",
    "NothingResearched",
    "Obsolete",
    "OfferEnded",
    "Offered",
    "OrdersChanged",
    "PersonCardLost",
    "PersonCardSeen",
    "PersonCardShown",
    "PersonGained",
    "PersonPlaced",
    "PhaseBegan",
    "PolicyAdopted",
    "PolicyDropped",
    "ProgramStored",
    "RelicTaken",
    "Replaced",
    "ResourceGained",
    "ResourceHarvested",
    "Spent",
    "TerrainChanged",
    "TileTurned",
    "TokenDiscarded",
    "TokenKept",
    "TokenShown",
    "TokensSeen",
    "TradeDone",
    "TradeKept",
    "Traded",
    "TurnBegan",
    "UnitGained",
    "UnitLost",
    "UnitPlayed",
    "UnitSeen",
    "Upgraded",
    "Used",
    "VillageAppeared",
    "VillageTaken",
    "WonderBuilt",
    "WonderOffered",
    "Wounded",
]
