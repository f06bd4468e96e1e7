"""The orders in which accounts are listed."""

from vedette.identity.errors import BadUser

_COLUMNS = {
    "login": "LOWER(a.login)",
    "email": "LOWER(COALESCE(a.email, ''))",
    "name": "LOWER(a.name)",
    "lastSeenAtAge": "COALESCE(a.last_seen, 0)",
}
_DIRECTIONS = {"asc": "ASC", "desc": "DESC"}


def order_by(sort: str) -> str:
    """The ORDER BY of `login-asc,email-desc`, made of constants; by login where `sort` is empty.

    Raises `BadUser` for an order that does not exist, or that names a column twice.
    """
    terms: dict[str, str] = {}
    for part in sort.split(",") if sort else ():
        name, _, direction = part.partition("-")
        if name not in _COLUMNS or name in terms or direction not in _DIRECTIONS:
            raise BadUser(
                f"Lists cannot be sorted by {part[:40]!r}; use each of {', '.join(_COLUMNS)}"
                " once at most, with -asc or -desc."
            )
        terms[name] = f"{_COLUMNS[name]} {_DIRECTIONS[direction]}"
    return "ORDER BY " + ", ".join([*terms.values(), "a.login"])
