"""Errors of encryption keys and encrypted data."""

from typing import ClassVar

from vedette.kernel.errors import BadRequest, VedetteError


class SecretUnreadable(VedetteError):
    """A stored secret cannot be decrypted, because of another secret_key or a changed row."""

    code: ClassVar[str] = "crypto.unreadable"
    status: ClassVar[int] = 500


class RotationFailed(VedetteError):
    code: ClassVar[str] = "crypto.rotation_failed"
    status: ClassVar[int] = 500


class PasswordTooLong(BadRequest):
    code: ClassVar[str] = "crypto.password_too_long"
