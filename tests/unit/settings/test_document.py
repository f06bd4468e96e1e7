"""The shipped configuration file and the reference page say what the code does."""

from pathlib import Path

import pytest

from vedette.server.sections import ALL_SECTIONS
from vedette.settings import load
from vedette.settings.convert import text_of
from vedette.settings.document import ini_text, markdown
from vedette.settings.environment import _variable

ROOT = Path(__file__).parents[3]
GENERATED = {"vedette.ini": ini_text, "docs/reference/configuration.md": markdown}


@pytest.mark.parametrize("name", GENERATED)
def test_the_checked_in_file_is_current(name):
    assert (ROOT / name).read_text() == GENERATED[name](ALL_SECTIONS), "run `make docs`"


def test_the_shipped_file_loads_and_changes_nothing():
    settings = load(ALL_SECTIONS, config_file=ROOT / "vedette.ini")
    assert settings.warnings == ()
    assert all(settings[section] == load(ALL_SECTIONS)[section] for section in ALL_SECTIONS)


def test_the_shipped_file_still_loads_with_every_default_written_out(tmp_path):
    text = "\n".join(
        line[1:] if line.startswith(";") else line
        for line in (ROOT / "vedette.ini").read_text().splitlines()
    )
    file = tmp_path / "all.ini"
    file.write_text(text)
    written, default = load(ALL_SECTIONS, config_file=file), load(ALL_SECTIONS)
    for section in ALL_SECTIONS:
        assert written[section] == default[section], section


def test_every_key_says_what_it_is_for():
    for section in ALL_SECTIONS:
        assert section.section_help, section
        for field in section.declared.values():
            assert field.help.endswith("."), (section.section_name, field.key)
            text_of(field.default)


def test_no_two_keys_share_an_environment_variable():
    names: dict[str, tuple[str, str]] = {}
    for section in ALL_SECTIONS:
        for field in section.declared.values():
            place = (section.section_name, field.key)
            variable = _variable(*place)
            assert names.setdefault(variable, place) == place


SPECIFIED = """
server: http_port http_addr root_url serve_from_sub_path
database: type host name user password ssl_mode max_open_conn max_idle_conn conn_max_lifetime
log: mode level filters
security: admin_password secret_key disable_gravatar cookie_secure cookie_samesite
security: strict_transport_security content_security_policy
users: allow_sign_up auto_assign_org auto_assign_org_role
auth.anonymous: enabled
analytics: reporting_enabled check_for_updates
plugins: allow_loading_unsigned_plugins plugin_admin_enabled plugin_admin_external_manage_enabled
cache: enabled backend backend_config
redis: addr pool_size db ssl
metrics: enabled interval_seconds disable_total_stats disable_alerting_stats disable_usage_stats
external_image_storage: provider bucket region access_key secret_key
auth.generic_oauth: enabled name allow_sign_up client_id client_secret scopes auth_url token_url
auth.generic_oauth: api_url team_ids team_ids_attribute role_attribute_path
quota: enabled global_dashboard_count global_user_count global_org_count global_api_key_count
quota: global_session_count global_alert_rule_count global_file_upload_count
quota: global_data_source_count global_transformation_count global_correlations_count
"""


def test_every_key_of_the_specification_is_known(tmp_path):
    lines = []
    for line in SPECIFIED.strip().splitlines():
        section, _, keys = line.partition(": ")
        lines += [f"[{section}]", *(f"{key} =" for key in keys.split())]
    file = tmp_path / "spec.ini"
    file.write_text("\n".join(lines))
    assert load(ALL_SECTIONS, config_file=file).warnings == ()
