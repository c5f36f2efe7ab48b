"""Battles: the dice, the losses, who stays (rulebook 7.1 to 7.6 and 7.9 to 7.12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from engine.core.decision import Decision
from engine.core.flow import Phase, Play
from engine.core.grammar import OneOf, Option, Subset, Value
from engine.core.simultaneous import SimultaneousPhase
from engine.core.text import Text
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.battle.values import total_value, unit_value, value_parts
from engine.rulesets.fast_play.claiming import describe_claim, give_up, of_size
from engine.rulesets.fast_play.describing import dice_of, enemy
from engine.rulesets.fast_play.frames import Aftermath, Battles, Clash, Losses, Retreat
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import FIGHTER, SETTLER, UNIT, UNITS
from engine.world import battles
from engine.world.describing import several
from engine.world.state import BARBARIANS, BOARD, FIRST_SEA, IDS, Piece, Settlement


def muster(state: State, mover: int, entered: tuple[tuple[int, int], ...]) -> tuple[Clash, ...]:
    """The battles of a mover, those of the spaces that it entered first at the front."""
    origins: dict[int, list[int]] = {}
    for space, origin in entered:
        origins.setdefault(space, []).append(origin)
    clashes = []
    for space, ways in origins.items():
        other = state.stranger(space, mover)
        if other is not None:
            clashes.append(Clash(space, mover, other, tuple(ways)))
    return tuple(clashes)


class BattlesPhase(battles.BattlesPhase[State, Battles]):
    """The battles of a mover, which says what is fought next (rule: battle-order)."""

    rule = "battle-order"

    def advance(self, play: Play[State], frame: Battles) -> bool:
        if has_pieces_for(play.state, frame):
            # Where nothing is rolled the order changes nothing: these need no question.
            sure = next((clash for clash in frame.queue if not rolls_dice(play.state, clash)), None)
            if sure is not None:
                play.update(queue=tuple(clash for clash in frame.queue if clash != sure))
                if self.is_on(play.state, sure):
                    self.begin(play, sure)
                return True
        return super().advance(play, frame)

    def is_on(self, state: State, clash: Clash) -> bool:
        space, attacker = clash.space, clash.attacker
        return bool(state.pieces(space, attacker)) and state.stranger(space, attacker) is not None

    def name(self, frame: Battles, clash: Clash) -> str:
        return IDS[clash.space]

    def describe(self, state: State, clash: Clash, key: str) -> Option:
        facts = enemy(state, clash.attacker, clash.space, clash.defender)
        label = Text("option.next_battle", {"place": key, "foe": clash.defender})
        return Option(key, label, place=key, detail=facts)

    def begin(self, play: Play[State], clash: Clash) -> None:
        """The dice fall at once where both sides have units."""
        state = play.state
        play.push(Aftermath(clash))
        state.down_aircraft(play, clash.space, clash.commanders)
        ours, theirs = (state.fighters(clash.space, (seat,)) for seat in clash.commanders)
        if ours and theirs:
            fight(play, clash, (ours, theirs))


def rolls_dice(state: State, clash: Clash) -> bool:
    """Whether both sides have units that fight: armies on land, fleets at sea."""
    if clash.space >= FIRST_SEA:
        return all(state.has_fighters(clash.space, seat) for seat in clash.commanders)
    return all(state.has_army(clash.space, seat) for seat in clash.commanders)


def has_pieces_for(state: State, frame: Battles) -> bool:
    """Whether the mover has a piece for everything that it could take in its battles."""
    places = [clash.space for clash in frame.queue if clash.space < FIRST_SEA]
    towns = Counter(held.size for place in places if (held := state.settlements[place]) is not None)
    settlers = sum(
        piece.kind == SETTLER and piece.owner != frame.mover
        for place in places
        for piece in state.spaces[place]
    )
    return settlers <= state.spare_settlers(frame.mover) and all(
        count <= state.spare(frame.mover, size) for size, count in towns.items()
    )


def fight(play: Play[State], clash: Clash, units: tuple[list[Piece], list[Piece]]) -> None:
    """Roll until a side has a six, then see who loses what (rules: battle-dice, losses)."""
    state, sides = play.state, clash.commanders
    dice = [total_value(state, clash, s, us) for s, us in zip(sides, units, strict=True)]
    faces: list[tuple[int, ...]] = [(), ()]
    rolls = 0
    while any(dice) and not any(6 in rolled for rolled in faces):
        faces = [play.roll(count) for count in dice]
        rolls += 1
    sixes = (faces[0].count(6), faces[1].count(6))
    reports = [
        events.Army(
            seat=sides[i],
            units=state.roster.count(units[i]),
            dice=dice[i],
            faces=faces[i],
            sixes=sixes[i],
            bonuses=value_parts(state, clash, sides[i], units[i]),
        )
        for i in (0, 1)
    ]
    winner = clash.attacker if sixes[0] > sixes[1] else clash.defender
    rerolls = max(rolls - 1, 0)
    play.tell(events.BattleFought(IDS[clash.space], 0, reports[0], reports[1], rerolls, winner))
    ours, theirs = (losses_known(state, clash, i, sixes) for i in (0, 1))
    asked = tuple(seat for seat, known in zip(sides, (ours, theirs), strict=True) if known is None)
    play.push(Losses(clash, sixes, (ours, theirs), asked=asked))


# Losses.


def weakest_first(state: State, clash: Clash, side: int) -> list[Piece]:
    """A side's units in a battle, the least worth first."""
    seat = clash.commanders[side]
    units = state.fighters(clash.space, (seat,))
    units.sort(key=lambda p: (unit_value(state, clash, seat, p.kind), p.kind))
    return units


