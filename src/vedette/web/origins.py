"""Whose pages may act with a user's cookie: our own, and those that the operator trusts."""

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
        """`trusted` are origins such as `https://wiki.test`, or hosts for both protocols; in
        `patterns`, which are the same, `*` stands for any text. `host_headers` name headers that
        a proxy sets to the host that the browser asked for."""
        scheme, host = _parts(root_url)
        self._encrypted_host = host if scheme == "https" else ""
        self._trusted = frozenset(map(_written, trusted))
        self._patterns = tuple(map(_pattern, patterns))
        self._host_headers = tuple(name.lower() for name in host_headers)

    def admit(self, call: Call) -> bool:
        """Whether a page of ours, or of a trusted origin, sent the request."""
        hosts = [call.header(name) for name in ("host", *self._host_headers)]
        return self.allow(call.header("origin"), hosts, call.header("sec-fetch-site"))

    def allow(self, origin: str, hosts: Sequence[str], site: str) -> bool:
        """By the headers `Origin`, `Host` and those beside it, and `Sec-Fetch-Site`; they are
        empty where they were not sent.

        The `Host` decides, as the service may have several names. Under root_url's own name a page
        that came unencrypted is not ours where root_url is https: anybody on the way may write it.
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
    """Protocol and host with port; empty texts for what is no address of a page."""
    try:
        split = urlsplit(origin.lower())
    except ValueError:
        return "", ""
    if split.scheme not in _USUAL_PORTS:
        return "", ""
    return split.scheme, _without_usual_port(split.scheme, split.netloc)


def _written(text: str) -> str:
    """What an operator wrote, in the form that origins are compared in."""
    scheme, host = _parts(text)
    return f"{scheme}://{host}" if host else text.lower().rstrip("/")


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, _written(text).split("*"))))


def _without_usual_port(scheme: str, host: str) -> str:
    return host.removesuffix(_USUAL_PORTS[scheme])
