"""The service map from the metrics generator, queried from a metrics source in PromQL."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from vedette.sdk import Answer, Frame, Json, LinkedQuery, Query
from vedette_plugins.datasources.tempo.errors import NoMetricsSource
from vedette_plugins.datasources.tempo.model import Target
from vedette_plugins.datasources.tempo.promql_answers import rows_of
from vedette_plugins.datasources.tempo.service_frames import map_frames, red_frame
from vedette_plugins.datasources.tempo.service_graph import read_map

TOTAL, FAILED, SECONDS = "total", "failed", "seconds"
RATE, ERRORS, DURATION = "rate", "errors", "duration"
_METRICS = {
    TOTAL: "traces_service_graph_request_total",
    FAILED: "traces_service_graph_request_failed_total",
    SECONDS: "traces_service_graph_request_server_seconds_sum",
}
_CALLS = "traces_spanmetrics_calls_total"
_BUCKETS = ("traces_spanmetrics_latency_bucket", "traces_spanmetrics_duration_seconds_bucket")
_SERVER = 'span_kind="SPAN_KIND_SERVER"'
_FAILING = 'status_code="STATUS_CODE_ERROR"'
_BUSIEST = f"topk(5, sum by (span_name) (rate({_CALLS}{{{_SERVER}}}[$__range])))"


def linked_queries(query: Query, target: Target, metrics_uid: str) -> list[LinkedQuery]:
    """Return instant queries over the whole range. Raises `NoMetricsSource`."""
    if not metrics_uid:
        raise NoMetricsSource(
            "The service map requires a metrics data source. Select one in the settings of "
            "this data source (serviceMap.datasourceUid)."
        )
    exprs = {
        **{name: _summed(metric, target) for name, metric in _METRICS.items()},
        **_red_exprs(),
    }
    return [
        LinkedQuery(
            metrics_uid,
            replace(
                query,
                ref_id=name,
                model={"refId": name, "expr": expr, "instant": True, "range": False},
            ),
        )
        for name, expr in exprs.items()
    ]


def _summed(metric: str, target: Target) -> str:
    labels = ["client", "server"]
    if target.service_map_include_namespace:
        labels += ["client_service_namespace", "server_service_namespace"]
    rates = [f"rate({metric}{selector}[$__range])" for selector in target.selectors]
    return f"sum by ({', '.join(labels)}) ({' or '.join(rates)})"


def _red_exprs() -> dict[str, str]:
    """Return rate, errors and 90th percentile of the busiest server spans, by span name."""
    failing = f"rate({_CALLS}{{{_SERVER},{_FAILING}}}[$__range])"
    buckets = " or ".join(f"rate({metric}{{{_SERVER}}}[$__range])" for metric in _BUCKETS)
    return {
        RATE: _BUSIEST,
        ERRORS: f"sum by (span_name) ({failing}) and on (span_name) {_BUSIEST}",
        DURATION: (
            f"histogram_quantile(0.9, sum by (le, span_name) ({buckets}))"
            f" and on (span_name) {_BUSIEST}"
        ),
    }


def combined(query: Query, answers: Mapping[str, Answer]) -> Answer:
    """Return the frames `nodes` and `edges`, and the table of the busiest spans if there are
    any."""
    for name in _METRICS:
        if answers[name].error is not None:
            return Answer(query.ref_id, error=answers[name].error)
    graph = read_map(*(rows_of(answers[name].frames) for name in _METRICS))
    notices: list[Json] = []
    if not graph.calls:
        text = (
            "The metrics data source has no service graph for this range. Tempo's metrics "
            f"generator writes it as {_METRICS[TOTAL]}."
        )
        notices.append({"severity": "info", "text": text})
    failed = next((each.error for name, each in answers.items() if each.error), None)
    if failed is not None:
        notices.append({"severity": "warning", "text": f"No table of spans: {failed.public}"})
    frames: list[Frame] = [*map_frames(graph, query.ref_id, notices)]
    red = {name: _by_span(answers[name].frames) for name in (RATE, ERRORS, DURATION)}
    if red[RATE] and failed is None:
        frames.append(red_frame(red[RATE], red[ERRORS], red[DURATION], query.ref_id))
    return Answer(query.ref_id, tuple(frames))


def _by_span(frames: Sequence[Frame]) -> dict[str, float]:
    return {labels.get("span_name", ""): value for labels, value in rows_of(frames)}
