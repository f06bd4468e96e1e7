"""The templates that the documentation shows do what it says."""

import re
from pathlib import Path

from tests.unit.alerting.templates.test_messages import FIRING, RESOLVED, rendered, told
from tests.unit.alerting.templates.test_rule_texts import annotation

PAGE = (Path(__file__).parents[4] / "docs/contact-points.md").read_text()


def shown(kind: str) -> str:
    found = re.search(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def test_the_templates_of_messages() -> None:
    message = told(FIRING, RESOLVED)
    text = '{{ template "ours.title" . }}|{{ template "ours.text" . }}'
    title, _, body = rendered(text, message, ours=shown("gotemplate")).partition("|")
    assert title == "FIRING: Disk full (1 firing)"
    assert "Disk of web1 since 14:30\nB = 22 C = 1.5 \n" in body


def test_the_template_of_a_rule() -> None:
    assert annotation(shown("gotemplate-rule")).strip() == "web1:9100 is at 8123%"
