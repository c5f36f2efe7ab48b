"""The search index of a rulebook's page: which words lead to which sections, and how strongly.

The page adds up, for each section, the weights of the words that were typed (`search.js`). All
that needs knowing about words happens here: stems, spellings and synonyms of the lexicon.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import Any

from engine.rulebook import Rulebook, sentences
from engine.rulebook.lexicon import Lexicon
from engine.rulebook.questions import asked_about, names_of
from engine.rulebook.stems import words_of

TITLE, QUESTION, BODY = 6.0, 1.5, 1.0
SATURATION = 3.0
"""So much of a term in a section counts half of what more and more of it could."""


def index_of(book: Rulebook) -> dict[str, Any]:
    """`sections`: number, title, anchor. `words`: the terms of a typed word, by number and weight.
    `terms`: for each term the sections it leads to, with weights.
    """
    lexicon = Lexicon(names_of(book.ruleset))
    asked = asked_about(book.ruleset)
    known: set[str] = set()
    counts: list[dict[str, float]] = []
    for section in book.sections:
        found: dict[str, float] = defaultdict(float)
        texts = [(section.title, TITLE)]
        texts += [(question, QUESTION) for question in asked.questions.get(section.anchor, ())]
        texts += [(each.plain, BODY) for each in sentences(section.body)]
        for text, weight in texts:
            words = words_of(text)
            known.update(words)
            for word in words:
                for term in lexicon.terms(lexicon.stems(word)):
                    if not lexicon.says_little(term):
                        found[term] += weight
        counts.append(found)
    known |= lexicon.vocabulary | set(lexicon.spelled)
    spread = Counter(term for found in counts for term in found)
    numbers = {term: number for number, term in enumerate(sorted(spread))}
    postings: dict[int, list[float]] = defaultdict(list)
    for at, found in enumerate(counts):
        for term, count in found.items():
            rare = math.log(1 + len(counts) / spread[term])
            weight = round(rare * count / (count + SATURATION), 2)
            postings[numbers[term]] += [at, weight]
    words_to_terms = {}
    for word in sorted(known):
        terms = lexicon.terms(lexicon.stems(word))
        leading = [[numbers[t], round(w, 2)] for t, w in terms.items() if t in numbers]
        if leading:
            words_to_terms[word] = leading
    return {
        "sections": [[each.number, each.title, each.anchor] for each in book.sections],
        "words": words_to_terms,
        "terms": [postings[number] for number in range(len(numbers))],
    }
