"""Notification policies and mute timings over the provisioning API."""

from typing import Any

import pytest
from tests.fixtures.app import Clients

POLICIES = "/api/v1/provisioning/policies"
TIMINGS = "/api/v1/provisioning/mute-timings"
OPEN = {"x_disable_provenance": "true"}
NIGHTS: dict[str, Any] = {
    "name": "nights",
    "time_intervals": [
        {
            "times": [{"start_time": "22:00", "end_time": "24:00"}],
            "weekdays": ["monday:friday"],
            "location": "Europe/Berlin",
        }
    ],
}
DEFAULT = {"receiver": "grafana-default-email", "group_by": ["grafana_folder", "alertname"]}


async def test_an_organization_begins_with_one_policy(clients: Clients) -> None:
    reply = await clients.viewer.get(POLICIES)
    assert (reply.status, reply.json()) == (200, DEFAULT)


async def test_a_tree_is_kept_as_it_is_written(clients: Clients) -> None:
    assert (await clients.admin.post(TIMINGS, NIGHTS)).status == 201
    tree = {
        **DEFAULT,
        "group_wait": "45s",
        "routes": [
            {
                "receiver": "grafana-default-email",
                "object_matchers": [["team", "=~", "a|b"], ["größe", "!=", "x"]],
                "continue": True,
                "mute_time_intervals": ["nights"],
                "routes": [{"object_matchers": [["severity", "=", "info"]]}],
            }
        ],
    }
    reply = await clients.admin.put(POLICIES, tree)
    assert (reply.status, reply.json()) == (202, {"message": "policies updated"})
    assert (await clients.viewer.get(POLICIES)).json() == {**tree, "provenance": "api"}


async def test_a_tree_read_from_the_api_can_be_sent_back(clients: Clients) -> None:
    await clients.admin.put(POLICIES, {**DEFAULT, "orgId": 1, "provenance": "api"})
    shown = (await clients.admin.get(POLICIES)).json()
    assert (await clients.admin.put(POLICIES, shown)).status == 202
    assert (await clients.admin.get(POLICIES)).json() == shown


async def test_a_tree_with_unknown_names_is_refused_and_says_which(clients: Clients) -> None:
    tree = {"receiver": "nobody", "routes": [{"mute_time_intervals": ["never"]}]}
    reply = await clients.admin.put(POLICIES, tree)
    assert reply.status == 400
    assert (
        "The default policy: the contact point 'nobody' does not exist." in reply.json()["message"]
    )
    assert "Policy 1: the mute timing 'never' does not exist." in reply.json()["message"]


async def test_members_of_a_later_release_are_skipped(clients: Clients) -> None:
    reply = await clients.admin.put(POLICIES, {**DEFAULT, "ofALaterRelease": []})
    assert reply.status == 202
    assert (await clients.admin.get(POLICIES)).json() == {**DEFAULT, "provenance": "api"}


async def test_a_reset_brings_the_first_policy_back(clients: Clients) -> None:
    await clients.admin.put(POLICIES, {**DEFAULT, "repeat_interval": "1d"})
    reply = await clients.admin.delete(POLICIES)
    assert (reply.status, reply.json()) == (202, DEFAULT)
    assert (await clients.admin.get(POLICIES)).json() == DEFAULT


async def test_the_header_leaves_objects_open_to_people(clients: Clients) -> None:
    await clients.admin.put(POLICIES, DEFAULT, **OPEN)
    assert "provenance" not in (await clients.admin.get(POLICIES)).json()
    await clients.admin.post(TIMINGS, NIGHTS, **OPEN)
    assert (await clients.admin.get(TIMINGS)).json() == [NIGHTS]


async def test_a_mute_timing_is_made_read_changed_and_deleted(clients: Clients) -> None:
    made = await clients.admin.post(TIMINGS, NIGHTS)
    assert (made.status, made.json()) == (201, {**NIGHTS, "provenance": "api"})
    assert (await clients.admin.post(TIMINGS, NIGHTS)).status == 400
    changed = {"time_intervals": [{"months": ["12"], "days_of_month": ["24:26"]}]}
    reply = await clients.admin.put(f"{TIMINGS}/nights", changed)
    assert (reply.status, reply.json()["name"]) == (202, "nights")
    assert (await clients.viewer.get(f"{TIMINGS}/nights")).json()["time_intervals"] == changed[
        "time_intervals"
    ]
    assert (await clients.admin.delete(f"{TIMINGS}/nights")).status == 204
    assert (await clients.admin.delete(f"{TIMINGS}/nights")).status == 204
    assert (await clients.admin.get(f"{TIMINGS}/nights")).status == 404
    assert (await clients.admin.put(f"{TIMINGS}/nights", changed)).status == 404


