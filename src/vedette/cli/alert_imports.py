"""`vedette alerts import`: converts Prometheus rules and Alertmanager configurations to files."""

import sys
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from vedette.alerting.lab.promtool.expressions import problems_of_expressions
from vedette.alerting.lab.promtool.program import find_promtool
from vedette.alerting.transfer.alertmanager.convert import convert
from vedette.alerting.transfer.export.documents import rule_entry
from vedette.alerting.transfer.export.formats import as_yaml
from vedette.alerting.transfer.prometheus.convert import ConversionOptions, converted, rule_titles
from vedette.alerting.transfer.prometheus.files import (
    BadRuleFile,
    PrometheusGroup,
    PrometheusRule,
    read_file,
)
from vedette.kernel.durations import format_duration, parse_duration
from vedette.kernel.errors import BadRequest
from vedette.plugins.registry import PluginRegistry


def import_prometheus(
    files: Sequence[str],
    datasource: str,
    folder: str,
    interval: str,
    query_offset: str,
    target: str,
    paused: bool,
    output: str,
    promtool: str = "",
) -> int:
    """Print provisioning files for rule files.

    Rules of one namespace are placed in `folder`, rules of several in folders below it. `promtool`
    is the program that checks expressions as PromQL; an empty text disables the check.
    """
    warnings: list[str] = []
    namespaces: dict[str, list[PrometheusGroup]] = {}
    for name in files:
        path = Path(name)
        found = read_file(_read(path), name, path.stem, warnings.append)
        if promtool:
            groups_of_file = chain.from_iterable(found.values())
            _check(name, [rule for group in groups_of_file for rule in group.rules], promtool)
        for namespace, groups in found.items():
            known = {group.name for group in namespaces.get(namespace, ())}
            for group in groups:
                if group.name in known:
                    raise BadRequest(
                        f"{name}: another file also contains the group {group.name!r} of "
                        f"{namespace!r}. Import one of them separately, into another folder."
                    )
            namespaces.setdefault(namespace, []).extend(groups)
    options = ConversionOptions(
        datasource_uid=datasource,
        target_datasource_uid=target,
        interval=parse_duration(interval),
        query_offset=parse_duration(query_offset),
        pauses_alerts=paused,
        pauses_recordings=paused,
    )
    document: dict[str, Any] = {"apiVersion": 1, "groups": []}
    for namespace, groups in namespaces.items():
        title = folder.strip() or namespace
        if folder.strip() and len(namespaces) > 1:
            title = f"{title}/{namespace}"
        taken = rule_titles()
        for group in groups:
            ours = converted(group, title, taken, options, warnings.append)
            document["groups"].append(
                {
                    "orgId": 1,
                    "name": ours.name,
                    "folder": title,
                    "interval": format_duration(ours.interval),
                    "rules": [rule_entry({"uid": each.uid, **each.body}) for each in ours.drafts],
                }
            )
    return _write(document, warnings, output)


def _check(file: str, rules: Sequence[PrometheusRule], promtool: str) -> None:
    """Raises `BadRuleFile` with the lines of all expressions that are not PromQL."""
    problems = problems_of_expressions([rule.expr for rule in rules], find_promtool(promtool))
    if problems:
        sentences = [
            f"{file}:{rules[index].line}: expr: {reason}."
            for index, reason in sorted(problems.items())
        ]
        raise BadRuleFile("\n".join(sentences))


def import_alertmanager(file: str, output: str, plugins: str = "") -> int:
    """Print provisioning files for an Alertmanager configuration.

    `plugins` is a directory of additional receivers, whose code is executed.
    """
    path = Path(file)
    registry = PluginRegistry(Path(plugins), allow_unsigned=True) if plugins else PluginRegistry()
    result = convert(_read(path), file, path.parent, registry)
    return _write(result.document, result.warnings, output)


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise BadRequest(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadRequest(f"{path} is not UTF-8 text.") from error


def _write(document: Mapping[str, Any], warnings: Sequence[str], output: str) -> int:
    text = as_yaml(document)
    if output == "-":
        sys.stdout.write(text)
    else:
        Path(output).write_text(text, "utf-8")
    for warning in warnings:
        print(f"vedette: {warning}", file=sys.stderr)
    return 0
