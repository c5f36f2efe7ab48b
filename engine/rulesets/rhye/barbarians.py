"""Barbarian uprisings: riders attack every neighbour, and vanish (rulebook 5.7)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.rulesets.rhye import events
from engine.rulesets.rhye.state import GREY, State
from engine.rulesets.rhye.tables import UNITS, WONDERS
from engine.rulesets.rhye.territory import raze, turn_grey
from engine.rulesets.rhye.war.skirmish import defence_dice, roll_skirmish
from engine.world.state import IDS, Piece

STAYS_GREY_UP_TO = 3
SAFE = frozenset(index for index, wonder in enumerate(WONDERS) if wonder.no_barbarians)
"""The wonders that keep barbarians out."""


def uprising(play: Play[State], seat: int, region: int) -> None:
    """A rider as modern as the discoverer's attacks each neighbour (rule: barbarians)."""
    state = play.state
    kind = state.best(seat, "mounted")
    play.tell(events.BarbariansRose(seat, IDS[region], UNITS[kind].id))
    for near in state.ground.beside[region]:
        if is_attacked(state, near):
            raid(play, kind, near)
    state.check_fallen(play)


def is_attacked(state: State, region: int) -> bool:
    """Whether there is anybody to attack, and no capital or wall (rule: barbarians)."""
    settlement, stack = state.settlements[region], state.spaces[region]
    if settlement is None and not stack:
        return False
    if region in state.capitals:
        return False
    owner = settlement.owner if settlement is not None else stack[0].owner
    return owner == GREY or all(state.wonders[wonder] != owner for wonder in SAFE)


def raid(play: Play[State], kind: int, region: int) -> None:
    """The rider fights until it is lost or nobody is left; then the settlement is at its mercy."""
    state = play.state
    fallen: list[Piece] = []
    beaten = False
    roster = state.roster
    while not beaten:
        guards = [p for p in state.spaces[region] if p.kind in roster.defenders]
        if not guards:
            break
        guard = max(guards, key=lambda p: (defence_dice(state, region, p, None), -p.id))
        dice = (UNITS[kind].attack, defence_dice(state, region, guard, None))
        result = roll_skirmish(play, dice)
        if result.attacker_won:
            state.remove_pieces(region, [guard])
            fallen.append(guard)
        else:
            beaten = True
    if not beaten:
        # Siege weapons and nukes do not defend: they are lost with the rest.
        helpless = list(state.spaces[region])
        state.remove_pieces(region, helpless)
        fallen += helpless
    owners = dict.fromkeys(piece.owner for piece in fallen)
    lost = tuple(
        (owner, state.roster.count(p for p in fallen if p.owner == owner)) for owner in owners
    )
    play.tell(events.BarbariansFought(IDS[region], lost, beaten))
    settlement = state.settlements[region]
    if beaten or settlement is None:
        return
    (die,) = play.roll(1)
    if die > STAYS_GREY_UP_TO:
        play.tell(events.SettlementDestroyed(GREY, settlement.owner, IDS[region], settlement.size))
        raze(play, region)
    elif settlement.owner != GREY:
        play.tell(events.TurnedGrey(IDS[region], settlement.owner, settlement.size))
        turn_grey(play, region)
