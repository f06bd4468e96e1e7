"""Ad hoc filters narrow what they should, whatever the expression holds besides."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette_plugins.datasources.loki.adhoc import BadFilter, with_filters
from vedette_plugins.datasources.loki.logql import NotLogql, is_log_query, selectors, tokens
from vedette_plugins.datasources.loki.model import AdHocFilter

INDEXED = frozenset({"app"})
APP = AdHocFilter("app", "=", "web")
TRACE = AdHocFilter("trace_id", "=", "4bf9")


def filtered(expr, *filters):
    return with_filters(expr, filters, INDEXED)


@pytest.mark.parametrize(
    ("expr", "narrowed"),
    [
        ("{}", '{app="web"}'),
        ('{job="a"}', '{job="a", app="web"}'),
        ('{job="a", }', '{job="a", app="web"}'),
        ('{job="a"} |= "{x}"', '{job="a", app="web"} |= "{x}"'),
        ('{job="a"} |= `}{` # {not="this"}', '{job="a", app="web"} |= `}{` # {not="this"}'),
        (
            'sum(rate({a="b"}[5m])) / sum(rate({a="c"} | json [5m]))',
            'sum(rate({a="b", app="web"}[5m])) / sum(rate({a="c", app="web"} | json [5m]))',
        ),
        (
            '{a="b"} | line_format "{{.msg}} }"',
            '{a="b", app="web"} | line_format "{{.msg}} }"',
        ),
        ("vector(1)", "vector(1)"),
    ],
)
def test_an_indexed_label_narrows_every_selector(expr, narrowed):
    assert filtered(expr, APP) == narrowed


@pytest.mark.parametrize(
    ("expr", "narrowed"),
    [
        ('{a="b"}', '{a="b"} | trace_id="4bf9"'),
        ('{a="b"} |= "x"', '{a="b"} | trace_id="4bf9" |= "x"'),
        ('{a="b"} | json', '{a="b"} | json | trace_id="4bf9"'),
        (
            '{a="b"} | json x="y", z="t" | x > 5 != "n"',
            '{a="b"} | json x="y", z="t" | trace_id="4bf9" | x > 5 != "n"',
        ),
        (
            '{a="b"} | logfmt --strict | label_format c=d | regexp `(?P<e>.*)` |~ "f"',
            '{a="b"} | logfmt --strict | label_format c=d | regexp `(?P<e>.*)`'
            ' | trace_id="4bf9" |~ "f"',
        ),
        (
            'sum by (x) (rate({a="b"} | logfmt | unwrap took [1m])) > 0',
            'sum by (x) (rate({a="b"} | logfmt | trace_id="4bf9" | unwrap took [1m])) > 0',
        ),
    ],
)
def test_any_other_label_is_compared_behind_the_last_parser(expr, narrowed):
    assert filtered(expr, TRACE) == narrowed


def test_both_kinds_of_filters_stand_together():
    less = AdHocFilter("took", "<", "200ms")
    assert filtered("{}", APP, TRACE, less) == '{app="web"} | trace_id="4bf9" | took < 200ms'


@pytest.mark.parametrize(
    "bad",
    [
        AdHocFilter('app="x"} or {a', "=", "b"),
        AdHocFilter("app", "==", "b"),
        AdHocFilter("app", "<", '5 or a="b"'),
    ],
)
def test_a_filter_that_is_none_is_refused(bad):
    with pytest.raises(BadFilter):
        filtered('{a="b"}', bad)


@pytest.mark.parametrize("expr", ['{a="b', "{a=`b}", '{a="b"', '{a{b="c"}'])
def test_an_expression_that_cannot_be_read_is_refused(expr):
    with pytest.raises(BadFilter, match="cannot be parsed"):
        filtered(expr, APP)


@pytest.mark.parametrize(
    ("expr", "is_log"),
    [
        ('{app="web"}', True),
        (' # {x}\n ({app="web"} | json)', True),
        ('rate({app="web"}[5m])', False),
        ("1 + 1", False),
        ("", False),
    ],
)
def test_log_queries_are_distinguished_from_numbers(expr, is_log):
    assert is_log_query(expr) is is_log


@given(st.text())
def test_a_value_stays_one_string_whatever_it_holds(value):
    narrowed = with_filters("{}", [AdHocFilter("app", "=", value)], INDEXED)
    kinds = [(token.kind, token.text) for token in tokens(narrowed)]
    assert [text for kind, text in kinds if kind != "string"] == ["{", "app", "=", "}"]
    assert len(kinds) == 5


@given(st.text(alphabet='{}[]()|=!~"`# \n\\a1,', max_size=60))
def test_any_text_is_read_or_refused_and_nothing_of_it_is_lost(expr):
    try:
        found = selectors(expr)
    except NotLogql:
        return
    narrowed = with_filters(expr, [APP, TRACE], INDEXED)
    for piece in ('app="web"', ' | trace_id="4bf9"'):
        assert narrowed.count(piece) == len(found)
    left = narrowed.replace(', app="web"', "").replace('app="web"', "")
    assert left.replace(' | trace_id="4bf9"', "") == expr