def foes_stay(state: State, clash: Clash, side: int, hits: int) -> bool:
    """Whether the `hits` of a side leave any military unit of the other in the space."""
    foe = clash.commanders[1 - side]
    armed = sum(p.owner == foe and p.kind != SETTLER for p in state.spaces[clash.space])
    return armed > min(hits, len(state.fighters(clash.space, (foe,))))


def keep_company(state: State, clash: Clash, side: int, hits: int, units: list[Piece]) -> None:
    """Let the best army come last where aircraft would be lost without it (aircraft-battle)."""
    armies = [piece for piece in units if piece.kind in state.roster.armies]
    if armies and foes_stay(state, clash, side, hits):
        units.remove(armies[-1])
        units.append(armies[-1])


def losses_known(
    state: State, clash: Clash, side: int, sixes: tuple[int, int]
) -> tuple[str, ...] | None:
    """What a side loses, where that needs no asking: no choice, or a standing order."""
    seat, hits = clash.commanders[side], sixes[1 - side]
    units = weakest_first(state, clash, side)
    order = state.orders[seat].losses if seat != BARBARIANS else "weakest"
    if 0 < hits < len(units) and len({piece.kind for piece in units}) > 1:
        if order == "ask":
            return None
        if order == "strongest":
            units = units[-hits:]
        else:
            keep_company(state, clash, side, sixes[side], units)
    return tuple(UNITS[piece.kind].id for piece in units[:hits])


class LossesPhase(SimultaneousPhase[State, Losses]):
    """Both owners choose what they lose, at the same time and in secret (rule: losses)."""

    title = "battle"

    def reveal(self, play: Play[State], frame: Losses, answers: dict[int, Value]) -> None:
        for seat, known in zip(frame.clash.commanders, frame.known, strict=True):
            take_off(play, frame.clash, seat, answers[seat] if known is None else known)
        decide(play, frame)

    def active(self, state: State, frame: Losses) -> tuple[int, ...]:
        return tuple(seat for seat in frame.clash.commanders if seat != BARBARIANS)

    def question(self, state: State, frame: Losses, seat: int) -> Decision:
        side = frame.clash.commanders.index(seat)
        clash, hits = frame.clash, frame.sixes[1 - side]
        pieces = weakest_first(state, clash, side)
        copies = dict(Counter(UNITS[piece.kind].id for piece in pieces))
        keep_company(state, clash, side, frame.sixes[side], pieces)
        lost = [UNITS[piece.kind].id for piece in pieces[:hits]]
        foe = clash.commanders[1 - side]

        def describe(key: str) -> Option:
            dice = dice_of(state, clash, seat, key)
            needy = UNIT[key] == FIGHTER and foes_stay(state, clash, side, frame.sixes[side])
            detail = several(dice, Text("detail.needs_army")) if needy else dice
            return Option(key, Text("unit." + key), detail=detail)

        return Decision(
            seat,
            "losses",
            Subset(list(copies), hits, hits, copies, describe),
            default=[unit for unit in copies for _ in range(lost.count(unit))],
            secret=True,
            rule="losses",
            about={
                "place": IDS[clash.space],
                "foe": foe,
                "hits": hits,
                "own_hits": frame.sixes[side],
                "then": standing_after(state, frame, side),
            },
        )


