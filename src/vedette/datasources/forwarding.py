"""What of the caller's own request reaches a source: next to nothing.

Never its login: not `Authorization`, not our session cookies, not proxy headers, not addresses.
"""

from collections.abc import Collection, Mapping

from vedette.datasources.model import Source

TRACING = frozenset({"x-dashboard-uid", "x-panel-id", "x-query-group-id"})
"""Headers that tell a source where a query comes from, and change no answer."""
_SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")


def forwarded(
    source: Source,
    headers: Mapping[str, str],
    login: str | None,
    *,
    send_user: bool,
    own_cookies: Collection[str],
) -> dict[str, str]:
    """Headers for the source. `headers` are the caller's, with names in lower case."""
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
    """Cookies that the source's `keepCookies` names; ours never."""
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
