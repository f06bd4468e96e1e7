"""The numbers that operators alert on, under the names that the specification gives them."""

from prometheus_client.parser import text_string_to_metric_families

from vedette.telemetry.metrics import Metrics


def samples(metrics):
    families = text_string_to_metric_families(metrics.exposition().decode())
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in families
        for sample in family.samples
    }


def one(metrics, name, **labels):
    return samples(metrics)[name, tuple(sorted(labels.items()))]


def make():
    return Metrics(version="1.2.3", panels=("stat",))


def test_the_four_named_metrics_are_there():
    metrics = make()
    metrics.observe_http("GET", "/api/health", 503, 0.2)
    metrics.observe_query("prometheus", "ok", 3)
    metrics.observe_panel("stat", 0.5)
    metrics.set_active_users(7)
    labels = {"method": "GET", "handler": "/api/health", "status_code": "503", "status": "503"}
    assert one(metrics, "vedette_http_request_duration_seconds_count", **labels) == 1
    query = {"kind": "prometheus", "outcome": "ok"}
    assert one(metrics, "vedette_query_duration_seconds_sum", **query) == 3
    assert one(metrics, "vedette_query_duration_seconds_bucket", le="5.0", **query) == 1
    assert one(metrics, "vedette_panel_load_time_seconds_sum", type="stat") == 0.5
    assert one(metrics, "vedette_active_users_total") == 7


def test_what_clients_send_never_becomes_a_label():
    """Proves T64."""
    metrics = make()
    metrics.observe_http("GET", "unmatched", 404, 0)
    metrics.observe_panel("x", 1)
    before = len(samples(metrics))
    for number in range(1_000):
        metrics.observe_http(f"M{number}", "unmatched", 404, 0)
        metrics.observe_panel(f"type{number}", 1)
    after = len(samples(metrics))
    assert after - before <= 20
    assert one(metrics, "vedette_panel_load_time_seconds_count", type="other") == 1_001


def test_impossible_times_of_browsers_are_left_out():
    metrics = make()
    for seconds in (-1, float("nan"), float("inf"), 1e9):
        metrics.observe_panel("stat", seconds)
    assert not any("panel_load_time" in name for name, _ in samples(metrics))


def test_what_an_operator_asks_next():
    metrics = Metrics(version="1.2.3", environment={"Team name": "a", "zone": "eu"})
    metrics.observe_source("prometheus", "200", 0.1)
    metrics.count_restart("scheduler")
    metrics.set_provisioning_errors("datasources", 2)
    metrics.set_totals({"dashboards": 12})
    metrics.set_connections({"open": 3, "idle": 1})
    assert one(metrics, "vedette_environment_info", Team_name="a", zone="eu") == 1
    assert one(metrics, "vedette_service_restarts_total", service="scheduler") == 1
    assert one(metrics, "vedette_provisioning_errors", kind="datasources") == 2
    assert one(metrics, "vedette_stat_totals", kind="dashboards") == 12
    assert one(metrics, "vedette_database_connections", state="open") == 3
    names = {name for name, _ in samples(metrics)}
    assert {"vedette_build_info", "process_cpu_seconds_total"} <= names
