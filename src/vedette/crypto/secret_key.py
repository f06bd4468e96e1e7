"""The one key everything stored is protected with: `[security] secret_key`."""

import os
from pathlib import Path
from secrets import token_urlsafe

from vedette.kernel.secret import Secret
from vedette.settings import SettingsError

LEAST_BYTES = 32
FILE_NAME = "secret_key"
_PUBLISHED = frozenset({"SW2YcwTIb9zpOOhoPsMm", "secret", "changeme", "<SECRET_KEY>"})
_ADVICE = "`openssl rand -base64 32` makes one"


def check_secret_key(value: Secret, *, production: bool, embedded_db: bool) -> str | None:
    """A warning where the key is weak but may be used, else None.

    Raises `SettingsError` in production on a shared database, where a missing, published or short
    key would protect nothing.
    """
    problem = _problem(value)
    if problem is None:
        return None
    if production and not embedded_db:
        raise SettingsError(
            f"[security] secret_key: {problem}; expected at least {LEAST_BYTES} random bytes"
            f" ({_ADVICE})."
        )
    if not value:
        return None
    return f"[security] secret_key: {problem}; replace it before anything valuable is stored"


def effective_secret_key(
    value: Secret, *, production: bool, embedded_db: bool, data: Path
) -> tuple[Secret, str | None]:
    """The key to use and a warning, if any. An empty one is made once and kept below `data`.

    Raises `SettingsError` as `check_secret_key` does, and where the file can not be used.
    """
    warning = check_secret_key(value, production=production, embedded_db=embedded_db)
    return (value, warning) if value else (_kept(data / FILE_NAME), None)


def _problem(value: Secret) -> str | None:
    text = value.reveal()
    if not text:
        return "it is not set"
    if text in _PUBLISHED:
        return "it is a published default"
    if len(text.encode()) < LEAST_BYTES:
        return f"it has only {len(text.encode())} bytes"
    return None


def _kept(file: Path) -> Secret:
    try:
        if not file.exists():
            _make(file)
        text = file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise SettingsError(
            f"[security] secret_key: the generated key in {file} can not be used: {why}."
        ) from error
    if len(text) < LEAST_BYTES:
        raise SettingsError(
            f"[security] secret_key: the generated key in {file} is damaged; restore the file from"
            " a backup."
        )
    return Secret(text)


def _make(file: Path) -> None:
    """Appears whole or not at all, and never replaces a key that another process just made."""
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_name(f"{file.name}.{os.getpid()}")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as opened:
        opened.write(token_urlsafe(48) + "\n")
        opened.flush()
        os.fsync(descriptor)
    try:
        file.hardlink_to(partial)
    except FileExistsError:
        pass
    finally:
        partial.unlink()
