"""The example in the documentation is a file that can be used."""

import re
from pathlib import Path

from vedette.alerting.transfer.provision.reading import READING, AlertingFileReader
from vedette.provisioning.document import read_document
from vedette.provisioning.entry import Entry
from vedette.provisioning.problems import Report

PAGE = Path(__file__).parents[4] / "docs/provisioning.md"


def test_the_documented_file_is_understood(tmp_path: Path) -> None:
    secret = tmp_path / "hook"
    secret.write_text("hush")
    examples = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(), re.DOTALL)
    (example,) = [each for each in examples if "contactPoints:" in each]
    report = Report("x")
    text = example.replace("/run/secrets/hook", str(secret))
    entry = Entry(read_document(text, {"SLACK_URL": "https://a/"}, report, READING.scope), report)
    entry.value("apiVersion")
    content = AlertingFileReader().read(entry)
    entry.close()
    assert (content.refusals, report.problems) == ((), [])
    assert len(content.wanted) == 7
