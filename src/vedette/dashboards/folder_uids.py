"""Uids that a folder may have, whoever makes it."""

from vedette.dashboards.errors import BadFolder
from vedette.dashboards.model import GENERAL
from vedette.kernel.ids import check_uid

_RESERVED = frozenset({GENERAL, "sharedwithme", "root"})
"""Clients know the root and a list of their own under these."""


def check_folder_uid(uid: str) -> str:
    """The same uid. Raises `BadUid`, and `BadFolder` for one that stands for something else."""
    if check_uid(uid) in _RESERVED:
        raise BadFolder(f"The uid {uid} is reserved.")
    return uid
