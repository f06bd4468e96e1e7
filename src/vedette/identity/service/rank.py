"""Ranks of accounts: no one can change an account that ranks above their own.

Server administrators rank above the roles of an organization.
"""

from vedette.identity.errors import RoleTooHigh
from vedette.identity.model import ROLE_RANK, Account
from vedette.kernel.principal import Principal

_SERVER_ADMIN = len(ROLE_RANK)
OPERATOR = Principal("system", 0, 0, "Admin", is_server_admin=True)
"""A user with access to the server's database."""


def refuse_above(who: Principal, account: Account, role: str = "None") -> None:
    """Raise `RoleTooHigh` if `account`, with `role` in the organization of `who`, ranks higher."""
    own = _SERVER_ADMIN if who.is_server_admin else ROLE_RANK.get(who.role, 0)
    if account.is_server_admin and own < _SERVER_ADMIN:
        raise RoleTooHigh("Only a server administrator can change a server administrator.")
    if ROLE_RANK[role] > own:
        raise RoleTooHigh(f"Your role {who.role} cannot change an account with the role {role}.")


def refuse_granting_above(who: Principal, role: str) -> None:
    """Raise `RoleTooHigh` if `role` is higher than the caller's own."""
    if not who.is_server_admin and ROLE_RANK[role] > ROLE_RANK.get(who.role, 0):
        raise RoleTooHigh(f"Your role {who.role} cannot grant the higher role {role}.")


def refuse_granting_server_admin(who: Principal) -> None:
    """Raise `RoleTooHigh` unless the caller is a server admin."""
    if not who.is_server_admin:
        raise RoleTooHigh("Only a server administrator can grant server administrator rights.")
