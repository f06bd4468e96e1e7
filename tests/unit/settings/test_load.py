"""What an operator may rely on when configuring the service."""

import socket
from collections.abc import Mapping
from datetime import timedelta

import pytest

from vedette.kernel.secret import Secret
from vedette.settings import Section, SettingsError, load, named_sections, named_values, setting


class Web(Section, name="web"):
    """The listener."""

    protocol: str = setting("http", "Protocol.", choices=("http", "https"))
    port: int = setting(3000, "Port.", unit="port number", at_least=0, at_most=65_535)
    url: str = setting("%(protocol)s://%(host)s:%(port)s/", "Address.")
    host: str = setting("localhost", "Host.")
    quiet: bool = setting(False, "Say nothing.")
    wait: timedelta = setting(timedelta(seconds=30), "Wait.", bare_unit="s")
    strict: timedelta = setting(timedelta(minutes=1), "Wait.")
    name: str = setting("web", "Name.", required=True)
    origins: tuple[str, ...] = setting((), "Origins.")
    share: float = setting(0.5, "Share.", at_least=0, at_most=1)
    password: Secret = setting(Secret(""), "Password.", aliases=("pass", "store:password"))


class Login(Section, name="auth.generic-oauth"):
    """Signing in."""

    client_id: str = setting("", "Id.")


class Labels(Section, name="metrics.labels"):
    """Labels."""

    labels: Mapping[str, str] = named_values("A label.")


class Plugins(Section, name="plugin.*"):
    """Plugins."""

    by_id: Mapping[str, Mapping[str, str]] = named_sections("A setting.")


class Top(Section, name="DEFAULT"):
    """First keys."""

    app_mode: str = setting("production", "Mode.")
    instance: str = setting("${HOSTNAME}", "Name.")


SECTIONS = (Top, Web, Login, Labels, Plugins)


def loaded(text="", suffix=".ini", tmp=None, **more):
    file = None
    if text:
        file = tmp / f"vedette{suffix}"
        file.write_text(text)
    return load(SECTIONS, config_file=file, **more)


def failure(text, tmp_path, **more):
    with pytest.raises(SettingsError) as caught:
        loaded(text, tmp=tmp_path, **more)
    assert "\n" not in caught.value.public
    return caught.value.public.replace(str(tmp_path) + "/", "")


def test_without_any_source_the_defaults_hold():
    settings = loaded()
    assert settings[Web].port == 3000
    assert settings[Web].url == "http://localhost:3000/"
    assert str(settings.origin("web", "port")) == "default"
    assert settings.warnings == ()


def test_the_command_line_beats_the_environment_beats_the_file(tmp_path):
    text = "[web]\nport = 1\nhost = file\nshare = 0.25\n"
    settings = loaded(
        text,
        tmp=tmp_path,
        environ={"VEDETTE_WEB_PORT": "2", "VEDETTE_WEB_HOST": "env"},
        overrides=["cfg:web.port=3"],
    )
    web = settings[Web]
    assert (web.port, web.host, web.share) == (3, "env", 0.25)
    assert str(settings.origin("web", "port")) == "command line web.port"
    assert str(settings.origin("web", "host")) == "environment VEDETTE_WEB_HOST"
    assert str(settings.origin("web", "share")) == f"{tmp_path}/vedette.ini:4"


def test_a_changed_default_loses_against_the_file(tmp_path):
    overrides = ["cfg:default.web.port=9", "cfg:default.web.host=other"]
    web = loaded("[web]\nport = 1\n", tmp=tmp_path, overrides=overrides)[Web]
    assert (web.port, web.host) == (1, "other")


def test_our_prefix_beats_the_one_of_grafana():
    environ = {"GF_WEB_PORT": "1", "VEDETTE_WEB_PORT": "2", "GF_WEB_HOST": "old"}
    web = loaded(environ=environ)[Web]
    assert (web.port, web.host) == (2, "old")


def test_an_empty_variable_is_as_good_as_none(tmp_path):
    text = "[web]\nhost = file\npassword = s3cret\nport = 1\n"
    names = ("HOST", "PASSWORD", "PORT", "QUIET", "ORIGINS", "SHARE", "URL", "NAME")
    for prefix in ("VEDETTE", "GF"):
        environ = {f"{prefix}_WEB_{name}": "" for name in names}
        settings = loaded(text, tmp=tmp_path, environ=environ)
        web = settings[Web]
        assert (web.host, web.password.reveal(), web.port) == ("file", "s3cret", 1)
        assert web.name == "web"
        assert settings.warnings == ()


