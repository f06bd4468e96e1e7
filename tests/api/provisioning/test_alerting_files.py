"""Alerting from files: what they create, what stays, and what is refused."""

from pathlib import Path
from typing import Any

from tests.api.provisioning.alerting_files import WHOLE, read, reload, state
from tests.fixtures.app import Clients

from vedette.app.build import App


async def test_one_file_holds_all_of_alerting(directory: Path, clients: Clients) -> None:
    (directory / "a.yaml").write_text(WHOLE)
    assert await reload(clients) == []
    cpu = await read(clients, "alert-rules/cpu")
    assert cpu["provenance"] == "file"
    assert (cpu["for"], cpu["labels"]) == ("5m", {"team": "ops", "level": "1.10"})
    assert cpu["annotations"]["summary"] == "${HOME} {{ $labels.instance }} is at {{ $values.A }}"
    assert cpu["annotations"]["__dashboardUid__"] == "dash"
    assert cpu["data"][0]["model"]["expr"] == 'rate(x{a="$b"}[$__rate_interval])'
    folder = (await clients.admin.get(f"/api/folders/{cpu['folderUID']}")).json()
    assert (folder["title"], folder.get("parents", [])) == ("Ops/Hosts", [])
    points = {each["uid"]: each for each in await read(clients, "contact-points")}
    assert points["ops-mail"]["settings"] == {"addresses": "ops@example.org"}
    assert points["ops-hook"]["disableResolveMessage"] is True
    (chat,) = [each for each in points.values() if each["name"] == "chat"]
    assert (chat["type"], chat["provenance"]) == ("slack", "file")
    policies = await read(clients, "policies")
    assert policies["routes"][0]["object_matchers"] == [["service", "=~", "^a.*$"]]
    (timing,) = await read(clients, "mute-timings")
    assert (timing["name"], timing["provenance"]) == ("nights", "file")
    (template,) = await read(clients, "templates")
    assert "{{ $n := len .Alerts }}" in template["template"]
    told = await state(clients)
    assert told["state"] == "ok"
    assert "'nowhere', which does not exist" in told["message"]


async def test_what_files_hold_is_read_only_elsewhere(directory: Path, clients: Clients) -> None:
    """Proves T46."""
    (directory / "a.yaml").write_text(WHOLE)
    await reload(clients)
    base, open_ = "/api/v1/provisioning", {"x_disable_provenance": "true"}
    rule = await read(clients, "alert-rules/cpu")
    put = await clients.admin.put(f"{base}/alert-rules/cpu", {**rule, "title": "Other"}, **open_)
    replies = [
        put,
        await clients.admin.delete(f"{base}/alert-rules/cpu"),
        await clients.admin.delete(f"{base}/contact-points/ops-mail"),
        await clients.admin.delete(f"{base}/mute-timings/nights"),
        await clients.admin.delete(f"{base}/templates/short"),
        await clients.admin.delete(f"{base}/policies"),
    ]
    assert [reply.status for reply in replies] == [409] * len(replies)
    assert "needs 'file'" in replies[1].json()["message"]


async def test_the_same_files_again_write_nothing(
    directory: Path, clients: Clients, app: App
) -> None:
    (directory / "a.yaml").write_text(WHOLE)
    await reload(clients)

    async def rows() -> list[Any]:
        async with app.database.reading() as tx:
            found = []
            for table in (
                "alert_rule", "contact_integration", "notification_policy", "mute_timing",
                "message_template", "inhibit_rules", "alerting_version",
            ):  # fmt: skip
                found += [dict(row) for row in await tx.all(f"SELECT * FROM {table}")]
            return found

    before = await rows()
    assert await reload(clients) == []
    assert await rows() == before
    (directory / "a.yaml").write_text(WHOLE.replace("interval: 1m", "interval: 2m"))
    assert await reload(clients) == []
    assert await rows() != before


async def test_a_wrong_object_leaves_the_others_alone(directory: Path, clients: Clients) -> None:
    wrong = WHOLE.replace("condition: C", "condition: Z").replace("type: slack", "type: pigeon")
    (directory / "a.yaml").write_text(wrong)
    (bad,) = await reload(clients)
    lines = wrong.splitlines()
    assert lines[bad["line"] - 1].strip() == "- uid: cpu"
    for part in ("'CPU'", "'Z'", "'pigeon'", "'chat' does not exist."):
        assert part in bad["message"]
    assert (await clients.admin.get("/api/v1/provisioning/alert-rules/cpu")).status == 404
    assert (await read(clients, "mute-timings"))[0]["name"] == "nights"
    assert {each["name"] for each in await read(clients, "contact-points")} >= {"ops"}
    (directory / "a.yaml").write_text(WHOLE)
    assert await reload(clients) == []


