"""Configuration: environment variables, and a TOML file under them.

A variable that is set wins over the file; the file is `herald.toml` in the working directory, or
the one that `HERALD_CONFIG` names. Its keys are the fields of `Config`. A wrong value is one line.
"""

from __future__ import annotations

import contextlib
import difflib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from engine.core.errors import HeraldError

Port = Annotated[int, msgspec.Meta(ge=1, le=65535)]

FILE = "herald.toml"
FILE_VARIABLE = "HERALD_CONFIG"
DATABASE_FILE = "herald.db"

VARIABLES = {
    "DISCORD_TOKEN": "discord_token",
    "HERALD_DATABASE_URL": "database_url",
    "HERALD_DATA_DIR": "data_dir",
    "HERALD_COMMAND_GUILD": "command_guild",
    "HERALD_LOG_LEVEL": "log_level",
    "HERALD_LOG_FORMAT": "log_format",
    "HERALD_PICTURES": "pictures",
    "HERALD_DOCS_URL": "docs_url",
    "HERALD_METRICS": "metrics",
    "HERALD_SHARDS": "shards",
}
"""The environment's names for the fields."""

LOOKS_LIKE = 0.85
"""How alike two names are, of which one is the other misspelt: DISCORD_BOT_TOKEN is meant too."""

YES_NO = {"1": True, "yes": True, "true": True, "on": True}
YES_NO |= {"0": False, "no": False, "false": False, "off": False}


class BadConfig(HeraldError):
    """A value that is of no use: where it stands, and what is wrong with it."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(where, problem)
        self.where = where
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.where}: {self.problem}"


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How Herald is set up.

    `data_dir` keeps what belongs to this installation: the key of the buttons and, unless
    `database_url` says otherwise, the games. `command_guild` limits the commands to one server,
    where they appear at once. Without `pictures` every post goes out with text alone.
    `docs_url` is where the site of `herald docs` is served; answers about the rules link to it.
    `metrics` is the port for metrics and health, on loopback; without one there are none.
    There are as many `shards` as Discord recommends, unless a number is set.
    """

    discord_token: str = ""
    database_url: str = ""
    data_dir: Path = Path("herald-data")
    command_guild: int | None = None
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"
    pictures: bool = True
    docs_url: str = ""
    metrics: Port | None = None
    shards: Annotated[int, msgspec.Meta(ge=1)] | None = None

    def __post_init__(self) -> None:
        """Keep the games in the data folder if nothing else is set."""
        if not self.database_url:
            url = f"sqlite:///{self.data_dir / DATABASE_FILE}"
            msgspec.structs.force_setattr(self, "database_url", url)

    def __repr__(self) -> str:
        """Everything but the secrets."""
        return f"Config(data_dir={str(self.data_dir)!r}, log_level={self.log_level!r})"


Given = dict[str, tuple[Any, str]]
"""What is set: for each field its value, and where that stands."""


def load(environ: Mapping[str, str] | None = None, folder: Path | None = None) -> Config:
    """The configuration; raises `BadConfig` for the first thing that is wrong with it."""
    values = _given(environ, folder)
    for field, (_, where) in values.items():
        if field not in Config.__struct_fields__:
            known = ", ".join(Config.__struct_fields__)
            path = where.removesuffix(f", {field}")
            raise BadConfig(path, f"there is no {field!r}; there are: {known}")
    return Config(**{field: _checked(field, *value) for field, value in values.items()})


def log_settings(environ: Mapping[str, str] | None = None, folder: Path | None = None) -> Config:
    """Only how the log is written; the usual way where that cannot be read.

    What is wrong with the rest can then be said as everything else in the log.
    """
    found = {}
    with contextlib.suppress(BadConfig):
        values = _given(environ, folder)
        for field in ("log_level", "log_format"):
            with contextlib.suppress(BadConfig, KeyError):
                found[field] = _checked(field, *values[field])
    return Config(**found)


def misspelt(environ: Mapping[str, str] | None = None) -> BadConfig | None:
    """A variable that looks like one of Herald's that is not set, and is none."""
    environ = os.environ if environ is None else environ
    missing = [name for name in (*VARIABLES, FILE_VARIABLE) if not environ.get(name)]
    for name in sorted(environ):
        if name not in VARIABLES and name != FILE_VARIABLE:
            meant = difflib.get_close_matches(name.upper(), missing, 1, LOOKS_LIKE)
            if meant:
                return BadConfig(name, f"there is no such setting; do you mean {meant[0]}?")
    return None


def config_file(environ: Mapping[str, str] | None = None, folder: Path | None = None) -> Path:
    """The file that is read, if it is there."""
    environ = os.environ if environ is None else environ
    named = environ.get(FILE_VARIABLE)
    return Path(named) if named else (folder or Path()) / FILE


def _given(environ: Mapping[str, str] | None, folder: Path | None) -> Given:
    environ = os.environ if environ is None else environ
    values = _from_file(config_file(environ, folder), named=bool(environ.get(FILE_VARIABLE)))
    for variable, field in VARIABLES.items():
        if environ.get(variable):
            values[field] = (environ[variable], variable)
    return values


def _from_file(path: Path, *, named: bool) -> Given:
    if not named and not path.exists():
        return {}
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadConfig(str(path), f"cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(str(path), f"is not TOML ({error})") from None
    return {field: (value, f"{path}, {field}") for field, value in content.items()}


def _checked(field: str, value: Any, where: str) -> Any:
    """A value as the type of its field."""
    kinds = {each.name: each.type for each in msgspec.structs.fields(Config)}
    if kinds[field] is bool and isinstance(value, str):
        if value.lower() not in YES_NO:
            raise BadConfig(where, f"write yes or no, not {value[:40]!r}")
        return YES_NO[value.lower()]
    if isinstance(value, str):
        value = value.strip()
        if field.startswith("log_"):
            value = value.lower()
    try:
        return msgspec.convert(value, kinds[field], strict=False, dec_hook=_path)
    except msgspec.ValidationError as error:
        # Secrets never go into a message.
        shown = "" if field in ("discord_token", "database_url") else f", not {str(value)[:40]!r}"
        expected = str(error).partition(" - at")[0]
        if field == "command_guild":
            expected = "write the number of a server"
        elif field == "metrics":
            expected = "write the number of a port, from 1 to 65535"
        elif field == "shards":
            expected = "write how many connections to Discord there are to be, at least 1"
        elif field.startswith("log_"):
            options = ("text, json", "debug, info, warning, error")[field == "log_level"]
            expected = f"write one of {options}"
        raise BadConfig(where, f"{expected}{shown}") from None


def _path(kind: type, value: Any) -> Any:
    if kind is Path and isinstance(value, str):
        return Path(value).expanduser()
    raise NotImplementedError
