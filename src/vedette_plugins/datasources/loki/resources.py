"""Resources for query editors and variables, and the paths that the proxy allows."""

import re
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qsl, quote, unquote

from vedette.sdk import Caller, NotFound, ProxyRoute, ResourceAnswer
from vedette_plugins.datasources.loki.client import LokiApi

_READ = (
    "labels",
    "series",
    "index/stats",
    "index/volume",
    "index/volume_range",
    "detected_labels",
    "detected_fields",
    "patterns",
    "format_query",
    "query",
    "query_range",
)
_VALUES = re.compile(r"(label|detected_field)/([^/]{1,200})/values")
_PREFIX = "loki/api/v1"

PROXY_ROUTES = (
    *(ProxyRoute(method, f"{_PREFIX}/{path}") for path in _READ for method in ("GET", "POST")),
    ProxyRoute("GET", f"{_PREFIX}/label/*/values"),
    ProxyRoute("GET", f"{_PREFIX}/detected_field/*/values"),
    ProxyRoute("GET", f"{_PREFIX}/rules"),
    ProxyRoute("GET", f"{_PREFIX}/rules/*"),
    ProxyRoute("GET", f"{_PREFIX}/rules/*/*"),
    ProxyRoute("GET", "prometheus/api/v1/rules"),
    ProxyRoute("GET", "prometheus/api/v1/alerts"),
    ProxyRoute("GET", f"{_PREFIX}/status/buildinfo"),
    ProxyRoute("GET", "ready"),
)


class NoSuchResource(NotFound):
    code = "loki.no_such_resource"


async def read_resource(
    api: LokiApi,
    path: str,
    params: Mapping[str, Sequence[str]],
    body: bytes,
    caller: Caller,
) -> ResourceAnswer:
    """Return the unchanged response of a read-only call; `body` is a form, or empty.

    `start` and `end`, in nanoseconds, are passed unchanged. Raises `NoSuchResource` for other
    paths.
    """
    name = path.strip("/").removeprefix(f"{_PREFIX}/")
    values = _VALUES.fullmatch(name)
    if values is not None:
        name = f"{values[1]}/{quote(unquote(values[2]), safe='')}/values"
    elif name not in _READ:
        raise NoSuchResource(f"Loki data sources have no resource {path[:100]!r}.")
    pairs = [(key, value) for key, values in params.items() for value in values]
    pairs += parse_qsl(body.decode(errors="replace"), max_num_fields=1_000)
    return await api.passed(f"/{_PREFIX}/{name}", pairs, caller)
