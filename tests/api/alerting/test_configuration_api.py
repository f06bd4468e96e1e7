"""The whole configuration: read as one document, replaced whole or not at all."""

from copy import deepcopy
from typing import Any

from tests.fixtures.app import Client, Clients

from vedette.alerting.alertmanager.configuration_store import ConfigurationStore
from vedette.alerting.alerts.version_store import bump
from vedette.app.build import App

CONFIG = "/api/alertmanager/grafana/config/api/v1/alerts"
POLICIES = "/api/v1/provisioning/policies"
TIMINGS = "/api/v1/provisioning/mute-timings"
POINTS = "/api/v1/provisioning/contact-points"
TEMPLATES = "/api/v1/provisioning/templates"
DEFAULT_ROUTE = {
    "receiver": "grafana-default-email",
    "group_by": ["grafana_folder", "alertname"],
}
HOOK: dict[str, Any] = {
    "name": "hook",
    "grafana_managed_receiver_configs": [
        {
            "uid": "hook1",
            "name": "hook",
            "type": "webhook",
            "disableResolveMessage": False,
            "settings": {"url": "http://hook.example/", "username": "eva"},
            "secureSettings": {"password": "very-secret"},
        }
    ],
}
NIGHTS = {"name": "nights", "time_intervals": [{"months": ["12"]}]}


async def shown(clients: Clients) -> dict[str, Any]:
    reply = await clients.admin.get(CONFIG)
    assert reply.status == 200, reply.body
    found: dict[str, Any] = reply.json()
    return found


async def with_hook(clients: Clients) -> dict[str, Any]:
    config = await shown(clients)
    wanted = config["alertmanager_config"]
    wanted["receivers"].append(deepcopy(HOOK))
    wanted["mute_time_intervals"] = [NIGHTS]
    wanted["route"]["routes"] = [{"receiver": "hook", "mute_time_intervals": ["nights"]}]
    wanted["inhibit_rules"] = [{"source_matchers": ["a=b"], "target_matchers": ["c=d"]}]
    config["template_files"] = {"words": '{{ define "words" }}hello{{ end }}'}
    reply = await clients.admin.post(CONFIG, config)
    assert reply.status == 202, reply.body
    return await shown(clients)


async def test_an_organization_begins_with_a_policy_and_a_contact_point(clients: Clients) -> None:
    config = (await shown(clients))["alertmanager_config"]
    assert config["route"] == DEFAULT_ROUTE
    [receiver] = config["receivers"]
    assert receiver["name"] == "grafana-default-email"
    [integration] = receiver["grafana_managed_receiver_configs"]
    assert integration["settings"] == {"addresses": "<example@email.com>"}


async def test_everything_is_replaced_at_once_and_no_secret_comes_back(clients: Clients) -> None:
    config = await with_hook(clients)
    text = (await clients.admin.get(CONFIG)).body
    assert b"very-secret" not in text
    wanted = config["alertmanager_config"]
    hook = next(each for each in wanted["receivers"] if each["name"] == "hook")
    [integration] = hook["grafana_managed_receiver_configs"]
    assert integration["uid"] == "hook1"
    assert integration["secureFields"] == {"password": True}
    assert integration["settings"] == {"url": "http://hook.example/", "username": "eva"}
    assert wanted["route"]["routes"] == [{"receiver": "hook", "mute_time_intervals": ["nights"]}]
    assert wanted["mute_time_intervals"] == [NIGHTS]
    assert wanted["inhibit_rules"] == [{"source_matchers": ['a="b"'], "target_matchers": ['c="d"']}]
    assert config["template_files"] == {"words": '{{ define "words" }}hello{{ end }}'}
    assert [each["name"] for each in (await clients.admin.get(TIMINGS)).json()] == ["nights"]


async def test_what_is_read_can_be_sent_back_and_changes_nothing(clients: Clients) -> None:
    config = await with_hook(clients)
    before = (await clients.admin.get("/api/v1/alerting/inhibit-rules")).json()["version"]
    assert (await clients.admin.post(CONFIG, config)).status == 202
    assert await shown(clients) == config
    after = (await clients.admin.get("/api/v1/alerting/inhibit-rules")).json()["version"]
    assert after == before


async def test_an_omitted_secret_stays_until_it_is_removed(clients: Clients) -> None:
    config = await with_hook(clients)

    def integration(config: dict[str, Any]) -> dict[str, Any]:
        receivers = config["alertmanager_config"]["receivers"]
        hook = next(each for each in receivers if each["name"] == "hook")
        found: dict[str, Any] = hook["grafana_managed_receiver_configs"][0]
        return found

    del integration(config)["secureFields"]
    integration(config)["disableResolveMessage"] = True
    assert (await clients.admin.post(CONFIG, config)).status == 202
    config = await shown(clients)
    assert integration(config)["secureFields"] == {"password": True}
    assert integration(config)["disableResolveMessage"] is True
    integration(config)["secureFields"] = {"password": False}
    assert (await clients.admin.post(CONFIG, config)).status == 202
    assert integration(await shown(clients))["secureFields"] == {}


