"""The public URL of the server, and headers that depend on it."""

import re
from urllib.parse import urlsplit

import msgspec

from vedette.identity.settings import AuthSettings, SecuritySettings
from vedette.server.sections.process import ResponseHeadersSettings, ServerSettings
from vedette.settings import Settings, SettingsError
from vedette.web.domain import OneDomain, without_port
from vedette.web.headers import HeaderPolicy
from vedette.web.proxies import TrustedProxies

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_EXPECTED_NAME = "a name of letters, digits and characters such as - and _"
_HEADER_VALUE = re.compile(r"[\t\x20-\x7e\xa0-\xff]*")
_URL = re.compile(r"[^\x00-\x20\x7f\\#?]+")
_POLICY = (
    "default-src 'none'; script-src $NONCE 'strict-dynamic'; style-src 'self' 'unsafe-inline';"
    " img-src 'self' data: https: http:; font-src 'self' data:; connect-src 'self';"
    " worker-src 'self'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'self';"
    " require-trusted-types-for 'script'; trusted-types dompurify log-search; frame-ancestors "
)


class PublicAddress(msgspec.Struct, frozen=True):
    url: str
    """Ends with a slash."""
    sub_path: str
    """Path below which browsers reach the server, without a trailing slash. Empty for the root."""
    is_https: bool
    host: str
    served_path: str = ""
    """The sub path if requests contain it. Empty if a proxy removes it."""


def public_address(settings: Settings) -> PublicAddress:
    """Return the public URL. Raises `SettingsError` if `[server] root_url` is not valid."""
    server = settings[ServerSettings]
    url = server.root_url.strip().rstrip("/") + "/"
    is_derived = settings.origin("server", "root_url").kind == "default"
    try:
        parts = urlsplit(url)
        is_address = bool(parts.hostname) and (parts.port != 0 or is_derived)
    except ValueError:
        is_address = False
    if not is_address or not _URL.fullmatch(url):
        if is_derived:
            raise settings.wrong("server", "domain", f"a host name, not {server.domain[:80]!r}")
        raise _bad_root_url(settings)
    if parts.scheme not in ("http", "https") and not is_derived:
        raise _bad_root_url(settings)
    sub_path = parts.path.rstrip("/")
    return PublicAddress(
        url,
        sub_path,
        parts.scheme == "https",
        parts.hostname or "localhost",
        sub_path if server.serve_from_sub_path else "",
    )


def _bad_root_url(settings: Settings) -> SettingsError:
    root_url = settings[ServerSettings].root_url
    expected = (
        "an address such as https://dash.example.org/ without query and fragment, not"
        f" {root_url[:80]!r}"
    )
    return settings.wrong("server", "root_url", expected)


def session_cookie(settings: Settings) -> str:
    """Return the name of the session cookie.

    With the prefix `__Host-`, other hosts and unencrypted pages cannot set it. The prefix requires
    the path / and the default name. Raises `SettingsError` if RFC 6265 does not allow the name.
    """
    address, name = public_address(settings), settings[AuthSettings].login_cookie_name
    if not _TOKEN.fullmatch(name):
        raise settings.wrong("auth", "login_cookie_name", _EXPECTED_NAME)
    is_secure = address.is_https or settings[SecuritySettings].cookie_secure
    is_ours = settings.origin("auth", "login_cookie_name").kind == "default"
    return f"__Host-{name}" if is_secure and is_ours and not address.sub_path else name


def one_domain(settings: Settings, address: PublicAddress) -> OneDomain | None:
    """Return None if `[server] enforce_domain` is disabled."""
    server = settings[ServerSettings]
    if not server.enforce_domain:
        return None
    names = {server.domain.lower(), without_port(urlsplit(address.url).netloc)}
    return OneDomain(frozenset(names), address.url)


def trusted_proxies(settings: Settings) -> TrustedProxies | None:
    """Return None if no proxies are trusted. Raises `SettingsError`."""
    names = settings[ServerSettings].trusted_proxies
    try:
        return TrustedProxies(names) if names else None
    except ValueError as error:
        raise SettingsError(
            f"{settings.origin('server', 'trusted_proxies')}: [server] trusted_proxies: expected"
            f" addresses, networks such as 10.0.0.0/8, or unix, not {str(error)[:40]!r}."
        ) from error


def header_policy(settings: Settings, *, is_https: bool) -> HeaderPolicy:
    """Raises `SettingsError` if HTTP does not allow a header (RFC 9110, 5.5)."""
    custom = settings[ResponseHeadersSettings].headers
    for name, value in custom.items():
        if not _TOKEN.fullmatch(name):
            raise settings.wrong("server.custom_response_headers", name, _EXPECTED_NAME)
        if not _HEADER_VALUE.fullmatch(value):
            raise settings.wrong(
                "server.custom_response_headers", name, "one line of Latin-1 characters"
            )
    security = settings[SecuritySettings]
    hsts = ""
    if security.strict_transport_security or is_https:
        hsts = f"max-age={security.strict_transport_security_max_age_seconds}"
        if security.strict_transport_security_subdomains:
            hsts += "; includeSubDomains"
        if security.strict_transport_security_preload:
            hsts += "; preload"
    template = ""
    if security.content_security_policy:
        ancestors = "*" if security.allow_embedding else "'self'"
        template = security.content_security_policy_template or _POLICY + ancestors
    return HeaderPolicy(
        allow_embedding=security.allow_embedding,
        hsts=hsts,
        nosniff=security.x_content_type_options,
        xss_protection=security.x_xss_protection,
        content_security_policy=template,
        custom=tuple(custom.items()),
    )
