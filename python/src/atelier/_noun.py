from __future__ import annotations

from typing import Any, Dict, Iterator, Mapping, Tuple

from ._operation import Operation
from ._transport import Outgoing, Transport

_LARGEST_PAGE = 100


class Noun:
    """The operations of one noun."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _call(
        self, operation: Operation, params: Tuple[Any, ...], given: Any, options: Mapping[str, Any]
    ) -> Any:
        return self._transport.call(_request(operation, params, given, options))

    def _all(
        self, operation: Operation, params: Tuple[Any, ...], given: Any, options: Mapping[str, Any]
    ) -> Iterator[Any]:
        query = {operation.page_size: _LARGEST_PAGE, **(given or {})}
        page = query.get("page", 1)
        while True:
            reply = self._call(operation, params, {**query, "page": page}, options)
            yield from reply["results"]
            if reply["next"] is None:
                return
            page += 1


def _request(
    operation: Operation, params: Tuple[Any, ...], given: Any, options: Mapping[str, Any]
) -> Outgoing:
    extra: Dict[str, Any] = {"query": options.get("query")}
    if operation.takes == "query":
        extra["query"] = given
    elif operation.takes == "body":
        # The server requires an object, even if all of its fields are optional.
        extra["body"] = {} if given is None else given
    elif operation.takes == "raw":
        content = given.encode() if isinstance(given, str) else given
        extra["raw"] = lambda: content
    return Outgoing(operation, params, options=options, **extra)
