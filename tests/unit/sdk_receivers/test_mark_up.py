"""Templates see labels as they are; what a label says is text in the mark-up of each service."""

import re
from collections.abc import Callable
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.fixtures.collector import Posted, Says, collector, delivered
from tests.unit.alerting.templates.test_org_texts import Kept, texts

from vedette.sdk import Json, ReceiverPlugin
from vedette.sdk.receiver_testing import alert
from vedette.sdk.receiver_text import markdown_escape
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


async def said(name: str, template: str, **labels: str) -> str:
    """What the service is sent for a template, rendered by the server's own engine."""
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
async def test_a_condition_compares_the_label_itself(name: str) -> None:
    template = '{{ if eq .CommonLabels.team "a_b & <c>" }}ours{{ else }}not ours{{ end }}'
    assert await said(name, template, team="a_b & <c>") == "ours"


@pytest.mark.parametrize("name", RECEIVERS)
async def test_an_address_can_be_followed(name: str) -> None:
    found = await said(name, "{{ .CommonLabels.runbook }}", runbook=RUNBOOK)
    assert found == ADDRESS_IN_TEXT.get(name, RUNBOOK)


@pytest.mark.parametrize("name", RECEIVERS)
async def test_a_label_can_neither_mention_nor_forge_a_link(name: str) -> None:
    """T62: A label mentions no one and forges no link in a chat message."""
    found = await said(name, "{{ .CommonLabels.x }} end", x=HOSTILE)
    assert found == f"{HOSTILE_AS_TEXT[name]} end"


@pytest.mark.parametrize("name", RECEIVERS)
async def test_nor_can_it_where_the_template_fails_or_calls_another(name: str) -> None:
    """T62: A failing template shows its labels as text too."""
    failed = await said(name, "{{ .Nope }}", x=HOSTILE)
    assert HOSTILE_AS_TEXT[name] in failed
    called = '{{ tmpl.Exec "it" . }} end{{ define "it" }}**{{ .CommonLabels.x }}**{{ end }}'
    assert await said(name, called, x=HOSTILE) == f"**{HOSTILE_AS_TEXT[name]}** end"


PRINTED = '{{ define "it" }}{{ .CommonLabels.x }}{{ end }}'


@pytest.mark.parametrize("name", RECEIVERS)
@pytest.mark.parametrize("call", ['tmpl.Exec "it" .', 'tmpl.Inline "{{ .CommonLabels.x }}" .'])
async def test_conditions_and_functions_see_what_a_template_says(name: str, call: str) -> None:
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
async def test_texts_of_the_template_are_its_own_in_actions_too(name: str, template: str) -> None:
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
async def test_a_link_is_printed_around_what_a_label_says(name: str, action: str) -> None:
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
async def test_no_way_to_print_a_label_makes_it_mark_up(name: str, action: str) -> None:
    """T62: Template functions keep a label text."""
    assert HOSTILE_AS_TEXT[name] in await said(name, f"{PRINTED}{{{{ {action} }}}} end", x=HOSTILE)


@pytest.mark.parametrize("name", ["slack", "teams", "discord"])
async def test_mark_up_that_a_template_makes_is_kept_where_it_says_so(name: str) -> None:
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
def test_texts_beside_each_other_make_no_mention_either(parts: list[str]) -> None:
    found = "".join(map(escape_discord, parts))
    assert not re.search(r"@everyone|@here|<@!?&?\d", found)


@given(st.text(alphabet="ab_*[]()<>`~\\ :/htps", max_size=40))
def test_outside_of_addresses_no_sign_of_markdown_is_left(text: str) -> None:
    found = markdown_escape(text)
    bare = re.sub(r"https?://[^\s<>\[\]\\`|\"]+", "", re.sub(r"\\[\\`*_\[\]<>~]", "", found))
    assert not re.search(r"[\\`*_\[\]<>~]", bare)
