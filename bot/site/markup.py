"""The rulebooks' Markdown as HTML: paragraphs, lists, tables, rulings, code."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from itertools import groupby

_CODE = re.compile(r"`([^`]+)`")
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_ITALIC = re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")
_BOOK = re.compile(r"\[([^]]+)\]\(([a-z0-9_]+)\.md(#[a-z0-9-]+)?\)")
_NUMBER = re.compile(r"(?<=see )\d+\.\d+|(?<=see chapter )\d+|(?<=chapter )\d+")
_POINT = re.compile(r"(?:-|\d+\.) ")

Anchors = Callable[[str], str | None]


def inline(text: str, anchor_of: Anchors) -> str:
    """A line: emphasis, code, links to other books and to sections by their numbers."""
    codes: list[str] = []

    def keep(found: re.Match[str]) -> str:
        codes.append(f"<code>{found[1]}</code>")
        return f"\0{len(codes) - 1}\0"

    def to_section(found: re.Match[str]) -> str:
        anchor = anchor_of(found[0])
        return found[0] if anchor is None else f'<a href="#{anchor}">{found[0]}</a>'

    shown = _CODE.sub(keep, escape(text, quote=False))
    shown = _BOOK.sub(lambda found: f'<a href="../{found[2]}/index.html">{found[1]}</a>', shown)
    shown = _NUMBER.sub(to_section, shown)
    shown = _ITALIC.sub(r"<em>\1</em>", _BOLD.sub(r"<strong>\1</strong>", shown))
    return re.sub("\0(\\d+)\0", lambda found: codes[int(found[1])], shown)


def html_of(body: str, anchor_of: Anchors) -> str:
    """A section's text."""
    parts: list[str] = []
    for at, part in enumerate(re.split(r"^```.*$", body, flags=re.MULTILINE)):
        if at % 2:
            parts.append(f"<pre>{escape(part.strip(), quote=False)}</pre>")
        else:
            parts += [_block(block, anchor_of) for block in re.split(r"\n\s*\n", part.strip())]
    return "\n".join(filter(None, parts))


def _block(block: str, anchor_of: Anchors) -> str:
    lines = block.splitlines()
    if not block.strip():
        return ""
    found = []
    for kind, several in groupby(lines, _kind_of):
        found.append(_WRITERS[kind](list(several), anchor_of))
    return "\n".join(found)


def _kind_of(line: str) -> str:
    if line.startswith("|"):
        return "table"
    if line.startswith(">"):
        return "quote"
    return "list" if _POINT.match(line.lstrip()) else "text"


def _table(lines: list[str], anchor_of: Anchors) -> str:
    rows = [
        [inline(cell.strip(), anchor_of) for cell in line.strip().strip("|").split("|")]
        for line in lines
        if set(line) - set("|-: ")
    ]
    head = "".join(f"<th>{cell}</th>" for cell in rows[0])
    body = "".join(
        "<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows[1:]
    )
    return (
        f'<div class="table"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _quote(lines: list[str], anchor_of: Anchors) -> str:
    text = " ".join(line.lstrip("> ") for line in lines)
    return f"<blockquote>{inline(text, anchor_of)}</blockquote>"


def _list(lines: list[str], anchor_of: Anchors) -> str:
    tag = "ol" if lines[0].lstrip()[0].isdigit() else "ul"
    items = (inline(_POINT.sub("", line.lstrip(), count=1), anchor_of) for line in lines)
    return f"<{tag}>" + "".join(f"<li>{item}</li>" for item in items) + f"</{tag}>"


def _text(lines: list[str], anchor_of: Anchors) -> str:
    return f"<p>{inline(' '.join(lines), anchor_of)}</p>"


_WRITERS = {"table": _table, "quote": _quote, "list": _list, "text": _text}
