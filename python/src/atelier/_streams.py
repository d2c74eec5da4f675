from __future__ import annotations

import json
import time
from http.client import HTTPException
from typing import IO, Any, Dict, Iterator, Mapping, Tuple

from ._errors import AtelierError, ConnectionFailed
from ._operation import Operation
from ._retries import backoff
from ._transport import Outgoing, Transport

# The server sends something at least every 10 s, so a silent connection is dead.
_LONGEST_SILENCE = 30.0


def follow(
    transport: Transport,
    operation: Operation,
    params: Tuple[Any, ...] = (),
    query: Mapping[str, Any] | None = None,
) -> Iterator[Any]:
    """A stream without an end: a new connection starts after the last event received."""
    last_id: str | None = None
    tries = 0
    while True:
        try:
            for event_id, data in read_stream(transport, operation, params, query, last_id):
                tries = 0
                last_id = event_id or last_id
                if data is not None:
                    yield data
        except (AtelierError, ConnectionFailed) as error:
            if is_refusal(error):
                raise
        time.sleep(backoff(tries))
        tries += 1


def read_stream(
    transport: Transport,
    operation: Operation,
    params: Tuple[Any, ...] = (),
    query: Mapping[str, Any] | None = None,
    last_id: str | None = None,
    timeout: float | None = None,
) -> Iterator[Tuple[str | None, Any]]:
    """Opens one connection, and yields each event with its id. A heartbeat has neither."""
    headers = {"accept": "text/event-stream"}
    if last_id is not None:
        headers["last-event-id"] = last_id
    options: Dict[str, Any] = {"headers": headers, "timeout": min(_LONGEST_SILENCE, timeout or _LONGEST_SILENCE)}
    response = transport.open(Outgoing(operation, params, query, options=options, max_retries=0))
    with response:
        if not response.content_type.startswith("text/event-stream"):
            raise ConnectionFailed(f"{operation.id}: the response is not an event stream")
        try:
            yield from read_events(response._body)
        except (OSError, HTTPException) as error:
            raise ConnectionFailed(f"{operation.id}: the stream was interrupted") from error


def read_events(lines: IO[bytes]) -> Iterator[Tuple[str | None, Any]]:
    """Yields the id and data of events as they arrive, or None for what an event doesn't have."""
    event_id: str | None = None
    data: list[str] = []
    for line in lines:
        name, _, value = line.decode().rstrip("\r\n").partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            data.append(value)
        elif name == "id":
            event_id = value
        elif name == "" and not value:
            yield event_id, json.loads("\n".join(data)) if data else None
            event_id, data = None, []


def is_refusal(error: Exception) -> bool:
    """Whether a retry can't change the outcome."""
    return isinstance(error, AtelierError) and error.status < 500 and error.status != 429
