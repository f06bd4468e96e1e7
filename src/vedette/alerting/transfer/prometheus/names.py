"""Validation of names and templates of a rule, as Prometheus does it."""

import re

from vedette.provisioning.problems import DocumentError
from vedette.provisioning.values import DocumentMapping

_LABEL = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*")
_METRIC = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")


def check_metric(name: str, line: int) -> None:
    """Raises `DocumentError`, as do all functions here."""
    if not _METRIC.fullmatch(name):
        raise DocumentError(f"{name[:100]!r} is not the name of a metric.", line)


def check_names(key: str, block: DocumentMapping) -> None:
    """Check the names of `labels` or `annotations`."""
    for name in block:
        is_name = _LABEL.fullmatch(name) and (key, name) != ("labels", "__name__")
        if not is_name:
            raise DocumentError(f"{key}: {name[:100]!r} is not a valid name.", block.lines[name])


def check_templates(key: str, block: DocumentMapping) -> None:
    """Check the templates of an alerting rule. A recording rule has none."""
    from vedette.alerting.transfer.prometheus.templates import problem_of

    for name in block:
        text = block.written[name]
        problem = problem_of(text) if "{{" in text else ""
        if problem:
            raise DocumentError(f"{key}.{name} is not a template: {problem}.", block.lines[name])
