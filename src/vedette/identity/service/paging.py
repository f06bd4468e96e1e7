"""Pages of lists of users and organizations."""

import msgspec


class Paging(msgspec.Struct, frozen=True):
    number: int = 1
    size: int = 1000

    @classmethod
    def requested(cls, number: int, size: int) -> "Paging":
        """Return the page of a request, where 0 selects the first page and the default size."""
        return cls(number if number > 0 else 1, size if size > 0 else 1000)

    @property
    def offset(self) -> int:
        return (max(1, self.number) - 1) * self.limit

    @property
    def limit(self) -> int:
        return min(max(1, self.size), 5000)
