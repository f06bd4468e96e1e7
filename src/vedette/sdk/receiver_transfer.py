"""How other systems write the settings of a receiver: `alertmanager.yml` and Terraform.

A receiver that exists in another system describes the differences here, so that imports and exports
need no change for a new receiver.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol, TypeAlias

import msgspec

from vedette.sdk.frame import Json

ValueKind: TypeAlias = Literal[
    "text",
    "flag",
    "whole",
    "count",
    "duration",
    "timespan",
    "url",
    "hostport",
    "list",
    "mappings",
    "mapping",
    "texts",
    "any",
    "http",
    "tls",
]
"""The type of a value in Alertmanager.

`duration` is one of Prometheus (`1h30m`), `timespan` one of Go, which may have a fraction (`1.5h`).
`count` is a whole number that is not negative. `url` is absolute with HTTP or HTTPS. `list` is a
list of texts, `mappings` a list of mappings, `texts` a mapping of texts. `http` is an
`http_config`, and `tls` a `tls_config`.
"""


class Verbatim(str):
    """A text whose dollar signs are expanded in a provisioning file: `$__file{/run/secrets/a}`."""

    __slots__ = ()


class AlertmanagerEntry(Protocol):
    """An entry of a section such as `slack_configs`. Keys that were not read are reported."""

    def take(self, key: str) -> Any:
        """Return the value, numbers as written; None if it is absent.

        A secret in a file named by `KEY_file` is a `Verbatim`. An inherited key is taken from
        `global` if the entry lacks it.
        """
        ...

    def own(self, key: str) -> Any:
        """Return the value like `take`, without `global`."""
        ...

    def http(self) -> dict[str, Any]:
        """Return `http_config` as settings of webhooks: `username`, `password`,
        `authorization_scheme`, `authorization_credentials` and `tlsConfig`."""
        ...

    def left_out(self, key: str, why: str = "is not carried over") -> None:
        """Warn about a key; `why` is a predicate without a full stop."""
        ...


class AlertmanagerSection(msgspec.Struct, frozen=True):
    """A section of Alertmanager's receivers, such as `slack_configs`, that becomes this receiver.

    An import refuses, based on `known` and `required`, unknown keys, values of another type, a key
    together with its `KEY_file`, and missing keys.
    """

    name: str
    keys: Mapping[str, str]
    """Settings of the receiver by keys of Alertmanager."""
    known: Mapping[str, ValueKind]
    """Every key that Alertmanager accepts, except `send_resolved`."""
    required: tuple[str, ...] = ()
    """Required keys; `a|b` requires one of the two. `KEY_file` counts as `KEY`."""
    inherits: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Keys of `global` that apply if an entry lacks its own."""
    sends_resolved: bool = True
    """The default of Alertmanager for `send_resolved`."""
    adjust: Callable[[AlertmanagerEntry, dict[str, Any]], None] | None = None
    """Changes the settings from `keys` where a mapping of names is not enough."""
    check: Callable[[Json], None] | None = None
    """Raises `BadRequest` for an entry that Alertmanager refuses for another reason."""


class TerraformNames(msgspec.Struct, frozen=True):
    """A contact point's block in the Terraform provider for Grafana.

    Paths are those of settings, such as `payload.vars`. By default an argument is the name of its
    setting in snake case; objects are blocks.
    """

    block: str = ""
    """The name of the block; by default the receiver's type."""
    names: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Arguments by the path of their setting."""
    maps: frozenset[str] = frozenset()
    """Paths of objects that are maps."""
    snake_maps: frozenset[str] = frozenset()
    """Paths of `maps` whose keys are arguments in snake case as well."""
    unnamed: frozenset[str] = frozenset()
    """Paths without an argument, which are texts in the map `settings`."""
    lists: frozenset[str] = frozenset()
    """Paths of texts that are lists, separated by commas, semicolons or spaces."""
    prepare: Callable[[Json], Json] | None = None
    """Changes the settings first, if the provider has another structure."""