async def test_policies_that_name_nothing_are_refused(directory: Path, clients: Clients) -> None:
    (directory / "a.yaml").write_text(
        "policies:\n- receiver: nobody\n  routes: [{receiver: x, mute_time_intervals: [never]}]\n"
    )
    (bad,) = await reload(clients)
    assert "'nobody' does not exist." in bad["message"]
    assert "the mute timing 'never' does not exist." in bad["message"]
    assert (await read(clients, "policies"))["receiver"] == "grafana-default-email"


async def test_what_a_file_drops_stays_until_it_is_listed_as_gone(
    directory: Path, clients: Clients
) -> None:
    (directory / "a.yaml").write_text(WHOLE)
    await reload(clients)
    (directory / "a.yaml").write_text("apiVersion: 1\n")
    assert await reload(clients) == []
    assert (await read(clients, "alert-rules/cpu"))["provenance"] == "file"
    (directory / "a.yaml").write_text(
        "deleteRules: [{orgId: 1, uid: cpu}, {uid: mem}, {orgId: 1}]\n"
        "deleteContactPoints: [{uid: ops-mail}, {uid: ops-hook}, {name: chat}]\n"
        "deleteMuteTimes: [{name: nights}]\n"
        "deleteTemplates: [{orgId: 1, name: short}]\n"
        "resetPolicies: [1]\n"
    )
    (bad,) = await reload(clients)
    assert "uid is missing. Each deletion must name its rule." in bad["message"]
    assert await read(clients, "alert-rules") == []
    assert [each["name"] for each in await read(clients, "contact-points")] == [
        "grafana-default-email"
    ]
    assert await read(clients, "mute-timings") == []
    assert await read(clients, "templates") == []
    policies = await read(clients, "policies")
    assert (policies["receiver"], policies.get("provenance", "")) == ("grafana-default-email", "")


async def test_a_contact_point_in_use_is_not_deleted(directory: Path, clients: Clients) -> None:
    (directory / "a.yaml").write_text(WHOLE)
    await reload(clients)
    (directory / "a.yaml").write_text("\ndeleteContactPoints: [{name: chat}]\n")
    (bad,) = await reload(clients)
    assert (bad["line"], "still used" in bad["message"]) == (2, True)


async def test_a_contact_point_gets_another_name(directory: Path, clients: Clients) -> None:
    """Also where policies of another keeper name it: they follow."""
    (directory / "a.yaml").write_text(WHOLE)
    await reload(clients)
    renamed = WHOLE.replace("name: ops\n", "name: team\n").replace(
        "receiver: ops\n", "receiver: team\n"
    )
    (directory / "a.yaml").write_text(renamed)
    assert await reload(clients) == []
    assert (await read(clients, "policies"))["receiver"] == "team"
    points = {each["uid"]: each["name"] for each in await read(clients, "contact-points")}
    assert (points["ops-mail"], points["ops-hook"]) == ("team", "team")
    assert "ops" not in points.values()


async def test_two_files_for_one_object_are_both_named(directory: Path, clients: Clients) -> None:
    (directory / "a.yaml").write_text("templates: [{name: t, template: one}]\n")
    (directory / "b.json").write_text('{"templates": [{"name": "t", "template": "two"}]}')
    (bad,) = await reload(clients)
    assert (bad["file"], bad["line"]) == ("alerting/b.json", 1)
    assert "alerting/a.yaml:1 already lists it" in bad["message"]
    assert "one" in (await read(clients, "templates"))[0]["template"]


async def test_a_file_takes_over_what_people_made(directory: Path, clients: Clients) -> None:
    timing = {"name": "nights", "time_intervals": [{"weekdays": ["sunday"]}]}
    made = await clients.admin.post("/api/v1/provisioning/mute-timings", timing)
    assert made.status == 201
    (directory / "a.yaml").write_text(WHOLE)
    assert await reload(clients) == []
    (found,) = await read(clients, "mute-timings")
    assert found["time_intervals"][0]["weekdays"] == ["monday:friday"]
