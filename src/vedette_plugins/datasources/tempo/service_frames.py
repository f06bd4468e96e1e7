"""The service map and its table as frames."""

from collections.abc import Mapping, Sequence

from vedette.sdk import Field, FieldType, Frame, FrameKind, Json
from vedette_plugins.datasources.tempo.service_graph import Call, Service, ServiceMap

META: Json = {"preferredVisualisationType": "nodeGraph"}
_AVERAGE: Json = {"displayName": "Average response time", "unit": "ms/r"}
_REQUESTS: Json = {"displayName": "Requests per second", "unit": "r/sec"}


def map_frames(graph: ServiceMap, ref_id: str, notices: Sequence[Json] = ()) -> tuple[Frame, Frame]:
    """Return the frames `nodes` and `edges`. Services that only send requests have no numbers."""
    services = graph.services
    answered = list(services.values())
    failed = [_failed_share(call) for call in answered]
    nodes = (
        _texts("id", [service_id(each) for each in services], "Service"),
        _texts("title", [name for _, name in services], "Service name"),
        _texts("subtitle", [namespace for namespace, _ in services], "Namespace"),
        _numbers("mainstat", [_average_ms(call) for call in answered], _AVERAGE),
        _numbers("secondarystat", [call.total if call else None for call in answered], _REQUESTS),
        _numbers("arc__success", [1 - share for share in failed], _arc("Success", "green")),
        _numbers("arc__failed", failed, _arc("Failed", "red")),
    )
    pairs = [
        (service_id(client), service_id(server), call)
        for (client, server), call in graph.calls.items()
    ]
    edges = (
        _texts("id", [f"{client}_{server}" for client, server, _ in pairs]),
        _texts("source", [client for client, _, _ in pairs]),
        _texts("target", [server for _, server, _ in pairs]),
        _numbers("mainstat", [_average_ms(call) for _, _, call in pairs], _AVERAGE),
        _numbers("secondarystat", [call.total for _, _, call in pairs], _REQUESTS),
    )
    return (
        Frame(FrameKind.GRAPH, nodes, ref_id, "nodes", tuple(notices), META),
        Frame(FrameKind.GRAPH, edges, ref_id, "edges", (), META),
    )


def red_frame(
    rates: Mapping[str, float],
    errors: Mapping[str, float],
    durations: Mapping[str, float],
    ref_id: str,
) -> Frame:
    """Return rate, error rate and duration of the busiest spans, the busiest first."""
    names = sorted(rates, key=lambda name: (-rates[name], name))
    fields = (
        _texts("Name", names),
        _numbers("Rate", [rates[name] for name in names], {"unit": "reqps"}),
        _numbers("Error Rate", [errors.get(name, 0.0) for name in names], {"unit": "reqps"}),
        _numbers("Duration (p90)", [durations.get(name) for name in names], {"unit": "s"}),
    )
    meta = {"preferredVisualisationType": "table"}
    return Frame(FrameKind.TABLE, fields, ref_id, "spans", meta=meta)


def service_id(service: Service) -> str:
    namespace, name = service
    return f"{namespace}/{name}" if namespace else name


def _average_ms(call: Call | None) -> float | None:
    return 1000 * call.seconds / call.total if call and call.total else None


def _failed_share(call: Call | None) -> float:
    return min(1.0, call.failed / call.total) if call and call.total else 0.0


def _arc(title: str, colour: str) -> Json:
    return {"displayName": title, "color": {"mode": "fixed", "fixedColor": colour}}


def _texts(name: str, values: list[str], title: str = "") -> Field:
    return Field(name, FieldType.STRING, values, config={"displayName": title} if title else {})


def _numbers(name: str, values: Sequence[float | None], config: Json) -> Field:
    return Field(
        name, FieldType.NUMBER, list(values), config=config, nullable=any(v is None for v in values)
    )
