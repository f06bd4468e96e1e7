"""Checks of names and roles that users send."""

from vedette.identity.errors import BadUser
from vedette.identity.model import ROLE_RANK
from vedette.kernel.text import has_control

MAX_NAME = 190


def check_role(role: str) -> str:
    """Return the role. Raises `BadUser`."""
    if role not in ROLE_RANK:
        raise BadUser("A role must be None, Viewer, Editor or Admin.")
    return role


def check_name(name: str, what: str) -> None:
    """Raises `BadUser`. `what` begins the message, such as `A token`."""
    if not 0 < len(name) <= MAX_NAME:
        raise BadUser(f"{what} needs a name of 1 to {MAX_NAME} characters.")
    if has_control(name):
        raise BadUser(f"{what} cannot have control characters in its name.")


def check_names(name: str, login: str, email: str) -> None:
    """Raises `BadUser`."""
    if max(len(name), len(login), len(email)) > MAX_NAME:
        raise BadUser(f"Name, login and e-mail can have at most {MAX_NAME} characters each.")
    if has_control(name + login + email):
        raise BadUser("Name, login and e-mail cannot contain control characters.")
