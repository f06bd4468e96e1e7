"""The parts of the caller's request that are forwarded to a source.

The login is never forwarded: neither `Authorization` nor the session cookies, proxy headers or
addresses.
"""

from collections.abc import Collection, Mapping

from vedette.datasources.model import Source

TRACING = frozenset({"x-dashboard-uid", "x-panel-id", "x-query-group-id"})
"""Headers that name the origin of a query and do not change its result."""
_SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")


def forwarded(
    source: Source,
    headers: Mapping[str, str],
    login: str | None,
    *,
    send_user: bool,
    own_cookies: Collection[str],
) -> dict[str, str]:
    """Return the headers for the source. `headers` are those of the caller, with lower-case
    names."""
    passed = {}
    for name in TRACING:
        value = headers.get(name, "")
        if value and len(value) <= 100 and _SAFE.issuperset(value):
            passed[name] = value
    kept = _kept_cookies(source, headers.get("cookie", ""), own_cookies)
    if kept:
        passed["Cookie"] = kept
    if send_user and login and login.isprintable() and login.isascii():
        passed["X-Grafana-User"] = login
    return passed


def _kept_cookies(source: Source, text: str, own_cookies: Collection[str]) -> str:
    """Return the cookies that the source's `keepCookies` names, without those of this server."""
    wanted = source.json_data.get("keepCookies")
    if not text or not isinstance(wanted, list):
        return ""
    from http.cookies import CookieError, SimpleCookie

    try:
        cookies = SimpleCookie(text)
    except CookieError:
        return ""
    names = [name for name in wanted if isinstance(name, str) and name not in own_cookies]
    return "; ".join(f"{name}={cookies[name].coded_value}" for name in names if name in cookies)
