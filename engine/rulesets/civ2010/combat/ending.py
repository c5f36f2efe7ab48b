"""The end of a battle: who has won, what is lost, cards given back (rules: winning, city-lost)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.cities.founding import lose_city
from engine.rulesets.civ2010.combat.battles import (
    ATTACKER,
    DEFENDER,
    DEPLOYED,
    come_back,
    occupy,
    push_loot,
    score,
    won,
)
from engine.rulesets.civ2010.combat.units import bury
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import bonus, city_on, name
from engine.rulesets.civ2010.map.exploring import take_village
from engine.rulesets.civ2010.sheet.culture import free_steps
from engine.rulesets.civ2010.sheet.people import usable
from engine.rulesets.civ2010.sheet.wealth import gain
from engine.rulesets.civ2010.state import Battle, Pick, Side, State, Unit
from engine.rulesets.civ2010.tables import PEOPLE
from engine.rulesets.civ2010.victory import win


def finish(play: Play[State], frame: Battle) -> None:
    """Compare scores, take losses, and let the winner have what is won."""
    state = play.state
    play.pop()
    ours, theirs = frame.sides
    scores = (score(state, frame, ATTACKER), score(state, frame, DEFENDER))
    winner = ATTACKER if scores[0] > scores[1] else DEFENDER
    play.tell(
        events.BattleEnded(
            ours.owner,
            theirs.owner,
            name(state, frame.square),
            frame.sides[winner].owner,
            scores,
            (ours.bonus, theirs.bonus),
        )
    )
    for number in (ATTACKER, DEFENDER):
        take_back_units(play, frame, number)
    killed = sum(len(side.killed) for side in frame.sides)
    for side in frame.sides:
        if side.owner >= 0:
            per = state.players[side.owner].bonuses.get("culture_per_kill", 0)
            gain(play, side.owner, culture=per * killed, why="aztecs")
    if winner == ATTACKER:
        attacker_won(play, frame)
    else:
        defender_won(play, frame)


def take_back_units(play: Play[State], frame: Battle, number: int) -> None:
    """Survivors return to their owner, the dead to their decks unless one of them may be saved."""
    state, side = play.state, frame.sides[number]
    alive = survivors(frame, number)
    if side.owner < 0:
        give_back(state, side, alive)
        return
    player = state.players[side.owner]
    player.units += alive
    killed = list(side.killed)
    nurse = next((c for c in player.people if PEOPLE[c.name].revive and c.shown), None)
    if killed and nurse is not None and usable(state, side.owner, nurse):
        play.push(Pick(side.owner, "nurse", tuple(unit.key for unit in killed)))
        return
    if killed and player.bonuses.get("rescue"):
        # The dead lie on the table until one of them is chosen.
        play.push(Pick(side.owner, "rescue", tuple(unit.key for unit in killed)))
        return
    for unit in killed:
        bury(state, unit)


def abandon_battles(state: State) -> None:
    """The game is over in the middle of a battle: cards and figures go back."""
    for frame in state.frames:
        if isinstance(frame, Battle):
            for number, side in enumerate(frame.sides):
                give_back(state, side, survivors(frame, number))
            come_back(state, frame)


def survivors(frame: Battle, number: int) -> list[Unit]:
    """A side's units that are alive, those still in hand included."""
    found = [unit for front in frame.fronts if (unit := front.units[number]) is not None]
    return [*found, *frame.sides[number].hand]


def give_back(state: State, side: Side, alive: list[Unit]) -> None:
    """A side's cards after a battle: who is alive to the owner, the dead under their decks."""
    dead = list(side.killed)
    if side.owner >= 0:
        state.players[side.owner].units += alive
    else:
        dead = alive + dead
    for unit in dead:
        bury(state, unit)


def attacker_won(play: Play[State], frame: Battle) -> None:
    """The defender's figures or city are lost, the attackers enter the square."""
    state, square = play.state, frame.square
    seat, loser = frame.sides[ATTACKER].owner, frame.sides[DEFENDER].owner
    city = city_on(state, square)
    here = state.figures.get(square, ())
    if here:
        armies = sum(figure.army for figure in here)
        figures.put(state, square, ())
        lost = events.FigureLost(loser, armies, len(here) - armies, name(state, square))
        play.tell(lost)
    if city is not None and city.capital:
        come_back(state, frame)
        win(play, seat, "military")
        return
    less = bonus(state, loser, "loot_lost") if seat >= 0 and loser >= 0 else None
    if city is not None:
        lose_city(play, city)
    if seat < 0:
        return
    come_back(state, frame)
    ids = after_losses(play, frame)
    occupy(play, seat, frame.origin, ids, square)
    won(play, seat)
    if frame.kind == "village":
        take_village(play, seat, square)
        return
    if city is not None:
        free_steps(play, seat, state.players[seat].bonuses.get("step_per_conquest", 0))
    push_loot(play, seat, loser, 1 if city is None else 2, attacking=True, less=less)


def defender_won(play: Play[State], frame: Battle) -> None:
    """The attacking figures are lost; the defender's own losses are taken."""
    state = play.state
    seat, loser = frame.sides[DEFENDER].owner, frame.sides[ATTACKER].owner
    if frame.origin >= 0:
        come_back(state, frame)
        gone = [f for f in state.figures[frame.origin] if f.id in frame.group]
        figures.remove(state, frame.origin, frame.group)
        armies = sum(f.army for f in gone)
        play.tell(events.FigureLost(loser, armies, len(gone) - armies, name(state, frame.square)))
    if seat < 0:
        return
    lose_armies(play, seat, frame.square, len(frame.sides[DEFENDER].killed) // 2)
    if loser >= 0:
        won(play, seat)
        push_loot(play, seat, loser, 1, attacking=False)


def after_losses(play: Play[State], frame: Battle) -> tuple[int, ...]:
    """The attackers who are left after their losses."""
    if frame.origin == DEPLOYED:
        return ()
    state = play.state
    lost = len(frame.sides[ATTACKER].killed) // 2
    armies = [f.id for f in state.figures[frame.origin] if f.army and f.id in frame.group]
    dying = armies[: min(lost, len(armies) - 1)]
    figures.remove(state, frame.origin, dying)
    if dying:
        seat = frame.sides[ATTACKER].owner
        play.tell(events.FigureLost(seat, len(dying), 0, name(state, frame.square)))
    return tuple(i for i in frame.group if i not in dying)


def lose_armies(play: Play[State], seat: int, square: int, lost: int) -> None:
    """A winning defender loses armies for dead units, never the last."""
    state = play.state
    armies = [f.id for f in state.figures.get(square, ()) if f.army and f.owner == seat]
    dying = armies[: max(0, min(lost, len(armies) - 1))]
    if dying:
        figures.remove(state, square, dying)
        play.tell(events.FigureLost(seat, len(dying), 0, name(state, square)))
