"""Environment variables and secret files inside the values of provisioning files."""

import re
from collections.abc import Mapping
from pathlib import Path

from vedette.provisioning.problems import DocumentError, Report

_MAX_FILE_BYTES = 1_000_000
_REFERENCE = re.compile(
    r"\$\$"
    r"|\$__env\{(?P<env>[^}]*)\}"
    r"|\$__file\{(?P<file>[^}]*)\}"
    r"|\$\{(?P<braced>[A-Za-z_][A-Za-z0-9_]*)\}"
    r"|\$(?P<bare>[A-Za-z_][A-Za-z0-9_]*)"
)


def expand(text: str, environ: Mapping[str, str], report: Report, line: int) -> str:
    """`$NAME`, `${NAME}`, `$__env{NAME}` and `$__file{path}` replaced; `$$` is one dollar sign.

    What is put in is not expanded again. An unset variable becomes empty text and a warning, which
    says how a dollar sign is written: `$labels.host` may be what a template was to have. A dollar
    sign before anything else, such as `$1` or `${__value.raw}`, stays as it is. Raises
    `DocumentError` where a file can not be read.
    """
    if "$" not in text:
        return text

    def replace(match: re.Match[str]) -> str:
        if match["file"] is not None:
            return _file(match["file"].strip(), line)
        name = match["env"] or match["braced"] or match["bare"]
        if name is None:
            return "$" if match["env"] is None else ""
        value = environ.get(name.strip())
        if value is None:
            meant = (
                "" if match["env"] else f" If {match[0]} is meant as it stands, write ${match[0]}."
            )
            report.warn(f"The environment variable {name.strip()} is not set.{meant}", line)
            return ""
        return value

    return _REFERENCE.sub(replace, text)


def _file(path: str, line: int) -> str:
    try:
        with Path(path).open("rb") as opened:
            content = opened.read(_MAX_FILE_BYTES + 1)
        if len(content) > _MAX_FILE_BYTES:
            raise DocumentError(f"The file {path} is larger than 1 MB.", line)
        return content.decode().strip()
    except OSError as error:
        raise DocumentError(f"The file {path} can not be read: {error.strerror}.", line) from error
    except UnicodeDecodeError as error:
        raise DocumentError(f"The file {path} is not UTF-8 text.", line) from error
