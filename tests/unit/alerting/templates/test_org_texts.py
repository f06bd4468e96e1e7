"""Texts of contact points: rendered with the organization's templates, and never an error."""

from collections.abc import Mapping
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st
from tests.unit.alerting.templates.test_messages import FIRING, NOW, ROOT, told

from vedette.alerting.templates.engine import defaults
from vedette.alerting.templates.texts import OrgTexts
from vedette.db.errors import DatabaseUnavailable
from vedette.sdk import plain_title


class Kept:
    def __init__(self, **groups: str) -> None:
        self.groups: Mapping[str, str] = groups
        self.changes = 0
        self.reads = 0
        self.is_away = False

    async def version(self, org_id: int) -> int:
        if self.is_away:
            raise DatabaseUnavailable("The database does not answer.")
        return self.changes

    async def texts(self, org_id: int) -> Mapping[str, str]:
        self.reads += 1
        return self.groups


def texts(kept: Kept) -> OrgTexts:
    return OrgTexts(kept, defaults(ROOT, lambda: datetime(2026, 5, 4, tzinfo=UTC)), "1.0")


async def said(lent: OrgTexts, text: str, **more: bool) -> str:
    return await lent.text(text, told(FIRING), otherwise=plain_title, **more)


async def test_templates_are_read_again_only_when_they_change() -> None:
    kept = Kept(a='{{ define "x" }}one{{ end }}')
    lent = texts(kept)
    assert [await said(lent, '{{ template "x" . }}') for _ in range(3)] == ["one"] * 3
    assert kept.reads == 1
    kept.groups, kept.changes = {"a": '{{ define "x" }}two{{ end }}'}, 1
    assert await said(lent, '{{ template "x" . }}') == "two"


async def test_a_template_that_fails_says_so_below_the_plain_text() -> None:
    found = await said(texts(Kept()), "{{ .Nope }}")
    assert found.startswith("[FIRING:1] Disk full Hosts\n\n(The template of this message failed: ")
    assert "Nope" in found
    escaped = await said(texts(Kept()), '{{ "<b>" | nope }}', html=True)
    assert "&quot;nope&quot;" in escaped


async def test_a_broken_group_leaves_all_others_usable() -> None:
    lent = texts(Kept(a="{{ if }}", b='{{ define "x" }}here{{ end }}'))
    assert await said(lent, '{{ template "x" . }}') == "here"


async def test_while_the_database_is_away_the_last_templates_are_used() -> None:
    kept = Kept(a='{{ define "x" }}one{{ end }}')
    lent = texts(kept)
    await said(lent, '{{ template "x" . }}')
    kept.is_away = True
    assert await said(lent, '{{ template "x" . }}') == "one"
    assert (await said(texts(kept), '{{ template "default.title" . }}')).startswith("[FIRING:1]")


_PIECES = st.sampled_from(
    [
        "{{",
        "}}",
        " . ",
        "range .Alerts",
        "end",
        "with",
        "|",
        ".Labels",
        "printf",
        '"%d"',
        "$x :=",
        "define",
        '"x"',
        "template",
        "index",
        "1",
        "len",
        "`",
        "else",
        "if",
        "\n",
        "é",
        "(",
        ")",
    ]
)


@given(st.lists(_PIECES | st.text(max_size=3), max_size=12).map("".join), st.booleans())
async def test_no_text_whatever_raises(text: str, html: bool) -> None:
    assert isinstance(await said(texts(Kept()), text, html=html), str)


async def test_plain_texts_cost_nothing() -> None:
    kept = Kept()
    assert await said(texts(kept), "just words") == "just words"
    assert kept.reads == 0
    assert NOW.tzinfo is UTC
