"""Labels are text in the markup of each service, while templates see their values unchanged."""

import re
from collections.abc import Callable
from urllib.parse import parse_qs, unquote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.fixtures.collector import Posted, Says, collector, delivered
from tests.unit.alerting.templates.test_org_texts import Kept, texts

from vedette.plugins.registry import PluginRegistry
from vedette.sdk import Json, PluginKind, ReceiverPlugin
from vedette.sdk.receiver_testing import (
    RecordedMail,
    alert,
    delivery,
    message,
    open_receiver,
    receiver_host,
)
from vedette.sdk.receiver_text import markdown_escape
from vedette.sdk.testing import ScriptedHttp, ScriptedReply
from vedette_plugins.receivers.dingding.receiver import PLUGIN as DINGDING
from vedette_plugins.receivers.discord.receiver import PLUGIN as DISCORD
from vedette_plugins.receivers.discord.receiver import escape_discord
from vedette_plugins.receivers.slack.receiver import PLUGIN as SLACK
from vedette_plugins.receivers.teams.receiver import PLUGIN as TEAMS
from vedette_plugins.receivers.telegram.receiver import PLUGIN as TELEGRAM
from vedette_plugins.receivers.webex.receiver import PLUGIN as WEBEX
from vedette_plugins.receivers.wecom.receiver import PLUGIN as WECOM

RUNBOOK = "https://wiki.test/run_book_1?a=b_c"
HOSTILE = "@everyone <!channel> <@1> [x](http://evil.test) <http://evil.test|ok>"
_BOT = {"bottoken": "1:A", "chatid": "5"}


def _telegram_text(posted: Posted) -> str:
    return parse_qs(posted.body.decode())["text"][0]


RECEIVERS = {
    "dingding": (
        DINGDING,
        {"msgType": "actionCard"},
        "message",
        lambda it: it.json["actionCard"]["text"],
    ),
    "discord": (DISCORD, {}, "message", lambda it: it.json["content"]),
    "slack": (SLACK, {}, "text", lambda it: it.json["attachments"][0]["text"]),
    "teams": (
        TEAMS,
        {},
        "message",
        lambda it: it.json["attachments"][0]["content"]["body"][1]["text"],
    ),
    "telegram": (TELEGRAM, {**_BOT, "parse_mode": "Markdown"}, "message", _telegram_text),
    "telegram2": (TELEGRAM, {**_BOT, "parse_mode": "MarkdownV2"}, "message", _telegram_text),
    "webex": (WEBEX, {"bot_token": "t", "room_id": "r"}, "message", lambda it: it.json["markdown"]),
    "wecom": (WECOM, {}, "message", lambda it: it.json["markdown"]["content"].split("\n")[1]),
}
HOSTILE_AS_TEXT = {
    "dingding": r"@everyone \<!channel\> \<@1\> \[x\](http://evil.test) \<http://evil.test|ok\>",
    "discord": "@\u200beveryone \\<!channel\\> \\<@\u200b1\\> \\[x\\](http://evil.test)"
    " \\<http://evil.test|ok\\>",
    "slack": "@everyone &lt;!channel&gt; &lt;@1&gt; [x](http://evil.test)"
    " &lt;http://evil.test|ok&gt;",
    "teams": r"@everyone \<!channel\> \<@1\> \[x\](http://evil.test) \<http://evil.test|ok\>",
    "telegram": r"@everyone <!channel> <@1> \[x](http://evil.test) <http://evil.test|ok>",
    "telegram2": r"@everyone <\!channel\> <@1\> \[x\]\(http://evil\.test\) <http://evil\.test\|ok\>",
    "webex": r"@everyone \<!channel\> \<@1\> \[x\](http://evil.test) \<http://evil.test|ok\>",
    "wecom": "@everyone <\u200b!channel> <\u200b@1> [x]\u200b(http://evil.test)"
    " <\u200bhttp://evil.test|ok>",
}
ADDRESS_IN_TEXT = {
    "telegram": "https://wiki.test/run%5Fbook%5F1?a=b%5Fc",
    "telegram2": r"https://wiki\.test/run\_book\_1?a\=b\_c",
}


HTML = {"email", "googlechat", "pushover"}
PLAIN_TEXT = {
    "jira",
    "kafka",
    "line",
    "mqtt",
    "oncall",
    "opsgenie",
    "pagerduty",
    "prometheus-alertmanager",
    "sensugo",
    "sns",
    "threema",
    "victorops",
    "webhook",
}
"""Receivers whose services show a text as it is, or that send data to programs."""


