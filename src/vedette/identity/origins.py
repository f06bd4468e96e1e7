"""Whose pages may write with a user's cookie: our own, and those that the operator trusts."""

from collections.abc import Iterable
from urllib.parse import urlsplit

_USUAL_PORTS = {"http": ":80", "https": ":443"}


class Origins:
    def __init__(self, root_url: str, trusted: Iterable[str] = ()) -> None:
        """`trusted` are origins such as `https://wiki.test`, or hosts for both protocols."""
        scheme, host = _parts(root_url)
        self._encrypted_host = host if scheme == "https" else ""
        self._trusted = frozenset(
            _whole(each) if "://" in each else each.lower() for each in trusted
        )

    def allow(self, origin: str, host: str, site: str) -> bool:
        """By the headers `Origin`, `Host` and `Sec-Fetch-Site`, empty where they were not sent.

        The `Host` decides, as the service may have several names. Under root_url's own name a page
        that came unencrypted is not ours where root_url is https: anybody on the way may write it.
        """
        if not origin:
            return site in ("same-origin", "none")
        scheme, of_page = _parts(origin)
        if not of_page:
            return False
        if of_page in self._trusted or f"{scheme}://{of_page}" in self._trusted:
            return True
        if site == "cross-site" or of_page != _without_usual_port(scheme, host.lower()):
            return False
        return scheme == "https" or of_page != self._encrypted_host


def _parts(origin: str) -> tuple[str, str]:
    """Protocol and host with port; empty texts for what is no address of a page."""
    try:
        split = urlsplit(origin.lower())
    except ValueError:
        return "", ""
    if split.scheme not in _USUAL_PORTS:
        return "", ""
    return split.scheme, _without_usual_port(split.scheme, split.netloc)


def _whole(origin: str) -> str:
    scheme, host = _parts(origin)
    return f"{scheme}://{host}"


def _without_usual_port(scheme: str, host: str) -> str:
    return host.removesuffix(_USUAL_PORTS[scheme])
