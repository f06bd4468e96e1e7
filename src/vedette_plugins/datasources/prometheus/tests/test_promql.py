import pytest

from vedette_plugins.datasources.prometheus.adhoc import BadFilter, with_filters
from vedette_plugins.datasources.prometheus.model import AdHocFilter

JOB = AdHocFilter("job", "=", "api")


def filtered(expr: str, *filters: AdHocFilter) -> str:
    return with_filters(expr, filters or (JOB,))


@pytest.mark.parametrize(
    ("expr", "wanted"),
    [
        ("up", 'up{job="api"}'),
        ("up{}", 'up{job="api"}'),
        ('up{a="b"}', 'up{a="b",job="api"}'),
        ('up{a="b",}', 'up{a="b",job="api"}'),
        ('{__name__="up"}', '{__name__="up",job="api"}'),
        ('{"up.dotted", "a.b"="c"}', '{"up.dotted", "a.b"="c",job="api"}'),
        ("rate(x[5m])", 'rate(x{job="api"}[5m])'),
        ("rate(x{a='}'}[5m])", "rate(x{a='}',job=\"api\"}[5m])"),
        ("max_over_time(rate(x[5m])[1h:30s])", 'max_over_time(rate(x{job="api"}[5m])[1h:30s])'),
        ("max_over_time(x[1h:])", 'max_over_time(x{job="api"}[1h:])'),
        ("sum by (job, le) (rate(x[1m]))", 'sum by (job, le) (rate(x{job="api"}[1m]))'),
        ("sum(x) by (job)", 'sum(x{job="api"}) by (job)'),
        ("SUM WITHOUT(a)(x)", 'SUM WITHOUT(a)(x{job="api"})'),
        ("topk(3, x)", 'topk(3, x{job="api"})'),
        ('count_values("v", x)', 'count_values("v", x{job="api"})'),
        ("x offset 5m", 'x{job="api"} offset 5m'),
        ("x offset -5m", 'x{job="api"} offset -5m'),
        ("x @ 1609746000", 'x{job="api"} @ 1609746000'),
        ("x @ end() offset 1h", 'x{job="api"} @ end() offset 1h'),
        ("sum_over_time(x[5m] @ start())", 'sum_over_time(x{job="api"}[5m] @ start())'),
        (
            "a / on(b) group_left(c) d",
            'a{job="api"} / on(b) group_left(c) d{job="api"}',
        ),
        (
            "a * ignoring (b) group_right d",
            'a{job="api"} * ignoring (b) group_right d{job="api"}',
        ),
        ("a > bool 1", 'a{job="api"} > bool 1'),
        ("a and b unless c", 'a{job="api"} and b{job="api"} unless c{job="api"}'),
        ("-a + -1e+3", '-a{job="api"} + -1e+3'),
        ("a == Inf or NaN", 'a{job="api"} == Inf or NaN'),
        ("vector(1) + 0x1F + .5 + 1e-3", "vector(1) + 0x1F + .5 + 1e-3"),
        ("time() - x", 'time() - x{job="api"}'),
        ("a # b\n+ c", 'a{job="api"} # b\n+ c{job="api"}'),
        (
            'label_replace(x, "dst", "$1", "src", "(.*) by (y)")',
            'label_replace(x{job="api"}, "dst", "$1", "src", "(.*) by (y)")',
        ),
        ("sum", 'sum{job="api"}'),
        ("by + on_call", 'by{job="api"} + on_call{job="api"}'),
        ("offset offset 5m", 'offset{job="api"} offset 5m'),
        ("sum(sum)", 'sum(sum{job="api"})'),
        ("job:http:rate5m", 'job:http:rate5m{job="api"}'),
        ("quantile by (a) (0.9, x)", 'quantile by (a) (0.9, x{job="api"})'),
        ("(a)", '(a{job="api"})'),
        ("((a) + (b[5m:]))", '((a{job="api"}) + (b{job="api"}[5m:]))'),
        ('absent(x{a=`q"`})', 'absent(x{a=`q"`,job="api"})'),
        ("a atan2 b ^ c % d", 'a{job="api"} atan2 b{job="api"} ^ c{job="api"} % d{job="api"}'),
        ("group_left_total", 'group_left_total{job="api"}'),
        ("x{by='y', offset!~'z'}", "x{by='y', offset!~'z',job=\"api\"}"),
        ("1 + 2", "1 + 2"),
        ('"text"', '"text"'),
    ],
)
def test_every_selector_gets_the_filter_and_nothing_else_changes(expr, wanted):
    assert filtered(expr) == wanted


def test_values_cannot_leave_their_quotes():
    found = filtered("up", AdHocFilter("a", "=~", 'x"} or up{b="\\\n'))
    assert found == 'up{a=~"x\\"} or up{b=\\"\\\\\\n"}'


def test_several_filters_are_all_added():
    assert filtered("up", JOB, AdHocFilter("b", "!=", "c")) == 'up{job="api",b!="c"}'


def test_filters_without_a_key_are_still_being_typed():
    assert filtered("up", AdHocFilter("")) == "up"


@pytest.mark.parametrize(
    "bad", [AdHocFilter('a"', "=", ""), AdHocFilter("a", "<", "1"), AdHocFilter("a", "or", "1")]
)
def test_filters_that_promql_has_no_matcher_for_are_refused(bad):
    with pytest.raises(BadFilter):
        filtered("up", bad)


@pytest.mark.parametrize(
    "expr",
    ["up{", "sum(x", "x)", "$x", "up up", '"open', "x[5m", "{}", "a +* b", "x offset y", "by("],
)
def test_expressions_that_cannot_be_read_are_refused_rather_than_half_filtered(expr):
    with pytest.raises(BadFilter):
        filtered(expr)
