"""The static site: every section and card has its place, links lead somewhere, the search finds."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from PIL import Image

from bot.cli.program import main
from bot.site.addresses import INDEX, card_page, section_page, under
from bot.site.drawings import draw_cards, draw_reference
from bot.site.markup import html_of
from bot.site.pages import cards_page, reference_page
from engine.core.registry import ruleset, rulesets
from engine.rulebook import rulebook
from engine.rulebook.questions import asked_about
from tests.machine import program

ID = re.compile(r'id="([^"]+)"')
LINK = re.compile(r'(?:href|src)="([^"]+)"')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    pictures = folder / "pictures"
    pictures.mkdir()
    (pictures / "map_light.webp").write_bytes(b"RIFF")
    assert main(["docs", "-o", str(folder / "site"), "--gallery", str(pictures), "--plain"]) == 0
    return folder / "site"


def anchors(file: Path) -> list[str]:
    return ID.findall(file.read_text("utf-8"))


@pytest.mark.parametrize("name", rulesets())
def test_every_section_and_every_card_has_its_anchor(site: Path, name: str) -> None:
    places = [section_page(name, section.anchor) for section in rulebook(name).sections]
    places += [card_page(name, card) for card in ruleset(name).cards()]
    assert len(places) > 100
    known = {page: set(anchors(site / name / page)) for page in ("index.html", "cards.html")}
    for place in places:
        page, _, anchor = place.removeprefix(f"{name}/").partition("#")
        assert anchor in known[page], place


def test_no_anchor_is_there_twice(site: Path) -> None:
    for page in site.rglob("*.html"):
        found = anchors(page)
        assert len(found) == len(set(found)), page


def test_every_link_leads_to_something_on_the_site(site: Path) -> None:
    known = {page.resolve(): set(anchors(page)) for page in site.rglob("*.html")}
    assert len(known) == 2 + 3 * len(rulesets())
    for page in known:
        for to in set(LINK.findall(page.read_text("utf-8"))):
            file, _, anchor = to.partition("#")
            meant = (page.parent / file).resolve() if file else page
            assert meant.is_file(), f"{page.name}: {to}"
            assert not anchor or anchor in known[meant], f"{page.name}: {to}"


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for file in (*site.rglob("*.html"), *site.rglob("*.css"), site / "search.js"):
        assert "//" not in re.sub(r"^\s*//.*$", "", file.read_text("utf-8"), flags=re.MULTILINE)


def test_the_search_in_the_page_finds_sections_by_their_questions(site: Path) -> None:
    node = program("node")
    if node is None:
        pytest.skip("node is not installed: the search of the site is NOT tested")
    code = """
        global.window = {};
        const { search } = require(process.argv[1]);
        require(process.argv[2]);
        const asked = JSON.parse(require("fs").readFileSync(0, "utf-8"));
        const hits = asked.map((q) => search(window.heraldIndex, q, 3).map((s) => s[2]));
        console.log(JSON.stringify(hits));
    """
    for name in rulesets():
        asked = [
            (questions[0], anchor) for anchor, questions in asked_about(name).questions.items()
        ]
        files = [str(site / "search.js"), str(site / name / INDEX)]
        done = subprocess.run(
            [node, "-e", code, *files],
            input=json.dumps([question for question, _ in asked]),
            capture_output=True,
            text=True,
            check=True,
        )
        hits = json.loads(done.stdout)
        missed = [q for (q, anchor), found in zip(asked, hits, strict=True) if anchor not in found]
        assert len(missed) <= len(asked) / 5, (name, missed)


def test_text_of_the_rules_becomes_plain_html() -> None:
    body = "**Bold** & `a*b` (see 5.6)\n\n| A | B |\n| - | - |\n| 1 | 2 |"
    body += "\n\n- one\n- two\n\n> **Ruling.** So."
    shown = html_of(body, {"5.6": "superiority"}.get)
    assert (
        '<strong>Bold</strong> &amp; <code>a*b</code> (see <a href="#superiority">5.6</a>)' in shown
    )
    assert "<tr><th>A</th><th>B</th></tr>" in shown
    assert "<tr><td>1</td><td>2</td></tr>" in shown
    assert "<ul><li>one</li><li>two</li></ul>" in shown
    assert "<blockquote><strong>Ruling.</strong> So.</blockquote>" in shown


def test_an_address_has_one_slash_whatever_the_setting_ends_with() -> None:
    place = section_page("standard", "plague")
    assert under("https://example.org/herald/", place) == under("https://example.org/herald", place)


def test_cards_and_quick_references_are_drawn_where_the_pages_look_for_them(tmp_path: Path) -> None:
    book, cards = rulebook("standard"), ruleset("standard").cards()[:2]
    assert draw_cards(tmp_path, "standard", cards) == 2
    draw_reference(tmp_path, "standard")
    sources = LINK.findall(cards_page(book)) + LINK.findall(reference_page(book))
    drawn = [
        path.relative_to(tmp_path / "standard").as_posix() for path in tmp_path.rglob("*.webp")
    ]
    assert len(drawn) == 3
    assert {*drawn} <= {*sources}
    assert sum(source.startswith("cards/") for source in sources) == len(
        ruleset("standard").cards()
    )
    for path in tmp_path.rglob("*.webp"):
        assert Image.open(path).width >= 900
