"""Every rule set has words for everything it can say, and no words it never says."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.core.events import Disclosure
from engine.core.grammar import Amount
from engine.core.messages import Catalog, Voice, catalog, read
from engine.core.messages.catalogs import read_catalog
from engine.core.messages.entries import Variant, entries_of
from engine.core.messages.template import parse, slots
from engine.core.registry import ruleset, rulesets
from engine.core.text import Text
from tests.messages.builders.playing import NAMES, Heard, heard_in
from tests.messages.builders.words import WORDS, event_types, plausible_events, texts_in
from tests.messages.sources import ENGINE, sources

FILES = sorted([*ENGINE.glob("core/messages/*.toml"), *ENGINE.glob("rulesets/*/messages/*.toml")])
BOT_SPEAK = re.compile(
    r"\b(please|invalid|errors?|bots?|users?|successful\w*|oops|sorry|illegal)\b", re.I
)


def is_sentence(text: str) -> bool:
    """Whether a reader would take it for finished: no braces, no gaps, an end."""
    return bool(re.fullmatch(r"\S.*[.?!]", text)) and not re.search(r"[{}|]|  | [.,:;]|\.\.", text)


def is_named(field: str) -> bool:
    """Whether a part of a form is called by a name: a bare key is put in quotes."""
    return field[0].isupper()


def texts(file: Path) -> Iterator[tuple[str, str]]:
    """Every text of a catalog file, with where it stands."""

    def inside(value: object, path: str) -> Iterator[tuple[str, str]]:
        if isinstance(value, str):
            yield path, value
        elif isinstance(value, dict):
            for key, each in value.items():
                if key not in ("when", "by", "total"):
                    yield from inside(each, f"{path}.{key}")
        elif isinstance(value, list):
            for at, each in enumerate(value):
                yield from inside(each, f"{path}[{at}]")

    return inside(tomllib.loads(file.read_text("utf-8")), file.stem)


def test_every_event_that_can_happen_is_a_sentence(name: str) -> None:
    words = Voice(catalog(name, strict=True), NAMES)
    told = [words.event(event) for event in plausible_events(name)]
    assert [text for text in told if not is_sentence(text)] == []


def test_every_event_of_a_game_is_a_sentence(name: str, heard: Heard) -> None:
    words = Voice(catalog(name, strict=True), NAMES)
    told = {words.event(event) for event in heard.events}
    assert len(told) > 100
    assert [text for text in told if not is_sentence(text)] == []


def test_every_question_of_a_game_is_a_sentence(name: str, heard: Heard) -> None:
    words = Voice(catalog(name, strict=True), NAMES)
    asked = {words.prompt(decision) for decision, _ in heard.asked}
    assert [text for text in asked if not is_sentence(text)] == []


def test_every_choice_of_a_game_can_be_told_in_a_few_words(name: str, heard: Heard) -> None:
    words = Voice(catalog(name, strict=True), NAMES)
    for decision, value in heard.asked:
        said = words.choice(decision, value)
        assert said and not re.search(r"[{}_]|  ", said)


def test_every_option_of_a_game_has_a_label(name: str, heard: Heard) -> None:
    words = Voice(catalog(name, strict=True), NAMES)
    for option in heard.options:
        label = words.option(option)
        assert label and label[0].upper() == label[0] and not re.search(r"[{}_#@]|  ", label)


def test_every_part_of_a_form_has_a_name(name: str, heard: Heard) -> None:
    words = Voice(catalog(name, strict=True), NAMES)
    assert heard.fields
    for kind, field in heard.fields:
        assert is_named(words.field(kind, field))


def test_every_refusal_is_a_sentence(name: str, heard: Heard) -> None:
    words = Voice(catalog(name, strict=True), NAMES)
    refusals = {words.error(refusal) for refusal in heard.refusals}
    assert len({refusal.code for refusal in heard.refusals}) > 15
    assert [text for text in refusals if not is_sentence(text)] == []


def test_phases_and_results_have_words(name: str, heard: Heard) -> None:
    words = Voice(catalog(name, strict=True), NAMES)
    assert {words.text(view.phase_title) for view in heard.views}
    for outcome in heard.outcomes:
        lines = words.outcome(outcome).splitlines()
        assert len(lines) == 2 + len(outcome.standings)


def test_table_options_have_words(name: str) -> None:
    words = Voice(catalog(name, strict=True), NAMES)
    for field in ruleset(name).options.fields:
        assert is_named(words.field("table", field.name))
        for option in getattr(field.grammar, "options", list)():
            assert words.option(option)
        if isinstance(field.grammar, Amount) and field.grammar.least == 0:
            assert words.amount("table", field.name, 0) != "0"
            assert words.amount("table", field.name, 7) == "7"


def test_keys_named_in_the_sources_have_entries(name: str) -> None:
    words, named = catalog(name), sources(name)
    wanted = named.exact(named.texts)
    wanted |= {f"error.{code}" for code in named.exact([*named.refusals, *named.misfits])}
    wanted |= {f"error.{code}" for code in named.faults}
    wanted |= {f"{table}.{kind}" for kind in named.kinds for table in ("ask", "choice")}
    wanted |= {kind.key() for kind in event_types(name)}
    assert len(wanted) > 60
    assert sorted(key for key in wanted if not words.has(key)) == []


def test_keys_put_together_in_the_sources_have_entries(name: str) -> None:
    keys = list(catalog(name).entries)
    # Not every table has a setting to pick; those that there are have words by another test.
    for beginning in sources(name).beginnings() - {"table."}:
        assert [key for key in keys if key.startswith(beginning)], beginning


def test_a_refusal_speaks_only_of_facts_it_is_given(name: str) -> None:
    entries, named = catalog(name).entries, sources(name)
    for call in (*named.refusals, *named.misfits):
        facts = {"what"} | (call.facts or set()) if call in named.misfits else call.facts
        if facts is None:
            continue
        facts = facts | named.sorts if call.is_fault else facts
        for code in named.exact([call]):
            wordings = entries[f"error.{code}"]
            assert any(spoken_of(wording) <= facts for wording in wordings), call


def spoken_of(wording: Variant) -> set[str]:
    return {slot.path[0] for slot in slots(parse(wording.text))}


def test_tables_name_everything_and_nothing_else(name: str) -> None:
    words, own = catalog(name), own_keys(name)
    for table, ids in WORDS[name].tables.items():
        wanted = {f"{table}.{key}" for key in ids}
        assert sorted(key for key in wanted if not words.has(key)) == []
        assert sorted(key for key in own - wanted if key.startswith(f"{table}.")) == []


def own_keys(name: str) -> set[str]:
    """The keys in the file of a rule set, or of the core."""
    package = "engine.core" if name == "core" else f"engine.rulesets.{name}"
    return set(Catalog([read(package, "en")]).entries)


class Overheard(dict[str, tuple[Variant, ...]]):
    """Entries that remember who asked for them."""

    def __init__(self, known: Catalog) -> None:
        super().__init__(known.entries)
        self.asked: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        self.asked.add(key)
        return super().get(key, default)


def cards_in_words(name: str) -> list[Text]:
    """Every message on a card of a rule set, outside of any game."""
    rules = ruleset(name)
    cards = [text for card in rules.cards() for text in texts_in(rules.card(card))]
    return [*cards, *texts_in(rules.quick_reference())]


@cache
def used_keys(name: str) -> set[str]:
    """The keys that a rule set asks for in games, or names in its sources."""
    known, named, heard = read_catalog(name), sources(name), heard_in(name)
    known.entries = overheard = Overheard(known)
    words = Voice(known, NAMES)
    for event in (*plausible_events(name), *heard.events):
        words.event(event)
    for event in plausible_events(name):
        for seat in range(3):
            words.digest([Disclosure(event)], seat)
    for decision, value in heard.asked:
        words.prompt(decision)
        words.choice(decision, value)
        words.brief(decision, value, follows=True)
        words.ending(decision, value)
    for option in heard.options:
        words.option(option)
        words.note(option)
    for kind, field in heard.fields:
        words.field(kind, field)
    for part in ruleset(name).options.fields:
        words.field("table", part.name)
        words.amount("table", part.name, 1)
    for refusal in heard.refusals:
        words.error(refusal)
    for outcome in heard.outcomes:
        words.outcome(outcome)
    for text in cards_in_words(name):
        words.text(text)
    # What posts say beside events: the aim, how ties are broken, what no digest knows; and forms.
    beside = {"aim", "tie", "headline.news", "line.other", "sample_order"}
    used = overheard.asked | named.exact(named.texts) | beside
    used |= {f"error.{code}" for code in named.exact([*named.refusals, *named.misfits])}
    used |= {begun + rest for begun in named.beginnings() for rest in named.literals}
    return used | {f"{table}.{key}" for table, ids in WORDS[name].tables.items() for key in ids}


def test_a_rule_set_uses_all_its_entries(name: str) -> None:
    assert sorted(own_keys(name) - used_keys(name)) == []


def test_every_shared_entry_is_used_by_some_rule_set() -> None:
    used = [used_keys(name) for name in rulesets()]
    assert sorted(own_keys("core").difference(*used)) == []


def test_reports_draw_together_events_that_exist(name: str) -> None:
    fields = {kind.__name__: kind.__struct_fields__ for kind in event_types(name)}
    own = own_keys(name)
    for event, merger in catalog(name).mergers.items():
        # The kit's catalog may speak of events that this rule set never tells.
        if event in fields or any(key.startswith(f"report.{event}.") for key in own):
            assert {*merger.by, *merger.total} <= {*fields[event]}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ENGINE)))
def test_texts_are_clean(file: Path) -> None:
    assert len(list(texts(file))) > 20
    for where, text in texts(file):
        assert "\t" not in text and "\n" not in text, where
        assert text == text.rstrip() and "  " not in text, where
        assert text.count("!") <= 1, where
        assert not BOT_SPEAK.search(text), where
        parse(text)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ENGINE)))
def test_sentences_begin_and_end_like_sentences(file: Path) -> None:
    for where, text in texts(file):
        if re.search(r"\.(event|error|ask)\.", where):
            assert text[-1] in ".?!}", where
            assert text[0] in "{“" or text[0].isupper(), where


def test_what_the_bot_says_hides_no_sentence_of_a_rule_set(name: str) -> None:
    bots = [read(package, "en") for package in ("bot.service", "bot.discord", "render.cards")]
    assert [key for own in bots for key in entries_of(own) if catalog(name).has(key)] == []
