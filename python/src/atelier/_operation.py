from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Dict, Generic, List, Mapping, NotRequired, TypedDict, TypeVar

Entry = TypeVar("Entry")


@dataclass(frozen=True)
class Operation:
    """An operation of the generated table."""

    id: str
    method: str
    path: str
    takes: str | None = None
    gives: str | None = None
    page_size: str = ""
    is_public: bool = False
    is_keyed: bool = False


class CallOptions(TypedDict, total=False):
    """Options of every call."""

    idempotency_key: str
    """Defaults to a random key. Pass your own to repeat a call safely after a restart."""
    headers: Dict[str, str]
    timeout: float
    """Seconds for each attempt. Defaults to the client's timeout."""
    on_response: Callable[[int, Mapping[str, str]], None]
    """Receives the status and headers, such as `ETag`."""


class CallOptionsWithQuery(CallOptions):
    """For the few operations that take a body and a query."""

    query: NotRequired[Mapping[str, object]]


class Page(TypedDict, Generic[Entry]):
    count: int
    """The number of entries on all pages."""
    next: str | None
    previous: str | None
    results: List[Entry]
