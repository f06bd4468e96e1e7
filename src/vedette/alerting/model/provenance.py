"""Who keeps an object, and by which door it may be changed.

An object that came from a file is changed by files alone, one that came by the provisioning API
by it and by files, and one that people made by everyone.
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
    """A change by `door`, that leaves `provenance` on the object."""

    door: Provenance
    provenance: Provenance


class Marks(msgspec.Struct, frozen=True):
    """What is known of something stored, also where it cannot be read."""

    provenance: str = ""
    version: int = 0


UI, API, API_OPEN, FILE = Edit("", ""), Edit("api", "api"), Edit("api", ""), Edit("file", "file")


def edit_keeping(provenance: str) -> Edit:
    """Return an edit that may change any object and leaves this provenance on it."""
    return {"": Edit("file", ""), "api": Edit("file", "api")}.get(provenance, FILE)


def api_edit(disable_provenance: str) -> Edit:
    """From the header `X-Disable-Provenance`; the empty text where it is not sent."""
    return API_OPEN if disable_provenance.strip().lower() not in ("", "false") else API


def check_edit(what: str, before: str, edit: Edit) -> None:
    """`what` names the object, as in `the mute timing 'nights'`. Raises `OtherProvenance`."""
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
    """The provisioning API leaves its mark on rules and contact points that it made.

    Without this, a header sent once would hand a tool's object to the UI, and the tool would
    overwrite what is changed there. Raises `OtherProvenance`.
    """
    if before == "api" and edit == API_OPEN:
        raise OtherProvenance(
            f"cannot change provenance from 'api' to '': {what} was made without"
            " X-Disable-Provenance; leave that header out."
        )


def _keeper(before: str) -> str:
    return _KEEPER.get(before, "another provisioner manages it")
