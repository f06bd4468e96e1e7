"""What templates of messages see, and what the default texts say."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from vedette.alerting.templates.engine import TemplateEngine, defaults
from vedette.alerting.templates.message_data import message_data
from vedette.gotemplate import TemplateError
from vedette.sdk import AlertView, Message

NOW = datetime(2026, 5, 4, 12, 30, tzinfo=UTC)
ROOT = "http://dash.example.org/sub/"
FIRING = AlertView(
    status="firing",
    labels={"alertname": "Disk full", "grafana_folder": "Hosts", "host": "web1"},
    annotations={"summary": "Disk of web1", "runbook_url": "http://runbooks/disk"},
    values={"B": 22.0, "C": 1.5},
    value_text="[ var='B' labels={host=web1} value=22 ]",
    starts_at=NOW,
    ends_at=None,
    fingerprint="0123456789abcdef",
    generator_url=f"{ROOT}alerting/grafana/u1/view",
    silence_url=f"{ROOT}alerting/silence/new?matcher=host%3Dweb1",
    dashboard_url=f"{ROOT}d/d1",
    panel_url=f"{ROOT}d/d1?viewPanel=2",
)
RESOLVED = replace(
    FIRING,
    status="resolved",
    labels={**FIRING.labels, "host": "web2"},
    values={},
    ends_at=NOW,
    dashboard_url="",
    panel_url="",
)
GROUP = {"alertname": "Disk full", "grafana_folder": "Hosts"}


def told(*alerts: AlertView, group: dict[str, str] | None = None, **common: str) -> Message:
    return Message(
        org_id=3,
        group_key="key",
        receiver="ops",
        alerts=alerts,
        group_labels=GROUP if group is None else group,
        common_labels=common or FIRING.labels,
        common_annotations={"summary": "all of them"},
        external_url=ROOT,
    )


def rendered(text: str, message: Message, html: bool = False, **groups: str) -> str:
    engine = TemplateEngine(groups, defaults(ROOT, lambda: NOW))
    data = message_data(message, version="1.2.3", variables={"team": "ops"})
    return engine.render(text, data, alerts=len(message.alerts), html=html)


@pytest.mark.parametrize(
    ("message", "title"),
    [
        (told(FIRING), "[FIRING:1] Disk full Hosts (web1)"),
        (told(FIRING, FIRING, RESOLVED), "[FIRING:2, RESOLVED:1] Disk full Hosts (web1)"),
        (told(RESOLVED), "[RESOLVED] Disk full Hosts (web1)"),
        (told(FIRING, **GROUP), "[FIRING:1] Disk full Hosts "),
        (
            told(FIRING, group={}, alertname="TestAlert", z="Vedette"),
            "[FIRING:1]  (TestAlert Vedette)",
        ),
    ],
)
def test_a_title_counts_alerts_and_names_the_group(message: Message, title: str) -> None:
    for name in ("default.title", "slack.default.title", "__subject", "email.default.subject"):
        assert rendered(f'{{{{ template "{name}" . }}}}', message) == title


def test_a_title_reads_as_one_that_was_really_sent() -> None:
    group = {"alertname": "DatasourceNoData", "grafana_folder": "Alert rules"}
    rest = {"datasource_uid": "fdi74e1dtwkcge", "ref_id": "A", "rulename": "Service failed"}
    title = rendered('{{ template "default.title" . }}', told(FIRING, group=group, **group, **rest))
    assert title == "[FIRING:1] DatasourceNoData Alert rules (fdi74e1dtwkcge A Service failed)"


def test_a_message_lists_what_fires_and_what_is_over() -> None:
    assert rendered('{{ template "default.message" . }}', told(FIRING, RESOLVED)) == (
        "**Firing**\n"
        "\n"
        "Value: B=22, C=1.5\n"
        "Labels:\n"
        " - alertname = Disk full\n"
        " - grafana_folder = Hosts\n"
        " - host = web1\n"
        "Annotations:\n"
        " - runbook_url = http://runbooks/disk\n"
        " - summary = Disk of web1\n"
        f"Source: {ROOT}alerting/grafana/u1/view\n"
        f"Silence: {ROOT}alerting/silence/new?matcher=host%3Dweb1\n"
        f"Dashboard: {ROOT}d/d1\n"
        f"Panel: {ROOT}d/d1?viewPanel=2\n"
        "\n"
        "\n"
        "**Resolved**\n"
        "\n"
        "Value: [no value]\n"
        "Labels:\n"
        " - alertname = Disk full\n"
        " - grafana_folder = Hosts\n"
        " - host = web2\n"
        "Annotations:\n"
        " - runbook_url = http://runbooks/disk\n"
        " - summary = Disk of web1\n"
        f"Source: {ROOT}alerting/grafana/u1/view\n"
        f"Silence: {ROOT}alerting/silence/new?matcher=host%3Dweb1\n"
    )


def test_a_message_without_one_kind_says_nothing_of_it() -> None:
    text = '{{ template "default.message" . }}'
    assert rendered(text, told(FIRING)).startswith("**Firing**\n\nValue: B=22")
    assert "Resolved" not in rendered(text, told(FIRING))
    assert rendered(text, told(RESOLVED)).startswith("**Resolved**\n\nValue: [no value]")
    assert "[http" in rendered('{{ template "teams.default.message" . }}', told(FIRING))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("__alertmanager", "Vedette"),
        ("__alertmanagerURL", f"{ROOT}alerting/groups"),
        ("__description", ""),
        ("opsgenie.default.source", "Vedette"),
        ("pagerduty.default.client", "Vedette"),
        ("pagerduty.default.clientURL", f"{ROOT}alerting/groups"),
        ("slack.default.titlelink", f"{ROOT}alerting/groups"),
        ("slack.default.pretext", ""),
        ("slack.default.username", "Vedette"),
    ],
)
def test_names_that_alertmanager_documents_are_known(name: str, said: str) -> None:
    assert rendered(f'{{{{ template "{name}" . }}}}', told(FIRING)) == said


def test_lists_of_alerts_that_alertmanager_documents_are_known() -> None:
    text = '{{ template "pagerduty.default.instances" .Alerts.Firing }}'
    assert " - host = web1\n" in rendered(text, told(FIRING, RESOLVED))
    assert "web2" not in rendered(text, told(FIRING, RESOLVED))
    text = '{{ template "__text_alert_list_markdown" .Alerts }}'
    assert "\n**Labels:**\n- alertname = Disk full\n" in rendered(text, told(FIRING))


@pytest.mark.parametrize("html", [False, True])
def test_the_html_of_a_mail_says_all_and_escapes_it_once(html: bool) -> None:
    evil = replace(
        FIRING, labels={"alertname": "<b>&", "host": "web1"}, silence_url="http://x/?a=1&b=2"
    )
    found = rendered('{{ template "email.default.html" . }}', told(evil, RESOLVED), html=html)
    assert "<h1>[FIRING:1, RESOLVED:1] Disk full Hosts (web1)</h1>" in found
    assert "<strong>&lt;b&gt;&amp;</strong>" in found and "<b>" not in found
    assert f'<a href="{ROOT}alerting/groups">Active alerts</a>' in found
    assert '<a href="http://x/?a=1&amp;b=2">Silence</a>' in found
    assert "<h2>Firing (1)</h2>" in found and "<li>host = web2</li>" in found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{{ .Receiver }} {{ .Status }} {{ .ExternalURL }}", f"ops firing {ROOT}"),
        ("{{ len .Alerts }} {{ len .Alerts.Firing }} {{ len .Alerts.Resolved }}", "2 1 1"),
        ("{{ .GroupLabels.alertname }} {{ .CommonAnnotations.summary }}", "Disk full all of them"),
        ("{{ .GroupKey }} {{ .TruncatedAlerts }} {{ .AppVersion }}", "key 0 1.2.3"),
        (
            "{{ range .GroupLabels.SortedPairs }}{{ .Name }}={{ .Value }};{{ end }}",
            "alertname=Disk full;grafana_folder=Hosts;",
        ),
        ('{{ .CommonLabels.SortedPairs.Names | join "," }}', "alertname,grafana_folder,host"),
        (
            '{{ (.CommonLabels.Remove (stringSlice "host")).Names | join "," }}',
            "alertname,grafana_folder",
        ),
        ('{{ (.CommonLabels.Remove .GroupLabels.Names).Values | join "," }}', "web1"),
        ("{{ .GroupLabels }}", "alertname=Disk full, grafana_folder=Hosts"),
        (
            "{{ with index .Alerts 0 }}{{ .Values.B }} {{ .ValueString }}{{ end }}",
            "22 [ var='B' labels={host=web1} value=22 ]",
        ),
        ("{{ (index .Alerts 0).EndsAt }}", "0001-01-01 00:00:00 +0000 UTC"),
        ('{{ (index .Alerts 0).StartsAt.Format "15:04" }}', "12:30"),
        ("{{ (index .Alerts 0).OrgID }} {{ (index .Alerts 0).Fingerprint }}", "3 0123456789abcdef"),
        ("{{ range .Alerts }}{{ .Labels.host }} {{ end }}", "web1 web2 "),
        ("{{ .GroupLabels.nothing }}|{{ .Vars.team }}{{ .Vars.nothing }}", "|ops"),
        ("{{ externalURL }} {{ pathPrefix }}", f"{ROOT} /sub"),
        ('{{ define "x" }}<{{ .Receiver }}>{{ end }}{{ tmpl.Exec "x" . | toUpper }}', "<OPS>"),
        ('{{ coll.Dict "a" .Status | data.ToJSON }}', '{"a":"firing"}'),
        ("plain", "plain"),
    ],
)
def test_templates_see_the_message(text: str, said: str) -> None:
    assert rendered(text, told(FIRING, RESOLVED)) == said


def test_all_groups_of_an_organization_know_each_other() -> None:
    groups = {
        "a": '{{ define "outer" }}[{{ template "inner" . }}]{{ end }}',
        "b": '{{ define "inner" }}{{ .Receiver }}{{ end }}',
        "broken": "{{ if }}",
        "own": '{{ define "default.title" }}ours{{ end }}',
    }
    assert rendered('{{ template "outer" . }}', told(FIRING), **groups) == "[ops]"
    assert rendered('{{ template "default.title" . }}', told(FIRING), **groups) == "ours"
    engine = TemplateEngine(groups, defaults(ROOT, lambda: NOW))
    assert list(engine.problems) == ["broken"]


def test_labels_of_routes_are_refused_as_policies_have_none() -> None:
    with pytest.raises(TemplateError, match='function "routeLabels" not defined'):
        rendered("{{ routeLabels }}", told(FIRING))


def test_html_escapes_what_alerts_bring() -> None:
    evil = replace(FIRING, labels={"alertname": "<script>alert(1)</script>"})
    assert rendered("<b>{{ (index .Alerts 0).Labels.alertname }}</b>", told(evil), html=True) == (
        "<b>&lt;script&gt;alert(1)&lt;/script&gt;</b>"
    )


def test_the_default_message_has_room_for_a_thousand_alerts() -> None:
    text = rendered('{{ template "default.message" . }}', told(*[FIRING] * 1_000))
    assert text.count("Value: ") == 1_000


@pytest.mark.parametrize(
    "text",
    [
        '{{ define "r" }}{{ template "r" . }}{{ end }}{{ template "r" . }}',
        '{{ printf "%999999d" 1 }}',
        "{{ range .Alerts }}{{ range $.Alerts }}{{ range $.Alerts }}{{ range $.Alerts }}"
        '{{ printf "%500s" .Fingerprint }}{{ end }}{{ end }}{{ end }}{{ end }}',
        "{{ .Nope }}",
        "{{ .Alerts.__class__ }}",
        "{{ nope }}",
    ],
)
def test_an_evil_template_ends_in_an_error(text: str) -> None:
    with pytest.raises(TemplateError):
        rendered(text, told(*[FIRING] * 20))


def test_a_graph_link_leads_to_explore() -> None:
    link = rendered("""{{ graphLink `{"expr": "up == 0", "datasource": "prom"}` }}""", told(FIRING))
    assert link.startswith("/explore?left=%5B%22now-1h%22%2C%22now%22%2C%22prom%22")
    assert "up%20%3D%3D%200" in link and '"range":true' not in link
    with pytest.raises(TemplateError, match="expected JSON"):
        rendered("{{ tableLink `up` }}", told(FIRING))
