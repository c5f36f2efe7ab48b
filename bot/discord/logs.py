"""Logging: one line for each thing that happened, as text or as JSON."""

from __future__ import annotations

import json
import logging
import sys
import threading
from types import TracebackType
from typing import TextIO

from bot.config import Config

NOISY = ("alembic", "discord.client", "discord.gateway", "discord.http")

log = logging.getLogger("herald")
_everything: Config | None = None


class Lines(logging.Formatter):
    """Text, one line each; only a fault takes more."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """The line; what came from outside can neither break it nor steer a terminal."""
        line = super().formatMessage(record)
        if line.isprintable():
            return line
        return "".join(each if each.isprintable() else repr(each)[1:-1] for each in line)


class Json(logging.Formatter):
    """An object each, for programs that read logs."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        said = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "log": record.name,
            "message": _message(record),
        }
        if record.exc_info:
            said["fault"] = self.formatException(record.exc_info)
        if record.stack_info:
            said["stack"] = self.formatStack(record.stack_info)
        written = json.dumps(said, ensure_ascii=False)
        # JSON lets some signs stand that end a line or steer a terminal.
        return written if written.isprintable() else json.dumps(said)


def _message(record: logging.LogRecord) -> str:
    """What is said. A library whose values do not fit its sentence must not end the JSON."""
    try:
        return record.getMessage().rstrip("\n")
    except Exception:
        return f"{record.msg} {record.args!r}"


def set_up_logs(config: Config, stream: TextIO | None = None) -> None:
    """Write the log to the error stream, as configured."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Json() if config.log_format == "json" else Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(config.log_level.upper())
    if config.log_level != "debug":
        for name in NOISY:
            logging.getLogger(name).setLevel(logging.WARNING)


def is_json() -> bool:
    """Whether the log of this process is JSON."""
    return any(isinstance(each.formatter, Json) for each in logging.getLogger().handlers)


def log_everything(config: Config) -> None:
    """Set up the log of a whole process: what Python would print by itself goes there, too."""
    global _everything
    _everything = Config(log_level=config.log_level, log_format=config.log_format)
    set_up_logs(config)
    logging.captureWarnings(True)
    sys.excepthook = _uncaught
    sys.unraisablehook = lambda found: _uncaught(
        found.exc_type, found.exc_value, found.exc_traceback
    )
    threading.excepthook = lambda found: _uncaught(
        found.exc_type, found.exc_value, found.exc_traceback
    )


def for_children() -> Config | None:
    """How a process that this one starts shall log everything; None if this one does not."""
    return _everything


def _uncaught(
    kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
) -> None:
    log.critical("not caught: %s", kind.__name__, exc_info=(kind, error or kind(), trace))
