"""Rule sets by name. A rule set is a folder in `engine.rulesets` that offers `RULESET`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from engine.core.errors import UnknownRuleset
from engine.core.ruleset import Ruleset


@cache
def rulesets() -> tuple[str, ...]:
    """The names of all rule sets, in alphabetical order."""
    package = importlib.import_module("engine.rulesets")
    return tuple(sorted(found.name for found in pkgutil.iter_modules(package.__path__)))


@cache
def ruleset(name: str) -> Ruleset[Any]:
    """The rule set of that name; raises `UnknownRuleset`."""
    if name not in rulesets():
        raise UnknownRuleset(name, rulesets())
    module = importlib.import_module(f"engine.rulesets.{name}")
    rules: Ruleset[Any] = module.RULESET
    return rules
