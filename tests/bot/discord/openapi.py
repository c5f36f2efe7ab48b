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

from tests.bot.discord.fitting import Fits, Fitting

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
        self._fitting = Fitting(document)
        self._shapes: dict[tuple[str, str], tuple[Any, Fits] | None] = {}

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
        shape = self._shape_of(method, template)
        if shape is None:
            if body:
                raise UnlikeDiscord(f"{method} {template} takes no body")
            return
        validator, fits = shape
        body = body if body is not None else {}
        if fits(body):
            return
        # jsonschema takes much longer, and can say what is wrong.
        error = best_match(validator.iter_errors(body))
        if error is not None:
            where = "/".join(map(str, error.absolute_path))
            shown = json.dumps(error.instance, ensure_ascii=False)[:300]
            raise UnlikeDiscord(f"{method} {template} at {where}: {error.message[:300]} ({shown})")

    def verdicts(self, method: str, path: str, body: Any) -> tuple[bool, bool]:
        """Whether a body is taken: as the quick validator has it, and as jsonschema has it."""
        shape = self._shape_of(method, self.template(method, path))
        assert shape is not None
        validator, fits = shape
        return fits(body), next(validator.iter_errors(body), None) is None

    def _shape_of(self, method: str, template: str) -> tuple[Any, Fits] | None:
        """What an operation takes: a validator that says what is wrong, and a quick one."""
        key = (method.lower(), template)
        if key not in self._shapes:
            operation = self._document["paths"][template][method.lower()]
            content = operation.get("requestBody", {}).get("content", {})
            found = content.get("application/json") or content.get("multipart/form-data")
            self._shapes[key] = None
            if found is not None:
                schema = {"components": self._document["components"], **found["schema"]}
                self._shapes[key] = self._validator_type(schema), self._fitting.of(schema)
        return self._shapes[key]

    def _ref(
        self, validator: Any, ref: str, instance: Any, schema: Any
    ) -> Iterator[ValidationError]:
        """Everything is in the one document, so it is found there without a registry."""
        yield from validator.descend(instance, self._fitting.shape(ref))

    def _one_of(
        self, validator: Any, choices: list[Any], instance: Any, schema: Any
    ) -> Iterator[ValidationError]:
        yield from Draft202012Validator.VALIDATORS["oneOf"](
            validator, self._fitting.likely(choices, instance), instance, schema
        )

    def _any_of(
        self, validator: Any, choices: list[Any], instance: Any, schema: Any
    ) -> Iterator[ValidationError]:
        yield from Draft202012Validator.VALIDATORS["anyOf"](
            validator, self._fitting.likely(choices, instance), instance, schema
        )


@cache
def _read() -> Description | None:
    return Description(json.loads(FILE.read_text("utf-8"))) if FILE.exists() else None


def discord_api() -> Description:
    """Discord's description; skips the test, saying so, where it is not at hand."""
    found = _read()
    if found is None:
        pytest.skip("NOT CHECKED against Discord's API: no ../shared/data/discord-openapi.json")
    return found