async def test_a_contact_point_is_renamed_together_with_the_policies(clients: Clients) -> None:
    config = await with_hook(clients)
    wanted = config["alertmanager_config"]
    wanted["route"]["routes"][0]["receiver"] = "renamed"
    hook = next(each for each in wanted["receivers"] if each["name"] == "hook")
    hook["name"] = hook["grafana_managed_receiver_configs"][0]["name"] = "renamed"
    assert (await clients.admin.post(CONFIG, config)).status == 202
    points = {each["name"]: each["uid"] for each in (await clients.admin.get(POINTS)).json()}
    assert points["renamed"] == "hook1"
    assert "hook" not in points


async def test_one_mistake_leaves_everything_as_it_was(clients: Clients) -> None:
    before = await with_hook(clients)
    for break_it in (
        lambda wanted: wanted["route"]["routes"].append({"receiver": "nobody"}),
        lambda wanted: wanted["receivers"].pop(),
        lambda wanted: wanted["mute_time_intervals"].clear(),
        lambda wanted: wanted["mute_time_intervals"].append({**NIGHTS, "name": ""}),
        lambda wanted: wanted["mute_time_intervals"].append(NIGHTS),
        lambda wanted: wanted["inhibit_rules"].append({"name": "empty"}),
        lambda wanted: wanted["receivers"].append({"name": "slack", "slack_configs": []}),
    ):
        config = deepcopy(before)
        wanted = config["alertmanager_config"]
        wanted["route"]["group_wait"] = "1s"
        wanted["mute_time_intervals"].append({**NIGHTS, "name": "new"})
        break_it(wanted)
        reply = await clients.admin.post(CONFIG, config)
        assert reply.status in (400, 409), reply.body
        assert reply.json()["message"].endswith(".")
        assert await shown(clients) == before


async def test_what_the_provisioning_api_made_is_kept_by_it(clients: Clients) -> None:
    await clients.admin.post(TIMINGS, NIGHTS)
    await clients.admin.put(POLICIES, {**DEFAULT_ROUTE, "group_wait": "40s"})
    config = await shown(clients)
    assert config["alertmanager_config"]["muteTimeProvenances"] == {"nights": "api"}
    assert config["alertmanager_config"]["route"]["provenance"] == "api"
    assert (await clients.admin.post(CONFIG, config)).status == 202
    assert await shown(clients) == config

    changed = deepcopy(config)
    changed["alertmanager_config"]["route"]["group_wait"] = "41s"
    reply = await clients.admin.post(CONFIG, changed)
    assert reply.status == 400
    assert "it was created with the provisioning API" in reply.json()["message"]
    without = deepcopy(config)
    without["alertmanager_config"]["mute_time_intervals"] = []
    assert (await clients.admin.post(CONFIG, without)).status == 400
    assert (await clients.admin.delete(CONFIG)).status == 400
    assert await shown(clients) == config


async def test_a_reset_brings_back_what_an_organization_begins_with(clients: Clients) -> None:
    before = await shown(clients)
    await with_hook(clients)
    assert (await clients.admin.delete(CONFIG)).status == 202
    assert await shown(clients) == before


async def test_only_those_who_may_change_it_do(clients: Clients) -> None:
    assert (await clients.viewer.get(CONFIG)).status == 200
    config = await shown(clients)
    assert (await clients.viewer.post(CONFIG, config)).status == 403
    assert (await clients.editor.delete(CONFIG)).status == 403
    assert (await clients.anonymous.get(CONFIG)).status == 401


HISTORY = "/api/alertmanager/grafana/config/history"


async def history(client: Client, **asked: str) -> list[dict[str, Any]]:
    reply = await client.get(HISTORY, **asked)
    assert reply.status == 200, reply.body
    found: list[dict[str, Any]] = reply.json()
    return found


async def test_what_was_replaced_is_kept_and_comes_back(clients: Clients) -> None:
    before = await with_hook(clients)
    assert (await clients.admin.delete(CONFIG)).status == 202
    [now, then, first] = await history(clients.admin)
    assert now["alertmanager_config"]["route"] == DEFAULT_ROUTE
    assert first["alertmanager_config"]["route"] == DEFAULT_ROUTE
    assert {key: then[key] for key in before} == before
    assert then["id"] < now["id"]
    assert then["last_applied"].endswith("Z")
    assert await history(clients.admin, limit="1") == [now]
    assert len(await history(clients.admin, limit="-1")) == 3

    hook = then["alertmanager_config"]["receivers"][-1]["grafana_managed_receiver_configs"][0]
    assert hook["secureFields"] == {"password": True}
    reply = await clients.admin.post(f"{HISTORY}/{then['id']}/_activate")
    assert reply.status == 202, reply.body
    after = await shown(clients)
    assert after["alertmanager_config"]["route"] == before["alertmanager_config"]["route"]
    assert after["template_files"] == before["template_files"]


