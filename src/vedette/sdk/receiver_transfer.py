"""How other systems write the settings of a receiver: `alertmanager.yml` and Terraform.

A receiver that another system has too describes the differences here, so that imports and exports
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
"""What Alertmanager takes as the value of a key.

`duration` is one of Prometheus (`1h30m`), `timespan` one of Go, which may have a fraction (`1.5h`).
`count` is a whole number that is not negative. `url` is absolute and of HTTP. `list` is a list of
texts, `mappings` a list of mappings, `texts` a mapping of texts. `http` is an `http_config`, and
`tls` a `tls_config`.
"""


class Verbatim(str):
    """A text whose dollar signs a provisioning file shall expand: `$__file{/run/secrets/a}`."""

    __slots__ = ()


class AlertmanagerEntry(Protocol):
    """One entry of a section such as `slack_configs`. Keys that nothing reads are named."""

    def take(self, key: str) -> Any:
        """Return the value, numbers as they are written; None where there is none.

        A secret that is only named by `KEY_file` is a `Verbatim`. A key that the section inherits
        is taken from `global` where the entry lacks it.
        """
        ...

    def own(self, key: str) -> Any:
        """Return the value as `take` does, without what `global` says."""
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

    What an import refuses follows from `known` and `required`: unknown keys, values of another
    kind, a key together with its `KEY_file`, and keys that are missing.
    """

    name: str
    keys: Mapping[str, str]
    """Settings of the receiver by keys of Alertmanager."""
    known: Mapping[str, ValueKind]
    """Every key that Alertmanager accepts, besides `send_resolved`."""
    required: tuple[str, ...] = ()
    """Keys that are needed; `a|b` is one of the two. `KEY_file` counts as `KEY`."""
    inherits: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Keys of `global` that are used where an entry lacks its own."""
    sends_resolved: bool = True
    """What Alertmanager does without `send_resolved`."""
    adjust: Callable[[AlertmanagerEntry, dict[str, Any]], None] | None = None
    """Changes the settings that `keys` gave, for what a name does not say."""
    check: Callable[[Json], None] | None = None
    """Raises `BadRequest` for an entry that Alertmanager refuses for another reason."""


class TerraformNames(msgspec.Struct, frozen=True):
    """A contact point's block in the Terraform provider for Grafana.

    Paths are of settings, such as `payload.vars`. What is not named here has the name of its
    setting in snake case; objects are blocks.
    """

    block: str = ""
    """Name of the block; the receiver's type where it is empty."""
    names: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Arguments by the path of their setting."""
    maps: frozenset[str] = frozenset()
    """Paths of objects that are maps."""
    snake_maps: frozenset[str] = frozenset()
    """Paths of `maps` whose keys are arguments, too, and so are in snake case."""
    unnamed: frozenset[str] = frozenset()
    """Paths without an argument: they are texts in the map `settings`."""
    lists: frozenset[str] = frozenset()
    """Paths of texts that are lists, with their entries between commas, semicolons or spaces."""
    prepare: Callable[[Json], Json] | None = None
    """Changes the settings first, where the provider has another structure."""
