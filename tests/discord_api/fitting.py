"""Whether a value fits a JSON Schema, yes or no, many times faster than a library that says why.

    fits = Fitting(document).of({"$ref": "#/components/schemas/Message"})
    fits({"content": "Hello"})

Every schema is made into a function once. Only the words that the description of Discord uses are
known here; any other is refused, not passed over. `test_description.py` holds all this against
jsonschema.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

Fits = Callable[[Any], bool]

SAY_NOTHING = {
    "contentEncoding",
    "default",
    "deprecated",
    "components",
    "x-discord-union",
}
"""Words that allow and forbid nothing."""


def _is_integer(value: Any) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (isinstance(value, float) and value.is_integer())


TYPES: dict[str, Fits] = {
    "string": lambda value: isinstance(value, str),
    "integer": _is_integer,
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}


def is_number(value: Any) -> bool:
    return TYPES["number"](value)


def is_time(value: Any) -> bool:
    """Whether a text is a moment; what is no text is none of a format's business."""
    try:
        return not isinstance(value, str) or bool(datetime.fromisoformat(value))
    except ValueError:
        return False


def same(value: Any) -> str:
    """What two values have in common that are the same in JSON."""
    return json.dumps(value, sort_keys=True)


class Fitting:
    """The schemas of one document as functions."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        self._known: dict[str, Fits] = {}

    def of(self, schema: Any) -> Fits:
        """The function of a schema; raises `KeyError` for a word that is not known here."""
        if schema is True or schema == {}:
            return lambda value: True
        if schema is False:
            return lambda value: False
        tests = [
            getattr(self, f"_{WORDS[word]}")(wanted, schema)
            for word, wanted in schema.items()
            if word not in SAY_NOTHING
        ]
        if len(tests) == 1:
            only: Fits = tests[0]
            return only
        return lambda value: all(test(value) for test in tests)

    def shape(self, ref: str) -> Any:
        """The schema that a reference names."""
        return self._document["components"]["schemas"].get(ref.rpartition("/")[2], {})

    def likely(self, choices: list[Any], instance: Any) -> list[Any]:
        """A component can be one of many; its type says which, so the others need not be tried."""
        if not isinstance(instance, dict) or "type" not in instance:
            return choices
        likely = [each for each in choices if self._may_have_type(each, instance["type"])]
        return likely or choices

    def _may_have_type(self, choice: Any, kind: Any) -> bool:
        shape = self.shape(choice.get("$ref", ""))
        types = shape.get("properties", {}).get("type", {}).get("enum")
        return types is None or kind in types

    def _ref(self, ref: str, schema: Any) -> Fits:
        # Schemas refer to each other in circles: each is looked up when it is first needed.
        def fits(value: Any) -> bool:
            found = self._known.get(ref)
            if found is None:
                found = self._known[ref] = self.of(self.shape(ref))
            return found(value)

        return fits

    def _choices(self, choices: list[Any]) -> Callable[[Any], list[Fits]]:
        """Those of some schemas that a value is likely to fit."""
        made = {id(each): self.of(each) for each in choices}
        tests = list(made.values())
        by_type: dict[Any, list[Fits]] = {}

        def likely(value: Any) -> list[Fits]:
            kind = value.get("type") if isinstance(value, dict) else None
            if not isinstance(kind, int | str):
                return tests
            if kind not in by_type:
                by_type[kind] = [made[id(each)] for each in self.likely(choices, value)]
            return by_type[kind]

        return likely

    def _one_of(self, choices: list[Any], schema: Any) -> Fits:
        likely = self._choices(choices)
        return lambda value: sum(test(value) for test in likely(value)) == 1

    def _any_of(self, choices: list[Any], schema: Any) -> Fits:
        likely = self._choices(choices)
        return lambda value: any(test(value) for test in likely(value))

    def _all_of(self, parts: list[Any], schema: Any) -> Fits:
        tests = [self.of(each) for each in parts]
        return lambda value: all(test(value) for test in tests)

    def _type(self, kinds: Any, schema: Any) -> Fits:
        tests = [TYPES[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds)]
        return lambda value: any(test(value) for test in tests)

    def _const(self, wanted: Any, schema: Any) -> Fits:
        return self._enum([wanted], schema)

    def _enum(self, wanted: list[Any], schema: Any) -> Fits:
        if all(isinstance(each, int | str) for each in wanted):
            # Numbers and words can be compared without writing them as JSON.
            plain = {(type(each), each) for each in wanted}
            return lambda value: isinstance(value, int | str) and (type(value), value) in plain
        known = {same(each) for each in wanted}
        return lambda value: same(value) in known

    def _properties(self, properties: dict[str, Any], schema: Any) -> Fits:
        tests = {name: self.of(each) for name, each in properties.items()}

        def fits(value: Any) -> bool:
            if not isinstance(value, dict):
                return True
            return all(tests[name](each) for name, each in value.items() if name in tests)

        return fits

    def _additional(self, rest: Any, schema: Any) -> Fits:
        test, own = self.of(rest), set(schema.get("properties", ()))

        def fits(value: Any) -> bool:
            if not isinstance(value, dict):
                return True
            return all(test(each) for name, each in value.items() if name not in own)

        return fits

    def _required(self, names: list[str], schema: Any) -> Fits:
        return lambda value: not isinstance(value, dict) or all(name in value for name in names)

    def _items(self, items: Any, schema: Any) -> Fits:
        test = self.of(items)
        return lambda value: not isinstance(value, list) or all(test(each) for each in value)

    def _unique(self, wanted: bool, schema: Any) -> Fits:
        if not wanted:
            return lambda value: True
        return lambda value: (
            not isinstance(value, list) or len({same(each) for each in value}) == len(value)
        )

    def _pattern(self, pattern: str, schema: Any) -> Fits:
        search = re.compile(pattern).search
        return lambda value: not isinstance(value, str) or search(value) is not None

    def _format(self, name: str, schema: Any) -> Fits:
        return is_time if name == "date-time" else lambda value: True

    def _least_value(self, least: float, schema: Any) -> Fits:
        return lambda value: not is_number(value) or value >= least

    def _most_value(self, most: float, schema: Any) -> Fits:
        return lambda value: not is_number(value) or value <= most

    def _least_letters(self, least: int, schema: Any) -> Fits:
        return lambda value: not isinstance(value, str) or len(value) >= least

    def _most_letters(self, most: int, schema: Any) -> Fits:
        return lambda value: not isinstance(value, str) or len(value) <= most

    def _least_entries(self, least: int, schema: Any) -> Fits:
        return lambda value: not isinstance(value, list) or len(value) >= least

    def _most_entries(self, most: int, schema: Any) -> Fits:
        return lambda value: not isinstance(value, list) or len(value) <= most

    def _least_names(self, least: int, schema: Any) -> Fits:
        return lambda value: not isinstance(value, dict) or len(value) >= least

    def _most_names(self, most: int, schema: Any) -> Fits:
        return lambda value: not isinstance(value, dict) or len(value) <= most


WORDS = {
    "$ref": "ref",
    "oneOf": "one_of",
    "anyOf": "any_of",
    "allOf": "all_of",
    "type": "type",
    "const": "const",
    "enum": "enum",
    "properties": "properties",
    "additionalProperties": "additional",
    "required": "required",
    "items": "items",
    "uniqueItems": "unique",
    "pattern": "pattern",
    "format": "format",
    "minimum": "least_value",
    "maximum": "most_value",
    "minLength": "least_letters",
    "maxLength": "most_letters",
    "minItems": "least_entries",
    "maxItems": "most_entries",
    "minProperties": "least_names",
    "maxProperties": "most_names",
}
"""The words of a schema, and the method that makes a function of each."""
