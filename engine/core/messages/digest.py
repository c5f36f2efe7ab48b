"""Digests: many events in a few words. Headlines for all, a line per player, "for you".

The catalog says what each kind of event adds to a digest, in its table `digest` by the event's
name; a kind without an entry has that of the class above it:

    [digest.Captured]
    headline = [{ to = "takes", topic = "battle", of = "seat", what = "{place:place}" }]
    line = [{ to = "settlements_lost", of = "loser" }]
    you = [{ to = "taken_from_you", of = "loser", what = "{place:place}", loss = true }]

What is added `to` the same entry `of` the same seat is counted (`n`), its words (`what`) are listed
once each (`named` of them), and the sum is said by the entry: `headline.takes`,
`line.settlements_lost`, `you.taken_from_you`. An empty digest is silent. Events that no digest
knows are headlines if they open a paragraph in a report, and are counted otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from engine.core.events import Disclosure, Event
from engine.core.messages.entries import Facts

if TYPE_CHECKING:
    from engine.core.messages.voice import Voice

NAMED_MOST = 3
"""How many things are named in one piece of a digest; the others are counted."""
NAMED_IN_SHORT = 1
"""How many are named where there is little room."""
OTHER = "other"
NEWS = "news"


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an event adds to an entry of a digest.

    `of` leads to the seat, or the seats, it is about ("" for nobody); `n` is a number or leads to
    one. Things that are the same `by` that template are named once, with their number `n` in
    `what`. Words of the same `group` stand together before it. With `rows`, a part is added for
    each row that the first of them leads to; the others name what is in a row. `kinds` leads to
    kinds of units with their numbers, which are named and counted. `unless` names headlines that
    say enough about the same place. Of the `latest`, only the last words stay. A `topic` gathers
    headlines under one sign. A `loss` is something that a player is notified of.
    """

    to: str
    of: str = "seat"
    n: int | str = 1
    what: str = ""
    by: str = ""
    group: str = ""
    rows: tuple[str, ...] = ()
    kinds: str = ""
    when: dict[str, Any] = {}
    unless: tuple[str, ...] = ()
    topic: str = NEWS
    loss: bool = False
    latest: bool = False

    @property
    def words(self) -> str:
        """What names a thing of it."""
        return self.what or ("{kind:unit|{n}}" if self.kinds else "")

    @property
    def key(self) -> str:
        """What is the same for the same things."""
        return self.by or ("{kind}" if self.kinds else self.what)

    @property
    def counts_things(self) -> bool:
        """Whether its things are named with their number."""
        return bool(self.by or self.kinds)


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a kind of event adds to a digest; nothing if it is silent."""

    headline: tuple[Part, ...] = ()
    line: tuple[Part, ...] = ()
    you: tuple[Part, ...] = ()


class Headline(msgspec.Struct, frozen=True):
    """What matters to all, of one topic: its sign and its sentences, and the same in short."""

    topic: str
    sign: str
    sentences: tuple[str, ...]
    short: tuple[str, ...] = ()


class Digest(msgspec.Struct, frozen=True):
    """Some events in a few words.

    `lines` are the pieces about each seat, the most important first, `short_lines` the same where
    there is little room. `yours` concern the reader; `losses` are those of them that the reader is
    notified of.
    """

    headlines: tuple[Headline, ...] = ()
    lines: Mapping[int, tuple[str, ...]] = {}
    short_lines: Mapping[int, tuple[str, ...]] = {}
    yours: tuple[str, ...] = ()
    losses: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to say."""
        return not (self.headlines or self.lines or self.yours)


class _Thing:
    """Something that is named once, however often it was added."""

    def __init__(self, part: Part, facts: Facts) -> None:
        self.part = part
        self.facts = facts
        self.n = 0

    def words(self, voice: Voice) -> str:
        return voice.fill(self.part.words, {**self.facts, "n": self.n})

    @property
    def number(self) -> int:
        """How many it stands for where it is not named."""
        return self.n if self.part.counts_things else 1


