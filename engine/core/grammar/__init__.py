"""The grammar of choices: what a seat may answer, small enough to be shared by everything.

Panels, autocomplete, typed orders, random and AI players and the tests read the same nodes:

* `OneOf`: one key of a list;
* `Subset`: some keys, with a least and a most, keys may have several copies;
* `Budget`: a subset whose keys have costs that together may not exceed what there is;
* `Escorted`: a subset of which some keys are not taken on their own;
* `Amount`: a whole number within bounds;
* `Ordering`: all keys, in an order of the player's choosing;
* `Form`: named fields, each a grammar; a later field may depend on the answers before it;
* `Settings`: many named values at once, of which an answer names those that change.

Values are plain JSON: strings, whole numbers, lists and objects. Every node can `validate` a value
(giving back its normal form), `count` its values, `enumerate` them lazily and `sample` one. Nodes
are never empty: a rule set that has nothing to ask asks nothing.

>>> party = form(
...     Field("stack", OneOf(("gobi", "steppe"))),
...     Field("units", lambda said: Subset(("swordsman",), copies={"swordsman": 2})),
... )
>>> party.validate({"stack": "gobi", "units": ["swordsman"]})
{'stack': 'gobi', 'units': ['swordsman']}
>>> party.count()
4
"""

from engine.core.grammar.amount import Amount
from engine.core.grammar.budget import Budget
from engine.core.grammar.escort import Escorted
from engine.core.grammar.form import Answers, Depends, Field, Form, form
from engine.core.grammar.keys import OneOf, Ordering, Subset
from engine.core.grammar.node import (
    ECHO,
    Describe,
    Grammar,
    Option,
    Price,
    Unfit,
    Value,
    cost,
    is_shallow,
    plain_option,
)
from engine.core.grammar.quota import Quota
from engine.core.grammar.settings import Setting, Settings

__all__ = [
    "ECHO",
    "Amount",
    "Answers",
    "Budget",
    "Depends",
    "Describe",
    "Escorted",
    "Field",
    "Form",
    "Grammar",
    "OneOf",
    "Option",
    "Ordering",
    "Price",
    "Quota",
    "Setting",
    "Settings",
    "Subset",
    "Unfit",
    "Value",
    "cost",
    "form",
    "is_shallow",
    "plain_option",
]
