"""Headers of every response, from the section `[security]`."""

import msgspec


class HeaderPolicy(msgspec.Struct, frozen=True):
    allow_embedding: bool = False
    hsts: str = ""
    """Value of Strict-Transport-Security, or an empty text."""
    nosniff: bool = True
    xss_protection: bool = True
    content_security_policy: str = ""
    """Template with `$NONCE` and `$ROOT_PATH`, or an empty text."""
    report_only: bool = False
    custom: tuple[tuple[str, str], ...] = ()

    def common(self) -> list[tuple[bytes, bytes]]:
        """Return the headers for all kinds of responses."""
        headers = [
            ("referrer-policy", "strict-origin-when-cross-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ]
        if self.nosniff:
            headers.append(("x-content-type-options", "nosniff"))
        if self.xss_protection:
            headers.append(("x-xss-protection", "1; mode=block"))
        if not self.allow_embedding:
            headers.append(("x-frame-options", "deny"))
        if self.hsts:
            headers.append(("strict-transport-security", self.hsts))
        headers += [(name.lower(), value) for name, value in self.custom]
        return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]

    def page_policy(self, nonce: str, root_path: str) -> tuple[str, str] | None:
        """Return name and value of the content security policy of an HTML page."""
        if not self.content_security_policy:
            return None
        value = self.content_security_policy.replace("$NONCE", f"'nonce-{nonce}'")
        name = "content-security-policy"
        return (
            f"{name}-report-only" if self.report_only else name,
            " ".join(value.replace("$ROOT_PATH", root_path).split()),
        )
