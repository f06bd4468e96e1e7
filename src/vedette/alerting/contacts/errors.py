"""Errors of contact points."""

from collections.abc import Sequence
from typing import ClassVar

from vedette.kernel.errors import BadRequest, Conflict, NotFound


class IntegrationNotFound(NotFound):
    code: ClassVar[str] = "contacts.not_found"

    def __init__(self, uid: str) -> None:
        super().__init__(f"There is no contact point with the uid {uid[:60]!r}.")


class PointNotFound(NotFound):
    code: ClassVar[str] = "contacts.point_not_found"

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no contact point {name[:200]!r}.")


class BadContact(BadRequest):
    """Settings are invalid. The message names the contact point and the key."""

    code: ClassVar[str] = "contacts.bad"


class IntegrationUidTaken(Conflict):
    code: ClassVar[str] = "contacts.uid_taken"

    def __init__(self, uid: str) -> None:
        super().__init__(f"A contact point with the uid {uid} already exists.")


class StillUsed(Conflict):
    code: ClassVar[str] = "contacts.used"

    def __init__(self, name: str, where: Sequence[str]) -> None:
        shown = "; ".join(where[:5]) + ("; ..." if len(where) > 5 else "")
        super().__init__(f"The contact point {name!r} is still used: {shown}.", usedBy=list(where))
