"""Why a typed order cannot be carried out, stored as facts and put into words when it is shown."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.errors import IllegalChoice
from engine.core.messages import Voice


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
        return voice.error(IllegalChoice(self.code, self.rule, **self.data))
