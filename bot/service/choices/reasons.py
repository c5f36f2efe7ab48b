"""Why a typed order cannot be carried out, stored as facts and put into words when it is shown."""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from engine.core.errors import IllegalChoice
from engine.core.grammar import Price
from engine.core.messages import Voice
from engine.core.text import Text

log = logging.getLogger("herald.service")

FACTS: tuple[type[msgspec.Struct], ...] = (Text, Price)
"""What sentences of the rules hold besides plain values."""


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """What the rules say (`code`, `rule` and `data` of an `IllegalChoice`), or, if it is our `own`
    reason, the key of a sentence of the service and its facts.
    """

    code: str
    rule: str = ""
    data: dict[str, Any] = {}
    own: bool = False

    @classmethod
    def of(cls, illegal: IllegalChoice) -> Reason:
        """The reason of the rules."""
        return cls(code=illegal.code, rule=illegal.rule, data=msgspec.to_builtins(illegal.data))

    def sentence(self, voice: Voice) -> str:
        """The reason in words."""
        if self.own:
            return voice.say(self.code, **self.data)
        facts = {name: _as_before(value) for name, value in self.data.items()}
        return voice.error(IllegalChoice(self.code, self.rule, **facts))


def stored_sentence(stored: Any, voice: Voice) -> str | None:
    """A stored reason in words; None for one that is damaged."""
    try:
        return msgspec.convert(stored, Reason).sentence(voice)
    except Exception:
        # Facts of any kind may be missing or wrong, and each breaks something else. What they were
        # is the player's secret: it belongs in no log.
        log.error("the reason of a prepared choice that was handed back is damaged")
        return None


def _as_before(stored: Any) -> Any:
    """A fact as the rules gave it: storing makes a plain object of a text or a price."""
    if isinstance(stored, list | tuple):
        return tuple(map(_as_before, stored))
    if not isinstance(stored, dict):
        return stored
    for kind in FACTS:
        if stored.keys() == {*kind.__struct_fields__}:
            return msgspec.convert(stored, kind)
    return {name: _as_before(value) for name, value in stored.items()}
