"""Addresses, pauses and secrets of receivers over HTTP."""

from datetime import timedelta

import pytest

from vedette.sdk import BadRequest, Forbidden, HttpOptions
from vedette.sdk.receiver_http import Endpoint, HttpAnswer, joined, multipart, seconds_left
from vedette.sdk.receiver_testing import delivery, receiver_host
from vedette.sdk.testing import ScriptedHttp, ScriptedReply, StoppedClock


def endpoint(url="https://hook.test/services/secret-token?key=secret-key", **more):
    http = ScriptedHttp(lambda request: ScriptedReply())
    return Endpoint(
        receiver_host(lambda options: http), "Hook", HttpOptions(url, **more), ["hid-den"]
    )


def answer(body=b"", status=500, **headers):
    return HttpAnswer(status, {k.replace("_", "-"): v for k, v in headers.items()}, body)


@pytest.mark.parametrize(
    ("base", "path", "wanted"),
    [
        ("", "", "/"),
        ("/a/", "", "/a/"),
        ("/a?k=v", "", "/a?k=v"),
        ("/a/", "b", "/a/b"),
        ("/a?k=v", "/b?l=w", "/a/b?k=v&l=w"),
        ("", "b/c", "/b/c"),
    ],
)
def test_paths_are_joined_and_queries_kept(base, path, wanted):
    assert joined(base, path) == wanted


@pytest.mark.parametrize(
    ("headers", "body", "seconds"),
    [
        ({"Retry_After": "17"}, b"", 17),
        ({"retry_after": "Mon, 04 May 2026 12:01:00 GMT"}, b"", 60),
        ({"Retry_After": "Mon, 04 May 2026 11:00:00 GMT"}, b"", 0),
        ({"Retry_After": "99999999"}, b"", 86_400),
        ({}, b'{"retry_after": 1.5}', 1.5),
        ({}, b'{"parameters": {"retry_after": 31}}', 31),
        ({"Retry_After": "soon"}, b"", None),
        ({"Retry_After": "-4"}, b"", None),
        ({"Retry_After": "nan"}, b"", None),
        ({"Retry_After": "inf"}, b"", 86_400),
        ({}, b"[]", None),
    ],
)
def test_the_pause_is_what_the_server_asks_for(headers, body, seconds):
    found = endpoint().pause(answer(body, **headers))
    assert found == (None if seconds is None else timedelta(seconds=seconds))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "."),
        (b"  no such\n thing. ", ": no such thing."),
        (b"<html>oops</html>", "."),
        (b'{"message": "bad", "errors": ["a", "b"]}', ": bad; a; b."),
        (b'{"errors": [{"message": "deep"}]}', ": deep."),
        (
            b'{"user": "invalid", "status": 0, "errors": ["user key is invalid"]}',
            ": user key is invalid.",
        ),
        (b'{"a": "x"}', ": a: x."),
        (b"x" * 1000, f": {'x' * 200}."),
        (b"\xff\xfe", ": \ufffd\ufffd."),
    ],
)
def test_the_words_of_a_server_are_short_and_one_line(body, words):
    assert endpoint().words(answer(body)) == words


def test_no_secret_is_shown_even_where_the_server_repeats_it():
    login = {"user": "ann", "password": "pass-word", "headers": {"Authorization": "Bearer to-ken"}}
    found = endpoint(**login)
    body = (
        b"secret-token secret-key hid-den pass-word to-ken https://hook.test/services/secret-token"
    )
    said = found.words(answer(body))
    for secret in ("secret-token", "secret-key", "hid-den", "pass-word", "to-ken"):
        assert secret not in said


@pytest.mark.parametrize(
    "url", ["", "hook", "ftp://a/b", "https://", "https://a b/", "https://[1/", "https:\\\\a"]
)
def test_addresses_that_cannot_be_used_are_refused_without_repeating_them(url):
    with pytest.raises(BadRequest) as raised:
        endpoint(url)
    assert (
        raised.value.public
        == "The URL of Hook is not valid. It must have the form https://host/path."
    )


def test_an_address_that_the_policy_refuses_is_a_bad_setting():
    """Proves T02."""

    def refused(options):
        raise Forbidden("Requests to 127.0.0.1 are refused.")

    with pytest.raises(BadRequest, match="are refused"):
        Endpoint(receiver_host(refused), "Hook", HttpOptions("http://127.0.0.1/"))


def test_an_attempt_ends_at_its_deadline():
    assert seconds_left(StoppedClock(), delivery(seconds=12)) == 12
    assert seconds_left(StoppedClock(), delivery(seconds=500)) == 30
    assert seconds_left(StoppedClock(), delivery(seconds=-5)) == 0.1


def test_forms_with_files():
    body, kind = multipart([("a", "1")], [("f", "p.png", "image/png", b"PNG")], boundary="b")
    assert kind == "multipart/form-data; boundary=b"
    assert body == (
        b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'
        b'--b\r\nContent-Disposition: form-data; name="f"; filename="p.png"\r\n'
        b"Content-Type: image/png\r\n\r\nPNG\r\n--b--\r\n"
    )
