"""What query editors and variables may ask of the server, and what the proxy lets through."""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

from vedette.sdk import Caller, Json, NotFound, ProxyRoute
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
    "status/buildinfo",
    "targets/metadata",
)
_GET_ONLY = frozenset({"metadata", "rules", "alerts", "status/buildinfo", "targets/metadata"})
_LABEL_VALUES = re.compile(r"label/[A-Za-z_][A-Za-z0-9_]{0,199}/values")

PROXY_ROUTES = (
    *(ProxyRoute("GET", f"api/v1/{path}") for path in _READ),
    *(ProxyRoute("POST", f"api/v1/{path}") for path in _READ if path not in _GET_ONLY),
    ProxyRoute("GET", "api/v1/label/*/values"),
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
) -> Json | Sequence[Any]:
    """The server's own answer to a read-only call; `body` is a form, or empty.

    Raises `NoSuchResource` for other paths.
    """
    name = path.strip("/").removeprefix("api/v1/")
    if name not in _READ and _LABEL_VALUES.fullmatch(name) is None:
        raise NoSuchResource(f"Prometheus sources answer nothing at {path[:100]!r}.")
    posts = name in _READ and name not in _GET_ONLY
    pairs = [(key, value) for key, values in params.items() for value in values]
    pairs += parse_qsl(body.decode(errors="replace"), max_num_fields=1_000)
    return await api.resource(f"/api/v1/{name}", pairs, caller, posts=posts)
