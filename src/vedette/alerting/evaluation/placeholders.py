"""Alerts that represent a whole rule while its queries fail or return no data.

They have the rule's own labels, so that policies and silences for the rule match.
"""

from collections.abc import Iterable, Sequence

from vedette.alerting.evaluation.rendering import Render
from vedette.alerting.model import Instance, InstanceOrigin, Labels, Rule, Sample, alert_labels
from vedette.alerting.model.labels import ALERT_NAME

NAMES = {InstanceOrigin.NO_DATA: "DatasourceNoData", InstanceOrigin.ERROR: "DatasourceError"}
RULE_NAME = "rulename"
SOURCE_UID = "datasource_uid"
REF_ID = "ref_id"


def own_labels(rule: Rule, render: Render) -> dict[str, str]:
    """Return the labels of an alert of the rule without any series."""
    texts = render.labels(rule, Sample({}, None))
    return alert_labels({}, texts, rule.reserved_labels, rule.disabled_labels)


def special_labels(
    rule: Rule,
    origin: InstanceOrigin,
    ref_ids: Sequence[str],
    prior: Iterable[Instance],
    render: Render,
) -> Labels:
    """Return the labels of a `DatasourceNoData` or `DatasourceError` alert.

    If the rule had exactly one series, its labels are kept. A firing alert keeps its labels while
    the rule is unchanged, even if another query fails.
    """
    known = list(prior)
    texts = render.labels(rule, Sample({}, None))
    sources = {each.ref_id: each.datasource_uid for each in rule.queries}
    reserved = rule.reserved_labels | {ALERT_NAME: NAMES[origin], RULE_NAME: rule.title}
    core = alert_labels({}, texts, reserved, rule.disabled_labels)
    for each in known:
        if each.origin is origin and core.items() <= each.labels.items():
            return each.labels
    series = [each.series for each in known if each.origin is InstanceOrigin.SERIES]
    lone = series[0] if len(series) == 1 else {}
    uids = dict.fromkeys(sources[ref_id] for ref_id in ref_ids if ref_id in sources)
    place = {SOURCE_UID: ",".join(uids), REF_ID: ",".join(ref_ids)}
    return alert_labels(lone, texts, reserved | place, rule.disabled_labels)
