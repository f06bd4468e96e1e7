"""Matchers of the older form are read as amtool reads them."""

import shutil
import subprocess
from pathlib import Path

import orjson
import pytest

from vedette.alerting.model import BadMatcher
from vedette.alerting.model.matchers import parse

pytestmark = pytest.mark.skipif(
    shutil.which("amtool") is None, reason="amtool is not installed (prometheus-alertmanager)"
)


def as_amtool_reads(text: str, directory: Path) -> str | None:
    """None where it refuses."""
    route = {"receiver": "a", "routes": [{"receiver": "b", "matchers": [text]}]}
    file = directory / "alertmanager.yml"
    file.write_bytes(orjson.dumps({"route": route, "receivers": [{"name": "a"}, {"name": "b"}]}))
    done = subprocess.run(
        ["amtool", "config", "routes", "show", f"--config.file={file}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 or "matcher" in done.stderr
    return done.stdout.partition("└── {")[2].partition("}  receiver: b")[0] or None


@pytest.mark.parametrize(
    "text",
    [
        "foo=bar",
        'foo = "bar"',
        "{foo=bar}",
        "{foo=bar",
        "foo=bar}",
        'foo="bar"}',
        '{foo="bar"',
        "foo=bar}}",
        "{{foo=bar}",
        "foo=~(a|b)}",
        "foo=a,b=c}",
        'foo="{",b=c}',
        'foo="}"',
        'foo="}',
        '{foo="}',
        'foo=~"a{2}"',
        "{foo=~a{2}}",
        "{foo=~a{2}",
        "foo=two words",
        r'foo="a\tb\"\\\n"',
        r'foo="caf\u00e9"',
        r"foo=~\d+\.x",
        r"foo=a\,b=c",
        'foo=a"b',
        'foo="a" "b"',
        "foo",
    ],
)
def test_a_text_means_the_same_to_both_or_is_refused_by_both(text: str, tmp_path: Path) -> None:
    try:
        read = ",".join(sorted(map(str, parse(text))))
    except BadMatcher:
        read = None
    assert as_amtool_reads(text, tmp_path) == read