def test_every_installed_receiver_has_a_test_of_its_markup() -> None:
    """T62: A new receiver escapes its markup in the tests here, or is listed as plain text."""
    installed = {each.id for each in PluginRegistry().manifests(PluginKind.RECEIVER)}
    assert installed == {name.rstrip("2") for name in RECEIVERS} | HTML | PLAIN_TEXT


@pytest.mark.parametrize("type", sorted(HTML))
async def test_a_label_is_text_in_html(type: str) -> None:
    """T62: A label adds no element to the HTML of a notification."""
    settings = {
        "email": {"addresses": "a@x.test"},
        "googlechat": {"url": "https://h.test/x"},
        "pushover": {"apiToken": "secret", "userKey": "secret"},
    }[type]
    http, mail = ScriptedHttp(lambda request: ScriptedReply()), RecordedMail()
    host = replace(receiver_host(lambda options: http, mail=mail), texts=texts(Kept()))
    template = {"message": "<b>{{ .CommonLabels.x }}</b>", "title": "plain"}
    receiver = open_receiver(PluginRegistry().receiver(type), {**settings, **template}, host)
    await receiver.deliver(message(alert(x="<a href='https://x.test'>x</a>")), delivery())
    sent = [each["html"] for each in mail.sent] or [_texts_of(each.body) for each in http.requests]
    assert len(sent) == 1 and "<a href='https://x.test'>" not in sent[0]
    assert "&lt;a href=" in sent[0]


def _texts_of(body: bytes) -> str:
    return unquote_plus(body.decode()).replace("\\u003c", "<")


async def said(name: str, template: str, **labels: str) -> str:
    """Return the text that the service gets for a template, rendered by the server's engine."""
    plugin, settings, key, text = _receiver(name)
    async with collector(Says(body=b'{"ok": true}')) as found:
        found.host = replace(found.host, texts=texts(Kept()))
        await delivered(
            plugin, {"url": found.url, **settings, key: template}, found, alert(**labels)
        )
    return text(found.last)


def _receiver(name: str) -> tuple[ReceiverPlugin, Json, str, Callable[[Posted], str]]:
    return RECEIVERS[name]


@pytest.mark.parametrize("name", RECEIVERS)
async def test_a_condition_compares_the_unescaped_label(name: str) -> None:
    template = '{{ if eq .CommonLabels.team "a_b & <c>" }}ours{{ else }}not ours{{ end }}'
    assert await said(name, template, team="a_b & <c>") == "ours"


@pytest.mark.parametrize("name", RECEIVERS)
async def test_a_url_in_a_label_is_clickable(name: str) -> None:
    found = await said(name, "{{ .CommonLabels.runbook }}", runbook=RUNBOOK)
    assert found == ADDRESS_IN_TEXT.get(name, RUNBOOK)


@pytest.mark.parametrize("name", RECEIVERS)
async def test_a_label_mentions_no_one_and_forges_no_link(name: str) -> None:
    """T62: A label mentions no one and forges no link in a chat message."""
    found = await said(name, "{{ .CommonLabels.x }} end", x=HOSTILE)
    assert found == f"{HOSTILE_AS_TEXT[name]} end"


@pytest.mark.parametrize("name", RECEIVERS)
async def test_a_label_is_text_if_the_template_fails_or_calls_another(name: str) -> None:
    """T62: A failing template shows its labels as text too."""
    failed = await said(name, "{{ .Nope }}", x=HOSTILE)
    assert HOSTILE_AS_TEXT[name] in failed
    called = '{{ tmpl.Exec "it" . }} end{{ define "it" }}**{{ .CommonLabels.x }}**{{ end }}'
    assert await said(name, called, x=HOSTILE) == f"**{HOSTILE_AS_TEXT[name]}** end"


PRINTED = '{{ define "it" }}{{ .CommonLabels.x }}{{ end }}'


@pytest.mark.parametrize("name", RECEIVERS)
@pytest.mark.parametrize("call", ['tmpl.Exec "it" .', 'tmpl.Inline "{{ .CommonLabels.x }}" .'])
async def test_functions_see_the_unescaped_output_of_a_template(name: str, call: str) -> None:
    condition = f'{PRINTED}{{{{ if eq ({call}) "a_b & <c>" }}}}ours{{{{ else }}}}not{{{{ end }}}}'
    assert await said(name, condition, x="a_b & <c>") == "ours"
    for function in ("toUpper", 'reReplaceAll "e" ""', "html", "print", 'printf "%s"', "trimSpace"):
        found = await said(name, f"{PRINTED}{{{{ {call} | {function} }}}} end", x=HOSTILE)
        alone = await said(name, f"{{{{ .CommonLabels.x | {function} }}}} end", x=HOSTILE)
        assert found == alone


