"""The origin of an object, which decides how it can be changed.

An object from a file can only be changed by files, one from the provisioning API by the API and by
files, and one from the user interface by all.
"""

from typing import Literal, TypeAlias

import msgspec

from vedette.kernel.errors import Conflict

Provenance: TypeAlias = Literal["", "api", "file"]
_RANK = {"": 0, "api": 1, "file": 2}
_KEEPER = {
    "api": "it was created with the provisioning API",
    "file": "a provisioning file defines it",
}


class OtherProvenance(Conflict):
    code = "alerting.other_provenance"


class Edit(msgspec.Struct, frozen=True):
    """A change through `door`, which sets `provenance` of the object."""

    door: Provenance
    provenance: Provenance


class Marks(msgspec.Struct, frozen=True):
    """Metadata of a stored object, available even if it cannot be read."""

    provenance: str = ""
    version: int = 0


UI, API, API_OPEN, FILE = Edit("", ""), Edit("api", "api"), Edit("api", ""), Edit("file", "file")


def edit_keeping(provenance: str) -> Edit:
    """Return an edit that may change any object and leaves this provenance on it."""
    return {"": Edit("file", ""), "api": Edit("file", "api")}.get(provenance, FILE)


def api_edit(disable_provenance: str) -> Edit:
    """Return the edit for the header `X-Disable-Provenance`, which is empty if it was not sent."""
    return API_OPEN if disable_provenance.strip().lower() not in ("", "false") else API


def check_edit(what: str, before: str, edit: Edit) -> None:
    """Raises `OtherProvenance`. `what` is the object, such as `the mute timing 'nights'`."""
    if _RANK.get(before, 2) > _RANK[edit.door]:
        raise OtherProvenance(
            f"cannot change provenance from '{before}' to '{edit.provenance}': {what} cannot be"
            f" changed here, because {_keeper(before)}."
        )


def check_delete(what: str, before: str, edit: Edit) -> None:
    """Raises `OtherProvenance`."""
    if _RANK.get(before, 2) > _RANK[edit.door]:
        raise OtherProvenance(
            f"cannot delete with provided provenance '{edit.provenance}', needs '{before}': {what}"
            f" cannot be deleted here, because {_keeper(before)}."
        )


def check_mark(what: str, before: str, edit: Edit) -> None:
    """Keep the provenance of rules and contact points that the provisioning API created.

    Without this check, sending the header once would open an object for the user interface, whose
    changes the provisioning tool would overwrite. Raises `OtherProvenance`.
    """
    if before == "api" and edit == API_OPEN:
        raise OtherProvenance(
            f"cannot change provenance from 'api' to '': {what} was created without"
            " X-Disable-Provenance. Omit this header."
        )


def _keeper(before: str) -> str:
    return _KEEPER.get(before, "another provisioner manages it")
