"""Makes the extract of Discord's description of its API that the tests compare Herald with.

    python -m tests.discord_api.extract discord-openapi.json

The full description is published by Discord (`discord/discord-api-spec`, `specs/openapi.json`). The
extract holds the operations listed in `operations.txt` and the schemas they refer to, word for word
but without prose, examples and rate limit headers.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
EXTRACT = FOLDER / "discord.json"
OPERATIONS = FOLDER / "operations.txt"

Json = dict[str, Any]

PROSE = {"description", "title", "summary", "externalDocs", "examples", "example", "headers"}
NAMED = {"properties", "schemas", "responses", "content", "paths"}
"""Below these words stand names, which may read like a word of the format."""


def extract(full: Json, operations: list[str]) -> Json:
    """The part of a description that some operations (`POST /users/@me/channels`) need."""
    paths: dict[str, Json] = {}
    for operation in operations:
        method, path = operation.split()
        found = full["paths"][path]
        shared = found.get("parameters", [])
        own = {**found[method.lower()]}
        own["parameters"] = [*shared, *own.get("parameters", [])]
        own.pop("security", None)
        paths.setdefault(path, {})[method.lower()] = without_prose(own)
    needed: Json = {}
    waiting = list(references(paths))
    while waiting:
        ref = waiting.pop()
        if ref not in needed:
            _, _, kind, name = ref.split("/")
            needed[ref] = without_prose(full["components"][kind][name])
            waiting += references(needed[ref])
    components: dict[str, Json] = {}
    for ref in sorted(needed):
        _, _, kind, name = ref.split("/")
        components.setdefault(kind, {})[name] = needed[ref]
    about = {key: full["info"][key] for key in ("title", "version", "license")}
    return {"openapi": full["openapi"], "info": about, "paths": paths, "components": components}


def references(part: Any) -> Iterator[str]:
    """What a part refers to."""
    if isinstance(part, dict):
        if isinstance(ref := part.get("$ref"), str):
            yield ref
        for each in part.values():
            yield from references(each)
    elif isinstance(part, list):
        for each in part:
            yield from references(each)


def without_prose(part: Any, *, names: bool = False) -> Any:
    """A part with what it demands and without what it explains; `names` if its keys are names."""
    if isinstance(part, dict):
        return {
            key: without_prose(each, names=not names and key in NAMED)
            for key, each in part.items()
            if names or key not in PROSE
        }
    if isinstance(part, list):
        return [without_prose(each) for each in part]
    return part


def written(found: Json) -> str:
    """The extract as text: an operation or a schema on each line, so that a change is readable."""
    lines = []
    for key, part in found.items():
        if key in ("paths", "components"):
            groups = [
                f"{json.dumps(name)}: {{\n"
                + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in group.items())
                + "\n}"
                for name, group in part.items()
            ]
            lines.append(f"{json.dumps(key)}: {{\n" + ",\n".join(groups) + "\n}")
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(part)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def made_from(full: Path) -> str:
    """The extract that a file with the full description gives."""
    operations = OPERATIONS.read_text("utf-8").splitlines()
    return written(extract(json.loads(full.read_text("utf-8")), operations))


if __name__ == "__main__":
    EXTRACT.write_text(made_from(Path(sys.argv[1])), "utf-8")
