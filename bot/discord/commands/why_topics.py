"""What a question to `/why` is about: one of a few topics, and whose it is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.core.folding import fold

TOPICS = ("turn", "next", "income", "battle", "score")
HINTS: Mapping[str, str] = {
    "turn": r"(not|it|be) my turn|whose turn|who'?s turn|turn is it|my turn (yet|now|again)"
    r"|end my turn|(can'?t|cannot|may not) (i )?(play|move|act|go|go on|do anything)(?=\W*$)"
    r"|wait(s|ing)? for|why (do|must) (i|we) wait|stuck|awaited|whose move|(he|she) first",
    "battle": r"battles?|fights?|fought|wars?|dice|i los[et]|los[et] (the|that|my|all)"
    r"|beat(en)? (me|him|her)|defeated",
    "score": r"scores?|points?|winning|ahead|behind|ranks?|leading|in the lead",
    "income": r"incomes?|gold|money|earn(s|ed|ings?)?|paid|tax(es|ation)?|production",
    "next": r"next|what then|after (this|that)|comes after|order of|happens now",
}
"""Words by which a topic is known; the first topic with one is taken."""
_ALWAYS = frozenset({"turn", "next"})
"""Topics that are about the position, no matter who is named."""
_OTHERS = re.compile(
    r"\b(he|him|his|she|her|they|them|their|everyone|everybody|all|others|who|whose)\b"
)
_SELF = re.compile(r"\b(i|im|me|my|mine|myself|we|us|our)\b")
_RECENT = re.compile(r"\b(last|latest|now)\b")
"""A question without any of these is about the rules, not about the position."""
_PRICES = re.compile(r"\b(costs?|prices?|needs?|buy|afford|pay|worth)\b")
"""Words of questions about gold that do not ask where it came from."""
_EARNING = re.compile(r"\b(get|gets|got|makes?|made|brings?|have|harvest|receive|little)\b")
_HOW_TO = re.compile(r"^how (do|can|could|should|to)\b")
"""Who asks how to get something asks the rules."""
_BRIEF = 3
"""A question of so few words is a topic's name."""
_SHORTEST_NAME = 3
_WORD = re.compile(r"[\w']+")


def topic_of(question: str, names: Sequence[str] = (), earned: Sequence[str] = ()) -> str | None:
    """The topic that a question is about, None where it is an order or about the rules.

    `names` are the players', `earned` words for what the rule set pays.

    >>> topic_of("why is it not my turn"), topic_of("why did i get so little gold this turn")
    ('turn', 'income')
    >>> topic_of("move gobi steppe"), topic_of("how much gold does a settler cost")
    (None, None)
    """
    said = fold(question).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    words = _WORD.findall(said)
    personal = len(words) <= _BRIEF or any(
        (*(each.search(said) for each in (_OTHERS, _SELF, _RECENT)), seats_named(question, names))
    )
    about_rules = _PRICES.search(said) or _HOW_TO.match(said)
    for topic, hints in HINTS.items():
        if not re.search(rf"\b({hints})\b", said):
            continue
        if topic in _ALWAYS or (personal and not (topic == "income" and about_rules)):
            return topic
    if personal and not about_rules and _EARNING.search(said) and {*map(fold, earned)} & {*words}:
        return "income"
    return None


def seats_named(question: str, names: Sequence[str]) -> tuple[int, ...]:
    """The seats whose players are named in a question.

    >>> seats_named("why did bea earn more than Cyd", ["Ada", "Bea", "Cyd the Great"])
    (1, 2)
    """
    words = {word.removesuffix("'s") for word in _WORD.findall(fold(question))}
    found = []
    for seat, name in enumerate(names):
        first, *_ = (*_WORD.findall(fold(name)), "")
        if len(first) >= _SHORTEST_NAME and first in words:
            found.append(seat)
    return tuple(found)


def seats_meant(question: str, names: Sequence[str], own: int | None) -> tuple[int, ...]:
    """Whose income or score a question is about: those it names, its asker's, else everybody's.

    >>> seats_meant("where does my income come from", ["Ada", "Bea"], 1)
    (1,)
    >>> seats_meant("why did he get 20 gold", ["Ada", "Bea"], 1)
    (0, 1)
    """
    said, named = fold(question), seats_named(question, names)
    if named:
        asker = (own,) if own is not None and own not in named and _SELF.search(said) else ()
        return (*named, *asker)
    if own is not None and not _OTHERS.search(said):
        return (own,)
    return tuple(range(len(names)))
