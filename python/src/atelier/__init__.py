"""A client for Atelier on the standard library alone."""

from ._ask import Answer, Answered, QuestionClosed
from ._client import Atelier
from ._errors import AtelierError, ConnectionFailed, JobFailed, TaskFailed
from ._generated import types
from ._generated.constants import AssetStatus, AssetType, BoardAccess, VoiceGender
from ._response import FileResponse
from ._retries import Retry
from ._wait import files_of
from ._webhooks import WebhookError, verify_webhook

__all__ = [
    "Answer",
    "Answered",
    "AssetStatus",
    "AssetType",
    "Atelier",
    "AtelierError",
    "BoardAccess",
    "ConnectionFailed",
    "FileResponse",
    "JobFailed",
    "QuestionClosed",
    "Retry",
    "TaskFailed",
    "VoiceGender",
    "WebhookError",
    "files_of",
    "types",
    "verify_webhook",
]
