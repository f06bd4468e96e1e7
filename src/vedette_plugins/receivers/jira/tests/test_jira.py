"""One issue in Jira follows its group of alerts."""

import base64

import pytest
from tests.fixtures.collector import CANARY, Says, check_statuses, collector

from vedette.sdk import BadRequest, Undeliverable
from vedette.sdk.receiver_testing import (
    alert,
    delivery,
    message,
    open_receiver,
    receiver_conformance,
)
from vedette.sdk.receiver_text import stable_key
from vedette_plugins.receivers.jira.issues import document, quoted
from vedette_plugins.receivers.jira.receiver import PLUGIN

SETTINGS = {
    "api_url": "https://x.atlassian.net/rest/api/3",
    "project": "OPS",
    "issue_type": "Bug",
    "api_token": CANARY,
}
MOVES = {"resolve_transition": "Done", "reopen_transition": "Reopen"}


class FakeJira:
    """Jira as its documentation has it: one project, two statuses."""

    def __init__(self, *, search="search/jql"):
        self.search = search
        self.issues = {}
        self.queries = []

    def __call__(self, request):
        path = request.target.partition("/rest/api/")[2].partition("/")[2]
        match request.method, path.split("/"):
            case "POST", ["search", *_]:
                if path != self.search:
                    return Says(410, b'{"errorMessages": ["The requested API has been removed."]}')
                return self.find(request.json)
            case "POST", ["issue"]:
                key = f"OPS-{len(self.issues) + 1}"
                self.issues[key] = {"fields": request.json["fields"], "status": "new"}
                return Says(201, b'{"id": "1", "key": "%s"}' % key.encode())
            case "PUT", ["issue", key]:
                self.issues[key]["fields"] |= request.json["fields"]
                return Says(204)
            case "GET", ["issue", key, "transitions"]:
                return Says(
                    body=b'{"transitions": [{"id": "11", "name": "Done"},'
                    b' {"id": "21", "name": "Reopen"}]}'
                )
            case "POST", ["issue", key, "transitions"]:
                done = request.json["transition"]["id"] == "11"
                self.issues[key]["status"] = "done" if done else "new"
                return Says(204)
        return Says(404)

    def find(self, asked):
        self.queries.append(asked["jql"])
        assert asked["fields"] == ["status"]
        found = [
            b'{"key": "%s", "fields": {"status": {"statusCategory": {"key": "%s"}}}}'
            % (key.encode(), issue["status"].encode())
            for key, issue in self.issues.items()
            if issue["status"] != "done" or "statusCategory" not in asked["jql"]
        ]
        return Says(body=b'{"issues": [' + b",".join(found) + b"]}")


async def told(jira, settings, *messages):
    async with collector(jira) as found:
        settings = {**SETTINGS, "api_url": f"{found.url}/rest/api/3", **settings}
        settings["api_url"] = settings["api_url"].replace("https://local", found.url)
        receiver = open_receiver(PLUGIN, settings, found.host)
        receipts = [await receiver.deliver(each, delivery()) for each in messages]
    return receipts, found


def test_the_contract_of_receivers_is_kept():
    receiver_conformance(PLUGIN, settings=SETTINGS, secrets=["user", "password", "api_token"])


async def test_every_answer_means_the_same_as_for_other_receivers():
    def settings(url):
        return {**SETTINGS, "api_url": f"{url}/rest/api/3"}

    await check_statuses(PLUGIN, settings, [b'{"issues": []}'])


async def test_an_issue_is_opened_changed_resolved_and_opened_again():
    jira = FakeJira()
    firing, over = message(alert(team="blue")), message(alert(resolved=True))
    own = {
        **MOVES,
        "labels": ["alert", "{{ .CommonLabels.team }} team", "{{ fail }}"],
        "priority": "High",
        "fields": {"customfield_1": {"value": "x"}, "environment": "{{ .CommonLabels.team }}"},
    }
    receipts, found = await told(jira, own, firing, firing, over, firing)
    assert [receipt.summary for receipt in receipts] == [
        "Jira's issue OPS-1 is open.",
        "Jira's issue OPS-1 is changed.",
        "Jira's issue OPS-1 is resolved.",
        "Jira's issue OPS-1 is open again.",
    ]
    assert {receipt.remote_id for receipt in receipts} == {"OPS-1"} and len(jira.issues) == 1
    created = found.posted[1].json["fields"]
    assert found.posted[1].headers["authorization"] == f"Bearer {CANARY}"
    description = created.pop("description")
    assert description["type"] == "doc" and description["version"] == 1
    assert created == {
        "project": {"key": "OPS"},
        "issuetype": {"name": "Bug"},
        "summary": "[FIRING:1] DiskFull",
        "labels": ["alert", "blue_team", f"ALERT{{{stable_key(firing)}}}"],
        "priority": {"name": "High"},
        "customfield_1": {"value": "x"},
        "environment": "blue",
    }
    changed = found.posted[3].json["fields"]
    assert not {"project", "issuetype", "labels"} & set(changed)


