"""All receivers together: they are there, they are written down, their default texts work."""

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vedette.alerting.templates.engine import defaults
from vedette.alerting.templates.texts import OrgTexts
from vedette.plugins.loading import built_in_folder
from vedette.plugins.registry import PluginRegistry
from vedette.sdk import PluginKind, plain_text
from vedette.sdk.receiver_testing import alert, message

REGISTRY = PluginRegistry()
FOLDERS = sorted(file.parent for file in built_in_folder().glob("receivers/*/plugin.json"))
TYPES = {
    *("dingding", "discord", "email", "googlechat", "jira", "kafka", "line", "mqtt", "oncall"),
    *("opsgenie", "pagerduty", "prometheus-alertmanager", "pushover", "sensugo", "slack", "sns"),
    *("teams", "telegram", "threema", "victorops", "webex", "webhook", "wecom"),
}
EXTERNAL_URL = "https://dash.test/"
each_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


class NoGroups:
    async def version(self, org_id):
        return 1

    async def texts(self, org_id):
        return {}


def plugin_of(folder):
    manifest = next(
        each
        for each in REGISTRY.manifests(PluginKind.RECEIVER)
        if each.id == folder.name or each.id == f"prometheus-{folder.name}"
    )
    return REGISTRY.receiver(manifest.id)


def test_every_documented_type_is_there():
    assert {each.id for each in REGISTRY.manifests(PluginKind.RECEIVER)} == TYPES


@each_folder
def test_every_setting_is_written_down(folder):
    page = (folder / "README.md").read_text()
    named = set(re.findall(r"[\w.]+", " ".join(re.findall(r"`([^`]*)`", page))))
    named |= {part for name in named for part in name.split(".")}
    for field in plugin_of(folder).fields:
        assert {field.key, field.key.rpartition(".")[2]} & named, f"{field.key} is not on its page"


def test_the_page_of_receivers_leads_to_all_of_them():
    page = Path(__file__).parents[3] / "docs/receivers.md"
    for folder in FOLDERS:
        assert f"receivers/{folder.name}/README.md" in page.read_text()


@each_folder
async def test_default_texts_are_templates_that_work(folder):
    base = defaults(EXTERNAL_URL, lambda: datetime(2026, 5, 4, tzinfo=UTC))
    texts = OrgTexts(NoGroups(), base, "1.0")
    told = message(alert(host="web-1"), alert(resolved=True))
    for field in plugin_of(folder).fields:
        if field.template and field.default:
            text = await texts.text(field.default, told, otherwise=plain_text)
            assert text.strip() and "failed" not in text, f"{field.key}: {text}"


def test_looking_for_receivers_imports_nothing_heavy():
    code = (
        "import sys; from vedette.plugins.registry import PluginRegistry;"
        "r = PluginRegistry(); found = [r.receiver(each) for each in sys.argv[1:]];"
        "print([name for name in ('aiohttp', 'websockets', 'numpy', 'aiosmtplib', 'hypothesis')"
        " if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *sorted(TYPES)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() in ("[]", "['numpy']"), done.stdout
