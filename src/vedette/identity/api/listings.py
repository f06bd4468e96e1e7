"""Query parameters of lists of users, members and organizations."""

from datetime import timedelta

import msgspec

from vedette.identity.service.paging import Paging


class UserListQuery(msgspec.Struct):
    query: str = ""
    perpage: int = 0
    page: int = 0
    limit: int = 0
    sort: str = ""

    def as_page(self) -> Paging:
        return Paging.requested(self.page, self.limit or self.perpage)


class UserListing(UserListQuery):
    filter: str = ""

    def seen_within(self) -> timedelta | None:
        return timedelta(days=30) if self.filter == "activeLast30Days" else None


class OrgListing(msgspec.Struct):
    """Pages start at 0, as in Grafana 10.4 for organizations."""

    name: str = ""
    query: str = ""
    perpage: int = 0
    page: int = 0

    def as_page(self) -> Paging:
        return Paging.requested(self.page + 1, self.perpage)
