from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import IO, Any, Callable, Dict, Iterable, Mapping, Sequence, TypeVar
from urllib.parse import quote, urlencode, urlsplit

from ._base_url import base_url_of
from ._errors import AtelierError, ConnectionFailed, error_of
from ._operation import Operation
from ._response import FileResponse
from ._retries import Retry, pause_before_retry, warn_about_rate_limit

Reply = TypeVar("Reply")

_USUAL_RETRIES = 3
# Longer than the longest wait that an operation offers (60 s).
_USUAL_TIMEOUT = 70.0


@dataclass
class Settings:
    base_url: str
    api_key: str | None = None
    access_token: str | Callable[[], str] | None = None
    organization: str | int | None = None
    space: str | int | None = None
    timeout: float = _USUAL_TIMEOUT
    max_retries: int = _USUAL_RETRIES
    on_retry: Callable[[Retry], None] = warn_about_rate_limit


@dataclass
class Outgoing:
    operation: Operation
    params: Sequence[str | int] = ()
    query: Mapping[str, Any] | None = None
    body: Any = None
    """Sent as JSON."""
    raw: Callable[[], bytes | Iterable[bytes]] | None = None
    """Returns the bytes anew for each attempt."""
    url: str | None = None
    """Replaces the operation's path if the server returned a URL."""
    options: Mapping[str, Any] = field(default_factory=dict)
    max_retries: int | None = None


class Transport:
    """Sends requests: handles credentials, retries and errors."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self._base_url = base_url_of(settings.base_url)
        self._opener = urllib.request.build_opener(_SafeRedirects)

    def call(self, request: Outgoing) -> Any:
        """The reply in the form that the operation declares."""
        if request.operation.gives == "response":
            return self.open(request)
        return self._send(request, lambda response: _value_in(response, request.operation))

    def open(self, request: Outgoing) -> FileResponse:
        """The response unread, for files and streams."""
        return self._send(request, lambda response: response)

    def _send(self, request: Outgoing, read: Callable[[FileResponse], Reply]) -> Reply:
        operation = request.operation
        key = None
        if operation.is_keyed:
            key = request.options.get("idempotency_key") or str(uuid.uuid4())
        is_safe = key is not None or operation.method in ("GET", "PUT", "DELETE")
        wanted = self.settings.max_retries if request.max_retries is None else request.max_retries
        retries = wanted if is_safe else 0
        for tries in range(retries + 1):
            try:
                return read(self._try(request, key))
            except (AtelierError, ConnectionFailed) as error:
                pause = pause_before_retry(error, tries)
                if tries >= retries or pause is None:
                    raise
                self.settings.on_retry(Retry(operation.id, error, pause, tries + 1))
                time.sleep(pause)
        raise AssertionError("unreachable: the last attempt returns or raises")

    def url_of(self, request: Outgoing) -> str:
        """The URL of an operation, with its parameters filled in."""
        path = request.operation.path
        for value in request.params:
            # An empty value would call another operation: /boards/ lists boards.
            if value is None or value == "":
                raise ValueError(f"{request.operation.id} needs a value for each path parameter")
            start, end = path.index("{"), path.index("}")
            path = f"{path[:start]}{quote(str(value), safe='')}{path[end + 1:]}"
        query = {
            name: _query_value(value)
            for name, value in (request.query or {}).items()
            if value is not None
        }
        url = request.url or self._base_url + path
        return f"{url}{'&' if '?' in url else '?'}{urlencode(query)}" if query else url

    def _try(self, request: Outgoing, key: str | None) -> FileResponse:
        operation, options = request.operation, request.options
        data: Any = None
        if request.raw:
            data = request.raw()
        elif request.body is not None:
            data = json.dumps(request.body).encode()
        headers = self._headers(request, key)
        sent = urllib.request.Request(
            self.url_of(request), data=data, headers=headers, method=operation.method
        )
        timeout = options.get("timeout", self.settings.timeout)
        try:
            response = self._opener.open(sent, timeout=timeout)
        except urllib.error.HTTPError as error:
            with error:
                raise error_of(error.code, _lower(error.headers), _read(error)) from None
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            message = f"{operation.id}: no answer from {self._base_url}: {reason}"
            raise ConnectionFailed(message) from error
        found = _lower(response.headers)
        if "on_response" in options:
            options["on_response"](response.status, found)
        return FileResponse(response.status, found, response)

    def _headers(self, request: Outgoing, key: str | None) -> Dict[str, str]:
        settings, operation = self.settings, request.operation
        headers: Dict[str, str] = {"prefer": "handling=strict", "user-agent": "atelier-python"}
        if request.body is not None:
            headers["content-type"] = "application/json"
        if not operation.is_public:
            headers.update(self._authorization())
            if settings.organization is not None:
                headers["organization"] = str(settings.organization)
            if settings.space is not None:
                headers["space"] = str(settings.space)
        if key is not None:
            headers["idempotency-key"] = key
        headers.update(_lower(request.options.get("headers", {})))
        for name, value in headers.items():
            if not value.isascii():
                raise ValueError(_invalid_header(name))
        return headers

    def _authorization(self) -> Dict[str, str]:
        if self.settings.api_key:
            return {"authorization": f"Api-Key {self.settings.api_key}"}
        token = self.settings.access_token
        value = token() if callable(token) else token
        return {"authorization": f"Bearer {value}"} if value else {}


class _SafeRedirects(urllib.request.HTTPRedirectHandler):
    """The credential is for our server only, not for a storage that it redirects to."""

    def redirect_request(self, req, fp, code, msg, headers, newurl):  # type: ignore[no-untyped-def]
        new = super().redirect_request(req, fp, code, msg, headers, newurl)
        if new is not None and urlsplit(newurl).netloc != urlsplit(req.full_url).netloc:
            for name in ("Authorization", "Organization", "Space"):
                new.remove_header(name)
        return new


def _value_in(response: FileResponse, operation: Operation) -> Any:
    try:
        body = response.read()
    except (OSError, HTTPException) as error:
        raise ConnectionFailed(f"{operation.id}: the response broke off") from error
    if operation.gives == "nothing" or not body:
        return None
    try:
        return json.loads(body)
    except ValueError:
        raise error_of(response.status, response.headers, b"") from None


def _invalid_header(name: str) -> str:
    if name != "authorization":
        return f'The header "{name}" may contain only ASCII characters.'
    placeholder = 'a placeholder such as "atl_…"'
    return f"The key or token has invalid characters. Copy the whole key, not {placeholder}."


def _query_value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _lower(headers: Any) -> Dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _read(body: IO[bytes]) -> bytes:
    try:
        return body.read()
    except (OSError, HTTPException):
        return b""
