"""A request for a handler: its route parameters, its caller and its content."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import parse_qs

from vedette.kernel.errors import BadRequest, Unauthorized
from vedette.kernel.principal import Principal

if TYPE_CHECKING:
    from starlette.types import Receive, Scope

_NOT_SIGNED_IN = "Sign in or send a token to use this endpoint."
_MOST_FIELDS = 500


class BadQueryParameters(BadRequest):
    code: ClassVar[str] = "request.bad_query"


class Call:
    """A request. `body` and `query` are decoded and validated as the types of the route."""

    __slots__ = (
        "_headers",
        "body",
        "cookies_to_set",
        "params",
        "principal",
        "query",
        "raw_body",
        "receive",
        "request_id",
        "scope",
    )

    def __init__(
        self, scope: "Scope", receive: "Receive", params: dict[str, str], request_id: str
    ) -> None:
        self.scope = scope
        self.receive = receive
        self.params = params
        self.request_id = request_id
        self.principal: Principal | None = None
        self.body: Any = None
        self.raw_body = b""
        self.query: Any = None
        self.cookies_to_set: list[str] = []
        self._headers: dict[bytes, bytes] | None = None

    @property
    def who(self) -> Principal:
        """Return the caller. Raises `Unauthorized` if the request is not authenticated."""
        if self.principal is None:
            raise Unauthorized(_NOT_SIGNED_IN)
        return self.principal

    @property
    def method(self) -> str:
        return str(self.scope["method"])

    def header(self, name: str) -> str:
        """Return the value of a header, or an empty text. `name` is in lower case."""
        if self._headers is None:
            self._headers = dict(self.scope["headers"])
        return self._headers.get(name.encode("latin-1"), b"").decode("latin-1")

    @property
    def headers(self) -> Mapping[str, str]:
        """Return all headers with names in lower case."""
        return {
            name.decode("latin-1"): value.decode("latin-1") for name, value in self.scope["headers"]
        }

    def cookie(self, name: str) -> str:
        """Return the value of a cookie, or an empty text."""
        for part in self.header("cookie").split(";"):
            key, _, value = part.strip().partition("=")
            if key == name:
                return value
        return ""

    @property
    def raw_query(self) -> str:
        """Return the query string without decoding."""
        text: str = self.scope["query_string"].decode("latin-1")
        return text

    def query_values(self) -> Mapping[str, list[str]]:
        """Return the decoded query string. Raises `BadQueryParameters` if it has too many
        fields."""
        return self.decoded_query(self.raw_query)

    @staticmethod
    def decoded_query(text: str) -> Mapping[str, list[str]]:
        """Decode a query string. Raises `BadQueryParameters` if it has too many fields."""
        if text.count("&") >= _MOST_FIELDS:
            raise BadQueryParameters(
                f"The query string has more than {_MOST_FIELDS} fields. Send fewer."
            )
        return parse_qs(text, keep_blank_values=True) if text else {}

    @property
    def client_ip(self) -> str:
        client = self.scope.get("client")
        return client[0] if client else ""
