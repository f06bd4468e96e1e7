"""Texts of contact points: rendered with the organization's templates, and never an error."""

from collections.abc import Mapping
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.unit.alerting.templates.test_messages import FIRING, NOW, ROOT, told

from vedette.alerting.templates.engine import defaults
from vedette.alerting.templates.texts import MOST_LISTED, OrgTexts
from vedette.db.errors import DatabaseUnavailable
from vedette.sdk import Message, plain_title
from vedette.sdk.receiver_text import DEFAULT_MESSAGE, DEFAULT_TITLE


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
    base = defaults(ROOT, lambda: datetime(2026, 5, 4, tzinfo=UTC))
    return OrgTexts(kept, lambda: base, "1.0")


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
    """Proves T54."""
    found = await said(texts(Kept()), "{{ .Nope }}")
    assert found.startswith(
        "[FIRING:1] Disk full Hosts\n\n(The template of this notification failed: "
    )
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


def many(count: int) -> Message:
    return told(*(replace(FIRING, labels={**FIRING.labels, "host": f"h{n}"}) for n in range(count)))


async def test_the_default_texts_list_each_of_a_thousand_alerts() -> None:
    message = many(1_000)
    found = await texts(Kept()).text(DEFAULT_MESSAGE, message, otherwise=plain_title)
    assert found.count("Labels:") == 1_000 and "failed" not in found


async def test_a_text_that_gets_too_long_lists_the_first_alerts_and_counts_the_rest() -> None:
    message = many(12_000)
    found = await texts(Kept()).text(DEFAULT_MESSAGE, message, otherwise=plain_title)
    assert found.count("Labels:") == MOST_LISTED
    assert found.endswith(f"(This text lists {MOST_LISTED} of the 12000 alerts.)")
    title = await texts(Kept()).text(DEFAULT_TITLE, message, otherwise=plain_title)
    assert title.startswith("[FIRING:12000] ") and "lists" not in title


async def test_a_payload_that_gets_too_long_is_not_cut_as_half_a_payload_says_nothing() -> None:
    text = '{{ range .Alerts }}{{ printf "%4000s" "x" }}{{ end }}'
    found = await texts(Kept()).text(text, many(1_000), otherwise=lambda _: "no", variables={})
    assert found.startswith("no\n\n(The template of this notification failed: ")
