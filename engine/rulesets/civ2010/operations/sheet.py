"""Operations on the own sheet: gains, coins, cards, technologies, production."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.flow import Play
from engine.core.grammar import Amount, Grammar, Option, Subset, Value
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities.using import Operation, Use, operation
from engine.rulesets.civ2010.combat.units import gain_unit
from engine.rulesets.civ2010.describing import effect, indexed, option, plain, seat_option
from engine.rulesets.civ2010.map.board import (
    cities_of,
    coins,
    controlled,
    count_figures,
    grid,
    is_blockaded,
    name,
    others,
    pieces_of,
    turn_order,
)
from engine.rulesets.civ2010.map.figures import supply
from engine.rulesets.civ2010.sheet import paying
from engine.rulesets.civ2010.sheet.bonuses import refresh
from engine.rulesets.civ2010.sheet.culture import discard as discard_card
from engine.rulesets.civ2010.sheet.culture import (
    draw_card,
    free_steps,
    hand_limit,
)
from engine.rulesets.civ2010.sheet.learning import learn
from engine.rulesets.civ2010.sheet.people import gain_person
from engine.rulesets.civ2010.sheet.pyramid import has_slot, learnable
from engine.rulesets.civ2010.sheet.wealth import add_coin, coin_places, coin_room, gain, remove_coin
from engine.rulesets.civ2010.state import Cities, Pick, Research, Start, State, Token
from engine.rulesets.civ2010.tables import MOST_TRADE, RESOURCES, source_of, step_level

BLANK_LEVELS = ("1", "2", "3", "4")


def number(use: Use) -> int:
    """How often an ability pays (its `per`)."""
    state, seat = use.state, use.seat
    match use.ability.per:
        case "armies":
            return count_figures(state, seat)[0]
        case "cities":
            return len(cities_of(state, seat)) + len(controlled(state, seat))
        case "peace":
            return 2 if count_figures(state, seat)[1] else 1
        case "buildings":
            built = [at for at, _ in pieces_of(state, seat, "building")]
            return sum(not is_blockaded(state, at, seat) for at in built)
        case "armies_home":
            return supply(state, seat, army=True)
        case "armies_home_2":
            return supply(state, seat, army=True) // 2
        case "coins_3":
            return coins(state, seat) // 3
        case "wonders_since":
            name = source_of(use.key)[1]
            return next(c.wonders for c in state.players[seat].people if c.name == name)
    return 1


HENSON = "jim_henson"


@operation("gain")
class Gain(Operation):
    """Trade and culture, fixed or so much for each of something."""

    def can(self, use: Use) -> bool:
        # The first use of Jim Henson lays the card open, and from then on it counts.
        people = use.state.players[use.seat].people
        return number(use) > 0 or any(
            use.key.startswith(f"person:{HENSON}") and card.name == HENSON and not card.shown
            for card in people
        )

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        often = number(use)
        ability = use.ability
        gain(play, use.seat, ability.trade * often, ability.culture * often, source_of(use.key)[1])


@operation("share_trade")
class ShareTrade(Operation):
    """Trade for oneself, and some for another player of choice."""

    def can(self, use: Use) -> bool:
        return True

    def keys(self, use: Use) -> Sequence[str]:
        return [str(seat) for seat in others(use.state, use.seat)]

    def describe(self, use: Use, key: str) -> Option:
        return seat_option(key)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        gain(play, use.seat, use.ability.trade, why="horseback_riding")
        gain(play, int(target), use.ability.n, why="horseback_riding")


@operation("coin")
class AddCoin(Operation):
    """A coin token on the technology itself, while it has room."""

    def can(self, use: Use) -> bool:
        return coin_room(use.state, use.seat, source_of(use.key)[1]) > 0

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        add_coin(play, use.seat, source_of(use.key)[1])


@operation("wonder_coin")
class WonderCoin(Operation):
    """A coin token on the Panama Canal."""

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        add_coin(play, use.seat, "panama_canal")


@operation("give_coin")
class GiveCoin(Operation):
    """Mother Teresa: a coin token for another player, a culture step for oneself."""

    def keys(self, use: Use) -> Sequence[str]:
        found = coin_places(use.state, use.seat)
        return [f"{where}>{seat}" for where in found for seat in others(use.state, use.seat)]

    def describe(self, use: Use, key: str) -> Option:
        return option("coin_gift", key)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        where, _, seat = target.partition(">")
        remove_coin(play, use.seat, where)
        add_coin(play, int(seat))
        free_steps(play, use.seat, 1)


@operation("step")
class Step(Operation):
    """Free steps on the culture track."""

    def can(self, use: Use) -> bool:
        return number(use) > 0

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        free_steps(play, use.seat, use.ability.n * number(use))


@operation("person")
class GainPerson(Operation):
    """A great person."""

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        gain_person(play, use.seat)


@operation("draw_card")
class DrawCard(Operation):
    """Culture cards of the own level, or of a deck of choice."""

    def keys(self, use: Use) -> Sequence[str] | None:
        return ("1", "2", "3") if use.ability.pick == "deck" else None

    def describe(self, use: Use, key: str) -> Option:
        return option("deck", key)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        level = int(target) if target else step_level(use.state.players[use.seat].track)
        for _ in range(use.ability.n or 1):
            draw_card(play, use.seat, level)


@operation("redraw")
class Redraw(Operation):
    """Frida Kahlo: throw cards of the hand away, then draw up to a full one of the own level."""

    def can(self, use: Use) -> bool:
        hand = use.state.players[use.seat].cards
        return bool(hand) or hand_limit(use.state, use.seat) > 0

    def grammar(self, use: Use) -> Grammar | None:
        hand = indexed(use.state.players[use.seat].cards)
        return Subset(hand, 0, describe=lambda key: self.describe(use, key)) if hand else None

    def describe(self, use: Use, key: str) -> Option:
        return option("card", key, detail=effect("card", plain(key)))

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        state, seat = play.state, use.seat
        player = state.players[seat]
        for key in target or ():
            discard_card(state, seat, plain(key))
            play.tell(events.CardDiscarded(seat, plain(key)))
        level = step_level(player.track)
        for _ in range(hand_limit(state, seat) - len(player.cards)):
            draw_card(play, seat, level)


@operation("learn")
class Learn(Operation):
    """A technology for nothing, if the pyramid has room for it."""

    def keys(self, use: Use) -> Sequence[str]:
        state, seat, ability = use.state, use.seat, use.ability
        found = learnable(state, seat, ability.level, ability.exact)
        if ability.pick == "others":
            known = {t for other in others(state, seat) for t in state.players[other].techs}
            found = [tech for tech in found if tech in known]
        return found

    def describe(self, use: Use, key: str) -> Option:
        return option("technology", key)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        learn(play, use.seat, target)


@operation("production")
class Production(Operation):
    """More production for one own city this turn."""

    def can(self, use: Use) -> bool:
        return True

    def keys(self, use: Use) -> Sequence[str]:
        return [name(use.state, city.at) for city in cities_of(use.state, use.seat)]

    def describe(self, use: Use, key: str) -> Option:
        return option("city", key, place=key)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        frame = play.state.frames[-1]
        assert isinstance(frame, Cities)
        city = grid(play.state).index[target]
        play.update(extra=(*frame.extra, (city, use.ability.n)))


@operation("act_again")
class ActAgain(Operation):
    """One more action this turn: for all cities, one of them, or one that is no capital."""

    def keys(self, use: Use) -> Sequence[str] | None:
        if use.ability.pick == "all":
            return None
        return [
            name(use.state, city.at)
            for city in cities_of(use.state, use.seat)
            if not (city.capital and use.ability.pick == "other_city")
        ]

    def describe(self, use: Use, key: str) -> Option:
        return option("city", key, place=key)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        frame = play.state.frames[-1]
        assert isinstance(frame, Cities)
        if use.ability.pick == "any_city":
            play.update(safe=(*frame.safe, grid(play.state).index[target]))
            return
        if target:
            cities = [grid(play.state).index[target]]
        else:
            cities = [city.at for city in cities_of(play.state, use.seat)]
        play.update(again=(*frame.again, *((city, 1) for city in cities)))


@operation("cheap_wonder", "darwin", "double_speed", "lower_slot")
class LastsThisTurn(Operation):
    """Something that holds until the end of the turn: it is noted under its own name."""

    def can(self, use: Use) -> bool:
        return use.ability.do not in use.state.players[use.seat].used

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        play.state.players[use.seat].used.append(use.ability.do)


@operation("resource")
class TakeResource(Operation):
    """A resource of choice from the market, or one of each."""

    def can(self, use: Use) -> bool:
        return any(use.state.market.values())

    def keys(self, use: Use) -> Sequence[str] | None:
        if use.ability.n > 1:
            return None
        return [kind for kind in RESOURCES if use.state.market[kind]]

    def describe(self, use: Use, key: str) -> Option:
        return option("resource", key)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        for kind in [target] if target else RESOURCES:
            paying.gain_resource(play, use.seat, kind)


@operation("convert")
class Convert(Operation):
    """Albert Einstein: trade into culture or culture into trade."""

    def keys(self, use: Use) -> Sequence[str]:
        return [kind for kind in ("trade", "culture") if self.have(use, kind) > 0]

    def describe(self, use: Use, key: str) -> Option:
        return option("currency", key)

    def second(self, use: Use, target: Value) -> Grammar:
        return Amount(1, self.have(use, target))

    @staticmethod
    def have(use: Use, kind: str) -> int:
        """What can be changed: the dial holds no more trade than it does."""
        player = use.state.players[use.seat]
        return player.trade if kind == "trade" else min(player.culture, MOST_TRADE - player.trade)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        player = play.state.players[use.seat]
        if target == "trade":
            player.trade -= second
            gain(play, use.seat, culture=second, why="albert_einstein")
        else:
            player.culture -= second
            gain(play, use.seat, trade=second, why="albert_einstein")


@operation("free_aircraft")
class FreeAircraft(Operation):
    """Orville Wright: an aircraft, unlocked or not."""

    def can(self, use: Use) -> bool:
        return bool(use.state.units["aircraft"])

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        gain_unit(play, use.seat, "aircraft")


@operation("switch_policy")
class SwitchPolicy(Operation):
    """Turn policies over or change them for others."""

    def can(self, use: Use) -> bool:
        return bool(use.state.players[use.seat].policies)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        play.push(Pick(use.seat, "switch_policy", left=use.ability.n))


@operation("blank")
class Blank(Operation):
    """Isaac Newton: the card becomes a blank technology of the pyramid."""

    def keys(self, use: Use) -> Sequence[str]:
        player = use.state.players[use.seat]
        return [level for level in BLANK_LEVELS if has_slot(player, int(level))]

    def describe(self, use: Use, key: str) -> Option:
        return option("level", key)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        player = play.state.players[use.seat]
        player.techs.append("blank")
        player.rows.append(int(target))
        play.state.person_deck.remove("isaac_newton")
        refresh(player)
        play.tell(events.Blank(use.seat, int(target)))


@operation("look")
class Look(Operation):
    """Zheng He: see every hidden token."""

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        state, seat = play.state, use.seat
        seen = []
        for square, token in sorted(state.tokens.items()):
            state.tokens[square] = Token(token.kind, token.content, token.known | 1 << seat)
            seen.append((name(state, square), token.content))
        for other in others(state, seat):
            seen += (("", token) for token in sorted(state.players[other].tokens))
        play.tell(events.TokensSeen(seat, tuple(seen)), to=(seat,))


@operation("go_first")
class GoFirst(Operation):
    """Khalid ibn al-Walid: become first player."""

    def can(self, use: Use) -> bool:
        return use.state.first != use.seat and at_phase_start(use.state)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        state = play.state
        state.first = use.seat
        frame = state.frames[-1]
        if hasattr(frame, "order"):
            play.update(order=turn_order(state))
            # Seats passed over or asked until now had nothing to do, or have not done it.
            play.update(at=0)
            if isinstance(frame, Start):
                play.update(begun=False)
        play.tell(events.FirstPlayer(use.seat))


def at_phase_start(state: State) -> bool:
    """Whether a phase has just begun, and nobody has done anything in it."""
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, Research):
        return not frame.answered
    return getattr(frame, "fresh", False) is True