async def test_without_a_transition_a_new_issue_is_opened():
    jira = FakeJira()
    firing, over = message(), message(alert(resolved=True))
    await told(jira, {"resolve_transition": "Done"}, firing, over, firing)
    assert [issue["status"] for issue in jira.issues.values()] == ["done", "new"]


async def test_what_never_was_open_is_not_resolved():
    receipts, found = await told(FakeJira(), MOVES, message(alert(resolved=True)))
    assert receipts[0].summary.startswith("Nothing was sent") and len(found.posted) == 1


API_2 = {"api_url": "https://local/rest/api/2"}


async def test_data_center_takes_plain_texts():
    jira = FakeJira(search="search")
    own = {**API_2, "api_token": "", "user": "ann", "password": "pw"}
    _, found = await told(jira, own, message(), message())
    paths = [each.target.rpartition("api/2/")[2] for each in found.posted]
    assert paths == ["search", "issue", "search", "issue/OPS-1"]
    login = base64.b64encode(b"ann:pw").decode()
    assert found.last.headers["authorization"] == f"Basic {login}"
    assert "about DiskFull" in jira.issues["OPS-1"]["fields"]["description"]


async def test_jira_cloud_searches_at_another_place():
    _, found = await told(FakeJira(), API_2, message(), message())
    paths = [each.target.rpartition("api/2/")[2] for each in found.posted]
    assert paths == ["search", "search/jql", "issue", "search/jql", "issue/OPS-1"]


async def test_the_query_asks_for_what_may_still_change():
    jira = FakeJira()
    own = {
        **MOVES,
        "reopen_duration": "2h",
        "wont_fix_resolution": 'Won"t',
        "dedup_key_field": 10042,
    }
    _, found = await told(jira, own, message())
    key = stable_key(message())
    assert jira.queries == [
        f'project = "OPS" AND cf[10042] ~ "{key}" AND (resolution is EMPTY OR resolution !='
        ' "Won\\"t") AND (resolutiondate is EMPTY OR resolutiondate >= -120m)'
        " ORDER BY status ASC, resolutiondate DESC"
    ]
    assert found.last.json["fields"]["customfield_10042"] == key
    assert found.last.json["fields"]["labels"] == []


async def test_an_unknown_transition_is_reported():
    own = {**MOVES, "resolve_transition": "Finish"}
    with pytest.raises(Undeliverable, match="no transition 'Finish'; it offers Done, Reopen"):
        await told(FakeJira(), own, message(), message(alert(resolved=True)))


async def test_limits_of_jira_are_kept():
    jira = FakeJira()
    own = {"summary": "s" * 300, "description": "d" * 40_000}
    await told(jira, {**own, "api_url": "https://local/rest/api/2"}, message())
    fields = jira.issues["OPS-1"]["fields"]
    assert len(fields["summary"]) == 255 and len(fields["description"]) == 32_767


def test_documents_have_a_paragraph_for_each_block():
    assert document("a\nb\n\n\n\nc") == {
        "type": "doc",
        "version": 1,
        "content": [
            {
                "type": "paragraph",
                "content": [
                    {"type": "text", "text": "a"},
                    {"type": "hardBreak"},
                    {"type": "text", "text": "b"},
                ],
            },
            {"type": "paragraph", "content": [{"type": "text", "text": "c"}]},
        ],
    }


def test_texts_cannot_leave_their_quotes():
    assert quoted('a" OR project = "B\\') == '"a\\" OR project = \\"B\\\\"'


@pytest.mark.parametrize(
    "wrong",
    [
        {"project": ""},
        {"api_token": ""},
        {"user": "a", "password": "b"},
        {"dedup_key_field": "customfield_1"},
        {"reopen_duration": "soon"},
    ],
)
def test_settings_that_cannot_work_are_refused(wrong):
    with pytest.raises(BadRequest):
        open_receiver(PLUGIN, {**SETTINGS, **wrong})
