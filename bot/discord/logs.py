"""Logging: one line for each thing that happened, as text or as JSON."""

from __future__ import annotations

import json
import logging
import sys
from typing import TextIO

from bot.config import Config

NOISY = ("discord.client", "discord.gateway", "discord.http")


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
            "message": record.getMessage(),
        }
        if record.exc_info:
            said["fault"] = self.formatException(record.exc_info)
        written = json.dumps(said, ensure_ascii=False)
        # JSON lets some signs stand that end a line or steer a terminal.
        return written if written.isprintable() else json.dumps(said)


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
