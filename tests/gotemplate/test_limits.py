"""No template takes more than it is allowed, and each says which limit it reached."""

import time
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from vedette.gotemplate import TemplateError, TemplateLimits, parse
from vedette.gotemplate.library import functions

FUNCTIONS = functions(lambda: datetime(2024, 1, 1, tzinfo=UTC))
DATA = {"list": list(range(10_000)), "long": list(range(10_001)), "text": "x" * 100_000}

EVIL = {
    "nested ranges": "{{range .list}}{{range $.list}}{{range $.list}}{{end}}{{end}}{{end}}",
    "nested ranges that print": "{{range .list}}{{range $.list}}x{{end}}{{end}}",
    "a range over too many": "{{range .long}}{{end}}",
    "a range over a number": "{{range 1000000000}}{{end}}",
    "a template in itself": '{{define "a"}}{{template "a" .}}{{end}}{{template "a" .}}',
    "two templates in each other": (
        '{{define "a"}}{{template "b"}}{{end}}{{define "b"}}{{template "a"}}{{end}}{{template "a"}}'
    ),
    "a template in itself, deep in branches": (
        '{{define "a"}}'
        + "{{if 1}}{{with 1}}" * 12
        + '{{template "a"}}'
        + "{{end}}{{end}}" * 12
        + '{{end}}{{template "a"}}'
    ),
    "a wide print": '{{printf "%1000000d" 1}}',
    "a print wider than Go's": (
        '{{range .list}}{{range 9}}{{printf "%1000000000d" 1}}{{end}}{{end}}'
    ),
    "a precise print": '{{printf "%.1000000f" 1.5}}',
    "a precise integer": '{{printf "%.900000d" 1}}',
    "a width from a value": '{{printf "%*d" 900000 1}}',
    "wide prints in a list": '{{printf "%100000v" .list}}',
    "doubled text": '{{$x := "xxxxxxxx"}}{{range 64}}{{$x = print $x $x}}{{end}}',
    "doubled list": "{{$x := list 1}}{{range 64}}{{$x = list $x $x}}{{end}}{{print $x}}",
    "doubled list as JSON": "{{$x := list 1}}{{range 40}}{{$x = list $x $x}}{{end}}{{toJson $x}}",
    "doubled list compared": "{{$x := list}}{{range 99}}{{$x = list $x $x}}{{end}}{{$x}}",
    "deep list": "{{$x := list 1}}{{range 10000}}{{$x = list $x}}{{end}}{{print $x}}",
    "deep JSON": "{{$x := list 1}}{{range 9999}}{{$x = list $x}}{{end}}{{toJson $x}}",
    "grown list": "{{$x := list}}{{range .list}}{{$x = append $x . . .}}{{end}}",
    "escaped text": '{{$x := "&&&&&&&&"}}{{range 99999}}{{$x = html $x}}{{end}}',
    "text inside out": '{{define "a"}}{{tmpl.Exec "a" .}}{{end}}{{tmpl.Exec "a" .}}',
    "a text that runs itself": (
        '{{define `a`}}{{tmpl.Inline `{{template "a"}}` .}}{{end}}{{template `a`}}'
    ),
    "many replacements": '{{range .list}}{{reReplaceAll "x" "yyyyyyyy" $.text}}{{end}}',
    "many matches": '{{range .list}}{{match "(x+x+)+y" $.text}}{{end}}',
    "a pattern bomb": '{{match "((a{1,100}){1,100}){1,100}" .text}}',
    "a long pattern": '{{match "' + "a" * 1_001 + '" .text}}',
    "many long texts": "{{range .list}}{{len (print $.text $.text)}}{{end}}",
}


@pytest.mark.parametrize("escape", [None, lambda text: text.replace("x", "\\x")])
@pytest.mark.parametrize("name", EVIL)
def test_a_template_that_wants_too_much_ends_in_an_error(
    name: str, escape: Callable[[str], str] | None
) -> None:
    """Proves T54."""
    started = time.thread_time()
    with pytest.raises(TemplateError):
        parse("evil", EVIL[name], FUNCTIONS).execute(DATA, escape=escape)
    assert time.thread_time() - started < 0.5


LARGE = "y" * 200_000
WIDE = {f"label{number}": LARGE for number in range(5_000)}
HUGE = {
    "joined text": '{{join "," .texts}}',
    "a joined separator": "{{join .large .names}}",
    "the text of labels": '{{filterLabels .wide "none"}}{{removeLabels .wide "none"}}',
    "the text of matching labels": '{{filterLabelsRe .wide "label.*"}}',
    "the text of other labels": '{{removeLabelsRe .wide "none"}}',
    "merged labels": "{{mergeLabelValues .samples}}",
    "one match many times": "{{reReplaceAll `.*` .references .large}}",
    "JSON of texts": "{{toJson .texts}}{{data.ToJSON .texts}}",
    "JSON of names": "{{toJson .keyed}}",
    "indented JSON": "{{$x := list}}{{range 40}}{{$x = list $x $x}}{{end}}"
    '{{data.ToJSONPretty "        " $x}}',
    "printed texts": "{{print .texts}}{{printf `%q` .texts}}{{.texts}}",
    "kept texts": "{{$x := list}}{{range .list}}{{$x = append $x (print . $.large)}}{{end}}",
    "kept JSON": "{{$x := list}}{{range .list}}{{$x = append $x (data.JSON $.json)}}{{end}}",
}
HUGE_DATA = {
    **DATA,
    "large": LARGE,
    "texts": [LARGE] * 5_000,
    "names": ["n"] * 5_000,
    "wide": WIDE,
    "samples": {str(at): {"Labels": {"a": LARGE + str(at)}} for at in range(50)},
    "references": "$0" * 50_000,
    "keyed": [{LARGE: 1}] * 5_000,
    "json": f"[{','.join(['[]'] * 9_000)}]",
}


