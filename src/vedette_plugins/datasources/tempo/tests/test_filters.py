"""Search forms are written as TraceQL that means the same."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.sdk.testing import query
from vedette_plugins.datasources.tempo.errors import BadFilter, BadQuery
from vedette_plugins.datasources.tempo.model import Ask, is_metrics, read_target
from vedette_plugins.datasources.tempo.search_filters import (
    Filter,
    filters_traceql,
    old_traceql,
    quoted,
)


def traceql(*filters, **model):
    target = read_target(query({"queryType": "traceqlSearch", "filters": filters, **model}))
    return target.traceql


def row(tag, value, operator="=", scope="span", kind="string"):
    return {
        "id": "x",
        "tag": tag,
        "operator": operator,
        "scope": scope,
        "value": value,
        "valueType": kind,
    }


def test_filters_are_joined_each_in_its_scope():
    assert (
        traceql(
            row("service.name", "shop", scope="resource"),
            row("duration", "100ms", ">", "intrinsic", "duration"),
            row("http.status_code", "500", ">=", kind="int"),
            row("sampled", True, kind="bool"),
            row("status", "error", scope="intrinsic", kind="keyword"),
            row("anything", "a", scope="unscoped"),
            row("name", "GET /", "!=", "intrinsic"),
        )
        == '{resource.service.name="shop" && duration>100ms && span.http.status_code>=500'
        ' && span.sampled=true && status=error && .anything="a" && name!="GET /"}'
    )


def test_a_search_for_long_traces_compares_their_whole_duration():
    """A stored search finds slow traces, not traces with slow spans."""
    slow = row("duration", "1s", ">", "intrinsic", "duration")
    kind = {"id": "duration-type", "value": "trace"}
    assert traceql(slow, kind) == "{traceDuration>1s}"
    assert traceql(slow, {**kind, "value": "span"}) == "{duration>1s}"


@pytest.mark.parametrize(
    "filters",
    [
        [],
        [row("", "x")],
        [row("a", "")],
        [row("a", None)],
        [row("a", [])],
        [row("a", [""])],
        [{"id": "empty"}],
    ],
)
def test_rows_that_are_not_filled_in_filter_nothing(filters):
    assert traceql(*filters) == "{}"


def test_several_values_mean_any_of_them():
    assert traceql(row("a", ["x.y", "z"])) == r'{span.a=~"x\\.y|z"}'
    assert traceql(row("a", ["x", "z"], "!=")) == '{span.a!~"x|z"}'
    assert traceql(row("a", ["x.*", "z"], "=~")) == '{span.a=~"x.*|z"}'
    assert traceql(row("a", ["x"])) == '{span.a="x"}'
    several = row("status", ["error", "ok"], scope="intrinsic", kind="keyword")
    assert traceql(several) == "{(status=error || status=ok)}"
    none = row("n", [1, 2], "!=", kind="int")
    assert traceql(none) == "{(span.n!=1 && span.n!=2)}"


def test_without_a_type_the_tag_says_how_a_value_is_written():
    assert traceql(row("status", "error", scope="intrinsic", kind=None)) == "{status=error}"
    found = traceql(row("duration", "2s", "<", "intrinsic", None))
    assert found == "{duration<2s}"
    assert traceql(row("zip", "01234", kind=None)) == '{span.zip="01234"}'


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (row("a", "x", "like"), "can be compared"),
        (row("a", "1 || true", kind="int"), "requires a int"),
        (row("duration", "fast", ">", "intrinsic", "duration"), "requires a duration"),
        (row("a b", "x", scope="intrinsic"), "not an intrinsic"),
        (row("a", "x", scope="galaxy"), "unknown scope"),
    ],
)
def test_what_cannot_be_written_is_refused_by_name(bad, words):
    with pytest.raises(BadFilter, match=re.escape(words)):
        traceql(bad)


@given(st.text(min_size=1), st.text(min_size=1))
def test_no_tag_or_value_breaks_out_of_its_quotes(tag, value):
    found = filters_traceql([Filter(tag=tag, scope="span", value=value, value_type="string")])
    bare = re.sub(r'"(?:[^"\\\n]|\\.)*"', "q", found)
    assert bare in ("{span.q=q}", f"{{span.{tag}=q}}")
    if bare != "{span.q=q}":
        assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_./-]*", tag)


@given(st.lists(st.text(min_size=1), min_size=2, max_size=4), st.text())
def test_several_literal_values_match_exactly_themselves(values, other):
    found = filters_traceql([Filter(tag="a", scope="span", value=list(values))])
    text = found.removeprefix('{span.a=~"').removesuffix('"}')
    unescaped = re.sub(
        r"\\(.)",
        lambda match: {"n": "\n", "r": "\r", "t": "\t"}.get(match[1], match[1]),
        text,
    )
    for value in (*values, other):
        assert (re.fullmatch(unescaped, value) is not None) == (value in values)


def test_searches_of_older_dashboards_are_still_understood():
    old = {
        "queryType": "nativeSearch",
        "serviceName": "shop",
        "spanName": 'say "hi"',
        "minDuration": "1.2s",
        "maxDuration": "2 s",
        "search": 'http.status_code=500 error=true msg="two words"',
        "limit": "7",
    }
    target = read_target(query(old))
    assert target.traceql == (
        '{resource.service.name="shop" && name="say \\"hi\\"" && duration>=1.2s && duration<=2s'
        ' && .http.status_code=500 && .error=true && .msg="two words"}'
    )
    assert (target.most_traces, target.spans_per_set) == (7, 3)
    assert read_target(query({"queryType": "nativeSearch"})).traceql == "{}"
    for broken in ('a="b', "lonely", "=x"):
        with pytest.raises(BadFilter):
            _ = read_target(query({"queryType": "nativeSearch", "search": broken})).traceql


@pytest.mark.parametrize(
    ("model", "ask"),
    [
        ({"query": "7f3a"}, Ask.TRACE),
        ({"query": " 7F3A "}, Ask.TRACE),
        ({"query": "0123456789abcdef0123456789abcdef0"}, Ask.TRACE),
        ({"query": '{ span.a = "b" }'}, Ask.SEARCH),
        ({"query": "{} | rate()"}, Ask.METRICS),
        ({"query": "{}|quantile_over_time(duration, .9) by (span.a)"}, Ask.METRICS),
        ({"query": '{ name = "| rate(" }'}, Ask.SEARCH),
        ({"queryType": "traceqlSearch", "query": "7f3a"}, Ask.SEARCH),
        ({"queryType": "traceqlmetrics", "query": "{}"}, Ask.METRICS),
        ({"queryType": "traceId", "query": "not hex"}, Ask.TRACE),
        ({"queryType": "serviceMap"}, Ask.SERVICE_MAP),
        ({"queryType": "clear"}, Ask.NOTHING),
    ],
)
def test_what_is_asked_follows_from_type_and_text(model, ask):
    assert read_target(query({"queryType": "traceql", **model})).ask is ask


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ({"queryType": "telepathy"}, "the query type 'telepathy' is not supported"),
        ({"queryType": "traceql", "limit": "many"}, "limit"),
        ({"queryType": "traceqlSearch", "filters": "x"}, "filters"),
    ],
)
def test_a_target_that_cannot_be_read_says_why(model, words):
    with pytest.raises(BadQuery, match=words):
        read_target(query(model))


def test_limits_have_a_default_and_an_end():
    assert read_target(query({})).most_traces == 20
    assert read_target(query({"limit": 0, "spss": -1})).spans_per_set == 3
    assert read_target(query({"limit": 1e9})).most_traces == 10_000
    assert read_target(query({"limit": 0.5})).most_traces == 1


@given(st.text())
def test_text_in_quotes_is_never_taken_for_a_function(text):
    assert not is_metrics("{ name = " + quoted("| rate() " + text) + " }")


def test_tags_that_would_take_long_to_read_are_refused():
    with pytest.raises(BadFilter, match="longer than 10,000"):
        old_traceql(service="", span="", shortest="", longest="", tags="a=b " * 3_000)
