"""x"""

from engine.core.decision import Choice


def decide(view, decisions, rng):
    d = next(d for d in decisions if d.blocking)
    return Choice(d.seat, d.id, d.grammar.sample(rng))
