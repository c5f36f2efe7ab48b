"""The state of a 2010 game: plain containers of frozen values, and the frames of its flow."""

from __future__ import annotations

import copy as shallow
from collections.abc import Iterable
from typing import Any, TypeVar, get_origin, get_type_hints

import msgspec

from engine.core.copying import copied
from engine.core.flow import Frame, GameState
from engine.core.simultaneous import Simultaneous

T = TypeVar("T", bound=msgspec.Struct)

NOBODY = -1


class City(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A city on the square `at`; a metropolis also covers `second`."""

    owner: int
    at: int
    capital: bool = False
    second: int = NOBODY
    walls: bool = False
    fort: bool = False
    caravan: bool = False
    program: bool = False

    @property
    def squares(self) -> tuple[int, ...]:
        """What the city itself covers."""
        return (self.at,) if self.second < 0 else (self.at, self.second)


class Piece(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A building, wonder or great person on a square. An obsolete wonder's card is lost."""

    owner: int
    kind: str
    role: str = "building"
    obsolete: bool = False


class Figure(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An army or a scout. `spent` are the steps it has made, `home` the city a scout sends to."""

    id: int
    owner: int
    army: bool
    spent: int = 0
    home: int = NOBODY


class Token(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A hut or village face down. The seats in the bit mask `known` have seen what it is."""

    kind: str
    content: str
    known: int = 0


class Slot(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A tile of the layout. Face down, nobody knows which it is.

    `home` counts the places for home tiles; `seat` is who lives there.
    """

    tile: str = ""
    arrow: str = "up"
    up: bool = False
    home: int = NOBODY
    seat: int = NOBODY


class Unit(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A unit card: its type, and which row of the type's values it has."""

    type: str
    value: int

    @property
    def key(self) -> str:
        """How choices name it."""
        return f"{self.type}.{self.value}"


class PersonCard(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A great person's card in a player's hand. `wonders` counts those built since it was shown."""

    name: str
    shown: bool = False
    wonders: int = 0


class Orders(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A seat's standing orders: when to answer others' plays, and whether to trade.

    `agree` says whether culture cards may be played on the owner of the United Nations.
    """

    cards: str = "on_me"
    abilities: str = "on_me"
    actions: str = "never"
    trade: str = "ask"
    start: str = "ask"
    agree: str = "never"


class Bundle(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One side of an offer."""

    trade: int = 0
    culture: int = 0
    things: tuple[str, ...] = ()


class Offer(msgspec.Struct, frozen=True, array_like=True):
    """An offer from one seat to another, private until it is accepted."""

    id: int
    maker: int
    to: int
    give: Bundle
    get: Bundle


class Player(msgspec.Struct, kw_only=True):
    """Everything on and around a player's sheet."""

    civilization: str = ""
    government: str = ""
    unlocked: list[str] = []
    """Governments whose technology was learned in the turn before."""
    fresh: list[str] = []
    """Governments whose technology was learned this turn."""
    anarchy: int = 0
    """The turn in which anarchy began; 0 when there is none."""
    trade: int = 0
    culture: int = 0
    coins: int = 0
    """Coin tokens on the sheet itself."""
    track: int = 0
    policies: list[str] = []
    techs: list[str] = []
    rows: list[int] = []
    """For each technology, its row of the pyramid."""
    tech_coins: dict[str, int] = {}
    wonder_coins: int = 0
    resources: dict[str, int] = {}
    tokens: list[str] = []
    units: list[Unit] = []
    cards: list[str] = []
    reserve: list[str] = []
    people: list[PersonCard] = []
    invested: dict[str, int] = {}
    wonders: dict[str, int] = {}
    """Wonders whose card works, with the square of each."""
    used: list[str] = []
    """What can be done once a turn and was, and what lasts for this turn."""
    due: list[str] = []
    """What happens at the next start of turn."""
    bonuses: dict[str, int] = {}
    """The sum of the bonuses that do not depend on the map; `refresh` keeps it."""
    able: tuple[str, ...] = ()
    """Abilities of civilization, technologies, government and policies; `refresh` keeps it."""
    ranks: dict[str, int] = {}
    orders: Orders = Orders()
    offered: list[int] = []

    def copy(self) -> Player:
        """An independent copy."""
        return copied(self)


class Front(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A front of a battle: each side's unit with its wounds, or none.

    `sharp` is what each unit deals more in its first duel.
    """

    units: tuple[Unit | None, Unit | None] = (None, None)
    wounds: tuple[int, int] = (0, 0)
    sharp: tuple[int, int] = (0, 0)


class Side(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A side of a battle: who leads it, whose it is, its hand, and what it adds to its score.

    Barbarians belong to `NOBODY` and fight at a rank of their own.
    """

    leader: int
    owner: int
    hand: tuple[Unit, ...]
    bonus: int = 0
    rank: int = 0
    killed: tuple[Unit, ...] = ()
    used: tuple[str, ...] = ()
    sharp: int = 0


class SetUp(Frame, frozen=True, tag=True):
    """Players choose and place what they begin with; `step` counts through their choices."""

    step: int = 0


class Turn(Frame, frozen=True, tag=True):
    """The turn goes through its phases; `step` is the next one."""

    step: int = 0


class Part(Frame, frozen=True):
    """A phase in which each player has a part: one after another, or all that are left of `order`
    at the same time, where they are `together`."""

    order: tuple[int, ...]
    at: int = 0

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats whose part it is."""
        return self.order[self.at : self.at + 1]

    @property
    def to_come(self) -> tuple[int, ...]:
        return tuple([seat for seat in self.order[self.at :] if seat not in self.acting])


class SharedPart(Part, frozen=True):
    """A part that the table may have played by all at the same time."""

    together: bool = False

    @property
    def acting(self) -> tuple[int, ...]:
        return self.order[self.at :] if self.together else self.order[self.at : self.at + 1]

    def done(self, seat: int) -> dict[str, Any]:
        """How the frame changes when a seat is done with its part."""
        if self.together:
            return {"order": tuple([each for each in self.order if each != seat])}
        return {"at": self.at + 1}


class Start(SharedPart, frozen=True, tag=True):
    """Start of the turn, one player after another; `fresh` until the first of them acts."""

    begun: bool = False
    fresh: bool = True


class Trade(Frame, frozen=True, tag=True):
    """Everyone trades; it ends when all are done. `fresh` until the first of them acts.

    `woken` are the seats that were done until they were made an offer: they are done again as soon
    as they have answered all of them.
    """

    done: tuple[bool, ...]
    fresh: bool = True
    woken: tuple[int, ...] = ()


class Cities(SharedPart, frozen=True, tag=True):
    """Production, one player after another.

    `acted` are (city, actions taken), `extra` (city, production from cards), `again` (city, more
    actions), `first` (capital, the kind of action it took), `safe` the cities that have an action
    more which nobody can cancel.
    """

    acted: tuple[tuple[int, int], ...] = ()
    extra: tuple[tuple[int, int], ...] = ()
    again: tuple[tuple[int, int], ...] = ()
    first: tuple[tuple[int, str], ...] = ()
    fresh: bool = True
    safe: tuple[int, ...] = ()


class SecondItem(Frame, frozen=True, tag=True):
    """A city spends what is left of its production on another item."""

    seat: int
    city: int
    left: int


class Movement(Part, frozen=True, tag=True):
    """Movement, one player after another; `group` is what moves at present.

    `grouped` are the figures that have moved in a group with others. Where armies may join each
    other, `begun` are (figure, the square that it began on) of those that have moved.
    """

    group: tuple[int, ...] = ()
    frozen: tuple[int, ...] = ()
    fresh: bool = True
    grouped: tuple[int, ...] = ()
    begun: tuple[tuple[int, int], ...] = ()


class Research(Simultaneous, frozen=True, tag=True):
    """Everyone who can researches in secret; shown together."""


class Pick(Frame, frozen=True, tag=True):
    """One question with one answer of several: `kind` says which, `facts` what it is about."""

    seat: int
    kind: str
    facts: tuple[str, ...] = ()
    left: int = 1


class Played(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Something that others may cancel: a card, a resource ability, a city's action, an answer."""

    seat: int
    sort: str
    card: str
    victims: tuple[int, ...] = ()


class Answering(Frame, frozen=True, tag=True):
    """Others may answer a play; `plays` are the play, its answer, the answer to that, and so on.

    `asked` counts who of the others has been considered for the last of them. `key` and `said` are
    the ability, or the city and its action, that follows unless it is cancelled.
    """

    plays: tuple[Played, ...]
    key: str
    said: tuple[tuple[str, Any], ...] = ()
    asked: int = 0


class Battle(Frame, frozen=True, tag=True):
    """A battle. Sides are attacker and defender; `turn` is whose turn it is.

    `group` are the attacking figures, `origin` where they came from; `away` are those figures, on
    no square between the one they left and the one they fight for. `played` says that the side has
    played its unit of this turn and stays to use cards; `passes` counts the sides that want to use
    nothing more once all units are played.
    """

    square: int
    origin: int
    group: tuple[int, ...]
    sides: tuple[Side, Side]
    fronts: tuple[Front, ...] = ()
    turn: int = 1
    kind: str = "figures"
    played: bool = False
    passes: int = 0
    away: tuple[Figure, ...] = ()


AnyFrame = (
    SetUp
    | Turn
    | Start
    | Trade
    | Cities
    | SecondItem
    | Movement
    | Research
    | Pick
    | Battle
    | Answering
)


class State(GameState, kw_only=True):
    """Everything about a 2010 game, hidden things included. Only the engine sees it."""

    turn: int = 0
    first: int = 0
    end: str = ""
    winner: int = NOBODY
    options: dict[str, Any]
    slots: list[Slot]
    pool: list[str]
    """Neutral tiles that are not part of this map."""
    terrain: list[str]
    icons: list[str]
    tokens: dict[int, Token]
    relics: dict[int, str]
    city_states: dict[int, str]
    cities: list[City]
    pieces: dict[int, Piece]
    figures: dict[int, tuple[Figure, ...]]
    born: int = 0
    players: list[Player]
    market: dict[str, int]
    supply: dict[str, int]
    wonder_deck: list[str]
    wonder_market: list[str]
    gone: list[str]
    """Wonders, tokens, city-states and relics that have left the game."""
    units: dict[str, list[int]]
    persons: list[str]
    person_deck: list[str]
    decks: list[list[str]]
    discards: list[list[str]]
    huts: list[str]
    villages: list[str]
    states_left: list[str]
    offers: list[Offer]
    refused: list[Offer]
    """The offers that were declined since something last changed for either side."""
    frames: list[AnyFrame]

    def copy(self) -> State:
        """An independent copy: containers are copied, the frozen values in them shared."""
        new = shallow.copy(self)
        for name in _CONTAINERS:
            setattr(new, name, getattr(self, name).copy())
        new.players = [player.copy() for player in self.players]
        new.units = {name: deck.copy() for name, deck in self.units.items()}
        new.decks = [deck.copy() for deck in self.decks]
        new.discards = [deck.copy() for deck in self.discards]
        return new

    def canonical(self) -> State:
        """The same with its mappings in order, so that equal states are written alike.

        It shares everything else with this one and is only for writing.
        """
        new = _in_order(self, _MAPPINGS)
        new.players = [_in_order(player, _PLAYER_MAPPINGS) for player in self.players]
        return new


def _in_order(struct: T, mappings: Iterable[str]) -> T:
    """A struct whose mappings are in order of their keys."""
    new = shallow.copy(struct)
    for name in mappings:
        mapping = getattr(new, name)
        if len(mapping) > 1:
            setattr(new, name, dict(sorted(mapping.items())))
    return new


def _fields(kind: type, *origins: type) -> tuple[str, ...]:
    """The fields of a struct that are containers of these sorts."""
    return tuple(name for name, hint in get_type_hints(kind).items() if get_origin(hint) in origins)


_CONTAINERS = _fields(State, list, dict)
_MAPPINGS = _fields(State, dict)
_PLAYER_MAPPINGS = _fields(Player, dict)
