"""Whole answers on a panel: pick several, see what they cost together, do them with one press."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.interactions.panel_state import STEPS, PanelState
from bot.discord.interactions.verbs import Verb
from bot.discord.panels import setting_lists
from bot.discord.panels.catalogue import Catalogue, Entry, Pick, packed, picks_of
from bot.discord.panels.draft import OutdatedDraft, codes_of_value
from bot.discord.panels.entries import label, menu_line, note
from bot.discord.panels.menu import Buttons, menu, number, turning, window
from bot.discord.panels.offers import has_buttons
from bot.discord.panels.question import Notice, Question
from bot.discord.panels.setting_lists import KEEP, SETTINGS_MOST
from bot.discord.panels.turn_ends import AND_END, AT_ONCE, do_and_end
from bot.discord.screen import (
    LABEL_MOST,
    OPTIONS_MOST,
    ROW_MOST,
    Block,
    MenuOption,
    button,
    clipped,
    row,
    rows,
    text,
)
from bot.discord.voices import escape
from engine.core.answering import keys
from engine.core.grammar import Form, Price, Settings, Unfit, Value
from engine.core.wholes import options_of, price_of, total

LABEL_SHORT = 70
BUTTONS_MOST = 2
"""So few answers or other parts are buttons."""
PICKS_MOST = 25
LISTS_MOST = 8
"""How many lists stand on one panel."""


def blocks(question: Question) -> list[Block]:
    """The answers of the part that is shown, the other parts, and what to do with the picks."""
    catalogue = question.catalogue
    assert catalogue is not None
    picks = picks_of(question.state.work)
    shown: list[Block] = [text(picked(question, picks))] if picks else []
    first, *further = lists(question, catalogue)
    if is_settings(question):
        shown += setting_lists.blocks(question, catalogue, (first, *further))
    else:
        for each in (first, *further):
            shown += _entries(question, catalogue, *each, picks, alone=not further)
        shown += _turning(question, catalogue, (first, *further)[-1])
    shown += _parts(question, catalogue, first[0], (first, *further))
    return [*shown, *rows(_endings(question, catalogue, picks))]


def is_settings(question: Question) -> bool:
    """Whether the answer changes settings."""
    return isinstance(question.decision.grammar, Settings)


def spot(question: Question) -> tuple[int, int]:
    """The part and the page that the panel is at."""
    assert question.catalogue is not None
    at = question.state.at
    part = min(at[0], len(question.catalogue.parts) - 1) if at else question.catalogue.start()
    return part, at[1] if len(at) > 1 else 0


def lists(question: Question, catalogue: Catalogue) -> list[tuple[int, int]]:
    """The lists on the panel, by part and page: the best alone, of others as many as there is
    room for, so that nobody turns pages."""
    part, page = spot(question)
    if is_settings(question):
        first = max(part, 1)
        rest = range(first + 1, min(first + SETTINGS_MOST, len(catalogue.parts)))
        return [(first, page), *((at, 0) for at in rest)]
    if part == 0 and page == 0 and len(catalogue.entries(0)) <= OPTIONS_MOST:
        return [(0, 0)]
    found: list[tuple[int, int]] = []
    while part < len(catalogue.parts) and len(found) < LISTS_MOST:
        pages = -(-len(catalogue.entries(part)) // OPTIONS_MOST)
        if found and len(found) + pages > LISTS_MOST:
            break
        found += ((part, at) for at in range(page, pages))
        part, page = part + 1, 0
    return found[:LISTS_MOST] or [spot(question)]


def _entries(
    question: Question,
    catalogue: Catalogue,
    part: int,
    page: int,
    picks: Sequence[Pick],
    *,
    alone: bool,
) -> list[Block]:
    """One list. What stands alone on the panel and is short is buttons, each done at once."""
    entries = catalogue.entries(part)
    first = page * OPTIONS_MOST
    shown = [
        (at, entry)
        for at, entry in enumerate(entries)
        if first <= at < first + OPTIONS_MOST and not has_buttons(question, entry.value)
    ]
    if not shown:
        return []
    few = alone and not picks and len(entries) <= BUTTONS_MOST
    if few or len(shown) == 1:
        return _as_buttons(question, part, shown, at_once=few)
    lines = each_once([menu_line(question, e, at, chosen=(part, at) in picks) for at, e in shown])
    one = not question.decision.again
    slots = {slot(question, entry) for _, entry in shown}
    alike = len(slots) == 1 and None not in slots
    key = "wholes.choose" if one else "wholes.choose_some"
    if not part:
        key = _first_list(question, catalogue, one=one or alike)
    about = title(question, catalogue, part)
    if (pages := -(-len(entries) // OPTIONS_MOST)) > 1:
        about = question.voice.say("wholes.page", name=about, n=page + 1, pages=pages)
    placeholder = about if part and alike and not one else question.voice.say(key, what=about)
    custom_id = question.id(Verb.MARK_WHOLES, part, page)
    most = 1 if one or alike else len(lines)
    return menu(lines, custom_id, placeholder, least=1 if one else 0, most=most)


def _first_list(question: Question, catalogue: Catalogue, *, one: bool) -> str:
    """What the list of the best says: that it goes by worth only where something is suggested."""
    if not question.guidance.is_ranked:
        return "wholes.some_title" if one else "wholes.some"
    if not catalogue.has_best:
        return "wholes.any_one" if one else "wholes.any"
    return "wholes.best_one" if one else "wholes.best"


def slot(question: Question, entry: Entry) -> tuple[str, Value] | None:
    """What an answer takes up, so that no other can: the one action of a city."""
    grammar, once = question.decision.grammar, question.decision.once
    if not once or not isinstance(grammar, Form):
        return None
    action = entry.value[grammar.fields[0].name]
    return (action, entry.value.get(once[action])) if action in once else None


def each_once(lines: Sequence[MenuOption]) -> list[MenuOption]:
    """The lines without those that say the same as an earlier one: two cards of one name."""
    found: dict[tuple[str, str], MenuOption] = {}
    for line in lines:
        if line.chosen:
            found[line.label, line.description] = line
        found.setdefault((line.label, line.description), line)
    return list(found.values())


def _as_buttons(
    question: Question, part: int, shown: Sequence[tuple[int, Entry]], *, at_once: bool
) -> list[Block]:
    """One or two answers, each done with its press or, beside other lists, picked by it."""
    found: list[Block] = []
    inside = False
    for at, entry in shown:
        words, why = label(question, entry), note(question, entry)
        custom_id = question.id(Verb.MARK_WHOLES, part, 0, at, entry.mark, AT_ONCE * at_once)
        style = "main" if entry.reason is not None else "plain"
        if why and len(words) + len(why) <= LABEL_SHORT:
            words, why = f"{words} · {why}", ""
            inside = True
        if why or len(words) > LABEL_MOST:
            full = words if len(words) > LABEL_MOST else ""
            # Below a button with its note on it, a note alone would be read as one on them all.
            whose = f"**{escape(words)}**" if inside and not full else escape(full)
            found.append(text("-# " + " · ".join(filter(None, (whose, escape(why))))))
        both = do_and_end(question, words)
        buttons = [button(custom_id, words, style)]
        if at_once and len(shown) == 1 and both and len(both) <= LABEL_MOST:
            # Who has nothing else to do is done with it.
            last = question.id(Verb.MARK_WHOLES, part, 0, at, entry.mark, AND_END)
            buttons.append(button(last, both))
        found.append(row(*buttons))
    return found


def _turning(question: Question, catalogue: Catalogue, last: tuple[int, int]) -> list[Block]:
    """More of a part that is longer than the panel, or back to its start."""
    part, page = last
    if len(catalogue.entries(part)) > (page + 1) * OPTIONS_MOST:
        there, key = (part, page + 1), "wholes.more"
    elif spot(question)[1]:
        there, key = (part, 0), "wholes.from_start"
    else:
        return []
    return [row(button(question.id(Verb.SHOW_WHOLES, *there), question.voice.say(key)))]


def is_decided(question: Question, more: Sequence[int]) -> bool:
    """Whether what was just picked is carried out at once.

    So it is where only one answer can be given, and where the press was a button: nobody confirms
    what can be undone. Settings that the game waits for are answered together.
    """
    picks = picks_of(question.state.work)
    if question.catalogue is None or not picks:
        return False
    if any(part == 0 for part, _ in picks) and is_settings(question):
        return True
    if is_settings(question):
        return not question.decision.blocking or len(question.catalogue.parts) == 2
    at_once = len(more) > 4 and bool(more[4])
    return not question.decision.again or (at_once and len(picks) == 1)


def _parts(
    question: Question, catalogue: Catalogue, shown: int, listed: Sequence[tuple[int, int]]
) -> Sequence[Block]:
    """The other parts. A list longer than a select is turned page by page."""
    parts = catalogue.parts
    if len(parts) < 2 or {0, *(part for part, _ in listed)}.issuperset(range(len(parts))):
        # All of them are on the panel; the best are a press away unless they are shown.
        return [] if shown == 0 or is_settings(question) else _to_best(question, catalogue)
    voice = question.voice.unescaped
    lines = []
    for at in window(shown, len(parts)):
        if at == 0 and (shown == 0 or is_settings(question) or not catalogue.entries(0)):
            # A list that is on the panel needs no entry: the menu says what it is for.
            continue
        options = parts[at].options
        words = voice.note(options[0]) if len(options) == 1 else ""
        lines.append(MenuOption(str(at), title(question, catalogue, at), words, chosen=at == shown))
    verb, where = Verb.SHOW_WHOLES, _heading(question, catalogue)
    others = [each for each in lines if not each.chosen]

    def pressed(at: int, line: MenuOption) -> Block:
        return button(question.id(verb, int(line.value), 0), line.label)

    few = Buttons(BUTTONS_MOST, pressed, LABEL_SHORT)
    if few.suit(others):
        # "Something else" is said beside something.
        named = any(parts[int(each.value)].options for each in others)
        lead = [text(f"-# {where}")] if named and catalogue.entries(0) else []
        return [*lead, *menu(others, "", where, few=few)]
    return [
        *menu(lines, question.id(verb), where),
        *turning(question, verb, shown, len(parts), 0),
    ]


def _heading(question: Question, catalogue: Catalogue) -> str:
    """What the menu of the other parts asks: "something else" only beside a list of the best."""
    if not catalogue.entries(0):
        return question.voice.say("part.of_all")
    key = f"part.of_{question.decision.kind}"
    return question.voice.say(key if question.voice.has(key) else "part.of_other")


def _to_best(question: Question, catalogue: Catalogue) -> list[Block]:
    if not catalogue.entries(0):
        return []
    words = title(question, catalogue, 0)
    return [row(button(question.id(Verb.SHOW_WHOLES, 0, 0), words))]


def title(question: Question, catalogue: Catalogue, part: int) -> str:
    """What a part is called."""
    options = catalogue.parts[part].options
    if not options:
        first = "wholes.title" if catalogue.has_best else "wholes.any_title"
        if not question.guidance.is_ranked:
            first = "wholes.some_title"
        return question.voice.say("wholes.rest" if part else first)
    if is_settings(question):
        setting = setting_lists.setting_of(question, part)
        return setting_lists.title(question, setting)
    voice = question.voice.unescaped
    return voice.chain(list(dict.fromkeys(voice.label(option.label) for option in options)))


def _endings(question: Question, catalogue: Catalogue, picks: Sequence[Pick]) -> list[Block]:
    """Do what is picked, be done, or say it step by step."""
    found: list[Block] = []
    if picks:
        found.append(button(question.id(Verb.DO_WHOLES), do_label(question, picks), "good"))
        if both := do_and_end(question, do_label(question, picks)):
            # Who presses the end alone would lose what is picked.
            found.append(button(question.id(Verb.DO_AND_END), both))
        found.append(button(question.id(Verb.CLEAR_WHOLES), question.voice.say("wholes.clear")))
    if not picks or not question.decision.again:
        found += finishing(question, picks)
    if not is_settings(question) and not catalogue.says_all:
        found.append(
            button(question.id(Verb.STEP_BY_STEP), question.voice.say("wholes.step_by_step"))
        )
    elif not is_settings(question) and not picks:
        found.append(button(question.id(Verb.WHY_NOT), question.voice.say("panel.why_not")))
    return found[:ROW_MOST]


def finishing(question: Question, picks: Sequence[Pick] = ()) -> list[Block]:
    """What the clock would choose, with one press: the end of a phase, mostly."""
    default = question.decision.default
    if default is None or (is_settings(question) and not question.decision.blocking):
        return []
    try:
        value = question.decision.grammar.validate(default)
    except Unfit:
        return []
    words = question.voice.unescaped.ending(question.decision, value)
    best = question.guidance.suggestions[:1] if question.guidance.is_ranked else ()
    first = any(each.value == value for each in best)
    style = "main" if first and not picks else "plain"
    return [button(question.id(Verb.CHOOSE_DEFAULT), clipped(words, 60), style)]


# Words.


def cost_of(question: Question, picks: Sequence[Pick]) -> tuple[Price, ...]:
    """What the picks cost together."""
    assert question.catalogue is not None
    grammar, entry = question.decision.grammar, question.catalogue.entry
    return total([price for pick in picks for price in price_of(grammar, entry(pick).value)])


def picked(question: Question, picks: Sequence[Pick]) -> str:
    """What is picked, line by line, with the sum and what is left."""
    assert question.catalogue is not None
    lines = []
    for pick in picks:
        words = label(question, question.catalogue.entry(pick), question.voice)
        # Of one thing the sum says the price.
        price = cost_of(question, [pick]) if len(picks) > 1 else ()
        lines.append(question.voice.say("wholes.picked", words=words, price=price))
    costs = cost_of(question, picks)
    if costs:
        rest, missing = left(question, costs), lacking(question, costs)
        key = "wholes.too_dear" if missing else "wholes.sum_left" if rest else "wholes.sum"
        lines.append(question.voice.say(key, price=costs, left=rest, missing=missing))
    return "\n".join(lines)


def left(question: Question, costs: Sequence[Price]) -> tuple[Price, ...]:
    """What is left of each currency that the question names the funds of."""
    return tuple(each for each in _balance(question, costs) if each.amount >= 0)


def lacking(question: Question, costs: Sequence[Price]) -> tuple[Price, ...]:
    """What is missing for the picks of each currency that the question names the funds of."""
    return tuple(
        Price(-each.amount, each.currency) for each in _balance(question, costs) if each.amount < 0
    )


def _balance(question: Question, costs: Sequence[Price]) -> list[Price]:
    funds = question.decision.about
    return [
        Price(funds[each.currency] - each.amount, each.currency)
        for each in costs
        if isinstance(funds.get(each.currency), int)
    ]


def in_order(question: Question) -> list[Entry]:
    """What is picked, in the order in which the form names its actions: fleets sail when everyone
    has moved."""
    catalogue, grammar = question.catalogue, question.decision.grammar
    assert catalogue is not None
    found = [catalogue.entry(pick) for pick in picks_of(question.state.work)]
    if isinstance(grammar, Settings):
        return [setting_lists.merged(found)]
    if not isinstance(grammar, Form):
        return found
    first = grammar.fields[0]
    actions = keys(first.given({}, grammar.source))
    return sorted(found, key=lambda entry: actions.index(entry.value[first.name]))


def do_label(question: Question, picks: Sequence[Pick]) -> str:
    """What the press that does it says."""
    costs = cost_of(question, picks)
    if costs and any(price.amount for price in costs):
        return question.voice.unescaped.say("wholes.pay", price=costs)
    return question.voice.say("wholes.do", n=len(picks))


def places(question: Question) -> tuple[str, ...]:
    """The places that the picks lead to; while nothing is picked, those of all answers shown."""
    assert question.catalogue is not None
    picks = [question.catalogue.entry(pick) for pick in picks_of(question.state.work)]
    return _places_of(question, picks) if picks else listed_places(question)


def listed_places(question: Question) -> tuple[str, ...]:
    """The places of all answers shown."""
    catalogue = question.catalogue
    assert catalogue is not None
    shown = [entry for part, _ in lists(question, catalogue) for entry in catalogue.entries(part)]
    return _places_of(question, shown)


def _places_of(question: Question, entries: Sequence[Entry]) -> tuple[str, ...]:
    grammar = question.decision.grammar
    found = (option.place for entry in entries for option in options_of(grammar, entry.value))
    return tuple(dict.fromkeys(place for place in found if place is not None))


# Presses.


def mark(question: Question, values: Sequence[str], more: Sequence[int]) -> PanelState:
    """Pick answers of the page that is shown; the other picks stay."""
    catalogue, (part, page) = question.catalogue, more[:2]
    if catalogue is None:
        raise OutdatedDraft
    if len(more) > 3 and not values:
        values = [f"{more[2]}-{more[3]}"]
    chosen: list[Pick] = []
    for value in values:
        if value == KEEP and is_settings(question):
            continue
        at, _, known = value.partition("-")
        pick = (part, number(at))
        if catalogue.entry(pick).mark != number(known):
            raise OutdatedDraft
        chosen.append(pick)
    shown = range(page * OPTIONS_MOST, (page + 1) * OPTIONS_MOST)
    whole = is_settings(question)  # A setting has one value.
    kept = [
        p
        for p in picks_of(question.state.work)
        if p[0] != part or (p[1] not in shown and not whole)
    ]
    picks = without_clashes(question, [*kept, *chosen])
    if len(picks) > PICKS_MOST:
        raise Notice("panel.too_many", most=PICKS_MOST)
    return question.state._replace(work=packed(picks))


def without_clashes(question: Question, picks: Sequence[Pick]) -> list[Pick]:
    """The picks that can be carried out together: of those that take up the same, the last."""
    assert question.catalogue is not None
    last: dict[object, Pick] = {}
    for pick in picks:
        last[slot(question, question.catalogue.entry(pick)) or pick] = pick
    return [pick for pick in picks if pick in last.values()]


def show_part(question: Question, values: Sequence[str], more: Sequence[int]) -> PanelState:
    """Turn to another part, or another page of it."""
    catalogue = question.catalogue
    if catalogue is None:
        raise OutdatedDraft
    at = (number(values[0]), 0) if values else (more[0], more[1])
    part = catalogue.parts[at[0]] if at[0] < len(catalogue.parts) else None
    if part is None or not part.groups or part.is_listed:
        return question.state._replace(at=at)
    (group,) = part.groups
    # Too much to say for a list: the answer goes on step by step from there.
    codes = codes_of_value(question.decision.grammar, group.said, begun=True)
    return question.state._replace(codes=codes, work=(), at=(), mode=STEPS)


def clear(question: Question, values: Sequence[str], more: Sequence[int]) -> PanelState:
    """Pick nothing."""
    return question.state._replace(work=())


def step_by_step(question: Question, values: Sequence[str], more: Sequence[int]) -> PanelState:
    """Say the answer step by step instead."""
    return question.state._replace(mode=STEPS, work=(), at=(), codes=question.first_step)