def test_an_empty_variable_of_ours_does_not_hide_the_one_of_grafana():
    environ = {"GF_WEB_HOST": "old", "VEDETTE_WEB_HOST": "", "GF_METRICS_LABELS_ZONE": "eu"}
    settings = loaded(environ={**environ, "VEDETTE_METRICS_LABELS_ZONE": ""})
    assert settings[Web].host == "old"
    assert settings[Labels].labels == {"zone": "eu"}
    assert settings.warnings == ()


@pytest.mark.parametrize("value", ["", " ", "${NOPE}"])
def test_what_must_not_be_empty_is_refused_however_it_comes(value, tmp_path):
    expected = "[web] name: expected text that is not empty"
    assert expected in failure("", tmp_path, overrides=[f"web.name={value}"])
    assert expected in failure("[web]\nname = ${NOPE}\n", tmp_path)


@pytest.mark.parametrize("value", ["", " ", "''", '""""""'])
def test_an_empty_value_in_a_file_leaves_the_default_alone(value, tmp_path):
    """A file with every key in it, as charts write it, starts the server with its defaults."""
    text = f"[web]\nname = {value}\nhost = {value}\nport = {value}\n"
    settings = loaded(text, tmp=tmp_path)
    assert settings[Web] == loaded()[Web]
    assert settings.origin("web", "name").kind == "default"
    emptied = loaded("[web]\nhost = file\n", tmp=tmp_path, overrides=["web.host="])
    assert emptied[Web].host == ""


def test_the_host_name_needs_no_variable(tmp_path):
    text = "[web]\nhost = at-${HOSTNAME}\n"
    assert loaded(text, tmp=tmp_path)[Web].host == f"at-{socket.gethostname()}"
    given = loaded(text, tmp=tmp_path, environ={"HOSTNAME": "mine"})
    assert given[Web].host == "at-mine"


def test_a_dash_in_a_key_stays_a_dash_in_the_environment(tmp_path):
    """Two headers whose names differ in a dash are two settings."""
    text = "[metrics.labels]\nx-team = a\nx_team = b\n"
    environ = {"GF_METRICS_LABELS_X-TEAM": "A", "GF_METRICS_LABELS_X_TEAM": "B"}
    settings = loaded(text, tmp=tmp_path, environ=environ)
    assert settings[Labels].labels == {"x-team": "A", "x_team": "B"}


def test_dots_and_dashes_of_a_section_are_underscores_in_the_environment():
    settings = loaded(environ={"GF_AUTH_GENERIC_OAUTH_CLIENT_ID": "x"})
    assert settings[Login].client_id == "x"


def test_keys_before_any_section_have_the_section_default_in_the_environment():
    assert loaded(environ={"GF_DEFAULT_APP_MODE": "development"})[Top].app_mode == "development"


def test_a_secret_can_be_mounted_as_a_file_and_is_taken_literally(tmp_path):
    secret = tmp_path / "password"
    secret.write_text(" a${b}%(host)s \n")
    settings = loaded(environ={"VEDETTE_WEB_PASSWORD__FILE": str(secret)})
    assert settings[Web].password.reveal() == "a${b}%(host)s"


def test_both_a_value_and_its_file_are_refused(tmp_path):
    environ = {"VEDETTE_WEB_PASSWORD__FILE": "/x", "VEDETTE_WEB_PASSWORD": "y"}
    assert "[web] password: expected only one of" in failure("", tmp_path, environ=environ)


