"""A rulebook's text cut into its numbered sections."""

from __future__ import annotations

import re

import msgspec

from engine.core.errors import HeraldError

_TITLE = re.compile(r"# (?P<title>\S.*)")
_HEADING = re.compile(
    r"(?P<level>##|###) (?P<number>\d+\.|\d+\.\d+) (?P<title>\S.*?)"
    r" \{#(?P<anchor>[a-z][a-z0-9-]*)\}"
)
_RULING = re.compile(r"^> \*\*Ruling\.\*\*", re.MULTILINE)
_FENCE = "```"


class Section(msgspec.Struct, frozen=True):
    """One chapter's opening ("3") or one of its sections ("3.6"), named by an anchor that stays.

    `chapter` is the anchor of the chapter it stands in (its own, for a chapter's opening),
    `rulings` how many of our rulings the body holds; `inherited` is set where the whole text is
    another rulebook's.
    """

    anchor: str
    number: str
    title: str
    body: str
    chapter: str
    rulings: int
    inherited: bool = False


class MalformedRulebook(HeraldError):
    """The text breaks the rulebook's format at a line."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(line, problem)
        self.line = line
        self.problem = problem

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}"


def parse(text: str) -> tuple[str, tuple[Section, ...]]:
    """The rulebook's title and its sections in order.

    The text is one `# Title`, then chapters (`## 3. Exploration {#exploration}`) with sections
    (`### 3.6 Plague {#plague}`). Raises `MalformedRulebook` where it is not.
    """
    title = ""
    chapter = ""
    headings: list[re.Match[str]] = []
    bodies: list[list[str]] = []
    anchors: set[str] = set()
    fenced = False
    for at, line in enumerate(text.splitlines(), start=1):
        if line.startswith(_FENCE):
            fenced = not fenced
        if fenced or not line.startswith("#"):
            if bodies:
                bodies[-1].append(line)
            elif line:
                raise MalformedRulebook(at, "text before the first chapter")
            continue
        if not title:
            title = _matched(_TITLE, line, at)["title"]
            continue
        heading = _matched(_HEADING, line, at)
        if heading["anchor"] in anchors:
            raise MalformedRulebook(at, f"second section called {heading['anchor']}")
        chapter = _chapter_number(heading, chapter, at)
        anchors.add(heading["anchor"])
        headings.append(heading)
        bodies.append([])
    return title, _sections(headings, bodies)


def _matched(form: re.Pattern[str], line: str, at: int) -> re.Match[str]:
    match = form.fullmatch(line)
    if match is None:
        raise MalformedRulebook(at, f"not a heading: {line}")
    return match


def _chapter_number(heading: re.Match[str], chapter: str, at: int) -> str:
    """The number of the chapter that this heading opens or belongs to."""
    number, _, place = heading["number"].partition(".")
    opens = heading["level"] == "##"
    if opens == bool(place):
        raise MalformedRulebook(at, f"{heading['number']} does not suit {heading['level']}")
    if not opens and number != chapter:
        raise MalformedRulebook(at, f"{heading['number']} stands in chapter {chapter or 'none'}")
    return number


def _sections(headings: list[re.Match[str]], bodies: list[list[str]]) -> tuple[Section, ...]:
    sections: list[Section] = []
    chapter = ""
    for heading, lines in zip(headings, bodies, strict=True):
        if heading["level"] == "##":
            chapter = heading["anchor"]
        body = "\n".join(lines).strip()
        sections.append(
            Section(
                anchor=heading["anchor"],
                number=heading["number"].rstrip("."),
                title=heading["title"],
                body=body,
                chapter=chapter,
                rulings=len(_RULING.findall(body)),
            )
        )
    return tuple(sections)
