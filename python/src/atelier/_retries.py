from __future__ import annotations

import logging
import random
from dataclasses import dataclass

from ._errors import AtelierError, ConnectionFailed

logger = logging.getLogger("atelier")

_PASSING = {429, 502, 503, 504}
_LONGEST_RETRY_AFTER = 60.0


@dataclass(frozen=True)
class Retry:
    """A request that failed for now and will be sent again."""

    operation: str
    error: AtelierError | ConnectionFailed
    """Why: a 429 means that you exceeded the rate limit."""
    delay: float
    """Seconds until the client sends the request again."""
    attempt: int
    """1 for the first retry."""


def backoff(tries: int) -> float:
    """A random delay up to a limit that doubles, so that clients don't retry in lockstep."""
    return random.random() * min(8.0, 0.5 * 2**tries)


def pause_before_retry(error: Exception, tries: int) -> float | None:
    """How long to wait before a retry; None if a retry wouldn't help."""
    if isinstance(error, ConnectionFailed):
        return backoff(tries)
    if not isinstance(error, AtelierError):
        return None
    if error.status not in _PASSING and error.code != "idempotency_key_in_use":
        return None
    wanted = error.retry_after or 0.0
    return None if wanted > _LONGEST_RETRY_AFTER else max(wanted, backoff(tries))


def warn_about_rate_limit(retry: Retry) -> None:
    """The default of `on_retry`: explains long pauses, which look like a hang."""
    if isinstance(retry.error, AtelierError) and retry.error.status == 429 and retry.delay >= 1:
        logger.warning(
            "Rate limit reached. Retrying %s in %.0f s.", retry.operation, retry.delay
        )
