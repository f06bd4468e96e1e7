"""Resources for query editors and variables, and the paths that the proxy allows."""

import re
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qsl

from vedette.sdk import Caller, NotFound, ProxyRoute, ResourceAnswer
from vedette_plugins.datasources.prometheus.client import PrometheusApi

_READ = (
    "labels",
    "series",
    "metadata",
    "query_exemplars",
    "rules",
    "alerts",
    "format_query",
    "query",
    "query_range",
    "parse_query",
    "alertmanagers",
    "scrape_pools",
    "targets",
    "targets/metadata",
    "status/buildinfo",
    "status/flags",
    "status/runtimeinfo",
    "status/tsdb",
    "status/walreplay",
)
"""All reading paths except the configuration (`status/config`), which may contain credentials."""
_POSTED = frozenset(
    ("labels", "series", "query_exemplars", "format_query", "parse_query", "query", "query_range")
)
_LABEL_VALUES = re.compile(r"label/[A-Za-z_][A-Za-z0-9_]{0,199}/values")

PROXY_ROUTES = (
    *(ProxyRoute("GET", f"api/v1/{path}") for path in _READ),
    *(ProxyRoute("POST", f"api/v1/{path}") for path in _READ if path in _POSTED),
    ProxyRoute("GET", "api/v1/label/*/values"),
    # Additional paths of Mimir.
    ProxyRoute("GET", "api/v1/cardinality/label_names"),
    ProxyRoute("GET", "api/v1/cardinality/label_values"),
    ProxyRoute("GET", "api/v1/cardinality/active_series"),
    ProxyRoute("GET", "-/healthy"),
    ProxyRoute("GET", "-/ready"),
)


class NoSuchResource(NotFound):
    code = "prometheus.no_such_resource"


async def read_resource(
    api: PrometheusApi,
    path: str,
    params: Mapping[str, Sequence[str]],
    body: bytes,
    caller: Caller,
) -> ResourceAnswer:
    """Return the unchanged response of a read-only call; `body` is a form, or empty.

    `version-detect` is another name of `status/buildinfo`. Raises `NoSuchResource` for other paths.
    """
    name = path.strip("/").removeprefix("api/v1/")
    if name == "version-detect":
        name = "status/buildinfo"
    if name not in _READ and _LABEL_VALUES.fullmatch(name) is None:
        raise NoSuchResource(f"Prometheus data sources have no resource {path[:100]!r}.")
    pairs = [(key, value) for key, values in params.items() for value in values]
    pairs += parse_qsl(body.decode(errors="replace"), max_num_fields=1_000)
    return await api.passed(f"/api/v1/{name}", pairs, caller, posts=name in _POSTED)
