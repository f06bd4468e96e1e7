"""Checks that the server answers a query, and detects its version."""

from collections.abc import Mapping

from vedette.sdk import Caller, Health, VedetteError
from vedette_plugins.datasources.loki.client import LokiApi
from vedette_plugins.datasources.loki.reply import decode_reply


async def check_health(api: LokiApi, caller: Caller) -> Health:
    """Run `vector(1)+vector(1)`, which needs no data."""
    try:
        reply = decode_reply(await api.query("vector(1)+vector(1)", None, caller))
    except VedetteError as error:
        return Health(ok=False, message=error.public, detail=dict(error.detail))
    found = [each.value.number for each in reply.series if each.value is not None]
    if reply.result_type != "vector" or found != ["2"]:
        return Health(ok=False, message="Loki did not return 2 for vector(1)+vector(1).")
    version = await _version(api, caller)
    return Health(
        ok=True,
        message=f"Successfully queried the Loki API ({f'Loki {version}'.strip()}).",
        detail={"version": version},
    )


async def _version(api: LokiApi, caller: Caller) -> str:
    try:
        reply = await api.resource("/loki/api/v1/status/buildinfo", [], caller)
    except VedetteError:  # Some gateways do not forward this path.
        return ""
    return str(reply.get("version", "")) if isinstance(reply, Mapping) else ""
