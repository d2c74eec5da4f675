from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Callable, Dict, Literal, Sequence, TypeAlias

from ._generated.types import ReadAnswersReplyResultsItem

if TYPE_CHECKING:
    from ._client import Atelier

Answer: TypeAlias = ReadAnswersReplyResultsItem
"""The outcome of a question in a thread."""


class QuestionClosed(Exception):
    """A question ended without an answer."""

    def __init__(self, outcome: Answer):
        super().__init__(f"The question was not answered: it is {outcome['status']}.")
        self.outcome = outcome


def ask(
    atelier: Atelier,
    title: str,
    message: str,
    *,
    user_id: str | int | None,
    kind: Literal["text", "choice", "approval"] | None,
    options: Sequence[str | Dict[str, str]] | None,
    expires_at: datetime | str | None,
    on_asked: Callable[[str, str], None] | None,
    idempotency_key: str | None,
    **notification: Any,
) -> Answer:
    current = atelier.workspaces.get_current()
    question: Dict[str, Any] = {"kind": kind or ("choice" if options else "approval")}
    if options:
        question["options"] = list(options)
    if expires_at:
        is_time = isinstance(expires_at, datetime)
        question["expires_at"] = expires_at.isoformat() if is_time else expires_at
    body: Any = {
        **{name: value for name, value in notification.items() if value is not None},
        "userId": str(user_id if user_id is not None else current["user"]["id"]),
        "workspaceId": str(current["workspace"]["id"]),
        "category": "agentNeedsInput",
        "title": title,
        "message": message,
        "question": question,
    }
    call_options: Any = {"idempotency_key": idempotency_key} if idempotency_key else {}
    sent = atelier.notifications.send(body, **call_options)
    question_id, thread_id = sent.get("question_id"), sent.get("thread_id")
    if not question_id or not thread_id:
        raise RuntimeError("The server created no question.")
    if on_asked:
        on_asked(question_id, thread_id)
    # From the start: the answer may already be there.
    for outcome in atelier.threads.follow_answers(thread_id, after=0):
        if outcome["question_id"] != question_id:
            continue
        if outcome["status"] == "answered":
            return outcome
        raise QuestionClosed(outcome)
    raise AssertionError("unreachable: answers are followed forever")
