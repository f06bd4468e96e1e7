"""Sort orders of account lists."""

from vedette.identity.errors import BadUser

_COLUMNS = {
    "login": "LOWER(a.login)",
    "email": "LOWER(COALESCE(a.email, ''))",
    "name": "LOWER(a.name)",
    "lastSeenAtAge": "COALESCE(a.last_seen, 0)",
}
_DIRECTIONS = {"asc": "ASC", "desc": "DESC"}


def order_by(sort: str) -> str:
    """Return the ORDER BY clause of a `sort` such as `login-asc,email-desc`, made of constants. The
    default is by login.

    Raises `BadUser` for an unknown order, or for a column that occurs twice.
    """
    terms: dict[str, str] = {}
    for part in sort.split(",") if sort else ():
        name, _, direction = part.partition("-")
        if name not in _COLUMNS or name in terms or direction not in _DIRECTIONS:
            raise BadUser(
                f"Cannot sort by {part[:40]!r}. Use each of {', '.join(_COLUMNS)} at most "
                "once, with -asc or -desc."
            )
        terms[name] = f"{_COLUMNS[name]} {_DIRECTIONS[direction]}"
    return "ORDER BY " + ", ".join([*terms.values(), "a.login"])
