"""What is shipped as an example works as it is."""

import json
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.unit.dashboards.conftest import ADMIN, World

from vedette.cli.provision import check
from vedette.dashboards.provision.apply import Applier
from vedette.dashboards.provision.kind import DashboardsKind
from vedette.kernel.clock import SystemClock
from vedette.provisioning.files import Root

SAMPLES = Path(str(files("vedette"))) / "samples"
BOARDS = sorted((SAMPLES / "dashboards").glob("*.json"))
RULES = Path(__file__).parents[3] / "deploy" / "prometheus" / "vedette.rules.yml"
PANELS = {
    "timeseries", "stat", "gauge", "bargauge", "table", "text", "row", "barchart", "piechart",
    "heatmap", "logs", "state-timeline", "traces", "nodeGraph", "alertlist",
}  # fmt: skip


def model(path: Path) -> Any:
    return json.loads(path.read_text())


def test_every_file_is_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert check(str(SAMPLES)) == 0
    assert capsys.readouterr().out == "No problems found.\n"


async def test_the_samples_appear_in_their_folder(world: World) -> None:
    async def no_source(org_id: int, plugin_id: str) -> str | None:
        return None

    applier = Applier(world.dashboards.writer, no_source)
    roots = [Root(SAMPLES / "provisioning", "samples/")]
    kind = DashboardsKind(applier, roots, world.database, SystemClock(), {})
    await kind.sync(force=True)
    assert (await world.folders.counts(ADMIN, "vedette")).dashboards == len(BOARDS)
    assert (await world.dashboards.open(ADMIN, "vedette-tour")).can_save


def test_the_tours_show_every_kind_of_panel() -> None:
    tours = [model(SAMPLES / f"dashboards/{name}-tour.json") for name in ("welcome", "signals")]
    assert {panel["type"] for tour in tours for panel in tour["panels"]} == PANELS


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_panels_have_their_own_place_and_number(path: Path) -> None:
    panels = model(path)["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken: set[tuple[int, int]] = set()
    for panel in panels:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24
        cells = {
            (place["x"] + column, place["y"] + line)
            for column in range(place["w"])
            for line in range(place["h"])
        }
        assert not cells & taken, panel["title"]
        taken |= cells
        assert panel["type"] in PANELS


def promtool(*arguments: str, cwd: Path) -> str:
    binary = shutil.which("promtool")
    if binary is None:
        pytest.skip("promtool is not installed")
    done = subprocess.run([binary, *arguments], cwd=cwd, capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode == 0 else f"failed: {done.stderr}"


@pytest.mark.prometheus
def test_the_alert_rules_fire_when_they_should_and_only_then(tmp_path: Path) -> None:
    assert "3 rules found" in promtool("check", "rules", str(RULES), cwd=tmp_path)
    requests = 'vedette_http_request_duration_seconds_count{job="v",status="%s"}'
    bucket = 'vedette_query_duration_seconds_bucket{job="v",kind="prometheus",outcome="ok",le="%s"}'
    cases = {
        "rule_files": [str(RULES)],
        "evaluation_interval": "1m",
        "tests": [
            _case("12+12x30", "0+60x30", requests, bucket, firing=["VedetteServerErrors"]),
            _case("0+3x30", "0+0x30", requests, bucket, firing=["VedetteSlowQueries"]),
            _case("0+3x30", "0+60x30", requests, bucket, firing=[]),
            _case(
                "0+3x30", "0+60x30", requests, bucket, ["VedetteEvaluationsMissed"], missed="0+6x30"
            ),
        ],
    }
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(cases))
    assert "SUCCESS" in promtool("test", "rules", str(file), cwd=tmp_path)


@pytest.mark.prometheus
def test_memory_and_cpu_of_the_own_dashboard_are_those_of_our_processes(tmp_path: Path) -> None:
    """Whatever else the Prometheus scrapes, also under the same job."""
    board = model(SAMPLES / "dashboards/own-numbers-prometheus.json")
    found = [
        target["expr"].replace("$job", ".+").replace("$__rate_interval", "5m")
        for panel in board["panels"]
        for target in panel.get("targets", [])
        if "process_" in target["expr"]
    ]
    ours = ('job="a",instance="v1"', 'job="b",instance="v2"')
    others = ('job="a",instance="db"', 'job="prometheus",instance="p"')
    series = [
        {"series": f"vedette_build_info{{{labels},version='{version}'}}", "values": "1x30"}
        for labels in ours
        for version in ("1", "2")
    ]
    for labels in (*ours, *others):
        memory, cpu = ("100x30", "0+60x30") if labels in ours else ("7000x30", "0+6000x30")
        series.append({"series": f"process_resident_memory_bytes{{{labels}}}", "values": memory})
        series.append({"series": f"process_cpu_seconds_total{{{labels}}}", "values": cpu})
    case = {
        "interval": "1m",
        "input_series": series,
        "promql_expr_test": [
            {
                "expr": expr,
                "eval_time": "20m",
                "exp_samples": [{"labels": "{}", "value": 200 if "memory" in expr else 2}],
            }
            for expr in found
        ],
    }
    assert len(found) == 4
    file = tmp_path / "case.json"
    file.write_text(json.dumps({"evaluation_interval": "1m", "tests": [case]}))
    assert "SUCCESS" in promtool("test", "rules", str(file), cwd=tmp_path)


def _case(
    errors: str,
    fast: str,
    requests: str,
    bucket: str,
    firing: list[str],
    missed: str = "0+1x30",
) -> Any:
    rule_evaluations = 'vedette_alerting_rule_evaluations_%s_total{job="v"}'
    return {
        "interval": "1m",
        "input_series": [
            {"series": requests % "500", "values": errors},
            {"series": requests % "200", "values": "0+600x30"},
            {"series": rule_evaluations % "expected", "values": "0+300x30"},
            {"series": rule_evaluations % "missed", "values": missed},
            {"series": bucket % "5", "values": fast},
            {"series": bucket % "10", "values": "0+60x30"},
            {"series": bucket % "+Inf", "values": "0+60x30"},
        ],
        "promql_expr_test": [
            {
                "expr": 'sum by (alertname) (ALERTS{alertstate="firing",severity="warning"})',
                "eval_time": "20m",
                "exp_samples": [
                    {"labels": f'{{alertname="{name}"}}', "value": 1} for name in firing
                ],
            }
        ],
    }
