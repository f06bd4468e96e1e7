"""A trace as a node graph: a node for each span, an edge from each parent to its children."""

from collections import defaultdict

from vedette.sdk import Field, FieldType, Frame, FrameKind, Json
from vedette_plugins.datasources.tempo.spans import Spans

META: Json = {"preferredVisualisationType": "nodeGraph"}
_MOST_NODES = 2_000
_NS_PER_MS = 1e6


def node_frames(spans: Spans, ref_id: str) -> tuple[Frame, Frame]:
    """Return the frames `nodes` and `edges`. Of a large trace, the first spans are included."""
    rows = sorted(range(len(spans)), key=lambda row: spans.starts[row])
    notices: tuple[Json, ...] = ()
    if len(rows) > _MOST_NODES:
        text = f"The trace has {len(rows):,} spans. The first {_MOST_NODES:,} are shown."
        notices = ({"severity": "warning", "text": text},)
    own = own_times(spans)
    whole = max(spans.ends, default=0) - min(spans.starts, default=0)
    rows = rows[:_MOST_NODES]
    lengths = [spans.ends[row] - spans.starts[row] for row in rows]
    nodes = (
        _texts("id", [spans.ids[row] for row in rows]),
        _texts("title", [spans.services[row] for row in rows]),
        _texts("subtitle", [spans.names[row] for row in rows]),
        _texts("mainstat", [_stat(length, whole) for length in lengths], "Total time (% of trace)"),
        _texts("secondarystat", [_stat(own[row], whole) for row in rows], "Self time (% of trace)"),
        Field(
            "color",
            FieldType.NUMBER,
            [own[row] / whole if whole else 0.0 for row in rows],
            config={"displayName": "Self time", "color": {"mode": "continuous-GrYlRd"}},
        ),
    )
    drawn = {spans.ids[row] for row in rows}
    pairs = [
        (spans.parents[row], spans.ids[row])
        for row in rows
        if spans.parents[row] in drawn and spans.parents[row] != spans.ids[row]
    ]
    edges = (
        _texts("id", [f"{parent}--{child}" for parent, child in pairs]),
        _texts("source", [parent for parent, _ in pairs]),
        _texts("target", [child for _, child in pairs]),
    )
    return (
        Frame(FrameKind.GRAPH, nodes, ref_id, "nodes", notices, META),
        Frame(FrameKind.GRAPH, edges, ref_id, "edges", (), META),
    )


def own_times(spans: Spans) -> list[int]:
    """Return the nanoseconds of each span during which none of its children ran."""
    children: dict[str, list[int]] = defaultdict(list)
    for row, parent in enumerate(spans.parents):
        if parent and parent != spans.ids[row]:
            children[parent].append(row)
    found = []
    for row, key in enumerate(spans.ids):
        start, end = spans.starts[row], spans.ends[row]
        covered, reached = 0, start
        for child in sorted(children.get(key, ()), key=lambda each: spans.starts[each]):
            begins = max(reached, spans.starts[child])
            ends = min(end, spans.ends[child])
            if ends > begins:
                covered += ends - begins
                reached = ends
        found.append(end - start - covered)
    return found


def _stat(nanoseconds: int, whole: int) -> str:
    share = 100 * nanoseconds / whole if whole else 0
    return f"{round(nanoseconds / _NS_PER_MS, 2):g}ms ({round(share, 2):g}%)"


def _texts(name: str, values: list[str], title: str = "") -> Field:
    return Field(name, FieldType.STRING, values, config={"displayName": title} if title else {})
