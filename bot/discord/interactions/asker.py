"""Whom an answer is being made for, so that what it costs can be counted as theirs."""

from __future__ import annotations

from contextvars import ContextVar

ASKER: ContextVar[int | None] = ContextVar("asker", default=None)
"""The user whose interaction is being answered; None for what Herald does by itself."""
