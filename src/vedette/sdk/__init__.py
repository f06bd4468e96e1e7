"""What plugins may see of the server. Everything here follows semantic versioning."""

from vedette.kernel.clock import Clock
from vedette.kernel.durations import format_duration, parse_duration
from vedette.kernel.errors import (
    BadGateway,
    BadRequest,
    Forbidden,
    GatewayTimeout,
    NotFound,
    TooLarge,
    Unprocessable,
    VedetteError,
)
from vedette.kernel.secret import Secret
from vedette.sdk.datasource import (
    Answer,
    Caller,
    Connection,
    DataSource,
    DataSourcePlugin,
    Health,
    Host,
    Linked,
    LinkedQuery,
    Network,
    PoolSize,
    ProxyRoute,
    Query,
    ReadLimits,
    Resources,
    Sharing,
    Streams,
)
from vedette.sdk.frame import Column, Field, FieldType, Frame, FrameKind, Json, JsonColumn
from vedette.sdk.http import HttpClient, HttpResponse, WebSocket
from vedette.sdk.manifest import Manifest, PluginKind
from vedette.sdk.timerange import TimeRange

SDK_VERSION = "1.0.0"

__all__ = [
    "SDK_VERSION",
    "Answer",
    "BadGateway",
    "BadRequest",
    "Caller",
    "Clock",
    "Column",
    "Connection",
    "DataSource",
    "DataSourcePlugin",
    "Field",
    "FieldType",
    "Forbidden",
    "Frame",
    "FrameKind",
    "GatewayTimeout",
    "Health",
    "Host",
    "HttpClient",
    "HttpResponse",
    "Json",
    "JsonColumn",
    "Linked",
    "LinkedQuery",
    "Manifest",
    "Network",
    "NotFound",
    "PluginKind",
    "PoolSize",
    "ProxyRoute",
    "Query",
    "ReadLimits",
    "Resources",
    "Secret",
    "Sharing",
    "Streams",
    "TimeRange",
    "TooLarge",
    "Unprocessable",
    "VedetteError",
    "WebSocket",
    "format_duration",
    "parse_duration",
]
