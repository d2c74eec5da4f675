from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Callable, Dict, Literal, Mapping, TypeAlias, cast

from ._generated.types import QuestionAnswer, ReadAnswersReplyResultsItem

if TYPE_CHECKING:
    from ._client import Atelier

Kind: TypeAlias = Literal["text", "choice", "approval", "form", "edit", "rank", "multi_choice"]

Answer: TypeAlias = ReadAnswersReplyResultsItem
"""The outcome of a question in a thread."""


class Answered(ReadAnswersReplyResultsItem):
    """The outcome of a question that someone answered."""

    answer: QuestionAnswer  # type: ignore[misc]


class QuestionClosed(Exception):
    """A question ended without an answer."""

    def __init__(self, outcome: Answer):
        super().__init__(f"The question was not answered: it is {outcome['status']}.")
        self.outcome = outcome


def ask(
    atelier: Atelier,
    notification: Mapping[str, Any],
    question: Mapping[str, Any],
    on_asked: Callable[[str, str], None] | None,
    idempotency_key: str | None,
) -> Answered:
    current = atelier.workspaces.get_current()
    user_id = notification["userId"]
    body: Any = {
        **_without_none(notification),
        "userId": str(current["user"]["id"] if user_id is None else user_id),
        "workspaceId": str(current["workspace"]["id"]),
        "category": "agentNeedsInput",
        "question": _without_none(question),
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
            return cast(Answered, outcome)
        raise QuestionClosed(outcome)
    raise AssertionError("unreachable: answers are followed forever")


def usual_kind(options: Any, fields: Any, draft: str | None) -> Kind:
    if options:
        return "choice"
    if fields:
        return "form"
    return "approval" if draft is None else "edit"


def time_text(time: datetime | str | None) -> str | None:
    return time.astimezone().isoformat() if isinstance(time, datetime) else time


def _without_none(fields: Mapping[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}
