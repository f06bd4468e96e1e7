"""Node graphs and a flame graph."""

import numpy as np

from vedette.sdk import Frame, Query
from vedette_plugins.datasources.testdata.model import Scenario, limited, table, texts, values
from vedette_plugins.datasources.testdata.noise import seed, uniform

_SERVICES = ("gateway", "checkout", "cart", "orders", "payments", "inventory", "mail", "database")
_CALLERS = (-1, 0, 1, 1, 3, 3, 3, 3)
"""Place of the service that calls each of `_SERVICES`."""


def node_graph(query: Query, scenario: Scenario) -> list[Frame]:
    """Two frames, nodes and edges: `random` draws a tree, `response` a chain."""
    count = limited(scenario.nodes.count, 1_000, "nodes")
    chain = scenario.nodes.type.startswith("response")
    shares = uniform(np.arange(count), seed(query.ref_id, "nodes")).tolist()
    ids = [str(number) for number in range(count)]
    edges = [
        (number - 1 if chain else _caller(number, shares[number]), number)
        for number in range(1, count)
    ]
    nodes = table(
        query.ref_id,
        texts("id", ids),
        texts("title", [_SERVICES[number % len(_SERVICES)] for number in range(count)]),
        texts("subtitle", [f"instance {number}" for number in range(count)]),
        values("mainstat", [round(share * 100, 2) for share in shares], config={"unit": "ms"}),
        values("secondarystat", [round(share * 10, 2) for share in shares]),
        values("arc__success", [1 - share / 4 for share in shares], config=_arc("green")),
        values("arc__errors", [share / 4 for share in shares], config=_arc("red")),
        name="nodes",
        meta={"preferredVisualisationType": "nodeGraph"},
    )
    links = table(
        query.ref_id,
        texts("id", [f"{start}--{end}" for start, end in edges]),
        texts("source", [str(start) for start, _ in edges]),
        texts("target", [str(end) for _, end in edges]),
        values("mainstat", [round(shares[end] * 50, 2) for _, end in edges]),
        name="edges",
        meta={"preferredVisualisationType": "nodeGraph"},
    )
    return [nodes, links]


def _caller(number: int, share: float) -> int:
    return _CALLERS[number] if number < len(_CALLERS) else int(share * number)


def _arc(colour: str) -> dict[str, object]:
    return {"color": {"mode": "fixed", "fixedColor": colour}}


def flame_graph(query: Query, scenario: Scenario) -> list[Frame]:
    """A nested set: each row holds the rows below it that are one level deeper."""
    levels = [0, 1, 2, 3, 3, 2, 1, 2]
    labels = ["total", "serve", "route", "query", "encode", "write", "collect", "sweep"]
    return [
        table(
            query.ref_id,
            values("level", levels, frame_type="int64"),
            values("value", [100, 70, 50, 30, 15, 10, 25, 20], frame_type="int64"),
            values("self", [5, 10, 5, 30, 15, 10, 5, 20], frame_type="int64"),
            texts("label", labels),
            meta={"preferredVisualisationType": "flamegraph"},
        )
    ]
