"""Rule sets by name. A rule set is a package that offers `RULESET`, its words and its rulebook.

Those in `engine.rulesets` are listed; one that lives elsewhere is found after it was added.
"""

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


_added: dict[str, str] = {}


def add_ruleset(name: str, package: str) -> None:
    """Make a rule set outside `engine.rulesets` known by its name; it is not listed.

    Another package of that name takes its place.
    """
    if _added.get(name) != package:
        _added[name] = package
        ruleset.cache_clear()


def package_of(name: str) -> str:
    """The package that a rule set lives in; raises `UnknownRuleset`."""
    if name in rulesets():
        return f"engine.rulesets.{name}"
    if name not in _added:
        raise UnknownRuleset(name, rulesets())
    return _added[name]


@cache
def ruleset(name: str) -> Ruleset[Any]:
    """The rule set of that name; raises `UnknownRuleset`."""
    rules: Ruleset[Any] = importlib.import_module(package_of(name)).RULESET
    return rules
