"""Resources for the alerting pages, and the paths of the API that the proxy allows."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from vedette.sdk import Caller, Json, ProxyRoute
from vedette_plugins.datasources.alertmanager.client import AlertmanagerApi
from vedette_plugins.datasources.alertmanager.errors import NoSuchResource

_READ = ("alerts", "alerts/groups", "silences", "receivers", "status")
_SILENCE = re.compile(r"silence/[0-9A-Za-z-]{1,100}")
_PARAMS = ("active", "silenced", "inhibited", "unprocessed", "muted", "filter", "receiver")
_WRITE = "alerting:write"

PROXY_ROUTES = tuple(
    route
    for base in ("api/v2", "alertmanager/api/v2")
    for route in (
        *(ProxyRoute("GET", f"{base}/{path}") for path in _READ),
        ProxyRoute("GET", f"{base}/silence/*"),
        ProxyRoute("POST", f"{base}/silences", _WRITE),
        ProxyRoute("DELETE", f"{base}/silence/*", _WRITE),
    )
)


async def read_resource(
    api: AlertmanagerApi,
    method: str,
    path: str,
    params: Mapping[str, Sequence[str]],
    caller: Caller,
) -> Json | Sequence[Any]:
    """Return the unchanged response, with or without `api/v2/` before the path.

    Raises `NoSuchResource` for other paths; silences are written through the proxy.
    """
    name = path.strip("/").removeprefix("alertmanager/").removeprefix("api/v2/")
    if method != "GET" or (name not in _READ and _SILENCE.fullmatch(name) is None):
        raise NoSuchResource(f"Alertmanager data sources have no resource {method} {path[:100]!r}.")
    pairs = [(key, value) for key in _PARAMS for value in params.get(key, ())]
    reply: Json | Sequence[Any] = await api.read(name, pairs, caller)
    return reply
