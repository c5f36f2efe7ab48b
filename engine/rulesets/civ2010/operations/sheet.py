"""Operations on the own sheet: gains, coins, cards, technologies, production."""

from __future__ import annotations

from engine.core.script import Steps, go, need, number, one, several
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities.using import Use, operation
from engine.rulesets.civ2010.combat.units import gain_unit
from engine.rulesets.civ2010.map import board
from engine.rulesets.civ2010.map.board import cities_of, name, others
from engine.rulesets.civ2010.map.figures import supply
from engine.rulesets.civ2010.sheet import culture, paying
from engine.rulesets.civ2010.sheet.bonuses import refresh
from engine.rulesets.civ2010.sheet.learning import learn
from engine.rulesets.civ2010.sheet.people import gain_person
from engine.rulesets.civ2010.sheet.pyramid import has_slot, learnable
from engine.rulesets.civ2010.sheet.wealth import add_coin, coin_places, coin_room, gain, remove_coin
from engine.rulesets.civ2010.sorts import (
    CARD,
    CITY,
    COUNT,
    CURRENCY,
    DECK,
    GIFT,
    LEVEL,
    RESOURCE,
    SEAT,
    TECHNOLOGY,
    Coin,
    copies,
)
from engine.rulesets.civ2010.state import Cities, PersonCard, Pick, Start, Token
from engine.rulesets.civ2010.tables import MOST_TRADE, RESOURCES, step_level


def often(use: Use) -> int:
    """How often an ability pays (its `per`)."""
    state, seat = use.state, use.seat
    match use.ability.per:
        case "armies":
            return board.count_figures(state, seat)[0]
        case "cities":
            return len(cities_of(state, seat)) + len(board.controlled(state, seat))
        case "peace":
            return 2 if board.count_figures(state, seat)[1] else 1
        case "buildings":
            built = [at for at, _ in board.pieces_of(state, seat, "building")]
            return sum(not board.is_blockaded(state, at, seat) for at in built)
        case "armies_home":
            return supply(state, seat, army=True)
        case "armies_home_2":
            return supply(state, seat, army=True) // 2
        case "coins_3":
            return board.coins(state, seat) // 3
        case "wonders_since":
            return person_card(use).wonders
    return 1


def person_card(use: Use) -> PersonCard:
    """The card of a great person that is used."""
    people = use.state.players[use.seat].people
    return next(card for card in people if card.name == use.card)


@operation("gain")
def gain_points(use: Use) -> Steps:
    """Trade and culture, fixed or so much for each of something."""
    ability, times = use.ability, often(use)
    # The first use of a card that counts wonders lays it open, and from then on it counts.
    begins = ability.per == "wonders_since" and not person_card(use).shown
    yield from need(times > 0 or begins, "nothing_to_count")
    play = yield from go()
    gain(play, use.seat, ability.trade * times, ability.culture * times, use.card)


@operation("share_trade", on=SEAT)
def share_trade(use: Use) -> Steps:
    """Trade for oneself, and some for another player of choice."""
    other = yield from one(SEAT, others(use.state, use.seat))
    play = yield from go()
    gain(play, use.seat, use.ability.trade, why=use.card)
    gain(play, other, use.ability.n, why=use.card)


@operation("coin")
def coin(use: Use) -> Steps:
    """A coin token on the technology itself, while it has room."""
    yield from need(coin_room(use.state, use.seat, use.card) > 0, "coins_full")
    play = yield from go()
    add_coin(play, use.seat, use.card)


@operation("wonder_coin")
def wonder_coin(use: Use) -> Steps:
    """A coin token on the Panama Canal."""
    play = yield from go()
    add_coin(play, use.seat, use.card)


@operation("give_coin", on=GIFT)
def give_coin(use: Use) -> Steps:
    """Mother Teresa: a coin token for another player, a culture step for oneself."""
    state, seat = use.state, use.seat
    coins = coin_places(state, seat)
    other, where = yield from one(
        GIFT, [Coin(other, where) for where in coins for other in others(state, seat)]
    )
    play = yield from go()
    remove_coin(play, seat, where)
    add_coin(play, other)
    culture.free_steps(play, seat, 1)


@operation("step")
def step(use: Use) -> Steps:
    """Free steps on the culture track."""
    times = often(use)
    yield from need(times > 0, "nothing_to_count")
    play = yield from go()
    culture.free_steps(play, use.seat, use.ability.n * times)


@operation("person")
def person(use: Use) -> Steps:
    """A great person."""
    play = yield from go()
    gain_person(play, use.seat)


@operation("draw_card", on=DECK)
def draw_card(use: Use) -> Steps:
    """Culture cards of the own level, or of a deck of choice."""
    level = step_level(use.state.players[use.seat].track)
    if use.ability.pick == "deck":
        level = yield from one(DECK, (1, 2, 3))
    play = yield from go()
    for _ in range(use.ability.n or 1):
        culture.draw_card(play, use.seat, level)


@operation("redraw", on=CARD)
def redraw(use: Use) -> Steps:
    """Frida Kahlo: throw cards of the hand away, then draw up to a full one of the own level."""
    state, seat = use.state, use.seat
    player = state.players[seat]
    hand = copies(player.cards)
    gone = (yield from several(CARD, hand, least=0, detail=CARD.effect)) if hand else []
    play = yield from go()
    for card in gone:
        culture.discard(state, seat, card.name)
        play.tell(events.CardDiscarded(seat, card.name))
    for _ in range(culture.hand_limit(state, seat) - len(player.cards)):
        culture.draw_card(play, seat, step_level(player.track))