async def test_an_old_configuration_comes_back_with_the_secrets_of_today(clients: Clients) -> None:
    before = await with_hook(clients)
    changed = deepcopy(before)
    changed["alertmanager_config"]["route"]["group_by"] = ["..."]
    assert (await clients.admin.post(CONFIG, changed)).status == 202
    then = (await history(clients.admin))[1]
    assert (await clients.admin.post(f"{HISTORY}/{then['id']}/_activate")).status == 202
    assert await shown(clients) == before


async def test_changes_over_other_apis_are_part_of_the_history(clients: Clients) -> None:
    await clients.admin.post(TIMINGS, NIGHTS)
    [newest, *_] = await history(clients.admin)
    assert newest["alertmanager_config"]["mute_time_intervals"] == [NIGHTS]
    assert await history(clients.admin) == [newest]


async def test_readers_see_no_addresses_in_the_history_and_can_activate_nothing(
    clients: Clients,
) -> None:
    await with_hook(clients)
    [newest, *_] = await history(clients.viewer)
    [*_, receiver] = newest["alertmanager_config"]["receivers"]
    assert receiver["grafana_managed_receiver_configs"][0]["settings"]["url"] == "[REDACTED]"
    path = f"{HISTORY}/{newest['id']}/_activate"
    assert (await clients.viewer.post(path)).status == 403
    assert (await clients.admin.post(f"{HISTORY}/{newest['id'] + 99}/_activate")).status == 404
    assert (await clients.admin.post(f"{HISTORY}/newest/_activate")).status == 400


async def test_a_hundred_configurations_are_kept(app: App, clients: Clients) -> None:
    await with_hook(clients)
    whole = await shown(clients)
    async with app.database.transaction() as tx:
        store = ConfigurationStore(tx)
        for number in [*range(150), 150, 150, 150]:
            await store.add(1, {**whole, "template_files": {"number": str(number)}}, "", 1)
    found = await history(clients.admin)
    assert len(found) == 100
    assert found[1]["template_files"]["number"] == "150"
    assert found[2]["template_files"]["number"] == "149"


async def test_what_cannot_be_read_is_not_kept_and_is_replaced(app: App, clients: Clients) -> None:
    before = await with_hook(clients)
    kept = await history(clients.admin)
    async with app.database.transaction() as tx:
        await tx.execute("UPDATE notification_policy SET tree = '{'")
        await bump(tx, 1, "routing")
    assert await history(clients.admin) == kept
    refused = await clients.admin.get(CONFIG)
    assert refused.status == 500
    assert "policies cannot be read" in refused.json()["message"]
    assert (await clients.admin.post(CONFIG, before)).status == 202
    assert await shown(clients) == before


async def test_a_receiver_without_integrations_is_kept_and_tells_nobody(clients: Clients) -> None:
    """Configurations of Alertmanager call it `null`, and lead there what nobody wants to hear."""
    config = await shown(clients)
    wanted = config["alertmanager_config"]
    wanted["receivers"].append({"name": "null"})
    wanted["route"]["routes"] = [{"receiver": "null", "object_matchers": [["a", "=", "b"]]}]
    assert (await clients.admin.post(CONFIG, config)).status == 202
    kept = await shown(clients)
    assert kept["alertmanager_config"]["receivers"][-1] == {
        "name": "null",
        "grafana_managed_receiver_configs": [],
    }
    assert kept["alertmanager_config"]["route"]["routes"][0]["receiver"] == "null"
    assert (await clients.admin.post(CONFIG, kept)).status == 202
    assert await shown(clients) == kept
    names = (await clients.viewer.get("/api/alertmanager/grafana/api/v2/receivers")).json()
    assert {"name": "null"} in names
    refused = await clients.admin.delete("/api/v1/alerting/contact-points/name/null")
    assert refused.status == 409
    hook = {"name": "hook", "type": "webhook", "settings": {"url": "http://hook.example/"}}
    is_open = {"x_disable_provenance": "true"}
    made = (await clients.admin.post(POINTS, hook, **is_open)).json()
    moved = await clients.admin.put(f"{POINTS}/{made['uid']}", {**made, "name": "null"}, **is_open)
    assert moved.status == 202
    assert {each["name"] for each in (await clients.admin.get(POINTS)).json()} >= {"null"}
    config["alertmanager_config"]["receivers"].pop()
    config["alertmanager_config"]["route"]["routes"] = []
    assert (await clients.admin.post(CONFIG, config)).status == 202
    assert len((await shown(clients))["alertmanager_config"]["receivers"]) == 1