class _Sum:
    """What was added to one entry of one seat."""

    def __init__(self, part: Part, seat: int | None) -> None:
        self.part = part
        self.seat = seat
        self.n = 0
        self.groups: dict[str, dict[str, _Thing]] = {}

    def add(self, part: Part, n: int, facts: Facts, voice: Voice) -> None:
        self.n += n
        if not part.words:
            return
        if part.latest:
            self.groups.clear()
        known = {**facts, "n": n}
        things = self.groups.setdefault(voice.fill(part.group, known), {})
        key = voice.fill(part.key, known)
        things.setdefault(key, _Thing(part, facts)).n += n

    def said(self, voice: Voice, table: str, named: int = NAMED_MOST) -> str:
        parts = []
        for group, things in self.groups.items():
            what = _listed(list(things.values()), voice, named)
            parts.append(voice.say("list.group", what=what, group=group) if group else what)
        seat = -1 if self.seat is None else self.seat
        what = voice.join(parts) if parts else ""
        named = sum(map(len, self.groups.values()))
        return voice.say(f"{table}.{self.part.to}", seat=seat, n=self.n, named=named, what=what)


def _listed(things: Sequence[_Thing], voice: Voice, most: int) -> str:
    # One more is named as briefly as it is counted.
    most += len(things) == most + 1
    named = [each.words(voice) for each in things[:most]]
    if rest := sum(each.number for each in things[most:]):
        named.append(voice.say("list.rest", n=rest))
    return voice.join(named)


class _Sums:
    """What was added to the entries of one table, in the order of their first mention."""

    def __init__(self, table: str, voice: Voice) -> None:
        self.table = table
        self.voice = voice
        self.found: dict[tuple[str, int | None], _Sum] = {}

    def add(self, part: Part, facts: Facts) -> None:
        voice = self.voice
        for known in _rows(part, facts, voice):
            if not voice.holds(part.when, known):
                continue
            counted = "n" if part.kinds else part.n
            n = counted if isinstance(counted, int) else _number(voice.fact(counted, known))
            for seat in _seats(part, known, voice) if n else ():
                entry = self.found.setdefault((part.to, seat), _Sum(part, seat))
                entry.add(part, n, known, voice)

    def ranked(self) -> list[_Sum]:
        """The sums in the order that the catalog has their entries in."""
        ranks = self.voice.catalog.ranks
        return sorted(
            self.found.values(), key=lambda each: ranks.get(f"{self.table}.{each.part.to}", 0)
        )


def _rows(part: Part, facts: Facts, voice: Voice) -> Iterator[Facts]:
    """The facts of each thing that a part adds."""
    found: list[Facts] = [facts]
    if part.rows:
        path, *names = part.rows
        rows = voice.fact(path, facts)
        found = [{**facts, **dict(zip(names, row, strict=True))} for row in rows]
    for each in found:
        if not part.kinds:
            yield each
            continue
        for kind, n in voice.fact(part.kinds, each):
            yield {**each, "kind": kind, "n": n}


def _number(value: Any) -> int:
    """A number, or that of several things; of kinds of units with their numbers, of all units."""
    if isinstance(value, int):
        return int(value)
    if isinstance(value, str):
        return 1 if value else 0
    return sum(each[-1] if isinstance(each, tuple) else 1 for each in value)


def _seats(part: Part, facts: Facts, voice: Voice) -> Iterator[int | None]:
    if not part.of:
        yield None
        return
    found = voice.fact(part.of, facts)
    for seat in (found,) if isinstance(found, int) else found:
        # Nobody's pieces have no line; -1 is nobody.
        if seat >= 0:
            yield seat


