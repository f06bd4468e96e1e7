"""Whatever a template's text is, it ends in text or in a `TemplateError`."""

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.gotemplate.case import Case
from tests.gotemplate.data import DATA, native
from vedette.gotemplate import TemplateError, parse
from vedette.gotemplate.library import functions

FUNCTIONS = functions(lambda: datetime(2024, 1, 1, tzinfo=UTC))
PIECES = [
    *"{}()|$.,:= -\"`'%\\\n0129aex_<>&é€\x00\udc80\ud800",
    *("{{", "}}", "{{- ", " -}}", "{{/*", "*/}}", ":=", "$x", ".list", ".map", ".alert", ".time"),
    *("if ", "else", "end", "range ", "with ", "define ", "template ", "block ", "break", "nil"),
    *("printf `%5.3v` ", "index ", "slice ", "eq ", "lt ", "call ", "html ", "humanize ", "match "),
    *("toJson ", "dict ", "list ", "append ", "tmpl.Inline ", "data.JSON ", "date ", "tz ", '"a"'),
]  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.datetimes(
        timezones=st.just(UTC)
    ) | st.timedeltas(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)  # fmt: skip


def _execute(text: str, data: object, *, html: bool = False) -> str | None:
    try:
        return parse("t", text, FUNCTIONS).execute(data, html=html)
    except TemplateError as error:
        assert error.public.startswith("template: ")
        return None


@settings(max_examples=600, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join), st.booleans())
def test_no_text_makes_anything_but_a_template_error(text: str, html: bool) -> None:
    _execute(text, native(DATA), html=html)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), VALUES)
def test_no_data_makes_anything_but_a_template_error(inside: str, data: object) -> None:
    _execute(f"{{{{{inside} .}}}}", data)
    _execute("{{.}}{{printf `%d %x %q %e %c %U %t %#v` . . . . . . . .}}{{js .}}{{toJson .}}", data)


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_text_outside_of_actions_is_printed_as_it_is(text: str) -> None:
    if "{{" not in text:
        expected = text.encode("utf-8", "replace").decode() if not text.isascii() else text
        assert _execute(text, None) == expected


@settings(max_examples=300, deadline=None)
@given(st.text())
def test_a_string_printed_by_its_quotes_reads_back(text: str) -> None:
    quoted = _execute("{{printf `%q` .}}", text)
    assert quoted is not None
    assert Case(f"{{{{{quoted}}}}}").answer()["output"] == text


@settings(max_examples=300, deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_prints_so_that_it_reads_back(number: float) -> None:
    assert float(_execute("{{.}}", number) or "nan") == number
