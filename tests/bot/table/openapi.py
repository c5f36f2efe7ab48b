"""Checks answers of the table against Discord's own description of its interface.

The description lies beside the project, not in it. It is JSON Schema; the few words of it that are
used there are understood here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[4] / "shared" / "data" / "discord-openapi.json"

TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}

NOT_DESCRIBED = {
    # Answered by Discord, and asked for by discord.py, but missing in the description.
    "GET /oauth2/applications/@me",
}


@cache
def description() -> dict[str, Any]:
    """The whole description."""
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    # It calls the code of an error inside a body a number. Discord's reference, and Discord, have
    # words there, such as BASE_TYPE_REQUIRED.
    inner = found["components"]["schemas"]["InnerErrors"]["properties"]["_errors"]
    words = {"code": {"type": "string"}, "message": {"type": "string"}}
    inner["items"] = {"type": "object", "properties": words, "required": ["code", "message"]}
    return found


def resolve(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema, or the one that it refers to."""
    while "$ref" in schema:
        found: Any = description()
        for step in schema["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        schema = found
    return schema


@cache
def operation(method: str, template: str) -> dict[str, Any] | None:
    """The description of a route; names in braces are called differently there."""
    shape = re.sub(r"\{\w+\}", "{}", template)
    for path, methods in description()["paths"].items():
        if re.sub(r"\{\w+\}", "{}", path) == shape and method.lower() in methods:
            found: dict[str, Any] = methods[method.lower()]
            return found
    return None


def complaints(method: str, template: str, status: int, body: Any) -> list[str]:
    """What is wrong with an answer."""
    key = f"{method} {template}"
    found = operation(method, template) or operation(method, _specific(template))
    if found is None:
        return [] if key in NOT_DESCRIBED else [f"{key} is not described"]
    responses = found["responses"]
    response = responses.get(str(status)) or responses.get(f"{status // 100}XX")
    if response is None:
        return [f"{key} never answers {status}"]
    content = resolve(response).get("content")
    if content is None:
        return [] if body is None else [f"{key} answers {status} without a body"]
    schema = content["application/json"]["schema"]
    return [f"{key} {status}: {each}" for each in wrong(schema, body, "")]


def check(seen: Iterable[tuple[str, str, int, Any]]) -> None:
    """Hold answers against the description; without the file `test_openapi.py` says so, once."""
    if FILE.exists():
        found = [each for answer in seen for each in complaints(*answer)]
        assert found == [], "\n".join(found[:20])


def _specific(template: str) -> str:
    """The table answers @me and @original by the same function as ids; they are described apart."""
    return template.replace("{user}", "@me").replace("/messages/{message}", "/messages/@original")


def wrong(schema: dict[str, Any], value: Any, where: str) -> list[str]:
    """How a value departs from a schema."""
    schema = resolve(schema)
    found: list[str] = []
    for each in schema.get("allOf", []):
        found += wrong(each, value, where)
    for word in ("oneOf", "anyOf"):
        if word in schema:
            found += _choices(schema[word], value, where)
    if "const" in schema and value != schema["const"]:
        found.append(f"{where}: {value!r} is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{where}: {value!r} is none of {schema['enum']}")
    kinds = schema.get("type")
    if kinds is not None:
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if not any(_is(kind, value) for kind in kinds):
            return [*found, f"{where}: {value!r} is no {kinds}"]
    if isinstance(value, dict):
        found += _object(schema, value, where)
    elif isinstance(value, list):
        found += _array(schema, value, where)
    elif isinstance(value, str):
        found += _string(schema, value, where)
    elif value is not None and not schema.get("minimum", value) <= value <= schema.get(
        "maximum", value
    ):
        found.append(f"{where}: {value} is out of range")
    return found


def _choices(choices: list[dict[str, Any]], value: Any, where: str) -> list[str]:
    """How a value departs from the nearest of several schemas; not at all if it fits one."""
    options: list[list[str]] = []
    # A component can be one of many: those of its own type first, the others would take long.
    for each in sorted(choices, key=lambda choice: _is_of_another_type(choice, value)):
        found = wrong(each, value, where)
        if not found:
            return []
        options.append(found)
    return min(options, key=len)


def _is_of_another_type(schema: dict[str, Any], value: Any) -> bool:
    types = resolve(schema).get("properties", {}).get("type", {}).get("enum")
    return types is not None and isinstance(value, dict) and value.get("type") not in types


def _is(kind: str, value: Any) -> bool:
    if isinstance(value, bool) and kind != "boolean":
        return False
    return isinstance(value, TYPES[kind])


def _object(schema: dict[str, Any], value: dict[str, Any], where: str) -> list[str]:
    found = [
        f"{where}.{name} is missing" for name in schema.get("required", []) if name not in value
    ]
    properties = schema.get("properties", {})
    for name, each in value.items():
        if name in properties:
            found += wrong(properties[name], each, f"{where}.{name}")
        elif isinstance(schema.get("additionalProperties"), dict):
            found += wrong(schema["additionalProperties"], each, f"{where}.{name}")
        elif schema.get("additionalProperties") is False:
            found.append(f"{where}.{name} is too much")
    return found


def _array(schema: dict[str, Any], value: list[Any], where: str) -> list[str]:
    found: list[str] = []
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        found.append(f"{where} has {len(value)} entries")
    for at, each in enumerate(value):
        found += wrong(schema.get("items", {}), each, f"{where}[{at}]")
    return found


def _string(schema: dict[str, Any], value: str, where: str) -> list[str]:
    found: list[str] = []
    if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
        found.append(f"{where} has {len(value)} letters")
    if "pattern" in schema and not re.search(schema["pattern"], value):
        found.append(f"{where}: {value!r} does not fit {schema['pattern']}")
    if schema.get("format") == "date-time":
        try:
            datetime.fromisoformat(value)
        except ValueError:
            found.append(f"{where}: {value!r} is no time")
    return found
