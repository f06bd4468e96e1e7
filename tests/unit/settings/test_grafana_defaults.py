"""A configuration of Grafana 10.4 means the same here, also where it leaves a key out."""

from datetime import timedelta
from pathlib import Path

import pytest

from vedette.alerting.settings import AlertingSettings
from vedette.server.sections import ALL_SECTIONS
from vedette.settings import load
from vedette.settings.catalogue import Catalogue
from vedette.settings.convert import convert, text_of

ROOT = Path(__file__).parents[3]
DEFAULTS = {
    "DEFAULT": {
        "app_mode": "production",
    },
    "paths": {
        "data": "data",
        "logs": "data/log",
        "plugins": "data/plugins",
        "provisioning": "conf/provisioning",
    },
    "server": {
        "protocol": "http",
        "min_tls_version": "",
        "http_addr": "",
        "http_port": "3000",
        "domain": "localhost",
        "enforce_domain": "false",
        "root_url": "%(protocol)s://%(domain)s:%(http_port)s/",
        "serve_from_sub_path": "false",
        "router_logging": "false",
        "cert_file": "",
        "cert_key": "",
        "read_timeout": "0",
    },
    "database": {
        "type": "sqlite3",
        "host": "127.0.0.1:3306",
        "name": "grafana",
        "user": "root",
        "password": "",
        "url": "",
        "max_idle_conn": "2",
        "max_open_conn": "0",
        "conn_max_lifetime": "14400",
        "ssl_mode": "disable",
        "ca_cert_path": "",
        "client_key_path": "",
        "client_cert_path": "",
        "path": "grafana.db",
    },
    "remote_cache": {
        "type": "database",
        "connstr": "",
    },
    "caching": {
        "enabled": "true",
        "backend": "memory",
        "prefix": "",
        "ttl": "1m",
        "max_ttl": "0",
        "max_value_mb": "1",
        "connection_timeout": "5s",
        "read_timeout": "5s",
        "write_timeout": "5s",
    },
    "caching.memory": {
        "gc_interval": "1m",
        "max_size_mb": "25",
    },
    "caching.redis": {
        "url": "",
        "prefix": "",
    },
    "dataproxy": {
        "logging": "false",
        "timeout": "30",
        "dialTimeout": "10",
        "max_conns_per_host": "0",
        "max_idle_connections": "100",
        "idle_conn_timeout_seconds": "90",
        "send_user_header": "false",
        "response_limit": "0",
        "row_limit": "1000000",
        "user_agent": "",
    },
    "datasources": {
        "datasource_limit": "5000",
    },
    "sql_datasources": {
        "max_open_conns_default": "100",
        "max_idle_conns_default": "100",
        "max_conn_lifetime_default": "14400",
    },
    "security": {
        "disable_initial_admin_creation": "false",
        "admin_user": "admin",
        "admin_password": "admin",
        "admin_email": "admin@localhost",
        "data_source_proxy_whitelist": "",
        "disable_brute_force_login_protection": "false",
        "cookie_secure": "false",
        "cookie_samesite": "lax",
        "allow_embedding": "false",
        "strict_transport_security": "false",
        "strict_transport_security_max_age_seconds": "86400",
        "strict_transport_security_preload": "false",
        "strict_transport_security_subdomains": "false",
        "x_content_type_options": "true",
        "x_xss_protection": "true",
        "content_security_policy": "false",
        "csrf_trusted_origins": "",
    },
    "users": {
        "auto_assign_org": "true",
        "auto_assign_org_id": "1",
        "auto_assign_org_role": "Viewer",
        "login_hint": "email or username",
        "password_hint": "password",
        "default_theme": "dark",
    },
    "dashboards": {
        "versions_to_keep": "20",
        "min_refresh_interval": "5s",
        "default_home_dashboard_path": "",
    },
    "live": {
        "max_connections": "100",
        "allowed_origins": "",
    },
    "explore": {
        "enabled": "true",
    },
    "query_history": {
        "enabled": "true",
    },
    "expressions": {
        "enabled": "true",
    },
    "unified_alerting": {
        "enabled": "",
        "disabled_orgs": "",
        "execute_alerts": "true",
        "evaluation_timeout": "30s",
        "max_attempts": "1",
        "min_interval": "10s",
        "disable_jitter": "false",
    },
    "unified_alerting.screenshots": {
        "capture": "false",
        "capture_timeout": "10s",
        "max_concurrent_screenshots": "5",
    },
    "unified_alerting.reserved_labels": {
        "disabled_labels": "",
    },
    "unified_alerting.state_history": {
        "enabled": "true",
    },
    "quota": {
        "enabled": "false",
        "org_alert_rule": "100",
        "global_alert_rule": "-1",
        "global_correlations": "-1",
        "alerting_rule_group_rules": "100",
    },
    "smtp": {
        "enabled": "false",
        "host": "localhost:25",
        "user": "",
        "password": "",
        "cert_file": "",
        "key_file": "",
        "skip_verify": "false",
        "from_address": "admin@grafana.localhost",
        "from_name": "Grafana",
        "ehlo_identity": "",
        "startTLS_policy": "",
    },
    "emails": {
        "content_types": "text/html",
    },
    "log": {
        "mode": "console file",
        "level": "info",
        "filters": "",
    },
    "log.console": {
        "level": "",
        "format": "console",
    },
    "log.file": {
        "level": "",
        "format": "text",
        "log_rotate": "true",
        "max_size_shift": "28",
        "max_days": "7",
    },
    "log.syslog": {
        "level": "",
        "format": "text",
        "network": "",
        "address": "",
        "facility": "",
        "tag": "",
    },
    "metrics": {
        "enabled": "true",
        "interval_seconds": "10",
        "disable_total_stats": "false",
        "total_stats_collector_interval_seconds": "1800",
        "basic_auth_username": "",
        "basic_auth_password": "",
    },
    "plugins": {
        "allow_loading_unsigned_plugins": "",
    },
    "auth": {
        "login_cookie_name": "grafana_session",
        "disable_login_form": "false",
        "login_maximum_inactive_lifetime_duration": "7d",
        "login_maximum_lifetime_duration": "30d",
        "token_rotation_interval_minutes": "10",
        "signout_redirect_url": "",
        "api_key_max_seconds_to_live": "-1",
    },
    "auth.basic": {
        "enabled": "true",
    },
    "auth.anonymous": {
        "enabled": "false",
        "org_name": "Main Org.",
        "org_role": "Viewer",
        "hide_version": "false",
    },
}
"""Defaults of Grafana 10.4, of every setting that Vedette acts on."""