@operation("learn", on=TECHNOLOGY)
def learn_free(use: Use) -> Steps:
    """A technology for nothing, if the pyramid has room for it."""
    state, seat, ability = use.state, use.seat, use.ability
    able = learnable(state, seat, ability.level, ability.exact)
    if ability.pick == "others":
        known = {tech for other in others(state, seat) for tech in state.players[other].techs}
        able = [tech for tech in able if tech in known]
    tech = yield from one(TECHNOLOGY, able)
    play = yield from go()
    learn(play, seat, tech)


@operation("production", on=CITY)
def production(use: Use) -> Steps:
    """More production for one own city this turn."""
    at = yield from one(CITY, [city.at for city in cities_of(use.state, use.seat)])
    play = yield from go()
    frame = use.state.frames[-1]
    assert isinstance(frame, Cities)
    play.update(extra=(*frame.extra, (at, use.ability.n)))


@operation("act_again", on=CITY)
def act_again(use: Use) -> Steps:
    """One more action this turn: for all cities, one of them, or one that is no capital."""
    state, pick = use.state, use.ability.pick
    cities = cities_of(state, use.seat)
    acting = [city.at for city in cities if not (city.capital and pick == "other_city")]
    if pick != "all":
        acting = [(yield from one(CITY, acting))]
    play = yield from go()
    frame = state.frames[-1]
    assert isinstance(frame, Cities)
    if pick == "any_city":
        play.update(safe=(*frame.safe, *acting))
    else:
        play.update(again=(*frame.again, *((at, 1) for at in acting)))


@operation("cheap_wonder", "darwin", "double_speed", "lower_slot")
def lasts_this_turn(use: Use) -> Steps:
    """Something that holds until the end of the turn: it is noted under its own name."""
    used = use.state.players[use.seat].used
    yield from need(use.ability.do not in used, "lasts_already")
    yield from go()
    used.append(use.ability.do)


@operation("resource", on=RESOURCE)
def take_resource(use: Use) -> Steps:
    """A resource of choice from the market, or one of each."""
    kinds = [kind for kind in RESOURCES if use.state.market[kind]]
    yield from need(kinds, "market_empty")
    if use.ability.n <= 1:
        kinds = [(yield from one(RESOURCE, kinds))]
    play = yield from go()
    for kind in kinds:
        paying.gain_resource(play, use.seat, kind)


@operation("convert", on=CURRENCY, then=COUNT)
def convert(use: Use) -> Steps:
    """Albert Einstein: trade into culture or culture into trade."""
    seat, player = use.seat, use.state.players[use.seat]
    # The dial holds no more trade than it does.
    have = {"trade": player.trade, "culture": min(player.culture, MOST_TRADE - player.trade)}
    kind = yield from one(CURRENCY, have, lambda kind: have[kind] <= 0)
    n = yield from number(1, have[kind])
    play = yield from go()
    if kind == "trade":
        player.trade -= n
        gain(play, seat, culture=n, why=use.card)
    else:
        player.culture -= n
        gain(play, seat, trade=n, why=use.card)


@operation("free_aircraft")
def free_aircraft(use: Use) -> Steps:
    """Orville Wright: an aircraft, unlocked or not."""
    yield from need(use.state.units["aircraft"], "no_aircraft_left")
    play = yield from go()
    gain_unit(play, use.seat, "aircraft")


@operation("switch_policy")
def switch_policy(use: Use) -> Steps:
    """Turn policies over or change them for others."""
    play = yield from go()
    play.push(Pick(use.seat, "switch_policy", left=use.ability.n))


@operation("blank", on=LEVEL)
def blank(use: Use) -> Steps:
    """Isaac Newton: the card becomes a blank technology of the pyramid."""
    player = use.state.players[use.seat]
    level = yield from one(LEVEL, (1, 2, 3, 4), lambda level: not has_slot(player, level))
    play = yield from go()
    player.techs.append("blank")
    player.rows.append(level)
    use.state.person_deck.remove(use.card)
    refresh(player)
    play.tell(events.Blank(use.seat, level))


@operation("look")
def look(use: Use) -> Steps:
    """Zheng He: see every hidden token."""
    state, seat = use.state, use.seat
    play = yield from go()
    seen = []
    for square, token in sorted(state.tokens.items()):
        state.tokens[square] = Token(token.kind, token.content, token.known | 1 << seat)
        seen.append((name(state, square), token.content))
    for other in others(state, seat):
        seen += (("", token) for token in sorted(state.players[other].tokens))
    play.tell(events.TokensSeen(seat, tuple(seen)), to=(seat,))


@operation("go_first")
def go_first(use: Use) -> Steps:
    """Khalid ibn al-Walid: become first player."""
    state, seat = use.state, use.seat
    yield from need(state.first != seat, "first_already")
    play = yield from go()
    state.first = seat
    frame = state.frames[-1]
    if hasattr(frame, "order"):
        # Seats passed over or asked until now had nothing to do, or have not done it.
        play.update(order=board.turn_order(state), at=0)
        if isinstance(frame, Start):
            play.update(begun=False)
    play.tell(events.FirstPlayer(seat))
