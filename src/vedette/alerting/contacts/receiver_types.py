"""Receiver plugins as used by contact points: their fields and validated settings."""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from vedette.alerting.contacts.errors import BadContact
from vedette.alerting.contacts.host import Lender
from vedette.alerting.contacts.model import IntegrationDraft
from vedette.alerting.contacts.secret_settings import value_at
from vedette.kernel.errors import BadRequest, Forbidden
from vedette.outbound.client import SourceClient
from vedette.plugins.registry import PluginRegistry
from vedette.sdk import Json, Manifest, PluginKind, Receiver, ReceiverPlugin, decode_settings

_T = TypeVar("_T")
_log = logging.getLogger("vedette.alerting.contacts")


class ReceiverTypes:
    def __init__(self, registry: PluginRegistry, lender: Lender) -> None:
        self._registry = registry
        self._lender = lender

    def plugin(self, point: str, type: str) -> ReceiverPlugin[Any]:
        """Return the plugin with this id or alias, ignoring case.

        Raises `BadContact` for a type that is not installed.
        """
        found = self._registry.find_receiver(type)
        if found is None:
            kinds = self._registry.manifests(PluginKind.RECEIVER)
            known = ", ".join(sorted(each.id for each in kinds))
            raise BadContact(
                f"Contact point {point[:200]}: unknown receiver type {type[:60]!r}. Known types: "
                f"{known}."
            )
        return found

    def all(self) -> Sequence[tuple[Manifest, ReceiverPlugin[Any]]]:
        """Return the plugins by name, without those that cannot be loaded, which are logged."""
        return self._registry.loadable_receivers()

    def upgraded(self, point: str, type: str, settings: Json) -> Json:
        """Return the settings in the spelling of the plugin.

        Raises `BadContact` for an unknown format.
        """
        plugin = self.plugin(point, type)
        settings = _spelled(plugin, settings)
        return _read(point, type, plugin.upgrade, settings) if plugin.upgrade else settings

    def check(self, point: str, type: str, settings: Json) -> None:
        """Raises `BadContact` for settings that the plugin does not support and would ignore."""
        plugin = self.plugin(point, type)
        if plugin.check:
            _read(point, type, plugin.check, _spelled(plugin, settings))

    def inert(self, draft: IntegrationDraft) -> list[str]:
        """Return the settings of an integration that its plugin does not know.

        Empty if the type is not installed or the settings cannot be read, which is an error.
        """
        try:
            plugin = self.plugin(draft.name, draft.type)
            upgraded = self.upgraded(draft.name, draft.type, draft.settings)
        except BadContact:
            return []
        known = {field.key.partition(".")[0] for field in plugin.fields}
        known |= {field.encode_name for field in msgspec.structs.fields(plugin.settings)}
        return [
            f"{key}{_nearest(key, known)}"
            for key, value in upgraded.items()
            if key not in known and value not in (None, False, "", [], {})
        ]

    def open(
        self, point: str, type: str, settings: Mapping[str, Any], *, is_trusted: bool
    ) -> tuple[Receiver, list[SourceClient]]:
        """Return a receiver with these settings, including secrets, and the clients that it holds.

        Settings that `check` rejects but were stored earlier are ignored. Raises `BadContact` that
        names the contact point, the type and the key.
        """
        plugin = self.plugin(point, type)
        upgraded = self.upgraded(point, type, settings)
        try:
            self.check(point, type, settings)
        except BadContact as error:
            _log.warning("%s It was stored earlier and is ignored.", error.public)
        host, clients = self._lender.lend(
            f"The contact point {point[:200]!r}", type, is_trusted=is_trusted
        )
        try:
            _check_required(plugin, upgraded)
            return plugin.open(decode_settings(plugin, _spelled(plugin, settings)), host), clients
        except (BadRequest, Forbidden) as error:
            raise BadContact(f"{_where(point, type)}: {error.public}") from error


def _spelled(plugin: ReceiverPlugin[Any], settings: Json) -> Json:
    """Return settings whose names match in any case, as in Go's JSON decoder."""
    names = [field.encode_name for field in msgspec.structs.fields(plugin.settings)]
    names += [field.key.partition(".")[0] for field in plugin.fields]
    exact = {name.lower(): name for name in names}
    return {
        key if key in names or (name := exact.get(key.lower(), key)) in settings else name: value
        for key, value in settings.items()
    }


def _read(point: str, type: str, read: Callable[[Json], _T], settings: Json) -> _T:
    """Raises `BadContact`."""
    try:
        return read(settings)
    except BadRequest as error:
        raise BadContact(f"{_where(point, type)}: {error.public}") from error
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise BadContact(f"{_where(point, type)}: a setting has an unexpected format.") from error


def _nearest(key: str, known: Collection[str]) -> str:
    import difflib

    near = difflib.get_close_matches(key, known, 1)
    return f" (did you mean {near[0]}?)" if near else ""


def _where(point: str, type: str) -> str:
    return f"Contact point {point[:200]!r}, {type}"


def _check_required(plugin: ReceiverPlugin[Any], settings: Mapping[str, Any]) -> None:
    """Raises `BadRequest` for the first missing one."""
    for field in plugin.fields:
        if field.required and value_at(settings, field.key) in (None, "", [], {}):
            raise BadRequest(f"The setting {field.key} is missing.")
