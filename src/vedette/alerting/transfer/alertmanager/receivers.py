"""Converts receivers of Alertmanager to integrations of contact points."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from vedette.alerting.transfer.alertmanager.sections import Sections
from vedette.alerting.transfer.alertmanager.values import Warn, check_entry, plain
from vedette.kernel.errors import BadRequest
from vedette.provisioning.entry import Entry
from vedette.provisioning.problems import DocumentError
from vedette.provisioning.values import DocumentMapping
from vedette.sdk import AlertmanagerSection, Verbatim


class ReceiverEntry:
    """An entry of `slack_configs` and others. Implements `AlertmanagerEntry`."""

    def __init__(
        self,
        block: DocumentMapping,
        section: AlertmanagerSection,
        defaults: Entry,
        place: str,
        warn: Warn,
    ) -> None:
        self.entry = Entry(block, defaults.report)
        self._known = section.known
        self._inherits = section.inherits
        self._defaults = defaults
        self._place = place
        self._warn = warn

    def take(self, key: str) -> Any:
        own = self.own(key)
        of_all = self._inherits.get(key)
        if own is not None or of_all is None:
            return own
        return _value(self._defaults, of_all)

    def own(self, key: str) -> Any:
        if self._known.get(key) == "flag" and self.entry.has(key):
            return self.entry.flag(key)
        return _value(self.entry, key)

    def left_out(self, key: str, why: str = "is not imported") -> None:
        self._warn(f"{self._place}: {key} {why}.")

    def http(self) -> dict[str, Any]:
        inner = self.entry.entry("http_config")
        found: dict[str, Any] = {}
        basic = _value(inner, "basic_auth")
        if isinstance(basic, Mapping):
            found |= {"username": basic.get("username", ""), "password": basic.get("password", "")}
            if basic.get("password_file"):
                found["password"] = Verbatim(f"$__file{{{basic['password_file']}}}")
        token = _value(inner, "bearer_token")
        scheme = _value(inner, "authorization") or ({"credentials": token} if token else None)
        if isinstance(scheme, Mapping):
            path = scheme.get("credentials_file")
            found["authorization_scheme"] = scheme.get("type") or "Bearer"
            found["authorization_credentials"] = (
                Verbatim(f"$__file{{{path}}}") if path else scheme.get("credentials", "")
            )
        tls = _value(inner, "tls_config")
        if isinstance(tls, Mapping):
            if tls.get("insecure_skip_verify") in (True, "true"):
                found["tlsConfig"] = {"insecureSkipVerify": True}
            for key in tls.keys() - {"insecure_skip_verify"}:
                self.left_out(f"http_config.tls_config.{key}")
        inner.value("follow_redirects")
        for key in sorted(inner.block.keys() - inner.asked):
            self.left_out(f"http_config.{key}")
        return found

    def rest(self) -> None:
        for key in sorted(self.entry.block.keys() - self.entry.asked):
            self.left_out(key)


def integrations(
    receiver: Entry, name: str, defaults: Entry, sections: Sections, warn: Warn
) -> list[dict[str, Any]]:
    """Return the integrations of an entry of `receivers`, if any.

    Raises `DocumentError` with the line of an invalid value.
    """
    found = []
    for key in receiver.block:
        if key == "name":
            continue
        section = sections.find(key, receiver.line_of(key))
        value, _ = receiver.value(key)
        if not isinstance(value, list | None) or not all(
            isinstance(each, DocumentMapping) for each in value or ()
        ):
            raise receiver.wrong(key, "a list of mappings")
        if section is None:
            warn(f"The receiver {name!r}: {key} is not supported and is not imported.")
            continue
        for index, block in enumerate(value or ()):
            assert isinstance(block, DocumentMapping)
            check_entry(block, section, defaults)
            place = f"The receiver {name!r}, {key}[{index}]"
            made = ReceiverEntry(block, section, defaults, place, warn)
            found.append(_integration(made, section, sections, f"{name}\0{key}\0{index}"))
    return found


def _integration(
    config: ReceiverEntry, section: AlertmanagerSection, sections: Sections, identity: str
) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for theirs, ours in section.keys.items():
        value = config.take(theirs)
        if value is not None:
            settings[ours] = value
    if section.adjust:
        try:
            section.adjust(config, settings)
        except BadRequest as error:
            raise DocumentError(f"{section.name}: {error.public}", config.entry.line) from None
    resolves = config.entry.flag("send_resolved", default=section.sends_resolved)
    config.rest()
    for key, value in settings.items():
        if value == "<secret>":
            config.left_out(
                key, "is hidden as <secret> in this configuration; set it in the output"
            )
    digest = blake2b(identity.encode(), digest_size=8).hexdigest()
    return {
        "uid": f"am-{digest}",
        "type": sections.type_of(section),
        "settings": settings,
        "disableResolveMessage": not resolves,
    }


def _value(entry: Entry, key: str) -> Any:
    """Return the value. Strings stay as written; a secret in a file becomes a provisioning
    reference."""
    value, _ = entry.value(key)
    path = entry.text(f"{key}_file")
    if value is None and path:
        return Verbatim(f"$__file{{{path}}}")
    return None if value is None else plain(entry.block, key, value)