OWN = [
    '{{ $e := "*:fire_engine:* <!here>" }}{{ $e }}',
    '{{ "*:fire_engine:* <!here>" }}',
    '{{ print "*:fire_engine:*" " <!here>" }}',
    '{{ printf "*:fire_%s:* <!here>" "engine" }}',
    '{{ $form := "%s:* <!here>" }}{{ printf $form (print "*:fire_" "engine") }}',
    '{{ index (dict "a" "*:fire_engine:* <!here>") "a" }}',
    '{{ range list "*:fire_engine:*" " <!here>" }}{{ . }}{{ end }}',
    '{{ or .CommonLabels.none "*:fire_engine:* <!here>" }}',
]


@pytest.mark.parametrize("name", RECEIVERS)
@pytest.mark.parametrize("template", OWN)
async def test_literals_of_a_template_are_not_escaped(name: str, template: str) -> None:
    assert await said(name, template) == "*:fire_engine:* <!here>"


@pytest.mark.parametrize("name", RECEIVERS)
@pytest.mark.parametrize(
    "action",
    [
        'printf "<%s|*book*>" .CommonLabels.x',
        '.CommonLabels.x | printf "<%s|*book*>"',
        'print "<" .CommonLabels.x "|*book*>"',
        'printf "%s%s" "<" (printf "%v|*book*>" .CommonLabels.x)',
        'printf "<%s|*book*>" (tmpl.Exec "it" .)',
        'tmpl.Exec "link" .',
    ],
)
async def test_a_template_can_put_a_label_in_a_link(name: str, action: str) -> None:
    link = '{{ define "link" }}{{ printf "<%s|*book*>" .CommonLabels.x }}{{ end }}'
    found = await said(name, f"{PRINTED}{link}{{{{ {action} }}}} end", x=HOSTILE)
    assert found == f"<{HOSTILE_AS_TEXT[name]}|*book*> end"


@pytest.mark.parametrize("name", RECEIVERS)
@pytest.mark.parametrize(
    "action",
    [
        "printf .CommonLabels.x",
        'printf (tmpl.Exec "it" .)',
        'printf (print "" .CommonLabels.x)',
        'printf "%200.200s" .CommonLabels.x',
        'printf "%v" (list .CommonLabels.x)',
        'printf "" .CommonLabels.x',
        "tmpl.Inline .CommonLabels.x .",
        'tmpl.Inline (print "" .CommonLabels.x) .',
        'printf "%d" .CommonLabels.x',
        "slice .CommonLabels.x 0",
        'join "" (stringSlice .CommonLabels.x)',
        'index (dict "a" .CommonLabels.x) "a"',
        'or "" .CommonLabels.x',
        "println .CommonLabels.x",
    ],
)
async def test_no_function_turns_a_label_into_markup(name: str, action: str) -> None:
    """T62: The output of a template function is escaped if it contains a label."""
    assert HOSTILE_AS_TEXT[name] in await said(name, f"{PRINTED}{{{{ {action} }}}} end", x=HOSTILE)


@pytest.mark.parametrize("name", ["slack", "teams", "discord"])
async def test_safe_html_keeps_the_markup_of_a_template(name: str) -> None:
    template = '{{ printf "<%s|**book**>" .CommonLabels.x | safeHtml }}'
    assert await said(name, template, x="a_b") == "<a_b|**book**>"


async def test_the_summary_of_a_card_is_plain_text() -> None:
    async with collector() as found:
        settings = {"url": found.url, "title": "{{ .CommonLabels.x }}"}
        await delivered(TEAMS, settings, found, alert(x="a_b"))
    assert found.last.json["summary"] == "a_b"
    assert found.last.json["attachments"][0]["content"]["body"][0]["text"] == "a\\_b"


def test_an_e_mail_address_is_no_mention() -> None:
    assert escape_discord("mail bob@example.org now") == "mail bob@example.org now"


@given(st.lists(st.sampled_from(["@", "every", "one", "here", "<", "1", " "]), max_size=6))
def test_adjacent_texts_make_no_mention(parts: list[str]) -> None:
    found = "".join(map(escape_discord, parts))
    assert not re.search(r"@everyone|@here|<@!?&?\d", found)


@given(st.text(alphabet="ab_*[]()<>`~\\ :/htps", max_size=40))
def test_no_markdown_is_left_outside_of_urls(text: str) -> None:
    found = markdown_escape(text)
    bare = re.sub(r"https?://[^\s<>\[\]\\`|\"]+", "", re.sub(r"\\[\\`*_\[\]<>~]", "", found))
    assert not re.search(r"[\\`*_\[\]<>~]", bare)
