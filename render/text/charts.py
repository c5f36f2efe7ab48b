"""What the picture of a chart says, for those who do not see it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from engine.core.charts import (
    Assignment,
    CityCards,
    FactCard,
    Fees,
    QuickReference,
    RealmChart,
    ReferenceLine,
    SeatSheet,
    Technology,
    TechnologyTree,
)
from engine.core.messages import ENGLISH
from engine.core.view import View
from engine.tiles.civ import (
    CardBattle,
    CitySheet,
    CivSheet,
    CultureTrack,
    MarketView,
    SquareYields,
    UnitCard,
)
from engine.world.view import TechnologiesByEra, WorldView
from render.cards.technology_board import technology_board
from render.style.players import Colours
from render.text.alt import ALT, cut
from render.voice import GameVoice, game_voice

PAGE_ROWS = 26
"""So many rows of a quick reference stand on one picture."""

Sentences = Iterable[str]


def chart_alt_text(
    chart: msgspec.Struct,
    view: View,
    names: Sequence[str] = (),
    language: str = ENGLISH,
    *,
    colours: Colours | None = None,
) -> str:
    """The same as the picture of a chart says, in at most 1024 characters, what matters first."""
    return cut(chart_text(chart, view, names, language, colours=colours), ALT)


def chart_text(
    chart: msgspec.Struct,
    view: View,
    names: Sequence[str] = (),
    language: str = ENGLISH,
    *,
    colours: Colours | None = None,
) -> str:
    """A chart in words, as long as it takes. `colours` is as for `render.draw`."""
    voice = game_voice(view.ruleset, view.seats, names, language, colours=colours)
    return " ".join(WRITERS[type(chart)](chart, view, voice))


def _sheet(chart: SeatSheet, view: View, voice: GameVoice) -> Sentences:
    sheet = view.sheet(chart.seat)
    score = voice.say("alt.sheet.score", n=sheet.score)
    summary = ", ".join([score, *map(voice.text, sheet.summary)])
    yield voice.say("alt.sheet.head", name=voice.name(chart.seat), summary=summary)
    for fact in sheet.facts:
        if fact.values:
            value = voice.join(map(voice.text, fact.values))
            yield voice.say("alt.fact.line", label=voice.label(fact.label), value=value)


def _technologies(chart: TechnologiesByEra, view: View, voice: GameVoice) -> Sentences:
    assert isinstance(view, WorldView)
    for tier in technology_board(view, voice).tiers:
        counts = [
            voice.say("alt.technologies.count", name=voice.name(seat), n=n)
            for seat, n in enumerate(tier.counts)
        ]
        yield voice.say("alt.fact.line", label=tier.title, value=", ".join(counts))
        for technology in tier.technologies:
            owners = voice.join([voice.name(seat) for seat in technology.owners])
            yield voice.say("alt.fact.line", label=technology.name, value=owners)


def card_text(
    card: FactCard,
    ruleset: str,
    names: Sequence[str] = (),
    language: str = ENGLISH,
    *,
    colours: Colours | None = None,
) -> str:
    """The card of one thing of the rules in words, in a game or outside of any."""
    voice = game_voice(ruleset, len(names), names, language, colours=colours)
    return " ".join(_fact_card(card, voice))


def reference_pages(reference: QuickReference) -> list[QuickReference]:
    """The reference in parts, each for one picture that a phone shows large enough to read."""
    pages: list[QuickReference] = []
    room = 0
    for group in reference.groups:
        rows = 2 + len(group.lines) + bool(group.columns)
        if rows > room:
            pages.append(QuickReference(reference.title, ()))
            room = PAGE_ROWS
        pages[-1] = QuickReference(reference.title, (*pages[-1].groups, group))
        room -= rows
    return pages


def reference_text(reference: QuickReference, ruleset: str, language: str = ENGLISH) -> str:
    """A quick reference in words: a line for each group."""
    voice = game_voice(ruleset, 0, (), language)
    return "\n".join((voice.label(reference.title) + ".", *_reference(reference, voice)))


def _reference(reference: QuickReference, voice: GameVoice) -> Sentences:
    for group in reference.groups:
        if group.steps:
            value = ", ".join(voice.text(line.label) for line in group.lines)
        else:
            value = "; ".join(_reference_line(line, voice) for line in group.lines)
        heads = ", ".join(voice.text(column) for column in group.columns)
        label = voice.label(group.title) + (f" ({heads})" if heads else "")
        yield voice.say("alt.fact.line", label=label, value=value)


def _reference_line(line: ReferenceLine, voice: GameVoice) -> str:
    return f"{voice.text(line.label)} {', '.join(voice.text(value) for value in line.values)}"


def _tree(tree: TechnologyTree, voice: GameVoice) -> Sentences:
    if tree.seat is not None:
        yield voice.say("alt.tree.purse", n=tree.purse)
    sale = [each for each in tree.technologies if each.price is not None and not each.missing]
    near = [each for each in sale if (each.price or 0) <= tree.purse]
    far = [each for each in sale if (each.price or 0) > tree.purse]
    for key, listed in (("buy", near), ("dear", far)):
        if listed:
            said = ", ".join(_priced(one, voice) for one in listed)
            yield voice.say(f"alt.tree.{key}", list=said)
    owned: dict[int, list[str]] = {}
    for each in tree.technologies:
        for seat in each.owners:
            owned.setdefault(seat, []).append(voice.title("technology", each.id))
    for seat, listed_names in sorted(owned.items()):
        yield voice.say("alt.tree.owner", name=voice.name(seat), list=", ".join(listed_names))
    blocked = [each for each in tree.technologies if each.missing]
    if blocked:
        said = "; ".join(
            voice.say("alt.tree.needs", what=_priced(each, voice), needs=_known(each, voice))
            for each in blocked
        )
        yield voice.say("alt.tree.blocked", list=said)
    if len(tree.tiers) == 1:
        for each in tree.technologies:
            things = [voice.text(text) for text in (*each.unlocks, *each.brings)]
            if things and not each.owners:
                name = voice.title("technology", each.id)
                yield voice.say("alt.tree.detail", name=name, list=", ".join(things))


def _priced(technology: Technology, voice: GameVoice) -> str:
    name = voice.title("technology", technology.id)
    if technology.price is None:
        return name
    return voice.say("alt.tree.price", name=name, n=technology.price)


def _known(technology: Technology, voice: GameVoice) -> str:
    return voice.join([voice.title("technology", key) for key in technology.missing])


def _cities(cards: CityCards, voice: GameVoice) -> Sentences:
    yield voice.say("alt.cities.all", name=voice.name(cards.seat), n=cards.income)
    for city in cards.cities:
        yield voice.say(
            "alt.cities.one",
            place=voice.say(f"space.{city.place}"),
            size=voice.settlement(city.size),
            n=city.income,
            resource=voice.say(f"marker.{city.resource}") if city.resource else "",
            happy=voice.say(f"alt.cities.{'happy' if city.happy else 'unhappy'}"),
            productive=voice.say("alt.cities.productive") if city.productive else "",
            by=_assigned((*city.bound, *city.assigned), voice),
        )
    if cards.spare:
        yield voice.say("alt.cities.spare", list=_assigned(cards.spare, voice))


def _assigned(assigned: Sequence[Assignment], voice: GameVoice) -> str:
    if not assigned:
        return ""
    return voice.join([voice.text(each.title) for each in assigned])


def _fees(chart: Fees, voice: GameVoice) -> Sentences:
    if not chart.fees:
        yield voice.say("card.fees.none")
    pairs: dict[tuple[int, int], list[str]] = {}
    for fee in chart.fees:
        technology = voice.title("technology", fee.technology)
        said = voice.say("card.fees.one", technology=technology, n=fee.amount)
        pairs.setdefault((fee.payer, fee.receiver), []).append(said)
    for (payer, receiver), parts in pairs.items():
        total = sum(f.amount for f in chart.fees if (f.payer, f.receiver) == (payer, receiver))
        yield voice.say(
            "alt.fees",
            payer=voice.name(payer),
            receiver=voice.name(receiver),
            n=total,
            list=", ".join(parts),
        )


def _realms(chart: RealmChart, voice: GameVoice) -> Sentences:
    for realm in chart.realms:
        yield voice.say(
            "alt.realm_at_risk" if realm.at_risk else "alt.realm",
            name=voice.name(realm.seat),
            civilization=voice.title("civilization", realm.civilization),
            stability=voice.say(f"stability.{chart.levels[realm.stability]}"),
            government=voice.say(f"government.{realm.government}"),
            religion=voice.say(f"religion.{realm.religion}"),
            n=realm.settlements,
            risk=realm.at_risk,
        )


def _fact_card(card: FactCard, voice: GameVoice) -> Sentences:
    cost = voice.text(card.cost) if card.cost is not None else ""
    title, kind = voice.label(card.title), voice.text(card.kind)
    yield voice.say("alt.fact.head", title=title, kind=kind, cost=cost)
    for fact in card.facts:
        label, value = voice.label(fact.label), voice.text(fact.value)
        yield voice.say("alt.fact.line", label=label, value=value)
    for effect in card.effects:
        yield voice.label(effect).rstrip(".") + "."
    for key, texts in (
        ("requires", [requirement.title for requirement in card.requires]),
        ("unlocks", list(card.unlocks)),
    ):
        if texts:
            yield voice.say(f"alt.fact.{key}", list=voice.join([voice.text(t) for t in texts]))
    missing = [each.title for each in card.requires if each.met is False]
    if missing:
        yield voice.say("alt.fact.missing", list=voice.join([voice.text(t) for t in missing]))
    if card.owners:
        yield voice.say("alt.fact.owners", names=voice.join([voice.name(s) for s in card.owners]))


def _battle(battle: CardBattle, voice: GameVoice) -> Sentences:
    one, two = battle.sides
    yield voice.say(
        "alt.fronts.sides",
        place=battle.place,
        attacker=voice.name(one.owner),
        defender=voice.name(two.owner),
        a=one.score,
        b=two.score,
    )
    for number, front in enumerate(battle.fronts, start=1):
        attacker, defender = _unit(front.attacker, voice), _unit(front.defender, voice)
        yield voice.say("alt.fronts.front", n=number, attacker=attacker, defender=defender)
    for side in battle.sides:
        if side.hand:
            listed = voice.join([_unit(unit, voice) for unit in side.hand])
            yield voice.say("alt.fronts.hand", list=listed)
    if battle.turn in (0, 1):
        name = voice.name(battle.sides[battle.turn].leader)
        yield voice.say("card.fronts.plays", name=name) + "."


def _unit(unit: UnitCard | None, voice: GameVoice) -> str:
    if unit is None:
        return voice.say("alt.fronts.open")
    name = voice.say(f"unit.{unit.type}")
    if unit.wounds >= unit.health:
        return voice.say("alt.fronts.dead", name=name)
    facts = {"strength": unit.strength, "left": unit.health - unit.wounds, "of": unit.health}
    return voice.say("alt.fronts.unit", name=name, **facts)


def _market(market: MarketView, voice: GameVoice) -> Sentences:
    if market.wonders:
        listed = [
            voice.say(
                "alt.market.wonder",
                name=voice.title("wonder", wonder.name),
                costs="/".join(map(str, dict.fromkeys(wonder.costs))),
            )
            for wonder in market.wonders
        ]
        yield voice.say("alt.market.wonders", list=", ".join(listed), n=market.wonders_left)
    for table, piles in (
        ("building", market.buildings),
        ("resource", market.resources),
        ("unit", market.units),
    ):
        if piles:
            listed = [
                f"{voice.say(f'{table}.{key}')} {left}{_offer(market, key, voice)}"
                for key, left in piles.items()
            ]
            yield voice.say(f"alt.market.{table}", list=", ".join(listed))


def _offer(market: MarketView, key: str, voice: GameVoice) -> str:
    """What a building costs and gives, in brackets."""
    offer = market.offers.get(key)
    return voice.say("alt.market.offer", **msgspec.structs.asdict(offer)) if offer else ""


def _track(track: CultureTrack, voice: GameVoice) -> Sentences:
    order = sorted(range(len(track.positions)), key=lambda seat: -track.positions[seat])
    for seat in order:
        at = track.positions[seat]
        yield voice.say("alt.track", name=voice.name(seat), n=at, of=len(track.steps))


def _pyramid(sheet: CivSheet, voice: GameVoice) -> Sentences:
    yield voice.say("alt.pyramid.head", name=voice.name(sheet.seat), n=len(sheet.pyramid))
    for row in sorted({slot.row for slot in sheet.pyramid}, reverse=True):
        listed = [
            voice.say(
                "alt.pyramid.card", name=voice.title("technology", slot.name), coins=slot.coins
            )
            for slot in sheet.pyramid
            if slot.row == row
        ]
        yield voice.say("alt.pyramid.row", row=row, list=", ".join(listed))
    for row, number in sheet.room.items():
        yield voice.say("alt.pyramid.room", row=row, n=number)


def _city(city: CitySheet, voice: GameVoice) -> Sentences:
    yield voice.say(
        "alt.city.head",
        name=voice.name(city.owner),
        place=city.place,
        trade=city.trade,
        production=city.production,
        culture=city.arts,
        defence=city.defence,
    )
    for each in city.squares:
        if each.blockaded:
            yield voice.say("alt.city.blockaded", place=each.place)
        elif given := _given(each, voice):
            yield voice.say("alt.city.square", place=each.place, list=given)


def _given(each: SquareYields, voice: GameVoice) -> str:
    amounts = {
        "trade": each.trade,
        "production": each.production,
        "culture": each.culture,
        "coins": each.coins,
        "combat": each.combat,
    }
    found = [voice.say(f"alt.city.{key}", n=amount) for key, amount in amounts.items() if amount]
    return voice.join(found) if found else ""


Writer = Callable[[Any, View, GameVoice], Sentences]


def _alone(write: Callable[[Any, GameVoice], Sentences]) -> Writer:
    """A writer of what says all by itself."""
    return lambda chart, view, voice: write(chart, voice)


WRITERS: Mapping[type, Writer] = {
    CardBattle: _alone(_battle),
    CityCards: _alone(_cities),
    CitySheet: _alone(_city),
    CivSheet: _alone(_pyramid),
    CultureTrack: _alone(_track),
    FactCard: _alone(_fact_card),
    Fees: _alone(_fees),
    MarketView: _alone(_market),
    RealmChart: _alone(_realms),
    SeatSheet: _sheet,
    TechnologiesByEra: _technologies,
    TechnologyTree: _alone(_tree),
}
