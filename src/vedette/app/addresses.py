"""The public address of the service, and the headers that follow from it."""

from urllib.parse import urlsplit

import msgspec

from vedette.identity.settings import SecuritySettings
from vedette.server.sections.process import ResponseHeadersSettings, ServerSettings
from vedette.settings import Settings
from vedette.web.domain import OneDomain, without_port
from vedette.web.headers import HeaderPolicy

_POLICY = (
    "script-src $NONCE 'strict-dynamic'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
    " https: http:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none';"
    " form-action 'self'; worker-src 'self'; require-trusted-types-for 'script';"
    " trusted-types dompurify log-search; frame-ancestors "
)


class PublicAddress(msgspec.Struct, frozen=True):
    url: str
    """Ends with a slash."""
    sub_path: str
    """Without a slash at its end; empty for the root."""
    is_https: bool
    host: str


def public_address(settings: Settings) -> PublicAddress:
    server = settings[ServerSettings]
    url = server.root_url.rstrip("/") + "/"
    parts = urlsplit(url)
    sub_path = parts.path.rstrip("/") if server.serve_from_sub_path else ""
    return PublicAddress(url, sub_path, parts.scheme == "https", parts.hostname or "localhost")


def one_domain(settings: Settings, address: PublicAddress) -> OneDomain | None:
    """None where `[server] enforce_domain` is off."""
    server = settings[ServerSettings]
    if not server.enforce_domain:
        return None
    names = {server.domain.lower(), without_port(urlsplit(address.url).netloc)}
    return OneDomain(frozenset(names), address.url)


def header_policy(settings: Settings, *, is_https: bool) -> HeaderPolicy:
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
        custom=tuple(settings[ResponseHeadersSettings].headers.items()),
    )
