"""Deeply nested texts of others are refused or passed over, never a traceback."""

from pathlib import Path

import pytest

from vedette.alerting.lab.cases.document import BadCase, read_cases, read_text
from vedette.alerting.rules.api.state import _from_json
from vedette.kernel.errors import VedetteError
from vedette.live.model import BadMessage, read_message
from vedette.provisioning.document import read_document
from vedette.provisioning.problems import DocumentError, Report
from vedette.sdk.http import said
from vedette.sdk.receiver_http import HttpAnswer

DEEP = '{"a":' * 40_000
LISTS = "[" * 40_000
ALIASES = "a0: &a0 [x, x]\n" + "".join(
    f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 9)}]\n" for at in range(1, 12)
)


@pytest.mark.parametrize("text", [f'{{"type":"ping","x":{LISTS}', f'{{"type":"ping","x":{DEEP}'])
def test_a_message_of_a_page(text: str) -> None:
    with pytest.raises(BadMessage, match="nested more than 64 levels deep"):
        read_message(text)


def test_a_matcher_in_a_query_string() -> None:
    with pytest.raises(VedetteError, match="cannot be read"):
        _from_json(f'{{"a":{DEEP}')


@pytest.mark.parametrize("body", [f'{{"error":{DEEP}', f'{{"x":{LISTS}', b'{"error":"\xff"}'])
def test_what_a_server_says_of_its_failure(body: str | bytes) -> None:
    assert said(body.encode() if isinstance(body, str) else body)


@pytest.mark.parametrize("body", [LISTS, DEEP])
def test_what_a_receiver_answers(body: str) -> None:
    assert HttpAnswer(200, {}, body.encode()).json() is None


@pytest.mark.parametrize(
    "text", [f"a: {LISTS}", f"a: {DEEP}", ALIASES], ids=["lists", "maps", "aliases"]
)
def test_a_provisioning_file(text: str) -> None:
    with pytest.raises(DocumentError):
        read_document(text, {}, Report("file.yaml"))


def test_a_file_of_rule_tests(tmp_path: Path) -> None:
    (tmp_path / "deep.yaml").write_text(LISTS)
    with pytest.raises(BadCase, match="nested too deeply"):
        read_cases(file := tmp_path / "deep.yaml", read_text(file))
