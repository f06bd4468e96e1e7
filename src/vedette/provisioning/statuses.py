"""The status of each file, and the log lines that follow its changes."""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from vedette.provisioning.files import absence_messages
from vedette.provisioning.ledger_store import FileStatus
from vedette.provisioning.problems import Problem
from vedette.provisioning.reconciler import ProvisioningFile

log = logging.getLogger("vedette.provisioning")
OnErrors = Callable[[str, int], None]
"""Called after every pass with the kind and the number of its files with errors."""


def file_status(
    kind: str,
    file: str,
    problem: Problem | None,
    items: int,
    source: ProvisioningFile | None = None,
    last_applied: int | None = None,
) -> FileStatus:
    """Return the status of a file from its joined problem; see `as_one`."""
    has_error = problem is not None and problem.severity == "error"
    return FileStatus(
        kind=kind,
        file=file,
        state="error" if has_error else "ok",
        items=items,
        line=problem.line if problem else None,
        message=problem.message if problem else "",
        checksum=source.checksum if source else "",
        generation=source.generation if source else None,
        last_applied=last_applied,
    )


class ProblemLog:
    """Logs each problem of a kind once, and its end once."""

    def __init__(self, kind: str, on_errors: OnErrors) -> None:
        self._kind = kind
        self._on_errors = on_errors
        self._logged: dict[str, str] = {}

    def update(
        self, statuses: Sequence[FileStatus], kept: Collection[str], absent: Mapping[str, Path]
    ) -> None:
        """Log what changed. `kept` are known files of the `absent` directories."""
        texts = {status.file: _text(status) for status in statuses if status.message}
        for directory, message in absence_messages(kept, absent).items():
            texts[str(directory)] = message
        errors = {status.file for status in statuses if status.state == "error"}
        for name, text in texts.items():
            if self._logged.get(name) != text:
                log.log(logging.ERROR if name in errors else logging.WARNING, "%s", text)
        for name in self._logged.keys() - texts.keys():
            log.info("%s has recovered.", name)
        self._logged = texts
        self._on_errors(self._kind, len(errors))


def _text(status: FileStatus) -> str:
    place = status.file if status.line is None else f"{status.file}:{status.line}"
    return f"{place}: {status.message}"
