"""Requests and answers held against Discord's own description of its API.

    api = discord_api()
    api.request("POST", "/channels/1/messages", {"content": "Hello"})
    api.answer("GET", "/channels/1", 200, {"id": "1", "type": 0, ...})

Both raise `UnlikeDiscord`: for an operation, a status or a parameter that there is not, and for a
body whose types or limits are not Discord's. What is described is in `discord.json`, an extract
that `extract.py` makes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError, best_match
from jsonschema.validators import extend

from tests.discord_api.extract import EXTRACT
from tests.discord_api.fitting import Fitting, is_time

PERMISSIONS = {"allow", "deny", "default_member_permissions"}
"""Properties that hold permissions."""

_SLOT = re.compile(r"\{(\w+)\}")
_VERSION = re.compile(r"^/api/v\d+")
_FORMATS = FormatChecker(formats=())
_FORMATS.checks("date-time")(is_time)


class UnlikeDiscord(AssertionError):
    """A request or an answer that Discord's description does not allow."""


class Operation(NamedTuple):
    """An operation that a request is meant for, and what stands in its path."""

    name: str
    described: dict[str, Any]
    slots: Mapping[str, str]


class Schemas:
    """The schemas of one document: a quick look, and a slow one that says what is wrong."""

    def __init__(self, document: dict[str, Any]) -> None:
        own = {"$ref": self._ref, "oneOf": self._one_of, "anyOf": self._any_of}
        self._validator_type: Any = extend(Draft202012Validator, own)  # type: ignore[no-untyped-call]  # jsonschema has no types there
        self._fitting = Fitting(document)
        self._known: dict[str, Any] = {}

    def fits(self, schema: Any, value: Any) -> bool:
        """Whether a value fits."""
        key = json.dumps(schema, sort_keys=True)
        if key not in self._known:
            self._known[key] = self._fitting.of(schema)
        return bool(self._known[key](value))

    def complaint(self, schema: Any, value: Any) -> str | None:
        """How a value departs from a schema; None if it fits."""
        if self.fits(schema, value):
            return None
        error = self.error(schema, value)
        assert error is not None, "the quick look refuses what jsonschema takes"
        where = "/".join(map(str, error.absolute_path))
        shown = json.dumps(error.instance, ensure_ascii=False, default=str)[:300]
        return f"at {where}: {error.message[:300]} ({shown})"

    def error(self, schema: Any, value: Any) -> ValidationError | None:
        """What jsonschema finds wrong; much slower than `fits`."""
        found = self._validator_type(schema, format_checker=_FORMATS).iter_errors(value)
        error: ValidationError | None = best_match(found)
        return error

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


class Description:
    """Discord's API as Discord describes it, but for what it is known to do otherwise."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document = _permissions_as_text(document)
        # The more of a path is spelled out, the better it fits.
        self._paths = sorted(
            (
                (re.compile("^" + _SLOT.sub(r"(?P<\1>[^/]+)", template) + "$"), template)
                for template in document["paths"]
            ),
            key=lambda each: len(_SLOT.findall(each[1])),
        )
        schemas = document["components"]["schemas"]
        # Ids are described as text, and permissions as numbers. Discord takes either for both, and
        # its libraries send them the other way round.
        either = {**schemas["SnowflakeType"], "type": ["string", "integer"]}
        self.asking = Schemas(_with(document, SnowflakeType=either))
        # The code of an error inside a body is described as a number. Discord's reference, and
        # Discord, have words there, such as BASE_TYPE_REQUIRED.
        words = {"code": {"type": "string"}, "message": {"type": "string"}}
        inner = {"type": "object", "properties": words, "required": ["code", "message"]}
        errors = {"_errors": {"type": "array", "items": inner}}
        described = {**schemas["InnerErrors"], "properties": errors}
        self.answering = Schemas(_with(document, InnerErrors=described))

    def operation(self, method: str, path: str) -> Operation:
        """The operation a request is meant for."""
        path = _VERSION.sub("", path.partition("?")[0])
        for pattern, template in self._paths:
            match = pattern.match(path)
            if match and method.lower() in self._document["paths"][template]:
                described = self._document["paths"][template][method.lower()]
                return Operation(f"{method} {template}", described, match.groupdict())
        raise UnlikeDiscord(f"there is no {method} {path}")

    def request(
        self, method: str, path: str, body: Any, query: Mapping[str, Any] | None = None
    ) -> None:
        """Hold one request against the description."""
        operation = self.operation(method, path)
        self._check_parameters(operation, query or {})
        schema = self.body_of(operation)
        if schema is None:
            if body:
                raise UnlikeDiscord(f"{operation.name} takes no body")
            return
        complaint = self.asking.complaint(schema, {} if body is None else body)
        if complaint is not None:
            raise UnlikeDiscord(f"{operation.name} {complaint}")

    def answer(self, method: str, path: str, status: int, body: Any) -> None:
        """Hold one answer against the description."""
        name, described, _ = self.operation(method, path)
        responses = described["responses"]
        response = responses.get(str(status), responses.get(f"{status // 100}XX"))
        if response is None:
            raise UnlikeDiscord(f"{name} never answers {status}")
        if "$ref" in response:
            response = self._document["components"]["responses"][response["$ref"].split("/")[-1]]
        content = response.get("content")
        if content is None:
            if body is not None:
                raise UnlikeDiscord(f"{name} answers {status} without a body")
            return
        complaint = self.answering.complaint(content["application/json"]["schema"], body)
        if complaint is not None:
            raise UnlikeDiscord(f"{name} {status} {complaint}")

    @staticmethod
    def body_of(operation: Operation) -> Any:
        """The schema of what an operation takes; None if it takes nothing."""
        content = operation.described.get("requestBody", {}).get("content", {})
        found = content.get("application/json") or content.get("multipart/form-data")
        return found and found["schema"]

    def _check_parameters(self, operation: Operation, query: Mapping[str, Any]) -> None:
        parameters = {each["name"]: each for each in operation.described["parameters"]}
        for name, value in {**operation.slots, **query}.items():
            place = "path" if name in operation.slots else "query"
            if name not in parameters or parameters[name]["in"] != place:
                raise UnlikeDiscord(f"{operation.name} has no {name} in its {place}")
            schema = parameters[name]["schema"]
            if not any(self.asking.fits(schema, each) for each in _readings(value)):
                raise UnlikeDiscord(f"{operation.name}: {name} cannot be {value!r}")
        for name, each in parameters.items():
            if each.get("required") and name not in operation.slots and name not in query:
                raise UnlikeDiscord(f"{operation.name} needs {name}")


def _with(document: dict[str, Any], **schemas: Any) -> dict[str, Any]:
    """A document with other schemas of these names."""
    components = document["components"]
    return {**document, "components": {**components, "schemas": components["schemas"] | schemas}}


def _permissions_as_text(part: Any) -> Any:
    """A part of a description that takes permissions as text, too."""
    if isinstance(part, list):
        return [_permissions_as_text(each) for each in part]
    if not isinstance(part, dict):
        return part
    text = {"type": "string", "pattern": "^[0-9]+$"}
    return {
        key: {"anyOf": [each, text]} if key in PERMISSIONS else _permissions_as_text(each)
        for key, each in part.items()
    }


def _readings(value: Any) -> Iterator[Any]:
    """What a text in an address can say: itself, a number, or yes and no as 1 and 0."""
    yield value
    try:
        read = json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return
    yield read
    if read in (0, 1):
        yield bool(read)


@cache
def discord_api() -> Description:
    """Discord's description of what Herald uses."""
    return Description(json.loads(EXTRACT.read_text("utf-8")))
