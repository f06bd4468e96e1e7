"""Expands environment variables and secret files in the values of provisioning files."""

import re
from collections.abc import Collection, Mapping
from pathlib import Path

import msgspec

from vedette.provisioning.problems import DocumentError, Report

EVERYTHING = ""
"""The path of a whole document."""
_MAX_FILE_BYTES = 1_000_000
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_REFERENCE = re.compile(
    r"\$\$"
    r"|\$__env\{(?P<env>[^}]*)\}"
    r"|\$__file\{(?P<file>[^}]*)\}"
    r"|(?P<vault>\$__vault\{)"
    r"|\$\{(?P<braced>[^{}$]*)\}"
    r"|\$(?P<bare>[A-Za-z_][A-Za-z0-9_]*)"
)


class ExpansionScope(msgspec.Struct, frozen=True):
    """Which values of a document are expanded.

    Paths are keys joined by dots, such as `groups.rules.labels`; lists add nothing to them. A path
    stands for everything below it.
    """

    raw: Collection[str] = ()
    """Paths below which a dollar sign has no meaning."""
    typed: Collection[str] = ()
    """Paths below which an expanded text that is a number or a boolean becomes one."""


TEXTS = ExpansionScope()
"""Expands every value, to text."""
AS_WRITTEN = ExpansionScope(raw=(EVERYTHING,))
"""Expands no value."""


def expand(text: str, environ: Mapping[str, str], report: Report, line: int) -> str:
    """Replace `$NAME`, `${NAME}`, `$__env{NAME}` and `$__file{path}`; `$$` is one dollar sign.

    Inserted values are not expanded again. An unset variable becomes empty text and a warning that
    names the escape: `$labels.host` may have been meant for a template. A dollar sign before
    anything else, such as `$1` or `${__value.raw}`, stays. Raises `DocumentError` for a file that
    cannot be read, and for `$__vault{}`.
    """
    if "$" not in text:
        return text

    def replace(match: re.Match[str]) -> str:
        if match["file"] is not None:
            return _file(match["file"].strip(), line)
        if match["vault"]:
            raise DocumentError("$__vault{} is not supported. Use $__env{} or $__file{}.", line)
        name = match["env"] or match["braced"] or match["bare"]
        if name is None:
            return "" if match["env"] is not None else "$" if match[0] == "$$" else match[0]
        value = environ.get(name.strip())
        if value is not None:
            return value
        if match["braced"] and not _NAME.fullmatch(name.strip()):
            return match[0]
        hint = "" if match["env"] else f" To use {match[0]} literally, write ${match[0]}."
        report.warn(f"The environment variable {name.strip()} is not set.{hint}", line)
        return ""

    return _REFERENCE.sub(replace, text)


def _file(path: str, line: int) -> str:
    try:
        with Path(path).open("rb") as opened:
            content = opened.read(_MAX_FILE_BYTES + 1)
        if len(content) > _MAX_FILE_BYTES:
            raise DocumentError(f"The file {path} is larger than 1 MB.", line)
        return content.decode().strip()
    except OSError as error:
        raise DocumentError(f"The file {path} cannot be read: {error.strerror}.", line) from error
    except UnicodeDecodeError as error:
        raise DocumentError(f"The file {path} is not UTF-8 text.", line) from error
