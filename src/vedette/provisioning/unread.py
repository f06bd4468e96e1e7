"""Finds files below a provisioning directory that no kind reads."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vedette.provisioning.files import Root
from vedette.provisioning.ledger_store import FileStatus

if TYPE_CHECKING:
    from vedette.provisioning.kind import ProvisioningKind

_SUFFIXES = (".yaml", ".yml", ".json")
_MOST = 100
"""The maximum number of reported files; more of them usually have the same cause."""


def unread_files(roots: Sequence[Root], kinds: "Sequence[ProvisioningKind]") -> list[FileStatus]:
    """Return the status `ignored` for each configuration file that no kind reads, by name.

    Names that start with a dot are left out.
    """
    found: list[FileStatus] = []
    for root in roots:
        for file in _files(root.path):
            if any(kind.reads(file) for kind in kinds):
                continue
            if len(found) == _MOST:
                return found
            name = file.relative_to(root.path)
            message = _why(name.parts, sorted(kind.name for kind in kinds))
            kind = name.parts[0] if len(name.parts) > 1 else ""
            found.append(FileStatus(kind, f"{root.label}{name}", "ignored", message=message))
    return found


def _files(directory: Path) -> Iterator[Path]:
    for path, directories, files in os.walk(directory):
        directories[:] = sorted(each for each in directories if not each.startswith("."))
        for name in sorted(files):
            if name.endswith(_SUFFIXES) and not name.startswith("."):
                yield Path(path, name)


def _why(parts: Sequence[str], kinds: Sequence[str]) -> str:
    known = f"{', '.join(f'{kind}/' for kind in kinds[:-1])} and {kinds[-1]}/"
    if len(parts) == 1:
        return f"This file is ignored. Files are read from the directories {known}."
    kind = parts[0]
    if kind not in kinds:
        # Imported here because it is slow, and most directories have a correct name.
        import difflib

        near = difflib.get_close_matches(kind, kinds, 1)
        hint = f" Did you mean {near[0]}/?" if near else ""
        return f"This version reads no files from {kind}/, only from {known}.{hint}"
    if kind == "dashboards":
        return "This file is ignored. No provider uses a directory that contains it."
    if len(parts) > 2:
        return f"This file is ignored. Subdirectories of {kind}/ are not read."
    return f"This file is ignored. Files in {kind}/ must end with .yaml or .yml."
