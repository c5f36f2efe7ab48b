"""Requests held against Discord's own description of its API, where that lies beside the project.

    description = discord_api()            # skips the test, saying so, when there is none
    description.check("POST", "/channels/1/messages", {"content": "Hello"})

It is a check of bodies: their types, their limits, and that there is such an operation at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from jsonschema.validators import extend

FILE = Path(__file__).parents[4] / "shared" / "data" / "discord-openapi.json"
_SLOT = re.compile(r"\{[^}]+\}")
_VERSION = re.compile(r"^/api/v\d+")


class UnlikeDiscord(AssertionError):
    """A request that Discord's description does not allow."""


class Description:
    """Discord's API as Discord describes it, but for one thing: numbers do as snowflakes.

    The description wants text there; Discord takes both, and its libraries send numbers.
    """

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        snowflake = document["components"]["schemas"]["SnowflakeType"]
        snowflake["type"] = ["string", "integer"]
        own = {"$ref": self._ref, "oneOf": self._one_of, "anyOf": self._any_of}
        self._validator_type: Any = extend(Draft202012Validator, own)  # type: ignore[no-untyped-call]  # jsonschema has no types there
        # The more of a path is escape out, the better it fits.
        self._paths = sorted(
            (
                (re.compile("^" + _SLOT.sub("[^/]+", template) + "$"), template)
                for template in document["paths"]
            ),
            key=lambda each: len(_SLOT.findall(each[1])),
        )
        self._validators: dict[tuple[str, str], Any] = {}

    def template(self, method: str, path: str) -> str:
        """The operation's path as the description writes it; raises `UnlikeDiscord`."""
        path = _VERSION.sub("", path.partition("?")[0])
        for pattern, template in self._paths:
            if pattern.match(path) and method.lower() in self._document["paths"][template]:
                return str(template)
        raise UnlikeDiscord(f"there is no {method} {path}")

    def check(self, method: str, path: str, body: Any) -> None:
        """Hold one request against the description; raises `UnlikeDiscord`."""
        template = self.template(method, path)
        validator = self._validator(method, template)
        if validator is None:
            if body:
                raise UnlikeDiscord(f"{method} {template} takes no body")
            return
        error = best_match(validator.iter_errors(body if body is not None else {}))
        if error is not None:
            where = "/".join(map(str, error.absolute_path))
            shown = json.dumps(error.instance, ensure_ascii=False)[:300]
            raise UnlikeDiscord(f"{method} {template} at {where}: {error.message[:300]} ({shown})")

    def _validator(self, method: str, template: str) -> Any:
        key = (method.lower(), template)
        if key not in self._validators:
            operation = self._document["paths"][template][method.lower()]
            content = operation.get("requestBody", {}).get("content", {})
            schema = content.get("application/json") or content.get("multipart/form-data")
            self._validators[key] = (
                None
                if schema is None
                else self._validator_type(
                    {"components": self._document["components"], **schema["schema"]}
                )
            )
        return self._validators[key]

    def _ref(
        self, validator: Any, ref: str, instance: Any, schema: Any
    ) -> Iterator[ValidationError]:
        """Everything is in the one document, so it is found there without a registry."""
        yield from validator.descend(instance, self._shape(ref))

    def _shape(self, ref: str) -> Any:
        return self._document["components"]["schemas"].get(ref.rpartition("/")[2], {})

    # A component can be one of many; its type says which, so the others need not be tried.

    def _one_of(
        self, validator: Any, choices: list[Any], instance: Any, schema: Any
    ) -> Iterator[ValidationError]:
        yield from Draft202012Validator.VALIDATORS["oneOf"](
            validator, self._likely(choices, instance), instance, schema
        )

    def _any_of(
        self, validator: Any, choices: list[Any], instance: Any, schema: Any
    ) -> Iterator[ValidationError]:
        yield from Draft202012Validator.VALIDATORS["anyOf"](
            validator, self._likely(choices, instance), instance, schema
        )

    def _likely(self, choices: list[Any], instance: Any) -> list[Any]:
        if not isinstance(instance, dict) or "type" not in instance:
            return choices
        likely = []
        for choice in choices:
            shape = self._shape(choice.get("$ref", ""))
            types = shape.get("properties", {}).get("type", {}).get("enum")
            if types is None or instance["type"] in types:
                likely.append(choice)
        return likely or choices


@cache
def _read() -> Description | None:
    return Description(json.loads(FILE.read_text("utf-8"))) if FILE.exists() else None


def discord_api() -> Description:
    """Discord's description; skips the test, saying so, where it is not at hand."""
    found = _read()
    if found is None:
        pytest.skip("NOT CHECKED against Discord's API: no ../shared/data/discord-openapi.json")
    return found
