"""Matchers: what they select, and the forms in which they are written."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.alerting.model import BadMatcher, Matcher, Operator, matches_all
from vedette.alerting.model.matchers import MAX_NAME, MAX_PATTERN, MAX_VALUE, from_triple, parse


def only(text: str) -> Matcher:
    (matcher,) = parse(text)
    return matcher


@pytest.mark.parametrize(
    ("text", "labels", "matches"),
    [
        ('team="web"', {"team": "web"}, True),
        ('team="web"', {"team": "webs"}, False),
        ('team="web"', {}, False),
        ('team=""', {}, True),
        ('team=""', {"team": ""}, True),
        ('team!="web"', {"team": "web"}, False),
        ('team!="web"', {}, True),
        ('team!=""', {}, False),
        ('team=~"web|db"', {"team": "db"}, True),
        ('team=~"web|db"', {"team": "web1"}, False),
        ('team=~"a|b"', {"team": "ab"}, False),
        ('team=~"web.*"', {"team": "web\nline"}, True),
        ('team=~".*"', {}, True),
        ('team=~".+"', {}, False),
        ('team!~"web.*"', {"team": "web1"}, False),
        ('team!~"web.*"', {"team": "db"}, True),
        ('team!~".+"', {}, True),
        ('team=~"(?i)WEB"', {"team": "web"}, True),
    ],
)
def test_a_matcher_tests_the_whole_value_and_a_missing_label_is_empty(
    text: str, labels: dict[str, str], matches: bool
) -> None:
    matcher = only(text)
    assert matcher.matches(labels) is matches
    assert matcher.matches_absence is matcher.matches({})


def test_matchers_are_joined_by_and() -> None:
    both = parse('team="web", severity=~"warning|critical"')
    assert matches_all(both, {"team": "web", "severity": "critical"})
    assert not matches_all(both, {"team": "web", "severity": "info"})
    assert matches_all((), {})


@pytest.mark.parametrize(
    ("text", "triples"),
    [
        ("foo=bar", [("foo", "=", "bar")]),
        ("foo = bar", [("foo", "=", "bar")]),
        ('severity =~ "warning|critical"', [("severity", "=~", "warning|critical")]),
        ("severity=~warning|critical", [("severity", "=~", "warning|critical")]),
        ('{foo="bar",dings!="bums"}', [("foo", "=", "bar"), ("dings", "!=", "bums")]),
        ('{foo="bar", dings!="bums",}', [("foo", "=", "bar"), ("dings", "!=", "bums")]),
        ("{}", []),
        ("", []),
        ("foo=", [("foo", "=", "")]),
        ("a=,b=c", [("a", "=", ""), ("b", "=", "c")]),
        ('foo="a,b"', [("foo", "=", "a,b")]),
        (r'foo="say \"hi\"\n\\"', [("foo", "=", 'say "hi"\n\\')]),
        (r'foo=~"\d+\.x"', [("foo", "=~", r"\d+\.x")]),
        ('foo="}"', [("foo", "=", "}")]),
        ("foo=two words", [("foo", "=", "two words")]),
        ('"größe 1"="x"', [("größe 1", "=", "x")]),
        ("foo!~a.*", [("foo", "!~", "a.*")]),
        ("foo=a=b", [("foo", "=", "a=b")]),
        ("foo==b", [("foo", "=", "=b")]),
        ("foo🙂=bar", [("foo🙂", "=", "bar")]),
        ("f.o=x, größe!=y ,", [("f.o", "=", "x"), ("größe", "!=", "y")]),
        ("a-b!~[a-z]+", [("a-b", "!~", "[a-z]+")]),
        ("1a=b", [("1a", "=", "b")]),
        ("{foo=~a{2},}", [("foo", "=~", "a{2}")]),
        ("foo=b{ar", [("foo", "=", "b{ar")]),
        ("foo='bar'", [("foo", "=", "'bar'")]),
        (r"foo=~\d+\.x", [("foo", "=~", r"\d+\.x")]),
        (r"foo=a\"b\nc", [("foo", "=", 'a"b\nc')]),
        (r"foo=a\,b=c", [("foo", "=", "a\\"), ("b", "=", "c")]),
        (" {foo=bar} ", [("foo", "=", "bar")]),
        (r'"f.o"="a\tb"', [("f.o", "=", "a\tb")]),
        (r'"caf\u00e9"!="\x41\101\\\""', [("café", "!=", 'AA\\"')]),
        (r'"foo"=~"\\d"', [("foo", "=~", r"\d")]),
        (r'foo="\u00e9", f.o=x', [("foo", "=", "é"), ("f.o", "=", "x")]),
        (r'foo="a\tb\u00e9"', [("foo", "=", r"a\tb\u00e9")]),
        ("foo=bar}", [("foo", "=", "bar")]),
        ("{foo=bar", [("foo", "=", "bar")]),
        ('foo="bar"}', [("foo", "=", "bar")]),
        ('{foo="bar"', [("foo", "=", "bar")]),
        ("foo=~(a|b)}", [("foo", "=~", "(a|b)")]),
        ("foo=bar}}", [("foo", "=", "bar}")]),
        ('foo="{",b=c}', [("foo", "=", "{"), ("b", "=", "c")]),
        ("{", []),
        ("foo =~ a.*b , x = y ", [("foo", "=~", "a.*b"), ("x", "=", "y")]),
    ],
)
def test_strings_are_read_as_prometheus_and_alertmanager_read_them(
    text: str, triples: list[tuple[str, str, str]]
) -> None:
    assert [matcher.triple for matcher in parse(text)] == triples


@pytest.mark.parametrize("text", ["foo=~[0-9]{2}", "{foo=~[0-9]{2}}", "foo=~[0-9]{2}}"])
def test_a_brace_that_belongs_to_a_pattern_stays_although_alertmanager_cuts_it(text: str) -> None:
    assert only(text).triple == ("foo", "=~", "[0-9]{2}")


@pytest.mark.parametrize(
    "text",
    [
        "foo",
        "=bar",
        'foo="bar" x',
        'foo="}',
        '{foo="}',
        '""="x"',
        ",a=b",
        "a=b,,c=d",
        ",",
        "a b=c",
        'foo=a"b',
        'foo="a" "b"',
        "{{foo=bar}",
        "a~b",
        r'"foo"="\d"',
        r'f.o="a\'b"',
        r'foo=~"\d+", f.o=x',
        r'"f\qo"=x',
        r'"f.o"="\xff"',
        r'"f.o"="\ud800"',
        '"f.o"="a\nb"',
        r"f.o=\d",
        "f.o=two words",
        "f.o=",
        "f.o=a{2}",
    ],
)
def test_strings_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(BadMatcher):
        parse(text)


@given(
    st.text(min_size=1, max_size=20),
    st.sampled_from(Operator),
    st.text(max_size=30),
)
def test_what_is_written_is_read_back(name: str, operator: Operator, value: str) -> None:
    matcher = Matcher(name, operator, re.escape(value) if operator.is_regex else value)
    assert parse(str(matcher)) == (matcher,)
    assert parse(f"{{{matcher},{matcher}}}") == (matcher, matcher)
    assert from_triple(matcher.triple) == matcher
    assert hash(from_triple(matcher.triple)) == hash(matcher)


def test_object_matchers_take_any_label_name() -> None:
    assert from_triple(["größe in m²", "=~", "1."]).matches({"größe in m²": "12"})
    assert repr(from_triple(["a b", "=", "c"])) == 'Matcher("a b"="c")'


@pytest.mark.parametrize(
    "triple", [[], ["a", "="], ["a", "==", "b"], ["a", "=", 1], ["", "=", "b"]]
)
def test_broken_object_matchers_are_refused(triple: list[object]) -> None:
    with pytest.raises(BadMatcher):
        from_triple(triple)


def test_a_regular_expression_that_is_wrong_says_so() -> None:
    with pytest.raises(BadMatcher, match=r"'web\('.*team.*missing \)"):
        Matcher("team", Operator.REGEX, "web(")


@pytest.mark.parametrize(
    ("name", "operator", "value"),
    [
        ("a", Operator.REGEX, "x" * (MAX_PATTERN + 1)),
        ("a", Operator.EQUAL, "x" * (MAX_VALUE + 1)),
        ("a" * (MAX_NAME + 1), Operator.EQUAL, "x"),
        ("a", Operator.REGEX, "((a{1000}){1000}){1000}"),
        ("a", Operator.REGEX, "(\\pL{900}|\\pN{900})"),
        ("a", Operator.REGEX, r"(a)\1"),
    ],
)
def test_what_costs_too_much_is_refused(name: str, operator: Operator, value: str) -> None:
    with pytest.raises(BadMatcher):
        Matcher(name, operator, value)


def test_a_regular_expression_bomb_costs_no_time() -> None:
    started = time.perf_counter()
    matcher = Matcher("a", Operator.REGEX, "(a+)+(a|aa)+(a*)*b")
    assert not matcher.matches({"a": "a" * 5_000})
    assert time.perf_counter() - started < 1


def test_a_matcher_equals_only_a_matcher() -> None:
    assert only("a=b") != "a=b"
