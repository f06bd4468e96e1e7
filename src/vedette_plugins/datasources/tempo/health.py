"""Checks that the server responds, and detects its version."""

from vedette.sdk import Caller, Health, VedetteError
from vedette_plugins.datasources.tempo.client import TempoApi


async def check_health(api: TempoApi, caller: Caller) -> Health:
    """Request an echo, which needs no data."""
    try:
        words = await api.read("/api/echo", [], caller)
    except VedetteError as error:
        return Health(ok=False, message=error.public, detail=dict(error.detail))
    if words.strip() != b"echo":
        return Health(ok=False, message="The response of /api/echo is not from Tempo.")
    version = await _version(api, caller)
    name = f"Tempo {version}".strip()
    return Health(
        ok=True,
        message=f"Successfully reached the Tempo API ({name}).",
        detail={"version": version},
    )


async def _version(api: TempoApi, caller: Caller) -> str:
    try:
        return str((await api.objects("/api/status/buildinfo", [], caller)).get("version", ""))
    except VedetteError:  # Some gateways do not forward this path.
        return ""