def standing_after(state: State, frame: Losses, side: int) -> str:
    """What awaits the survivors of a side: they `win`, must `retreat`, or are `alone` there."""
    clash, ours, theirs = frame.clash, frame.sixes[side], frame.sixes[1 - side]
    if ours > theirs or (ours == theirs and side == 1):
        return "win"
    foes = len(state.fighters(clash.space, (clash.commanders[1 - side],)))
    return "alone" if ours >= foes else "retreat"


def take_off(play: Play[State], clash: Clash, seat: int, names: Sequence[str]) -> None:
    """Remove the units a side loses."""
    if not names:
        return
    state = play.state
    gone = state.roster.named_among(state.fighters(clash.space, (seat,)), names)
    state.remove_pieces(clash.space, gone)
    play.tell(events.UnitsLost(seat, IDS[clash.space], state.roster.count(gone)))


def decide(play: Play[State], frame: Losses) -> None:
    """The loser's survivors retreat, unless nobody is left to retreat from (rule: eliminated)."""
    clash = frame.clash
    play.state.down_aircraft(play, clash.space, clash.commanders)
    if all(play.state.fighters(clash.space, (seat,)) for seat in clash.commanders):
        lost = clash.defender if frame.sixes[0] > frame.sixes[1] else clash.attacker
        order = "" if lost == BARBARIANS else play.state.orders[lost].retreat
        play.push(Retreat(clash, lost, lost == clash.attacker, order))


# Who stays.


class AftermathPhase(Phase[State, Aftermath]):
    """Settlers and the settlement go to the holder of the space; asks when a piece is lacking."""

    title = "battle"

    def advance(self, play: Play[State], frame: Aftermath) -> bool:
        state, clash = play.state, frame.clash
        space, attacker, defender = clash.space, clash.attacker, clash.defender
        if state.fighters(space, (attacker,)):
            play.state.capture_settlers(play, space, defender, attacker)
            if space < FIRST_SEA and not take_settlement(play, space, attacker):
                return False
        elif state.is_armed(space, defender):
            play.state.capture_settlers(play, space, attacker, defender)
        elif state.settlers(space, attacker) and state.stranger(space, attacker) is not None:
            order = state.orders[attacker].retreat
            play.push(Retreat(clash, attacker, True, order, settlers=True))
            return True
        play.pop()
        play.state.check_fallen(play)
        return True

    def open(self, state: State, frame: Aftermath) -> list[Decision]:
        clash = frame.clash
        size, place = state.size_at(clash.space), IDS[clash.space]
        own = [IDS[r] for r in of_size(state, clash.attacker, size)]
        return [
            Decision(
                clash.attacker,
                "claim",
                OneOf(["destroy", *own], partial(describe_claim, state, clash.attacker)),
                default="destroy",
                rule="capture",
                about={"place": place, "size": size, "plague": False},
            )
        ]

    def answer(self, play: Play[State], frame: Aftermath, decision: Decision, value: Value) -> None:
        region, seat = frame.clash.space, frame.clash.attacker
        if value == "destroy":
            settlement = play.state.built_at(region)
            play.state.destroy_fleets(play, region)
            play.state.put_settlement(region, None)
            play.tell(events.Destroyed(seat, settlement.owner, IDS[region], settlement.size))
        else:
            give_up(play, seat, BOARD.index[value])


def take_settlement(play: Play[State], region: int, captor: int) -> bool:
    """The captor takes a foreign settlement; False when it has no piece for it (rule: capture)."""
    state = play.state
    settlement = state.settlements[region]
    if settlement is None or settlement.owner == captor:
        return True
    if not state.spare(captor, settlement.size):
        return False
    play.state.destroy_fleets(play, region)
    state.put_settlement(region, Settlement(captor, settlement.size))
    play.tell(events.Captured(captor, settlement.owner, IDS[region], settlement.size))
    return True
