"""A group goes to a contact point or to an external Alertmanager, and each has its own rules."""

import ast
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import vedette.alerting
from vedette.alerting.delivery.configuration import Configuration
from vedette.alerting.delivery.decide import Decision, NotificationReason, Sent
from vedette.alerting.delivery.destinations import (
    ADDRESS_PREFIX,
    AlertmanagerDestination,
    ContactPointDestination,
    destination_of,
)
from vedette.alerting.delivery.external.model import AlertmanagerChoice, AlertmanagerSelection
from vedette.alerting.routing.policies import default_policy
from vedette.alerting.routing.tree import resolve

CENTRAL = AlertmanagerDestination("central", "Central")
AT = datetime(2026, 1, 1, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
SENT = Sent(frozenset({"a"}), AT)


@pytest.mark.parametrize("stored", [CENTRAL.group_key, CENTRAL.address])
def test_an_external_alertmanager_is_read_back_from_what_is_stored(stored: str) -> None:
    assert destination_of(stored, "Central") == CENTRAL


@pytest.mark.parametrize("stored", ["{}:{}", '{}/{team="x"}:{}', "c0ffee"])
def test_every_other_group_and_integration_is_of_a_contact_point(stored: str) -> None:
    assert destination_of(stored, "Central") == ContactPointDestination("Central")


def test_a_contact_point_and_an_alertmanager_of_one_name_keep_their_integrations() -> None:
    own = AlertmanagerDestination("other", "Other").integration(1)
    configuration = Configuration(
        route=resolve(default_policy()),
        timings={},
        silences=(),
        inhibit_rules=(),
        receivers={"Central": (own,)},
        selection=AlertmanagerSelection(AlertmanagerChoice.ALL, (CENTRAL,)),
    )
    assert configuration.integrations(1, ContactPointDestination("Central")) == (own,)
    (external,) = configuration.integrations(1, CENTRAL)
    assert (external.uid, external.org_id) == ("alertmanager/central", 1)
    assert configuration.integrations(1, ContactPointDestination("gone")) == ()
    assert configuration.integrations(1, AlertmanagerDestination("gone", "Central")) == ()


def test_between_repeats_an_external_alertmanager_receives_changes_only() -> None:
    both = frozenset({"a", "b"})
    made = Decision(NotificationReason.NEW_ALERTS, Sent(both, AT), firing=both)
    soon, later = AT + timedelta(seconds=10), AT + MINUTE
    assert CENTRAL.repeated(made, SENT, MINUTE, soon).firing == {"b"}
    assert CENTRAL.repeated(made, SENT, MINUTE, later).firing == both
    assert ContactPointDestination("ops").repeated(made, SENT, MINUTE, soon).firing == both


def test_the_history_lists_only_changes_of_an_external_alertmanager() -> None:
    both = frozenset({"a", "b"})
    made = Decision(
        NotificationReason.REPEAT, Sent(both, AT), firing=both, resolved=frozenset({"c"})
    )
    assert CENTRAL.recorded(made, SENT) == {"b", "c"}
    assert CENTRAL.recorded(made, None) == {"a", "b", "c"}
    assert ContactPointDestination("ops").recorded(made, SENT) == {"a", "b", "c"}


def test_one_module_alone_knows_how_external_alertmanagers_are_stored() -> None:
    """Everything else goes by the type of the destination."""
    package = Path(vedette.alerting.__path__[0])
    readers = {
        path.name
        for path in package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if (isinstance(node, ast.Constant) and node.value == ADDRESS_PREFIX)
        or (isinstance(node, ast.Name) and node.id == "ADDRESS_PREFIX")
    }
    assert readers == {"destinations.py", "group_store.py"}
