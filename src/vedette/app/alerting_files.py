"""Alerting as files, built from what alerting is made of."""

import msgspec

from vedette.alerting.rules.groups import GroupWriter
from vedette.alerting.transfer.folders import FolderPaths
from vedette.alerting.transfer.provision import BY, AlertingFiles
from vedette.alerting.transfer.provision.parts import (
    Inhibitions,
    Points,
    Policies,
    Templates,
    Timings,
)
from vedette.alerting.transfer.provision.reading import Reader
from vedette.alerting.transfer.provision.rule_parts import Groups, Rules
from vedette.app.contacts import Contacts
from vedette.app.routing import Routing
from vedette.kernel.clock import Clock


class Made(msgspec.Struct, frozen=True):
    files: AlertingFiles


def build(clock: Clock, groups: GroupWriter, told: Contacts, routed: Routing) -> Made:
    folders = FolderPaths(clock, BY)
    parts = (
        Points(told.writer, told.drafts),
        Timings(routed.timings),
        Templates(told.templates),
        Rules(groups, folders),
        Groups(groups, folders, clock),
        Policies(routed.policies),
        Inhibitions(routed.inhibitions),
    )
    reader = Reader(groups.rules.defaults, told.templates.checked)
    return Made(AlertingFiles(reader, parts, groups.rules))
