from __future__ import annotations

import time
from typing import Any, Callable, Dict, Iterator, List, Mapping, Tuple

from ._errors import AtelierError, ConnectionFailed, JobFailed, TaskFailed
from ._generated import operations
from ._generated.constants import AssetStatus
from ._operation import Operation
from ._streams import is_refusal, read_stream
from ._transport import Outgoing, Transport

_FIRST_PAUSE = 1.0
# The interval that the API contract recommends.
_USUAL_INTERVAL = 15.0

Progress = Callable[[Any], None]


def files_of(task: Mapping[str, Any]) -> List[Dict[str, Any]]:
    """The files that a task created; empty if it creates something else or hasn't ended."""
    files = (task.get("result") or {}).get("result")
    return [file for file in files if "url" in file] if isinstance(files, list) else []


def wait_for_task(
    transport: Transport, task_id: str, timeout: float | None, on_progress: Progress | None
) -> Any:
    for task in follow_task(transport, task_id, timeout):
        if task["status"] == "SUCCESS":
            return task
        if task["status"] == "FAILURE":
            was_cancelled = task["state"] == "REVOKED"
            otherwise = "The task was cancelled." if was_cancelled else "The task failed."
            raise TaskFailed(task, (task.get("info") or {}).get("errors", []), otherwise)
        if on_progress:
            on_progress(task)
    raise AssertionError("unreachable: a task is followed to its end")


def follow_task(transport: Transport, task_id: str, timeout: float | None = None) -> Iterator[Any]:
    """Yields the task on every change until it ends: from its stream, or by polling."""
    deadline = _Deadline(timeout)
    try:
        for _, task in read_stream(
            transport, operations.follow_task, (task_id,), timeout=deadline.left
        ):
            if task is not None:
                yield task
                if task["status"] in ("SUCCESS", "FAILURE"):
                    return
            deadline.check()
    except (AtelierError, ConnectionFailed) as error:
        if is_refusal(error):
            raise
    for task in poll(transport, operations.get_task, (task_id,), deadline):
        yield task
        if task["status"] in ("SUCCESS", "FAILURE"):
            return


def wait_for_record(
    transport: Transport,
    operation: Operation,
    params: Tuple[str, ...],
    timeout: float | None,
    on_progress: Progress | None,
) -> Any:
    """Waits for `job_status`. The task of a submission doesn't tell when the record is done."""
    for record in poll(transport, operation, params, _Deadline(timeout)):
        if record["job_status"] == "DONE":
            return record
        if record["job_status"] == "FAILED":
            errors = record.get("errors") or record.get("payload", {}).get("errors", [])
            raise JobFailed(record, errors, "The job failed.")
        if on_progress:
            on_progress(record)
    raise AssertionError("unreachable: polling ends only with the record")


def wait_for_asset(
    transport: Transport, asset_id: str, timeout: float | None, on_progress: Progress | None
) -> Any:
    for asset in poll(transport, operations.get_asset, (asset_id,), _Deadline(timeout)):
        if asset["status"] in (AssetStatus.DONE, AssetStatus.THUMBNAIL_FAILED):
            return asset
        if asset["status"] == AssetStatus.PROCESSING_FAILED:
            raise JobFailed(asset, [], asset["error"] or "The file cannot be used.")
        if on_progress:
            on_progress(asset)
    raise AssertionError("unreachable: polling ends only with the asset")


class _Deadline:
    def __init__(self, timeout: float | None) -> None:
        self._end = None if timeout is None else time.monotonic() + timeout

    @property
    def left(self) -> float | None:
        """Seconds."""
        return None if self._end is None else max(0.01, self._end - time.monotonic())

    def check(self) -> None:
        if self._end is not None and time.monotonic() > self._end:
            raise TimeoutError("The work is not done yet. It continues on the server.")

    def sleep(self, seconds: float) -> None:
        if self._end is not None:
            seconds = min(seconds, max(0.0, self._end - time.monotonic()) + 0.01)
        time.sleep(seconds)
        self.check()


def poll(
    transport: Transport, operation: Operation, params: Tuple[str, ...], deadline: _Deadline
) -> Iterator[Any]:
    """Polls the record: soon at first, then at the interval, or when the server says."""
    pause = _FIRST_PAUSE
    while True:
        told: Dict[str, str] = {}
        options = {"on_response": lambda _, headers: told.update(headers)}
        yield transport.call(Outgoing(operation, params, options=options))
        wanted = told.get("retry-after", "")
        deadline.sleep(float(wanted) if wanted.isdigit() else min(pause, _USUAL_INTERVAL))
        pause *= 2
