"""Three ways to win, and the other ends (rulebook chapter 12)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.rulesets.rhye.state import GREY, State
from engine.rulesets.rhye.tables import TABLES
from engine.world.state import FIRST_SEA


def controlled(state: State) -> list[int]:
    """How many regions each seat controls (rule: domination)."""
    counts = [state.settlement_count(seat) for seat in range(state.seats)]
    for region, stack in state.occupied():
        if region >= FIRST_SEA:
            break
        if len(stack) >= TABLES.domination_units and state.settlements[region] is None:
            owners = [piece.owner for piece in stack]
            strong = {owner for owner in owners if owners.count(owner) >= TABLES.domination_units}
            if len(strong) == 1:
                (owner,) = strong
                if owner != GREY:
                    counts[owner] += 1
    return counts


def could_dominate(state: State) -> bool:
    """Whether anybody has enough settlements and units at all, wherever they are: a quick look."""
    by_units = max(map(sum, state.tally)) // TABLES.domination_units
    return max(map(sum, state.sizes)) + by_units >= TABLES.domination_regions


def win(play: Play[State], seat: int, reason: str) -> None:
    """A seat has won, whatever the score."""
    play.state.winner = seat
    play.state.end_game(play, reason)


def check_domination(play: Play[State]) -> bool:
    """Whether a seat has won by controlling enough of the world (rule: domination)."""
    if not could_dominate(play.state):
        return False
    counts = controlled(play.state)
    if max(counts) < TABLES.domination_regions:
        return False
    for seat in play.state.turn_order():
        if counts[seat] >= TABLES.domination_regions:
            win(play, seat, "domination")
            return True
    return False


def check_end(play: Play[State]) -> bool:
    """Whether the game ends with this turn: space, domination, score (rule: end)."""
    state = play.state
    for seat in state.turn_order():
        # Launched in an earlier turn, and the capital was held ever since (rule: space-race).
        if 0 < state.launches[seat] < state.turn and not state.fallen[seat]:
            win(play, seat, "space_race")
            return True
    if check_domination(play):
        return True
    left = [seat for seat in range(state.seats) if not state.fallen[seat]]
    if len(left) < 2:
        if left:
            win(play, left[0], "last_one_standing")
        else:
            state.end_game(play, "last_one_standing")
        return True
    if state.last_round and state.turn >= state.last_round:
        state.end_game(play, "score")
        return True
    if state.turn_limit and state.turn >= state.turn_limit:
        state.end_game(play, "turn_limit")
        return True
    return False
