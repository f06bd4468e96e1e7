"""OpenAPI 3.1, generated from the route table."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from vedette.web.routes import JSON_TYPE, Route

_PARAMETER = re.compile(r"[:*]([A-Za-z]+)")
_ERRORS = {
    "400": ("BadRequest", "The request is invalid; `message` says why."),
    "401": ("Unauthorized", "No one is signed in, or the credentials are not valid."),
    "403": ("Forbidden", "The caller lacks the permission."),
    "404": ("NotFound", "The resource does not exist, or the caller cannot see it."),
}
_FAILURES = {
    status: {"$ref": f"#/components/responses/{name}"} for status, (name, _) in _ERRORS.items()
}
_PROBLEM = {
    "type": "object",
    "required": ["message"],
    "properties": {
        "message": {"type": "string", "description": "One sentence that describes the error."},
        "messageId": {"type": "string", "description": "Stable code of the error."},
        "statusCode": {"type": "integer"},
        "requestId": {"type": "string", "description": "Identifies this request in the log."},
        "traceID": {"type": "string"},
    },
}
_PROBLEM_REF = {"$ref": "#/components/schemas/Problem"}


def document(routes: tuple[Route, ...], version: str, session_cookie: str) -> Mapping[str, Any]:
    kinds = {kind for route in routes for kind in (route.body, route.query, route.answer) if kind}
    ordered = sorted(kinds, key=repr)
    schemas, components = msgspec.json.schema_components(
        ordered, ref_template="#/components/schemas/{name}"
    )
    by_kind = dict(zip(map(repr, ordered), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        path = _PARAMETER.sub(r"{\1}", route.path)
        paths.setdefault(path, {})[route.method.lower()] = _operation(route, by_kind, components)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Vedette",
            "version": version,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": paths,
        "components": {
            "schemas": {**components, "Problem": _PROBLEM},
            "responses": {
                name: {"description": text, "content": {JSON_TYPE: {"schema": _PROBLEM_REF}}}
                for name, text in _ERRORS.values()
            },
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": session_cookie},
                "token": {"type": "http", "scheme": "bearer"},
                "password": {"type": "http", "scheme": "basic"},
            },
        },
    }


def _operation(
    route: Route, by_kind: Mapping[str, Any], components: Mapping[str, Any]
) -> Mapping[str, Any]:
    operation: dict[str, Any] = {
        "summary": route.summary,
        "operationId": _operation_id(route),
        "tags": [_tag(route.path)],
        "x-permission": route.policy.name,
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in _PARAMETER.findall(route.path)
        ],
        "responses": _responses(route, by_kind),
    }
    if route.query is not None:
        operation["parameters"] += _query(by_kind[repr(route.query)], components)
    if route.body is not None:
        content = {"application/json": {"schema": by_kind[repr(route.body)]}}
        operation["requestBody"] = {"required": True, "content": content}
    elif route.raw:
        operation["requestBody"] = {"content": {"*/*": {}}}
    if route.policy.name != "public":
        operation["security"] = [{"session": []}, {"token": []}, {"password": []}]
    return operation


def _responses(route: Route, by_kind: Mapping[str, Any]) -> Mapping[str, Any]:
    good: dict[str, Any] = {"description": "Success."}
    if route.answer is not None:
        good["content"] = {route.media: {"schema": by_kind[repr(route.answer)]}}
    return {str(route.status): good, **_FAILURES}


def _query(schema: Mapping[str, Any], components: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    name = schema.get("$ref", "").rpartition("/")[2]
    struct = components.get(name, schema)
    required = struct.get("required", ())
    return [
        {"name": field, "in": "query", "required": field in required, "schema": shape}
        for field, shape in struct.get("properties", {}).items()
    ]


def _operation_id(route: Route) -> str:
    words = re.findall(r"[A-Za-z0-9]+", route.path)
    return route.method.lower() + "".join(word[:1].upper() + word[1:] for word in words)


def _tag(path: str) -> str:
    parts = path.strip("/").split("/")
    return parts[1] if parts[0] == "api" and len(parts) > 1 else "server"
