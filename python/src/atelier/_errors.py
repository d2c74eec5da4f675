from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping


class AtelierError(Exception):
    """The server responded with an error."""

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: float | None = None):
        super().__init__(f"{problem['detail']} ({status} {problem['code']})")
        self.status = status
        self.code: str = problem["code"]
        """For programs. It never changes."""
        self.detail: str = problem["detail"]
        """What happened, and what to do next."""
        self.errors: List[Dict[str, str]] = problem.get("errors", [])
        """Each invalid field and what is wrong with it."""
        self.request_id: str | None = problem.get("request_id")
        """Identifies the request in the server's log."""
        self.problem = problem
        self.retry_after = retry_after
        """Seconds that the server asks you to wait before a retry."""


class ConnectionFailed(Exception):
    """No response arrived. The server may or may not have processed the request."""


class JobFailed(Exception):
    """A task, transcription, video or asset that you waited for ended without a result."""

    def __init__(self, record: Mapping[str, Any], errors: List[Dict[str, Any]], otherwise: str):
        super().__init__(errors[0]["message"] if errors else otherwise)
        self.record = record
        self.errors = errors


class TaskFailed(JobFailed):
    """A task ended with FAILURE. A cancelled one has the state REVOKED."""


def error_of(status: int, headers: Mapping[str, str], body: bytes) -> AtelierError:
    """The error in a response, even if the response doesn't come from Atelier."""
    retry_after = headers.get("retry-after", "")
    seconds = float(retry_after) if retry_after.isdigit() else None
    try:
        problem = json.loads(body)
        if isinstance(problem["code"], str) and isinstance(problem["detail"], str):
            return AtelierError(status, problem, seconds)
    except (ValueError, KeyError, TypeError):
        pass
    kind = headers.get("content-type", "no content")
    detail = f"The response is not from Atelier: {kind}."
    return AtelierError(status, {"code": "not_atelier", "detail": detail}, seconds)
