"""Signatures are those of AWS's published test suite."""

from datetime import UTC, datetime

import pytest

from vedette_plugins.receivers.sns.signing import Credentials, Scope, signed_headers

KEYS = ("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
NOW = datetime(2015, 8, 30, 12, 36, tzinfo=UTC)


@pytest.mark.parametrize(
    ("method", "headers", "body", "names", "signature"),
    [
        (
            "GET",
            {},
            b"",
            "host;x-amz-date",
            "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
        ),
        (
            "POST",
            {},
            b"",
            "host;x-amz-date",
            "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
        ),
        (
            "POST",
            {"Content-Type": "application/x-www-form-urlencoded"},
            b"Param1=value1",
            "content-type;host;x-amz-date",
            "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
        ),
    ],
    ids=["get-vanilla", "post-vanilla", "post-x-www-form-urlencoded"],
)
def test_published_vectors(method, headers, body, names, signature):
    signed = signed_headers(
        Credentials(*KEYS),
        Scope("us-east-1", "service"),
        NOW,
        method=method,
        host="example.amazonaws.com",
        path="/",
        body=body,
        headers=headers,
    )
    assert signed["X-Amz-Date"] == "20150830T123600Z"
    assert signed["Authorization"] == (
        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request,"
        f" SignedHeaders={names}, Signature={signature}"
    )


def test_a_session_token_is_sent_and_signed():
    signed = signed_headers(
        Credentials(*KEYS, "session"),
        Scope("us-east-1", "service"),
        NOW,
        method="POST",
        host="example.amazonaws.com",
        path="/",
        body=b"",
        headers={},
    )
    assert signed["X-Amz-Security-Token"] == "session"
    assert "SignedHeaders=host;x-amz-date;x-amz-security-token," in signed["Authorization"]
