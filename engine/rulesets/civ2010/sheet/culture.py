"""The culture track and the culture cards (rules: culture-track, culture-cards)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.map.board import bonus, coins, others, turn_order
from engine.rulesets.civ2010.sheet.people import gain_person
from engine.rulesets.civ2010.state import Pick, State
from engine.rulesets.civ2010.tables import CULTURE, PERSON_STEPS, STEP_COSTS, STEPS, step_level
from engine.rulesets.civ2010.victory import win

HAND = 2
DISCARD = "discard_card"
COINS_PER_CARD = 5
COINS_PER_DISCOUNT = 3


def step_cost(state: State, seat: int, step: int) -> tuple[int, int]:
    """Culture and trade for advancing to a step (rule: culture-track)."""
    return step_culture(state, seat, step), step_trade(state, seat, step)


def step_culture(state: State, seat: int, step: int) -> int:
    """The culture for advancing to a step."""
    culture = STEP_COSTS[step_level(step) - 1][0]
    return max(0, culture - state.players[seat].bonuses.get("step_culture", 0))


def step_trade(state: State, seat: int, step: int) -> int:
    """The trade for advancing to a step."""
    trade = STEP_COSTS[step_level(step) - 1][1]
    if trade and state.players[seat].bonuses.get("step_trade_by_coins"):
        return max(0, trade - coins(state, seat) // COINS_PER_DISCOUNT)
    return trade


def can_advance(state: State, seat: int, step: int) -> bool:
    """Whether a seat can pay for a step; coins are counted only if it has the culture."""
    player = state.players[seat]
    if player.culture < step_culture(state, seat, step):
        return False
    return player.trade >= step_trade(state, seat, step)


def next_steps(state: State, seat: int) -> list[int]:
    """The steps a seat may go to next: one, or more where it may pass others' markers."""
    step = state.players[seat].track + 1
    found = [step]
    if bonus(state, seat, "skip_steps"):
        taken = {state.players[other].track for other in others(state, seat)}
        while step in taken and step < STEPS:
            step += 1
            found.append(step)
    return found


def pay_step(play: Play[State], seat: int, step: int) -> None:
    """Advance on the track for culture and trade."""
    culture, trade = step_cost(play.state, seat, step)
    player = play.state.players[seat]
    player.culture -= culture
    player.trade -= trade
    advance(play, seat, step)


def advance(play: Play[State], seat: int, step: int = 0) -> None:
    """Go to a step, the next one by default, and take what it gives."""
    player = play.state.players[seat]
    player.track = step or player.track + 1
    play.tell(events.Advanced(seat, player.track))
    if player.track >= STEPS:
        win(play, seat, "culture")
    elif player.track in PERSON_STEPS:
        gain_person(play, seat)
    else:
        draw_card(play, seat, step_level(player.track))


def free_steps(play: Play[State], seat: int, number: int) -> None:
    """Several steps that cost nothing; where others' markers can be passed, their owner says."""
    for left in range(number, 0, -1):
        if play.state.end:
            return
        if len(next_steps(play.state, seat)) > 1:
            play.push(Pick(seat, "free_step", left=left))
            return
        advance(play, seat)


def hand_limit(state: State, seat: int) -> int:
    """How many culture cards a seat may hold (rule: culture-hand)."""
    most = HAND + bonus(state, seat, "culture_hand")
    if state.players[seat].bonuses.get("hands_by_coins"):
        most += coins(state, seat) // COINS_PER_CARD
    return most


def take_top(play: Play[State], level: int) -> str:
    """The top card of a deck; an empty one is its discards, shuffled. Empty when there is none."""
    state = play.state
    deck = state.decks[level - 1]
    if not deck:
        deck += play.shuffle(state.discards[level - 1])
        state.discards[level - 1].clear()
    return deck.pop() if deck else ""


def draw_card(play: Play[State], seat: int, level: int) -> None:
    """Draw a culture card, seen by its owner alone."""
    state = play.state
    drawn = [take_top(play, level) for _ in range(1 + bonus(state, seat, "card_draw"))]
    drawn = [card for card in drawn if card]
    if not drawn:
        return
    play.tell(events.CardDrawn(seat, level))
    if len(drawn) > 1:
        play.push(Pick(seat, "keep_card", tuple(drawn)))
    else:
        receive_card(play, seat, drawn[0])


def receive_card(play: Play[State], seat: int, card: str) -> None:
    """A card joins a hand; the hand is cut down at once."""
    play.state.players[seat].cards.append(card)
    play.tell(events.CardSeen(seat, card), to=(seat,))
    check_hand(play, seat)


def is_too_large(state: State, seat: int) -> bool:
    """Whether a seat holds more culture cards than it may (rule: culture-hand)."""
    hand = state.players[seat].cards
    return len(hand) > HAND and len(hand) > hand_limit(state, seat)


def check_hand(play: Play[State], seat: int) -> None:
    """Ask for discards while a hand is over its limit."""
    if is_too_large(play.state, seat):
        play.push(Pick(seat, DISCARD))


def check_hands(play: Play[State]) -> None:
    """Ask everyone whose limit has fallen below the hand, the first in turn order first."""
    state = play.state
    if max([len(player.cards) for player in state.players]) <= HAND:
        return
    for seat in reversed(turn_order(state)):
        if is_too_large(state, seat) and not is_discarding(state, seat):
            play.push(Pick(seat, DISCARD))


def is_discarding(state: State, seat: int) -> bool:
    """Whether a seat is being asked already what to discard."""
    picks = (frame for frame in state.frames if isinstance(frame, Pick))
    return any(pick.kind == DISCARD and pick.seat == seat for pick in picks)


def discard(state: State, seat: int, card: str) -> None:
    """A card leaves a hand, face up."""
    state.players[seat].cards.remove(card)
    state.discards[CULTURE[card].level - 1].append(card)
