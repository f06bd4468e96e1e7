"""What a data source may be, and which paths of it may be reached."""

from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.datasources.client_options import client_options
from vedette.datasources.errors import BadSource
from vedette.datasources.forwarding import forwarded
from vedette.datasources.model import DataSourceDraft, Source
from vedette.datasources.paths import (
    checked_path,
    checked_query,
    matching_route,
    without_logins,
)
from vedette.datasources.rules import check_draft, derived_uid, target_of
from vedette.kernel.errors import BadRequest
from vedette.sdk import ProxyRoute


def source(**fields):
    base = dict.fromkeys(Source.__struct_fields__, "")
    base |= {"json_data": {}, "sealed": {}, "type": "test", "name": "prom", "url": "http://prom:1"}
    return Source(**{**base, **fields})


@pytest.mark.parametrize(
    ("name", "uid"),
    [
        ("Prometheus", "PBFA97CFB590B2093"),
        ("gdev-testdata", "PD8C576611E62080A"),
        ("gdev-prometheus", "PE1C5CBDA0504A6A3"),
    ],
)
def test_provisioned_sources_get_the_uids_that_dashboards_in_the_wild_name(name, uid):
    assert derived_uid(name) == uid


@pytest.mark.parametrize(
    "fields",
    [
        {"name": " "},
        {"name": "two\nlines"},
        {"name": "a\x7f"},
        {"name": "x" * 191},
        {"type": ""},
        {"type": "a/b"},
        {"uid": "a b"},
        {"uid": "x" * 41},
        {"access": "browser"},
        {"url": "ftp://x"},
        {"url": "javascript:alert(1)"},
        {"url": "http://169.254.169.254#"},
        {"url": "http://user:pw@prom"},
        {"json_data": {"httpHeaderName1": "A b"}},
        {"json_data": {"httpHeaderName1": "Transfer-Encoding"}},
        {"json_data": {"httpHeaderName1": "X-A"}, "secrets": {"httpHeaderValue1": "a\r\nB: c"}},
        {"json_data": {"x": "y" * 300_000}},
        {"secrets": {"x": "y" * 70_000}},
    ],
)
def test_a_source_that_makes_no_sense_is_refused(fields):
    with pytest.raises(BadRequest):
        check_draft(DataSourceDraft(**{"name": "prom", "type": "test", **fields}))


@pytest.mark.parametrize(
    ("kind", "url"),
    [
        ("prometheus", "http://prom:9090"),
        ("prometheus", "prom:9090"),
        ("prometheus", ""),
        ("postgres", "db.example:5432"),
        ("grafana-postgresql-datasource", "/var/run/postgresql"),
    ],
)
def test_addresses_of_real_files_are_accepted(kind, url):
    check_draft(DataSourceDraft(name="x", type=kind, url=url))


def test_the_target_of_secrets_is_scheme_host_and_port():
    """Proves T11."""
    same = target_of("prometheus", "http://prom:80/a")
    assert same == target_of("prometheus", "prom/b") == target_of("prometheus", "HTTP://PROM:80")
    others = ["https://prom", "http://prom:81", "http://prom.evil", "http://evil/prom"]
    assert all(target_of("prometheus", other) != same for other in others)
    assert target_of("postgres", "db:1") != target_of("postgres", "evil:1")
    assert target_of("loki", "http://prom") != same


def test_the_client_logs_in_as_configured():
    record = source(
        is_basic_auth=True,
        basic_auth_user="me",
        json_data={
            "httpHeaderName1": "X-Scope-OrgID",
            "httpHeaderName2": "X-Unset",
            "tlsAuth": True,
            "tlsAuthWithCACert": True,
            "serverName": "prom.example",
            "timeout": "12",
        },
    )
    keys = ("basicAuthPassword", "httpHeaderValue1", "tlsCACert", "tlsClientCert", "tlsClientKey")
    options = client_options(record, "test", {key: f"the {key}" for key in keys})
    assert (options.user, options.password.reveal()) == ("me", "the basicAuthPassword")
    assert options.headers == {"X-Scope-OrgID": "the httpHeaderValue1"}
    assert (options.tls.ca, options.tls.client_cert) == ("the tlsCACert", "the tlsClientCert")
    assert (options.tls.server_name, options.timeout) == ("prom.example", 12)
    assert "the " not in repr(options).replace("the tlsCACert", "").replace("the tlsClientCert", "")


def test_what_is_switched_off_is_not_sent():
    record = source(json_data={"timeout": "soon"})
    secrets = {"basicAuthPassword": "x", "tlsCACert": "x", "tlsClientCert": "x"}
    options = client_options(record, "test", secrets)
    assert not options.password
    assert options.tls.is_plain
    assert options.timeout is None


CANARIES = {
    "authorization": "Bearer canary",
    "cookie": "vedette_session=canary; theme=dark; other=canary",
    "x-forwarded-for": "canary",
    "x-webauth-user": "canary",
    "x-grafana-org-id": "1",
    "x-dashboard-uid": "abc",
    "x-panel-id": "1\r\nx: canary",
    "host": "canary",
}