@pytest.mark.parametrize("name", HUGE)
def test_a_text_that_would_be_huge_is_refused_before_it_is_made(name: str) -> None:
    """T54: What a template makes is counted first, so that no message takes the server's memory."""
    template = parse("evil", HUGE[name], FUNCTIONS)
    tracemalloc.start()
    try:
        with pytest.raises(TemplateError):
            template.execute(HUGE_DATA, limits=TemplateLimits(cpu_ms=1_000))
        assert tracemalloc.get_traced_memory()[1] < 48 * 2**20
    finally:
        tracemalloc.stop()


def test_all_texts_of_many_alerts_have_a_limit_together() -> None:
    """T54: More alerts in a message allow longer texts, but not any number of them."""
    text = "{{$x := list}}{{range .list}}{{$x = append $x (print . $.large)}}{{end}}"
    many = TemplateLimits(cpu_ms=60_000, steps=10**9, output=2**30, range=10**6)
    with pytest.raises(TemplateError, match="all texts together"):
        parse("evil", text, FUNCTIONS).execute(HUGE_DATA, limits=many)


@pytest.mark.parametrize("text", ["<" * 300_000, "<a " + "x " * 150_000, "<a x" + " " * 300_000])
def test_following_html_takes_time_by_its_length_alone(text: str) -> None:
    """T54: Text that opens tags without end is read once, not once for each tag."""
    template = parse("mail", text, FUNCTIONS)
    started = time.thread_time()
    template.execute({}, html=True, limits=TemplateLimits(output=2**20))
    assert time.thread_time() - started < 5


@pytest.mark.parametrize(
    ("text", "limits", "message"),
    [
        ("{{range 100}}{{end}}", TemplateLimits(steps=50), "takes more than 50 steps"),
        (
            "{{range .list}}{{range 100}}{{end}}{{end}}",
            TemplateLimits(cpu_ms=0),
            "takes longer than 0 ms",
        ),
        ("abcdef", TemplateLimits(output=5), "the output is longer than 5 bytes"),
        ("äöü", TemplateLimits(output=5), "the output is longer than 5 bytes"),
        ("{{range 3}}{{end}}", TemplateLimits(range=2), "more than 2 items"),
        (
            '{{define "a"}}{{end}}{{template "a"}}',
            TemplateLimits(depth=0),
            "maximum template depth (0)",
        ),
    ],
)
def test_each_limit_is_named_when_it_is_reached(
    text: str, limits: TemplateLimits, message: str
) -> None:
    with pytest.raises(TemplateError, match="template: t") as caught:
        parse("t", text, FUNCTIONS).execute(DATA, limits=limits)
    assert message in caught.value.public


CATASTROPHES = [
    "(a+)+$",
    "(a|aa)+$",
    "(a|a?)+$",
    "([a-zA-Z]+)*$",
    "(.*a){20}$",
    "(x+x+)+y",
    "^(a?){50}a{50}$",
    "(a*)*b",
    "((a*)*)*c",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "(.*)*!",
    "(?:a|a|a|a)*z",
    "^(a|b|ab)*c$",
    "(aa*)*(aa*)*(aa*)*d",
    '([^"]|\\\\.)*"$',
]


@pytest.mark.parametrize("pattern", CATASTROPHES)
def test_patterns_that_explode_elsewhere_take_no_time(pattern: str) -> None:
    """Proves T55, CVE-2025-10630."""
    template = parse(
        "t", "{{match .pattern .text}}{{reReplaceAll .pattern `` .text | len}}", FUNCTIONS
    )
    started = time.thread_time()
    template.execute({"pattern": pattern, "text": "a" * 2_000 + "!"})
    assert time.thread_time() - started < 0.05


def test_an_endless_number_of_the_data_is_refused() -> None:
    with pytest.raises(TemplateError, match="an integer is longer"):
        parse("t", "{{.}}", {}).execute(10**10_000)


def test_what_is_within_the_limits_is_printed() -> None:
    template = parse("t", "{{range .list}}{{.}} {{end}}", {})
    assert len(template.execute(DATA, limits=TemplateLimits(cpu_ms=60_000))) == 48_890
    deep = '{{define "d"}}{{if .}}{{template "d" (slice . 1)}}{{end}}.{{end}}{{template "d" .}}'
    assert parse("t", deep, {}).execute("x" * 49) == "." * 50


def test_a_long_or_deeply_nested_text_is_refused() -> None:
    for text in (
        "x" * 2_000_000,
        "{{if 1}}" * 1_000,
        "{{" + "(" * 1_000,
        "{{if 1}}{{else if 1}}" * 90,
    ):
        with pytest.raises(TemplateError):
            parse("t", text, {})