async def test_months_are_answered_as_numbers(clients: Clients) -> None:
    """As Alertmanager writes them, so that tools that compare see no difference."""
    months = ["january:march", "May", "7", "11:12"]
    timing = {"name": "months", "time_intervals": [{"months": months}]}
    made = await clients.admin.post(TIMINGS, timing)
    assert made.json()["time_intervals"] == [{"months": ["1:3", "5", "7", "11:12"]}]


async def test_policies_follow_a_timing_that_is_renamed(clients: Clients) -> None:
    await clients.admin.post(TIMINGS, NIGHTS)
    routes = [{"active_time_intervals": ["nights"]}]
    await clients.admin.put(POLICIES, {**DEFAULT, "routes": routes})
    reply = await clients.admin.put(f"{TIMINGS}/nights", {**NIGHTS, "name": "late/night"})
    assert reply.status == 202
    shown = (await clients.admin.get(POLICIES)).json()
    assert shown["routes"] == [{"active_time_intervals": ["late/night"]}]
    reply = await clients.admin.delete(f"{TIMINGS}/late%2Fnight")
    used = "alerting.notifications.time-intervals.used"
    assert (reply.status, reply.json()["messageId"]) == (409, used)
    assert "still used: policy 1." in reply.json()["message"]


async def test_a_timing_that_cannot_be_read_says_why(clients: Clients) -> None:
    wrong = {"name": "n", "time_intervals": [{"weekdays": ["someday"]}]}
    reply = await clients.admin.post(TIMINGS, wrong)
    assert (reply.status, "'someday' in weekdays" in reply.json()["message"]) == (400, True)
    assert (await clients.admin.post(TIMINGS, {"time_intervals": []})).status == 400


@pytest.mark.parametrize("path", [POLICIES, TIMINGS])
async def test_viewers_read_and_change_nothing(clients: Clients, path: str) -> None:
    assert (await clients.viewer.get(path)).status == 200
    assert (await clients.anonymous.get(path)).status == 401
    for client in (clients.viewer, clients.anonymous):
        for method, address, body in (
            ("PUT", POLICIES, DEFAULT),
            ("POST", TIMINGS, NIGHTS),
            ("DELETE", POLICIES, None),
        ):
            reply = await client.send(method, address, body)
            assert reply.status in (401, 403)


async def test_what_people_save_stays_theirs(clients: Clients) -> None:
    own, timings = "/api/v1/alerting/policies", "/api/v1/alerting/mute-timings"
    assert (await clients.editor.post(timings, NIGHTS)).status == 201
    assert (await clients.viewer.get(TIMINGS)).json() == [NIGHTS]
    shown = (await clients.editor.get(own)).json()
    assert shown == {**DEFAULT, "version": 0}
    assert (await clients.editor.put(own, {**shown, "group_wait": "9s"})).status == 202
    assert (await clients.viewer.get(POLICIES)).json() == {**DEFAULT, "group_wait": "9s"}
    late = await clients.editor.put(own, {**shown, "group_wait": "8s"})
    assert (late.status, late.json()["messageId"]) == (412, "alerting.policies_changed")
    assert (await clients.editor.put(own, {**DEFAULT, "version": "1"})).status == 400
    assert (await clients.editor.put(own, DEFAULT)).status == 202


async def test_people_do_not_change_what_the_provisioning_api_keeps(clients: Clients) -> None:
    await clients.admin.put(POLICIES, DEFAULT)
    await clients.admin.post(TIMINGS, NIGHTS)
    for method, path, body in (
        ("PUT", "/api/v1/alerting/policies", DEFAULT),
        ("DELETE", "/api/v1/alerting/policies", None),
        ("PUT", "/api/v1/alerting/mute-timings/nights", NIGHTS),
        ("DELETE", "/api/v1/alerting/mute-timings/nights", None),
    ):
        reply = await clients.admin.send(method, path, body)
        assert reply.status == 409
        assert "it was created with the provisioning API" in reply.json()["message"]