def test_a_secret_file_that_is_missing_is_named(tmp_path):
    message = failure("", tmp_path, environ={"VEDETTE_WEB_PASSWORD__FILE": "/no/such"})
    assert message == (
        "environment VEDETTE_WEB_PASSWORD__FILE: [web] password: expected a readable file, but"
        " '/no/such' is not readable: No such file or directory."
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("port = 3000", 3000),
        ("port=3000 ; the usual one", 3000),
        ("port : 3000", 3000),
        ('"port" = "3000"', 3000),
        ("PORT = 3000 # mine", 3000),
        ("port =", 3000),
    ],
)
def test_spellings_of_one_line(line, expected, tmp_path):
    assert loaded(f"[web]\n{line}\n", tmp=tmp_path)[Web].port == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("plain", "plain"),
        ("pa#ss;word", "pa#ss;word"),
        ('"""pa #ss ;word"""', "pa #ss ;word"),
        ('"""two\nlines"""', "two\nlines"),
        ("'quoted '", "quoted "),
        ("`tick ; tock`", "tick ; tock"),
        ("one \\\ntwo", "one two"),
        ("a = b", "a = b"),
        ("'", "'"),
        ("", ""),
    ],
)
def test_values_keep_what_people_meant(value, expected, tmp_path):
    assert loaded(f"[web]\npassword = {value}\n", tmp=tmp_path)[Web].password.reveal() == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("true", True), ("On", True), ("1", True), ("no", False), ("off", False), ("", False)],
)
def test_booleans(text, expected):
    assert loaded(overrides=[f"web.quiet={text}"])[Web].quiet is expected


def test_durations_take_a_bare_number_only_where_the_key_says_so(tmp_path):
    settings = loaded(overrides=["web.wait=90", "web.strict=1h30m"])
    assert settings[Web].wait == timedelta(seconds=90)
    assert settings[Web].strict == timedelta(minutes=90)
    message = failure("", tmp_path, overrides=["web.strict=90"])
    assert message == (
        "command line web.strict: [web] strict: expected a duration such as 30s, 5m or 24h,"
        " not '90'."
    )


def test_lists_are_separated_by_spaces_or_commas_or_written_as_json():
    for text in ("a b", "a, b", "a,b", '["a", "b"]'):
        assert loaded(overrides=[f"web.origins={text}"])[Web].origins == ("a", "b")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("port = abc", "a whole number of port number from 0 to 65535, not 'abc'."),
        ("port = 70000", "a whole number of port number from 0 to 65535, not '70000'."),
        ("quiet = maybe", "true or false, not 'maybe'."),
        ("share = 2", "a number from 0 to 1, not '2'."),
        ("share = nan", "a number from 0 to 1, not 'nan'."),
        ("protocol = gopher", "one of http, https, not 'gopher'."),
        ("wait = soon", "a duration such as 30s, 5m or 24h (a bare number is in s), not 'soon'."),
    ],
)
def test_a_wrong_value_names_file_line_section_key_and_what_was_expected(line, expected, tmp_path):
    key = line.split()[0]
    message = failure(f"; first\n[web]\n{line}\n", tmp_path)
    assert message == f"vedette.ini:3: [web] {key}: expected {expected}"


def test_a_line_that_is_no_assignment_is_named(tmp_path):
    assert failure("[web]\nport\n", tmp_path) == (
        "vedette.ini:2: [web] 'port': expected a line of the form key = value."
    )
    assert "without a closing bracket" in failure("[web\n", tmp_path)
    assert "closing triple quotes" in failure('[web]\nhost = """x\n', tmp_path)


def test_an_unknown_key_is_a_warning_with_the_nearest_name(tmp_path):
    settings = loaded("[web]\nprot = 1\n[wbe]\nport = 2\nx = 3\n", tmp=tmp_path)
    assert [w.rpartition("/")[2] for w in settings.warnings] == [
        "vedette.ini:2: [web] prot: no setting has this name; did you mean port?",
        "vedette.ini:4: [wbe]: no section has this name; did you mean [web]?",
    ]


def test_a_key_under_the_wrong_heading_is_shown_its_own(tmp_path):
    (warning,) = loaded("protocol = http\n", tmp=tmp_path).warnings
    assert warning.endswith("no setting has this name; did you mean [web] protocol?")


def test_an_unknown_variable_with_a_prefix_of_settings_is_a_warning_and_others_are_not():
    environ = {"VEDETTE_WEB_PROT": "1", "GF_WEB_PROT": "1", "VEDETTE_OTHER": "1", "WEB_PORT": "1"}
    settings = loaded(environ=environ, known_variables=["VEDETTE_OTHER"])
    assert settings.warnings == (
        "environment GF_WEB_PROT: no setting has this name; did you mean GF_WEB_PORT?",
        "environment VEDETTE_WEB_PROT: no setting has this name; did you mean VEDETTE_WEB_PORT?",
    )


