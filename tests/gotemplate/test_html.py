"""Values in the HTML of an e-mail cannot break out of their place."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.gotemplate import TemplateError, parse
from vedette.gotemplate.library import functions
from vedette.gotemplate.library.texts import FUNCTIONS

EVIL = "\"'><script>alert(1)</script>"


def html(text: str, value: object) -> str:
    return parse("mail", text, FUNCTIONS).execute({"v": value}, html=True)


def test_values_between_tags_are_text() -> None:
    assert html("<p>{{.v}}</p>", "<b>&'\"") == "<p>&lt;b&gt;&amp;&#39;&#34;</p>"


def test_the_templates_own_html_is_left_alone() -> None:
    text = "<!-- a > b --><style>p > a {x: 'y'}</style><br/><p title='a > b' hidden>&amp;</p>"
    assert html(text + "{{.v}}", "<") == text + "&lt;"


def test_html_that_is_marked_safe_is_left_alone_between_tags_only() -> None:
    assert html("<p>{{safeHtml .v}}</p>", "<b>x</b>") == "<p><b>x</b></p>"
    assert "<b>" not in html("<p title='{{safeHtml .v}}'>", "<b>x</b>")


@pytest.mark.parametrize("attribute", ['title="{{.v}}"', "title='{{.v}}'", "title={{.v}}"])
def test_values_stay_inside_their_attribute(attribute: str) -> None:
    printed = html(f"<a {attribute}>x</a>", EVIL + " onload=x")
    assert "<script" not in printed
    assert printed.count("<") == 2 and printed.count(">") == 2
    assert " onload=x" not in printed or attribute[6] in "\"'"


@pytest.mark.parametrize(
    ("url", "printed"),
    [
        ("https://example.org/?a=1&b=2", "https://example.org/?a=1&amp;b=2"),
        ("/relative path", "/relative%20path"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("javascript:alert(1)", "#ZgotmplZ"),
        (" java\nscript:alert(1)", "#ZgotmplZ"),
        ("data:text/html,x", "#ZgotmplZ"),
        ("vbscript:x", "#ZgotmplZ"),
    ],
)
def test_links_go_only_where_links_may_go(url: str, printed: str) -> None:
    assert html('<a href="{{.v}}">x</a>', url) == f'<a href="{printed}">x</a>'


def test_a_value_in_the_query_of_a_link_is_one_value() -> None:
    assert html('<a href="/x?q={{.v}}">', "a&b=c d/é") == '<a href="/x?q=a%26b%3Dc%20d%2F%C3%A9">'


def test_styles_take_simple_values_only() -> None:
    assert html('<p style="color: {{.v}}">', "#ff0000") == '<p style="color: #ff0000">'
    assert html('<p style="color: {{.v}}">', "red; background: url(x)").count("ZgotmplZ") == 1
    assert html("<style>p {color: {{.v}}}</style>", "}</style>").count("ZgotmplZ") == 1


@pytest.mark.parametrize(
    "text",
    [
        "<script>{{.v}}</script>",
        '<p onclick="{{.v}}">',
        "<{{.v}}>",
        "<p {{.v}}>",
        "<p data-{{.v}}='x'>",
        "</{{.v}}>",
    ],
)
def test_values_where_code_or_names_stand_are_refused(text: str) -> None:
    with pytest.raises(TemplateError, match="a value cannot stand in"):
        html(text, "x")


def test_a_template_rendered_into_a_value_is_escaped_once() -> None:
    text = '{{define "b"}}<b>{{.}}</b>{{end}}{{tmpl.Exec "b" .v}}'
    printed = parse("mail", text, functions(lambda: datetime(2024, 1, 1, tzinfo=UTC)))
    assert printed.execute({"v": "<"}, html=True) == "<b>&lt;</b>"


@pytest.mark.parametrize("value", ["<b>", '{{"<b>" | safeHtml}}', '{{tmpl.Inline "<b>" .}}'])
def test_a_template_that_comes_with_the_data_makes_no_tags(value: str) -> None:
    text = '{{tmpl.Inline .v .}} {{$own := "<i>{{.v}}</i>"}}{{tmpl.Inline $own .}}{{"<u>"}}'
    printed = parse("mail", text, functions(lambda: datetime(2024, 1, 1, tzinfo=UTC)))
    found = printed.execute({"v": value}, html=True)
    assert found.startswith("&lt;b&gt; <i>") and found.endswith("</i>&lt;u&gt;")


def test_functions_and_conditions_see_what_a_template_says() -> None:
    text = (
        '{{define "b"}}{{.}}{{end}}{{if eq (tmpl.Exec "b" .v) "a&b"}}ours{{end}}'
        ' {{tmpl.Exec "b" .v | toUpper}} <a title="{{tmpl.Exec "b" .v}}">'
    )
    printed = parse("mail", text, functions(lambda: datetime(2024, 1, 1, tzinfo=UTC)))
    assert printed.execute({"v": "a&b"}, html=True) == 'ours A&amp;B <a title="a&amp;b">'


def test_comments_hold_no_values() -> None:
    assert html("<!-- {{.v}} --><p>{{.v}}", "-->") == "<!--  --><p>--&gt;"


def test_places_hold_across_branches_loops_and_templates() -> None:
    text = (
        '{{define "row"}}<td title="{{.}}">{{.}}</td>{{end}}<table {{if .v}}class="{{.v}}"{{end}}>'
        '{{template "row" .v}}</table>'
    )
    assert html(text, "<") == '<table class="&lt;"><td title="&lt;">&lt;</td></table>'


@given(
    st.text(),
    st.sampled_from(["{}", '<a title="{}">', "<a title='{}'>", "<a href={}>", "<a style='{}'>"]),
)
def test_no_value_adds_a_tag_or_ends_an_attribute(value: str, around: str) -> None:
    plain = html(around.replace("{}", "x"), "")
    printed = html(around.replace("{}", "{{.v}}"), value)
    for sign in "<>\"'":
        assert printed.count(sign) == plain.count(sign)