def test_nothing_of_the_callers_login_reaches_a_source():
    """Proves T03, CVE-2022-21673."""
    record = source(json_data={"keepCookies": ["theme", "vedette_session"], "oauthPassThru": True})
    passed = forwarded(record, CANARIES, "ann", send_user=False, own_cookies=("vedette_session",))
    assert passed == {"x-dashboard-uid": "abc", "Cookie": "theme=dark"}


def test_the_login_is_forwarded_if_the_operator_enables_it():
    passed = forwarded(source(), {}, "ann", send_user=True, own_cookies=())
    assert passed == {"X-Grafana-User": "ann"}


@pytest.mark.parametrize(
    "path",
    ["api/v1/labels", "api/v1/label/job/values", "api/v1/label/a%20b/values", "-/healthy", "a:b@c"],
)
def test_plain_paths_pass_unchanged(path):
    assert checked_path(path) == path


@pytest.mark.parametrize(
    "path",
    [
        "/api",
        "api//labels",
        "api/./labels",
        "api/../admin",
        "..",
        "api/%2e%2e/admin",
        "api/%2E./admin",
        "api%2fadmin",
        "api%2Fadmin",
        "api%5cadmin",
        "api\\admin",
        "api/%252e%252e/admin",
        "api/labels%00",
        "api/labels%0d%0aHost:x",
        "api/labels%7f",
        "api/la bels",
        "api/labels\t",
        "api/labels\x00",
        "api/labels;x=1",
        "api/labels?x",
        "api/labels#x",
        "api/lábels",
        "api/labels%",
        "api/labels%zz",
        "api/labels/",
        "a" * 3_000,
    ],
)
def test_paths_with_two_readings_are_refused(path):
    """Proves T05, CVE-2025-3454."""
    with pytest.raises(BadSource):
        checked_path(path)


@given(st.text(st.sampled_from("ab/.%25eEfFcC0d\\;?#\x00 é"), max_size=30))
def test_a_path_that_passes_means_the_same_however_often_it_is_decoded(path):
    try:
        checked = checked_path(path)
    except BadSource:
        return
    assert checked == path
    decoded = unquote(path)
    assert unquote(decoded) == decoded
    assert decoded.count("/") == path.count("/")
    assert not {".", "..", ""} & set(decoded.split("/")) or path == ""


def test_a_query_string_passes_without_keys_that_log_in():
    """Proves T03, CVE-2023-1387."""
    raw = "match[]=up{a=%22b%22}&auth_token=x&Access_Token=y&start=1"
    assert checked_query(raw) == "match[]=up{a=%22b%22}&start=1"
    for bad in ("a b", "a#b", "a\x00", "a\n", "á"):
        with pytest.raises(BadSource):
            checked_query(bad)


@pytest.mark.parametrize(
    "name",
    [
        *("auth_token", "AUTH_TOKEN", "auth-token", "authToken", "auth.token", "auth_token[]"),
        *("auth_token[0]", "auth_token%5B%5D", "%61uth_token", "%2561uth_token", "auth_token%00"),
        *("+auth_token", "%20auth_token", "auth%5Ftoken", "jwt", "JWT", "j%77t", "jwt[x][y]"),
        *("access_token", "id_token", "token", "api_key", "x-api-key", "authorization", "bearer"),
        *("vedette_session", "grafana_session", "%EF%BD%8Awt", "X-JWT-Assertion"),
    ],
)
def test_no_spelling_of_a_credential_passes(name):
    """CVE-2023-1387: A credential in an address stays here, however its name is written."""
    for raw, kept in (
        (f"{name}=canary", ""),
        (name, ""),
        (f"query=up&{name}=canary&time=1", "query=up&time=1"),
        (f"query=up;{name}=canary;time=1", "query=up;time=1"),
        (f"query=up&x=1;{name}=canary", "query=up&x=1"),
        (f";{name}=canary", ""),
        (f"{name}=canary&{name}=canary", ""),
    ):
        assert checked_query(raw).strip(";") == kept, raw
        assert "canary" not in without_logins(raw)


def test_names_that_only_resemble_a_credential_pass():
    raw = "match[]=up&tokens=1&jwt_issuer=x&apikeys=2&query=token&author=me&a=b%3Bjwt%3Dc"
    assert checked_query(raw) == raw


def test_routes_match_whole_segments_and_the_method():
    routes = (ProxyRoute("GET", "api/v1/label/*/values"),)
    assert matching_route(routes, "GET", "api/v1/label/job/values")
    for method, path in (
        ("POST", "api/v1/label/job/values"),
        ("GET", "api/v1/label/values"),
        ("GET", "api/v1/label/a/b/values"),
        ("GET", "api/v1/label/job/values/x"),
        ("GET", "x/api/v1/label/job/values"),
    ):
        assert matching_route(routes, method, path) is None


def test_what_prints_a_source_shows_no_secret():
    draft = DataSourceDraft("prom", "prometheus", secrets={"password": "hunter2"})
    kept = source(uid="u", name="prom", sealed={"password": "hunter2"})
    assert "hunter2" not in f"{draft!r} {kept!r} {[draft, kept]}"
    assert "prom" in repr(draft) and "prom" in repr(kept)
