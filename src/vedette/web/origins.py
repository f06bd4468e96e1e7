"""The origins whose pages can send requests with a user's cookie: the server's own and trusted
ones."""

import re
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from vedette.web.call import Call

_USUAL_PORTS = {"http": ":80", "https": ":443"}


class Origins:
    def __init__(
        self,
        root_url: str,
        trusted: Iterable[str] = (),
        patterns: Iterable[str] = (),
        host_headers: Iterable[str] = (),
    ) -> None:
        """`trusted` are origins such as `https://wiki.test`, or hosts for both protocols. In
        `patterns`, which have the same form, `*` matches any text. `host_headers` are headers in
        which a proxy sends the host that the browser requested."""
        scheme, host = _parts(root_url)
        self._encrypted_host = host if scheme == "https" else ""
        self._trusted = frozenset(map(_written, trusted))
        self._patterns = tuple(map(_pattern, patterns))
        self._host_headers = tuple(name.lower() for name in host_headers)

    def admit(self, call: Call) -> bool:
        """Return whether a page of this server or of a trusted origin sent the request."""
        hosts = [call.header(name) for name in ("host", *self._host_headers)]
        return self.allow(call.header("origin"), hosts, call.header("sec-fetch-site"))

    def allow(self, origin: str, hosts: Sequence[str], site: str) -> bool:
        """Decide by the headers `Origin`, `Host` (and its alternatives) and `Sec-Fetch-Site`.

        Absent headers are empty. The `Host` decides, because the server can have several names. If
        root_url is https, an unencrypted page of its host is not trusted, because an attacker on
        the network could have sent it.
        """
        if not origin:
            return site in ("same-origin", "none")
        scheme, of_page = _parts(origin)
        if not of_page:
            return False
        if self._trusts(of_page) or self._trusts(f"{scheme}://{of_page}"):
            return True
        ours = (_without_usual_port(scheme, host.lower()) for host in hosts)
        if site == "cross-site" or of_page not in ours:
            return False
        return scheme == "https" or of_page != self._encrypted_host

    def _trusts(self, page: str) -> bool:
        return page in self._trusted or any(each.fullmatch(page) for each in self._patterns)


def _parts(origin: str) -> tuple[str, str]:
    """Return protocol and host with port, or empty texts if the value is not the origin of a
    page."""
    try:
        split = urlsplit(origin.lower())
    except ValueError:
        return "", ""
    if split.scheme not in _USUAL_PORTS:
        return "", ""
    return split.scheme, _without_usual_port(split.scheme, split.netloc)


def _written(text: str) -> str:
    """Return a configured origin in the form in which origins are compared."""
    scheme, host = _parts(text)
    return f"{scheme}://{host}" if host else text.lower().rstrip("/")


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, _written(text).split("*"))))


def _without_usual_port(scheme: str, host: str) -> str:
    return host.removesuffix(_USUAL_PORTS[scheme])