@pytest.mark.parametrize("service", ["", "HEADLESS_"])
def test_what_kubernetes_says_of_services_is_no_misspelt_setting(service):
    link = "tcp://10.96.0.7:3000"
    environ = {
        f"VEDETTE_{service}SERVICE_HOST": "10.96.0.7",
        f"VEDETTE_{service}SERVICE_PORT": "3000",
        f"VEDETTE_{service}SERVICE_PORT_HTTP_WEB": "3000",
        f"VEDETTE_{service}PORT": link,
        f"VEDETTE_{service}PORT_3000_TCP": link,
        f"VEDETTE_{service}PORT_3000_TCP_PROTO": "tcp",
        f"VEDETTE_{service}PORT_3000_TCP_PORT": "3000",
        f"VEDETTE_{service}PORT_3000_TCP_ADDR": "10.96.0.7",
    }
    assert loaded(environ=environ).warnings == ()
    assert len(loaded(environ={"VEDETTE_PORT": "3000", "VEDETTE_SERVICE": "x"}).warnings) == 2


def announced(service, link="tcp://10.0.0.1:80"):
    """What Kubernetes puts into every container of a namespace where a service has this name."""
    return {
        f"{service}_SERVICE_HOST": "10.0.0.1",
        f"{service}_SERVICE_PORT": "80",
        f"{service}_SERVICE_PORT_WEB": "80",
        f"{service}_PORT": link,
        f"{service}_PORT_80_TCP": link,
        f"{service}_PORT_80_TCP_PROTO": "tcp",
        f"{service}_PORT_80_TCP_PORT": "80",
        f"{service}_PORT_80_TCP_ADDR": "10.0.0.1",
    }


@pytest.mark.parametrize("service", ["VEDETTE_WEB", "GF_WEB"])
def test_a_variable_of_a_service_link_sets_nothing_and_is_reported(service):
    settings = loaded(environ=announced(service))
    assert settings[Web].port == 3000
    assert settings.warnings == (
        f"environment {service}_PORT: ignored, because Kubernetes or Docker defines it for a"
        " service; it does not set [web] port",
    )


def test_a_service_hides_no_value_that_somebody_set(tmp_path):
    hiding = announced("VEDETTE_WEB", "udp://[fd00::1]:80")
    assert loaded("[web]\nport = 8080\n", tmp=tmp_path, environ=hiding)[Web].port == 8080
    assert loaded(environ={**hiding, "GF_WEB_PORT": "8081"})[Web].port == 8081
    secret = tmp_path / "port"
    secret.write_text("8082")
    assert loaded(environ={**hiding, "VEDETTE_WEB_PORT__FILE": str(secret)})[Web].port == 8082
    own = loaded(environ={**hiding, "VEDETTE_WEB_PORT": "8083"})
    assert (own[Web].port, own.warnings) == (8083, ())


def test_a_service_invents_no_keys_and_what_only_resembles_one_does():
    environ = announced("VEDETTE_METRICS_LABELS_DB")
    assert loaded(environ=environ)[Labels].labels == {}
    resembling = {"VEDETTE_METRICS_LABELS_SERVICE_HOST": "a", "VEDETTE_METRICS_LABELS_PORT": "80"}
    labels = loaded(environ=resembling)[Labels].labels
    assert labels == {"service_host": "a", "port": "80"}


def test_a_wrong_value_that_is_no_services_address_is_still_an_error():
    with pytest.raises(SettingsError, match="VEDETTE_WEB_PORT"):
        loaded(environ={"VEDETTE_WEB_PORT": "http://10.0.0.1:80"})


def test_a_key_beats_its_other_spellings_within_one_source_only(tmp_path):
    text = "[web]\npassword = a\npass = b\n"
    assert loaded(text, tmp=tmp_path)[Web].password.reveal() == "a"
    environ = {"VEDETTE_WEB_PASS": "c"}
    assert loaded(text, tmp=tmp_path, environ=environ)[Web].password.reveal() == "c"
    assert loaded("[store]\npassword = d\n", tmp=tmp_path)[Web].password.reveal() == "d"