def digest(
    disclosures: Iterable[Disclosure],
    voice: Voice,
    reader: int | None = None,
    *,
    once: bool = False,
) -> Digest:
    """What a reader, or a spectator, learns of some events, in a few words.

    With `once` what concerns the reader is no headline as well.
    """
    events = [each.event for each in disclosures if each.reaches(reader)]
    headlines, lines, yours = (_Sums(name, voice) for name in ("headline", "line", "you"))
    said = _places_in_headlines(events, voice)
    for event in events:
        recipe = recipe_of(type(event), voice.catalog.recipes)
        facts = voice.catalog.facts(event)
        if recipe is None:
            _add_unknown(event, facts, voice, headlines, lines)
            continue
        place = facts.get("place")
        is_own = once and any(reader in _seats(part, facts, voice) for part in recipe.you)
        for sums, parts in (
            (headlines, () if is_own and reader is not None else recipe.headline),
            (lines, recipe.line),
            (yours, recipe.you),
        ):
            for part in parts:
                if not any((name, place) in said for name in part.unless):
                    sums.add(part, facts)
    own = [each for each in yours.ranked() if reader is not None and each.seat == reader]
    return Digest(
        headlines=_by_topic(headlines, voice),
        lines=_by_seat(lines),
        short_lines=_by_seat(lines, NAMED_IN_SHORT),
        yours=tuple(each.said(voice, "you") for each in own),
        losses=tuple(each.said(voice, "you") for each in own if each.part.loss),
    )


def losers(disclosures: Iterable[Disclosure], voice: Voice) -> frozenset[int]:
    """The seats that lost something in the public events."""
    yours = _Sums("you", voice)
    for each in disclosures:
        recipe = recipe_of(type(each.event), voice.catalog.recipes)
        if each.audience is None and recipe is not None:
            for part in recipe.you:
                if part.loss:
                    yours.add(part, voice.catalog.facts(each.event))
    return frozenset(seat for _, seat in yours.found if seat is not None)


def recipe_of(kind: type[Event], recipes: Mapping[str, Recipe]) -> Recipe | None:
    """What a kind of event adds: its own recipe, or that of the nearest class above it."""
    for each in kind.__mro__:
        if (found := recipes.get(each.__name__)) is not None:
            return found
    return None


def _add_unknown(event: Event, facts: Facts, voice: Voice, headlines: _Sums, lines: _Sums) -> None:
    """An event without a recipe: a headline by its own sentence, or one more thing done."""
    if event.headline:
        key = f"{NEWS}:{len(headlines.found)}", None
        said = Part(NEWS, of="", what="{said}")
        headlines.found[key] = entry = _Sum(said, None)
        entry.add(said, 1, {"said": voice.event(event)}, voice)
    elif isinstance(facts.get("seat"), int):
        lines.add(Part(OTHER), facts)


def _places_in_headlines(events: Iterable[Event], voice: Voice) -> set[tuple[str, Any]]:
    """Which headlines will speak of which places."""
    found: set[tuple[str, Any]] = set()
    for event in events:
        recipe = recipe_of(type(event), voice.catalog.recipes)
        if recipe is not None and event.location:
            found |= {(part.to, event.location) for part in recipe.headline}
    return found


def _by_topic(sums: _Sums, voice: Voice) -> tuple[Headline, ...]:
    found: dict[str, dict[str, str]] = {}
    for each in sums.ranked():
        sentences = found.setdefault(each.part.topic, {})
        short = each.said(voice, sums.table, NAMED_IN_SHORT)
        sentences.setdefault(each.said(voice, sums.table), short)
    ranked = sorted(found, key=lambda topic: voice.catalog.ranks.get(f"topic.{topic}", 0))
    return tuple(
        Headline(each, voice.say(f"topic.{each}"), tuple(found[each]), tuple(found[each].values()))
        for each in ranked
    )


def _by_seat(sums: _Sums, named: int = NAMED_MOST) -> dict[int, tuple[str, ...]]:
    found: dict[int, list[str]] = {}
    for each in sums.ranked():
        if each.seat is not None:
            found.setdefault(each.seat, []).append(each.said(sums.voice, sums.table, named))
    return {seat: tuple(pieces) for seat, pieces in found.items()}
