"""What the documentation promises is there, and its examples load."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from vedette.datasources.provision.files import read_content
from vedette.plugins.registry import PluginRegistry
from vedette.provisioning.parsing import parse_file

ROOT = Path(__file__).parents[3]
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("src/**/README.md"),
        *ROOT.glob("bench/**/*.md"),
        *ROOT.glob("tests/**/*.md"),
    ]
)
SOURCES = [ROOT / "README.md", ROOT / "docs/datasources.md", ROOT / "docs/provisioning.md"]
OF_ALL = {
    *("httpHeaderName1", "timeout", "tlsAuth", "tlsAuthWithCACert", "serverName"),
    *("keepCookies", "queryCachingTTL"),
}
"""Keys of `jsonData` that the server reads for sources of any type."""
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def prose(page: Path) -> str:
    return _FENCE.sub("", page.read_text())


def anchors(page: Path) -> set[str]:
    """Headings as the pages of a repository name them."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
        for heading in _HEADING.findall(prose(page))
    }


def broken(page: Path, root: Path = ROOT) -> Iterator[str]:
    for target in _LINK.findall(prose(page)):
        path, _, anchor = target.partition("#")
        if "://" in target or path.startswith("mailto:"):
            continue
        file = (page.parent / path).resolve() if path else page
        is_there = file.is_relative_to(root) and file.exists()
        names = anchors(file) if is_there and anchor and file.suffix == ".md" else {anchor}
        if not is_there or anchor not in names:
            yield target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_and_image_exists(page: Path) -> None:
    assert list(broken(page)) == []


def test_a_broken_link_would_be_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One\n[a](missing.md) ![b](gone.png) [c](#two) [d](#one)\n")
    assert list(broken(page, tmp_path)) == ["missing.md", "gone.png", "#two"]


EXAMPLES = [
    text
    for page in SOURCES
    for kind, text in _FENCE.findall(page.read_text())
    if kind == "yaml" and "\ndatasources:" in text
]


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_every_example_of_a_data_source_loads(number: int, tmp_path: Path) -> None:
    file = tmp_path / "example.yaml"
    file.write_text(EXAMPLES[number])
    environ = dict.fromkeys(re.findall(r"(?<!\$)\$([A-Z_]+)", EXAMPLES[number]), "x")
    parsed = parse_file("example.yaml", file, read_content, environ)
    assert parsed.problems == ()
    assert parsed.desired is not None
    assert parsed.desired.content.wanted
    registry = PluginRegistry()
    for wanted in parsed.desired.content.wanted:
        plugin = registry.datasource(wanted.draft.type)
        msgspec.convert(wanted.draft.json_data, plugin.settings)
        own = {field.encode_name for field in msgspec.structs.fields(plugin.settings)}
        assert set(wanted.draft.json_data) <= own | OF_ALL


def test_the_page_has_an_example_of_every_type_that_needs_settings() -> None:
    shown = {name for text in EXAMPLES for name in re.findall(r"type: ([a-z]+)\n", text)}
    types = {each.id for each in PluginRegistry().manifests() if each.kind == "datasource"}
    assert types - shown == {"testdata"}


def test_the_map_names_every_package() -> None:
    text = (ROOT / "docs/architecture.md").read_text()
    packages = {each.parent.name for each in (ROOT / "src/vedette").glob("*/__init__.py")}
    rooms = {each.name for each in (ROOT / "ui/src").iterdir() if each.is_dir()}
    assert [name for name in sorted(packages | rooms) if f"`{name}`" not in text] == []
