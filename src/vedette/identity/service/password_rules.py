"""Requirements for new passwords."""

import msgspec

from vedette.identity.errors import WeakPassword

MAX_PASSWORD = 1_024
_STRICT_LENGTH = 12


class PasswordRules(msgspec.Struct, frozen=True):
    """`is_strict` requires 12 characters with upper-case and lower-case letters, digits and
    symbols."""

    least: int = 5
    is_strict: bool = False

    @property
    def min_length(self) -> int:
        return max(self.least, _STRICT_LENGTH) if self.is_strict else self.least

    def check(self, password: str) -> str:
        """Return the password. Raises `WeakPassword`."""
        if not self.min_length <= len(password) <= MAX_PASSWORD:
            raise WeakPassword(
                f"A password must have {self.min_length} to {MAX_PASSWORD} characters."
            )
        if self.is_strict and not _is_mixed(password):
            raise WeakPassword(
                "A password must have upper-case and lower-case letters, digits and symbols."
            )
        return password


DEFAULT_RULES = PasswordRules()


def _is_mixed(password: str) -> bool:
    return (
        any(each.isupper() for each in password)
        and any(each.islower() for each in password)
        and any(each.isdigit() for each in password)
        and any(not each.isalnum() for each in password)
    )
