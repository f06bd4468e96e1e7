"""`[security] secret_key`, the key that protects all stored secrets."""

import os
from pathlib import Path
from secrets import token_urlsafe

from vedette.kernel.secret import Secret
from vedette.settings import SettingsError

LEAST_BYTES = 32
FILE_NAME = "secret_key"
_PUBLISHED = frozenset({"SW2YcwTIb9zpOOhoPsMm", "secret", "changeme", "<SECRET_KEY>"})
_ADVICE = "`openssl rand -base64 32` creates one"


def check_secret_key(value: Secret, *, production: bool, embedded_db: bool) -> str | None:
    """Return a warning if the key is weak but can be used, else None.

    A key may be missing with the embedded database, for which one is generated. Raises
    `SettingsError` in production for a published or short key, which protects nothing.
    """
    problem = _problem(value)
    if problem is None or (embedded_db and not value):
        return None
    if production:
        raise SettingsError(
            f"[security] secret_key: {problem}; expected at least {LEAST_BYTES} random bytes"
            f" ({_ADVICE})."
        )
    return f"[security] secret_key: {problem}. Replace it before you store secrets"


def effective_secret_key(
    value: Secret, *, production: bool, embedded_db: bool, data: Path
) -> tuple[Secret, str | None]:
    """Return the key to use and a warning, if any.

    An empty key is generated once and stored below `data`. Raises the errors of `check_secret_key`,
    and `SettingsError` if the file is unusable.
    """
    warning = check_secret_key(value, production=production, embedded_db=embedded_db)
    if value:
        return value, warning
    try:
        _make(data / FILE_NAME)
    except OSError as error:
        raise _unusable(data / FILE_NAME, error) from error
    return kept_secret_key(data), None


def kept_secret_key(data: Path) -> Secret:
    """Return the generated key below `data`; empty if none was generated yet.

    Raises `SettingsError` if the file is unusable.
    """
    file = data / FILE_NAME
    try:
        text = file.read_text("ascii").strip()
    except FileNotFoundError:
        return Secret("")
    except (OSError, UnicodeDecodeError) as error:
        raise _unusable(file, error) from error
    if len(text) < LEAST_BYTES:
        raise SettingsError(
            f"[security] secret_key: the generated key in {file} is damaged. Restore the file "
            "from a backup."
        )
    return Secret(text)


def _problem(value: Secret) -> str | None:
    text = value.reveal().strip()
    if not text:
        return "it is not set"
    if text in _PUBLISHED:
        return "it is a published default"
    if len(text.encode()) < LEAST_BYTES:
        return f"it has only {len(text.encode())} bytes"
    return None


def _unusable(file: Path, error: Exception) -> SettingsError:
    why = error.strerror if isinstance(error, OSError) else "it is not text"
    return SettingsError(
        f"[security] secret_key: the generated key in {file} cannot be used: {why}."
    )


def _make(file: Path) -> None:
    """Create the file atomically, without replacing a key that exists or that another process
    creates."""
    if file.exists():
        return
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
