"""Battles: one unit of each side at a time, until one side has none (rulebook 6.3 to 6.5)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.core.text import Text
from engine.rulesets.rhye import events
from engine.rulesets.rhye.frames import Spoils
from engine.rulesets.rhye.state import GREY, State
from engine.rulesets.rhye.tables import ROSTER, UNITS
from engine.rulesets.rhye.war.skirmish import attack_extras, defence_extras, roll_skirmish
from engine.rulesets.rhye.war.spoils import destroy_colony
from engine.world.duels import Battle, Clash, DuelPhase, named
from engine.world.state import FIRST_SEA, IDS, NOBODY, Piece

Extras = tuple[tuple[str, int], ...]


def extras(state: State, clash: Clash, side: int) -> Extras:
    """The dice that a side adds to those of its unit (rule: more-dice)."""
    if side:
        return defence_extras(state, clash.space, clash.defenders, clash.attacker)
    return attack_extras(state, clash.attacker, clash.defender)


def dice_of(state: State, clash: Clash, side: int, unit: Piece) -> int:
    """How many dice a unit rolls (rule: skirmishes)."""
    own = ROSTER.defence[unit.kind] if side else ROSTER.attack[unit.kind]
    return own + sum([dice for _, dice in extras(state, clash, side)])


class BattlePhase(DuelPhase[State, Piece]):
    """Skirmishes until one side has no unit left."""

    title = "wars"
    rule = "skirmishes"

    def forces(self, state: State, clash: Clash) -> tuple[list[Piece], list[Piece]]:
        """Siege weapons alone defend nothing (rule: siege-capture)."""
        attackers, defenders = super().forces(state, clash)
        if clash.space < FIRST_SEA and not any(p.kind in ROSTER.defenders for p in defenders):
            defenders = []
        return attackers, defenders

    def find_picks(self, state: State, clash: Clash, side: int) -> dict[str, Piece]:
        """Those with most dice first."""
        units = self.forces(state, clash)[side]
        values = ROSTER.defence if side else ROSTER.attack
        units.sort(key=lambda piece: (-values[piece.kind], piece.kind, piece.id))
        return named(state, clash.space, units)

    def unit(self, pick: Piece) -> Piece:
        return pick

    def chances(self, state: State, clash: Clash, side: int, pick: Piece) -> Text:
        return Text("detail.dice", {"n": dice_of(state, clash, side, pick)})

    def order(self, state: State, commander: int) -> str:
        """The grey send the unit with most dice (rule: grey-units)."""
        return "strongest" if commander == GREY else state.orders[commander].battle

    def fight(self, play: Play[State], frame: Battle, pair: tuple[Piece, Piece]) -> bool:
        """Both roll, the one with fewer hits is removed; no round without a die (skirmishes)."""
        state, clash = play.state, frame.clash
        dice = (dice_of(state, clash, 0, pair[0]), dice_of(state, clash, 1, pair[1]))
        if not any(dice):
            play.tell(events.BattleEnded(IDS[clash.space], -1, ()))
            return False
        result = roll_skirmish(play, dice)
        loser = int(result.attacker_won)
        sides = []
        for side, unit in enumerate(pair):
            sunk = ROSTER.count(state.cargo(clash.space, unit.id)) if side == loser else ()
            sides.append(
                events.Fighter(
                    seat=clash.commanders[side],
                    faces=result.faces[side],
                    owner=unit.owner,
                    unit=UNITS[unit.kind].id,
                    hits=result.hits[side],
                    lost=side == loser,
                    cargo=sunk,
                    extra=extras(state, clash, side),
                )
            )
        state.remove_pieces(clash.space, [pair[loser]])
        place = IDS[clash.space]
        play.tell(events.RoundFought(place, frame.round, sides[0], sides[1], result.rerolls))
        return True

    def finish(self, play: Play[State], clash: Clash, attackers: bool, defenders: bool) -> None:
        """The victor may take what is left of the losers (rules: capture, colonies)."""
        state, space = play.state, clash.space
        winners, losers = clash.attackers, clash.defenders
        if not attackers:
            winners, losers = losers, winners
        play.tell(events.BattleEnded(IDS[space], winners[0], losers))
        state.check_fallen(play)
        if space >= FIRST_SEA:
            return
        owner = state.colonies[space]
        if owner != NOBODY and owner in losers and not state.is_home(space, owner):
            destroy_colony(play, winners[0], space)
        victor = winners[0]
        if victor != GREY:
            play.push(Spoils(victor, (space,)))
