from __future__ import annotations

from typing import Generic, Literal, TypedDict, TypeVar

from ._generated.types import Task

Result = TypeVar("Result")


class TaskId(str, Generic[Result]):
    """The id of a task that remembers the type of the task's result, for type checkers only."""


class Submitted(TypedDict, Generic[Result]):
    """The response to a submission. Pass its `task_id` to `tasks.wait` for a typed result."""

    task_id: TaskId[Result]


class FinishedTask(Task, Generic[Result]):
    """A task that ended with SUCCESS."""

    status: Literal["SUCCESS"]  # type: ignore[misc]
    result: Result  # type: ignore[misc]
