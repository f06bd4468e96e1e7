"""The simulated shop is the same each time, and its parts fit together."""

import pytest
from tests.shop.metrics import STEP_MS, Counters
from tests.shop.traces import otlp_traces
from tests.shop.traffic import SERVICES, traffic

START = 1_790_000_040_000_000_000
END = START + 600 * 10**9


@pytest.fixture(scope="module")
def visits():
    return list(traffic(START, END, 300))


def test_the_same_seed_tells_the_same_story(visits):
    assert list(traffic(START, END, 300)) == visits
    assert list(traffic(START, END, 300, seed=2)) != visits


def test_all_services_take_part_and_some_orders_fail(visits):
    spans = [span for visit in visits for span in visit.spans]
    assert {span.service for span in spans} == set(SERVICES)
    assert 0 < sum(visit.status == 500 for visit in visits) < 30
    assert all(any(span.error for span in visit.spans) for visit in visits if visit.status == 500)


def test_every_span_lies_within_the_one_that_called_it(visits):
    for visit in visits:
        assert START <= visit.start_ns < visit.end_ns < END
        by_id = {span.id: span for span in visit.spans}
        assert len(by_id) == len(visit.spans)
        assert [span.parent for span in visit.spans].count("") == 1
        for span in visit.spans[1:]:
            parent = by_id[span.parent]
            assert parent.start_ns <= span.start_ns <= span.end_ns <= parent.end_ns


def test_lines_name_the_trace_and_a_span_of_it(visits):
    for visit in visits:
        ids = {span.id for span in visit.spans}
        assert visit.lines
        for line in visit.lines:
            assert visit.trace in line.text
            assert line.span in ids


def test_counters_end_at_the_number_of_requests_and_never_fall(visits):
    series = Counters().series(visits, START // 10**6, END // 10**6 + STEP_MS)
    counted = 0.0
    for each in series:
        times = [at for at, _ in each.samples]
        values = [value for _, value in each.samples]
        assert times == sorted(set(times))
        if each.labels["__name__"] == "shop_orders_waiting":
            continue
        assert values == sorted(values)
        if each.labels["__name__"] == "shop_requests_total":
            counted += values[-1] if each.labels["service"] == "frontend" else 0
    assert counted == len(visits)


def test_counters_go_on_from_one_stretch_to_the_next(visits):
    whole, parts = Counters(), Counters()
    middle, end = START // 10**6 + 20 * STEP_MS, START // 10**6 + 41 * STEP_MS
    before = [visit for visit in visits if visit.end_ns // 10**6 <= middle]
    after = [visit for visit in visits if visit.end_ns // 10**6 > middle]
    parts.series(before, START // 10**6, middle)

    def last(series):
        return {str(sorted(each.labels.items())): each.samples[-1][1] for each in series}

    expected = last(whole.series(visits, START // 10**6, end))
    assert last(parts.series(after, middle, end)) == pytest.approx(expected)


def test_exemplars_name_traces_in_the_order_of_time(visits):
    series = Counters().series(visits, START // 10**6, END // 10**6 + STEP_MS)
    traces = {visit.trace for visit in visits}
    exemplars = [each.exemplars for each in series if each.exemplars]
    assert exemplars
    for each in exemplars:
        assert [at for at, _, _ in each] == sorted({at for at, _, _ in each})
        assert {trace for _, _, trace in each} <= traces


def test_spans_are_sent_with_the_pod_that_made_them(visits):
    sent = otlp_traces(visits)["resourceSpans"]
    count = sum(len(pod["scopeSpans"][0]["spans"]) for pod in sent)
    assert count == sum(len(visit.spans) for visit in visits)
    assert len(sent) == 2 * len(SERVICES)
