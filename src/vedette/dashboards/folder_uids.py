"""The rules for uids of folders."""

from vedette.dashboards.errors import BadFolder
from vedette.dashboards.model import GENERAL
from vedette.kernel.ids import check_uid

_RESERVED = frozenset({GENERAL, "sharedwithme", "root"})
"""Uids that clients use for the root and for the list of shared dashboards."""


def check_folder_uid(uid: str) -> str:
    """Return the uid. Raises `BadUid`, and `BadFolder` for a reserved one."""
    if check_uid(uid) in _RESERVED:
        raise BadFolder(f"The uid {uid} is reserved.")
    return uid