OURS = {
    ("server", "http_addr"): "0.0.0.0",
    ("database", "host"): "127.0.0.1:5432",
    ("database", "name"): "vedette",
    ("database", "user"): "vedette",
    ("database", "path"): "vedette.db",
    ("caching", "enabled"): "false",
    ("caching", "prefix"): "vedette",
    ("caching", "connection_timeout"): "1s",
    ("caching", "read_timeout"): "1s",
    ("caching", "write_timeout"): "1s",
    ("sql_datasources", "max_open_conns_default"): "5",
    ("sql_datasources", "max_idle_conns_default"): "2",
    ("security", "admin_password"): "",
    ("security", "content_security_policy"): "true",
    ("smtp", "from_address"): "admin@vedette.localhost",
    ("smtp", "from_name"): "Vedette",
    ("emails", "content_types"): "text/html text/plain",
    ("log", "mode"): "console",
    ("metrics", "total_stats_collector_interval_seconds"): "60",
    ("auth", "login_cookie_name"): "vedette_session",
}
"""Those that differ on purpose; docs/compatibility.md gives the reasons."""


@pytest.mark.parametrize(
    ("section", "key", "default"),
    [(section, key, text) for section, keys in DEFAULTS.items() for key, text in keys.items()],
)
def test_a_key_that_is_left_out_means_what_it_meant(section: str, key: str, default: str):
    found = Catalogue(ALL_SECTIONS).find(section, key)
    assert found is not None
    field = found[0].field
    wanted = OURS.get((section, key), text_of(convert(field, default)))
    assert text_of(field.default) == wanted


def test_every_setting_with_another_default_is_listed_with_its_reason():
    """An operator finds what to set to get the old behaviour."""
    page = (ROOT / "docs" / "compatibility.md").read_text()
    for section, key in OURS:
        assert f"`[{section}] {key}`" in page, (section, key)


def test_what_old_files_say_of_alerting_still_counts(tmp_path: Path):
    """A server that was told not to evaluate rules does not begin to with a new version."""
    old = "[alerting]\nexecute_alerts = false\nevaluation_timeout_seconds = 45\n"
    file = tmp_path / "old.ini"
    file.write_text(old)
    alerting = load(ALL_SECTIONS, config_file=file)[AlertingSettings]
    assert not alerting.execute_alerts
    assert alerting.evaluation_timeout == timedelta(seconds=45)
    file.write_text(f"{old}[unified_alerting]\nexecute_alerts = true\n")
    assert load(ALL_SECTIONS, config_file=file)[AlertingSettings].execute_alerts
