"""AWS Signature Version 4 for form requests."""

import hashlib
import hmac
from collections.abc import Mapping
from datetime import datetime

import msgspec

_ALGORITHM = "AWS4-HMAC-SHA256"


class Credentials(msgspec.Struct, frozen=True):
    access_key: str
    secret_key: str
    token: str = ""


class Scope(msgspec.Struct, frozen=True):
    region: str
    service: str


def signed_headers(
    credentials: Credentials,
    scope: Scope,
    now: datetime,
    *,
    method: str,
    host: str,
    path: str,
    body: bytes,
    headers: Mapping[str, str],
) -> Mapping[str, str]:
    """Return `headers` with the signature. `path` must not need escaping."""
    moment = f"{now:%Y%m%dT%H%M%SZ}"
    sent = {**headers, "X-Amz-Date": moment}
    if credentials.token:
        sent["X-Amz-Security-Token"] = credentials.token
    signed = {name.lower(): " ".join(value.split()) for name, value in sent.items()}
    signed["host"] = host
    names = ";".join(sorted(signed))
    lines = "".join(f"{name}:{signed[name]}\n" for name in sorted(signed))
    request = "\n".join([method, path or "/", "", lines, names, hashlib.sha256(body).hexdigest()])
    place = f"{now:%Y%m%d}/{scope.region}/{scope.service}/aws4_request"
    text = "\n".join([_ALGORITHM, moment, place, hashlib.sha256(request.encode()).hexdigest()])
    signature = hmac.new(_key(credentials, scope, now), text.encode(), hashlib.sha256).hexdigest()
    sent["Authorization"] = (
        f"{_ALGORITHM} Credential={credentials.access_key}/{place}, SignedHeaders={names},"
        f" Signature={signature}"
    )
    return sent


def _key(credentials: Credentials, scope: Scope, now: datetime) -> bytes:
    key = b"AWS4" + credentials.secret_key.encode()
    for part in (f"{now:%Y%m%d}", scope.region, scope.service, "aws4_request"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return key