def test_references_are_replaced_once_and_see_overrides(tmp_path, monkeypatch):
    secret = tmp_path / "secret"
    secret.write_text("from ${HOME} file\n")
    text = f"[web]\nhost = $__env{{NAME}}.example\npassword = $__file{{{secret}}}\n"
    settings = loaded(text, tmp=tmp_path, environ={"NAME": "${x}", "VEDETTE_WEB_PROTOCOL": "https"})
    assert settings[Web].host == "${x}.example"
    assert settings[Web].password.reveal() == "from ${HOME} file"
    assert settings[Web].url.startswith("https://")


def test_an_unset_variable_becomes_empty_text_and_a_warning():
    settings = loaded(overrides=["web.host=${NOPE}"])
    assert settings[Web].host == ""
    assert "the environment has no 'NOPE'" in settings.warnings[0]
    assert loaded()[Top].instance == socket.gethostname()
    assert loaded(environ={"HOSTNAME": "here"})[Top].instance == "here"


def test_a_circle_of_references_is_an_error(tmp_path):
    overrides = ["web.host=%(password)s", "web.password=%(host)s"]
    assert "without a reference to itself" in failure("", tmp_path, overrides=overrides)


def test_sections_with_invented_keys(tmp_path):
    text = "[metrics.labels]\nTeam = a\n[plugin.my-clock]\npath = /x\n[plugin.b]\nk = v\n"
    environ = {"VEDETTE_METRICS_LABELS_ZONE": "eu", "GF_PLUGIN_MY_CLOCK_PATH": "/y"}
    settings = loaded(text, tmp=tmp_path, environ=environ)
    assert settings[Labels].labels == {"Team": "a", "zone": "eu"}
    assert settings[Plugins].by_id == {"my-clock": {"path": "/y"}, "b": {"k": "v"}}
    assert settings.warnings == ()


NESTED = """
grafana.ini:
  app_mode: development
  web:
    port: 3001
    quiet: yes
    origins: [a, "b c"]
  auth.generic-oauth:
    client_id: ~
  metrics:
    labels:
      team: 007
"""


def test_nested_maps_hold_the_same_sections(tmp_path):
    settings = loaded(NESTED, ".yaml", tmp_path)
    assert settings[Top].app_mode == "development"
    assert settings[Web].port == 3001
    assert settings[Web].quiet is True
    assert settings[Web].origins == ("a", "b c")
    assert settings[Labels].labels == {"team": "007"}
    assert str(settings.origin("web", "port")).endswith("vedette.yaml:5")


def test_json_is_read_too(tmp_path):
    assert loaded('{"web":\n\t{"port": 8}}', ".json", tmp_path)[Web].port == 8


@pytest.mark.parametrize("text", ["[1", "- a", "web: {port: {x: {y: 1}}, port: [[1]]}", "'"])
def test_broken_maps_are_named_with_their_line(text, tmp_path):
    file = tmp_path / "vedette.yaml"
    file.write_text(text)
    with pytest.raises(SettingsError, match=r"vedette\.yaml:\d+: "):
        load(SECTIONS, config_file=file)


def test_a_yaml_bomb_ends_early(tmp_path):
    """Proves T19."""
    lines = ["a0: &a0 {x: 1}"]
    lines += [
        f"a{n}: &a{n} {{{', '.join(f'k{i}: *a{n - 1}' for i in range(9))}}}" for n in range(1, 9)
    ]
    file = tmp_path / "bomb.yaml"
    file.write_text("\n".join(lines))
    with pytest.raises(SettingsError, match=r"at most|too deeply"):
        load(SECTIONS, config_file=file)


def test_secrets_never_print(tmp_path):
    settings = loaded("[web]\npassword = hunter2\n[plugin.x]\nkey = hunter2\n", tmp=tmp_path)
    shown = {f"{s.section}.{s.key}": s.text for s in settings.shown()}
    assert shown["web.password"] == shown["plugin.x.key"] == "*********"
    assert shown["web.port"] == "3000"
    assert "hunter2" not in repr(settings[Web]) + repr(settings[Web].password)


def test_a_section_does_not_change():
    with pytest.raises(AttributeError):
        loaded()[Web].port = 4


def test_text_that_is_not_utf8_is_named_with_its_line(tmp_path):
    file = tmp_path / "vedette.ini"
    file.write_bytes(b"[web]\nhost = \xff\n")
    with pytest.raises(SettingsError, match=r"vedette\.ini:2: expected UTF-8"):
        load(SECTIONS, config_file=file)
