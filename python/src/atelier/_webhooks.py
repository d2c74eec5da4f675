from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any, Callable, Mapping, Sequence


class WebhookError(Exception):
    """The message doesn't prove that it comes from your workspace, or it is too late."""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: Callable[[], float] = time.time,
) -> Any:
    """Verifies a webhook as specified by Standard Webhooks and returns its payload.

    Pass the body as received. Pass several secrets during a rotation.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id = given.get("webhook-id")
    timestamp = given.get("webhook-timestamp")
    signatures = given.get("webhook-signature")
    if not message_id or not timestamp or not signatures:
        raise WebhookError("A webhook header is missing")
    if not timestamp.isdigit() or abs(now() - int(timestamp)) > tolerance_seconds:
        raise WebhookError("The webhook timestamp is too old or in the future")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + content
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        expected = hmac.new(_key_of(secret), signed, hashlib.sha256).digest()
        for entry in signatures.split(" "):
            version, _, text = entry.partition(",")
            if version == "v1" and hmac.compare_digest(_decoded(text), expected):
                return json.loads(content)
    raise WebhookError("No webhook signature matches")


def _key_of(secret: str) -> bytes:
    key = _decoded(secret.removeprefix("whsec_"))
    if not key:
        raise ValueError('A webhook secret must be "whsec_" followed by base64')
    return key


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""
