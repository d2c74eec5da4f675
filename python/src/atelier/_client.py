from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import (
    Any,
    Callable,
    Dict,
    Iterator,
    List,
    Literal,
    Mapping,
    Sequence,
    TypeVar,
    Unpack,
    overload,
)

from . import _ask, _files, _wait
from ._generated import nouns, operations
from ._generated.types import Asset, AtelierEvent, Task, Transcription, Video, WorkflowRunStatus
from ._operation import CallOptions
from ._response import FileResponse
from ._retries import Retry, warn_about_rate_limit
from ._streams import follow
from ._task_result import FinishedTask, TaskId
from ._transport import Outgoing, Settings, Transport

Result = TypeVar("Result")


class Tasks(nouns.Tasks):
    @overload
    def wait(  # pyright: ignore[reportOverlappingOverload]
        self,
        task_id: TaskId[Result],
        *,
        timeout: float | None = None,
        on_progress: Callable[[Task], None] | None = None,
    ) -> FinishedTask[Result]: ...

    @overload
    def wait(
        self,
        task_id: str,
        *,
        timeout: float | None = None,
        on_progress: Callable[[Task], None] | None = None,
    ) -> FinishedTask[Dict[str, Any]]: ...

    def wait(
        self,
        task_id: str,
        *,
        timeout: float | None = None,
        on_progress: Callable[[Task], None] | None = None,
    ) -> Any:
        """Returns the task at SUCCESS; raises TaskFailed at FAILURE, TimeoutError when late."""
        return _wait.wait_for_task(self._transport, task_id, timeout, on_progress)

    def follow(self, task_id: str) -> Iterator[Task]:
        """Yields the task on every change until it ends."""
        return _wait.follow_task(self._transport, task_id)


class Transcriptions(nouns.Transcriptions):
    def wait(
        self,
        id: str,
        *,
        timeout: float | None = None,
        on_progress: Callable[[Transcription], None] | None = None,
    ) -> Transcription:
        """Returns the transcription once it is DONE; raises JobFailed if it is FAILED."""
        operation = operations.get_transcription
        return _wait.wait_for_record(self._transport, operation, (id,), timeout, on_progress)


class Videos(nouns.Videos):
    def wait(
        self,
        id: str,
        variation_id: str,
        *,
        timeout: float | None = None,
        on_progress: Callable[[Video], None] | None = None,
    ) -> Video:
        """Returns the video once it is DONE; raises JobFailed if it is FAILED."""
        operation = operations.get_video_variation
        params = (id, variation_id)
        return _wait.wait_for_record(self._transport, operation, params, timeout, on_progress)


class Assets(nouns.Assets):
    def upload(
        self,
        content: _files.FileContent,
        *,
        filename: str | None = None,
        content_type: str | None = None,
        folder_id: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Asset:
        """Uploads a path, bytes, or a file that is open for reading bytes."""
        return _files.upload(
            self._transport, content, filename, content_type, folder_id, options
        )

    def put_file(
        self, signed_url: str, content: _files.FileContent, **options: Unpack[CallOptions]
    ) -> None:
        """Uploads bytes to the URL from `sign_upload`."""
        _files.put_file(self._transport, signed_url, content, options)

    def download(self, url: str, **options: Unpack[CallOptions]) -> FileResponse:
        """Downloads from a URL of the server, such as `file_url` of an asset."""
        request = Outgoing(operations.download_file, url=url, options=options)
        return self._transport.open(request)

    def wait(
        self,
        id: str,
        *,
        timeout: float | None = None,
        on_progress: Callable[[Asset], None] | None = None,
    ) -> Asset:
        """Returns the asset once its URLs are stable; raises JobFailed if it is unusable."""
        return _wait.wait_for_asset(self._transport, id, timeout, on_progress)


class Events(nouns.Events):
    def follow(self, *, after: int | None = None) -> Iterator[AtelierEvent]:
        """Yields the workspace's events, forever. Resumes without a gap.

        `after` resumes after the event with this `seq`. By default, the stream starts now.
        """
        return follow(self._transport, operations.stream_events, query={"after": after})


class Threads(nouns.Threads):
    def follow_answers(self, thread_id: str, *, after: int | None = None) -> Iterator[_ask.Answer]:
        """Yields the outcomes of a thread's questions as they happen. Resumes without a gap."""
        operation = operations.read_answers
        return follow(self._transport, operation, (thread_id,), {"after": after})


class Workflows(nouns.Workflows):
    def follow_run(self, id: str, run_id: str) -> Iterator[WorkflowRunStatus]:
        """Yields a run on every change until it ends."""
        for run in follow(self._transport, operations.get_workflow_run_status, (id, run_id)):
            yield run
            if run["status"] not in ("RUNNING", "PAUSED"):
                return


class Atelier(nouns.Nouns):
    """A client for one server. Every operation is a method under its noun."""

    tasks: Tasks
    transcriptions: Transcriptions
    videos: Videos
    assets: Assets
    events: Events
    threads: Threads
    workflows: Workflows

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        access_token: str | Callable[[], str] | None = None,
        organization: str | int | None = None,
        space: str | int | None = None,
        timeout: float = 70.0,
        max_retries: int = 3,
        on_retry: Callable[[Retry], None] = warn_about_rate_limit,
    ) -> None:
        """Connects to `base_url`, such as http://localhost:4600; the scheme is optional.

        Pass an `access_token` instead of a key; a function runs before each attempt.
        `organization` and `space` limit all calls to a workspace and a teamspace.
        `on_retry` runs before the client waits to retry; by default, it logs rate limits.
        """
        settings = Settings(
            base_url=base_url,
            api_key=api_key,
            access_token=access_token,
            organization=organization,
            space=space,
            timeout=timeout,
            max_retries=max_retries,
            on_retry=on_retry,
        )
        self._use(settings)

    def _use(self, settings: Settings) -> None:
        self._settings = settings
        transport = Transport(settings)
        super().__init__(transport)
        self.tasks = Tasks(transport)
        self.transcriptions = Transcriptions(transport)
        self.videos = Videos(transport)
        self.assets = Assets(transport)
        self.events = Events(transport)
        self.threads = Threads(transport)
        self.workflows = Workflows(transport)

    def with_options(self, **options: Any) -> Atelier:
        """Returns the same client with different options, such as another `space`."""
        if "api_key" in options or "access_token" in options:
            options = {"api_key": None, "access_token": None, **options}
        other = Atelier.__new__(Atelier)
        other._use(replace(self._settings, **options))
        return other

    def ask(
        self,
        title: str,
        message: str,
        *,
        user_id: str | int | None = None,
        kind: _ask.Kind | None = None,
        options: Sequence[str | Dict[str, str]] | None = None,
        fields: Mapping[str, Any] | None = None,
        draft: str | None = None,
        expires_at: datetime | str | None = None,
        default_answer: str | List[str] | Dict[str, Any] | None = None,
        remind_after_seconds: Sequence[int] | None = None,
        escalate: Sequence[Mapping[str, Any]] | None = None,
        quorum: Mapping[str, Any] | None = None,
        subject: Mapping[str, Any] | None = None,
        answerable_by: Literal["session", "credential", "user", "anyone"] | None = None,
        body: str | None = None,
        link: str | None = None,
        cta_label: str | None = None,
        thread_id: str | None = None,
        on_asked: Callable[[str, str], None] | None = None,
        idempotency_key: str | None = None,
    ) -> _ask.Answered:
        """Asks a person and returns the answer, however long it takes.

        `user_id` defaults to you. `kind` defaults to `choice` with options, `form` with fields,
        `edit` with a draft, else `approval`. A time without a zone is local time.
        Raises QuestionClosed if the question expires or is cancelled. With an
        `idempotency_key` the question is asked only once, so you can continue after a restart.
        """
        question = {
            "kind": kind or _ask.usual_kind(options, fields, draft),
            "options": None if options is None else list(options),
            "fields": fields,
            "draft": draft,
            "expires_at": _ask.time_text(expires_at),
            "default_answer": default_answer,
            "remind_after_seconds": remind_after_seconds,
            "escalate": escalate,
            "quorum": quorum,
            "subject": subject,
            "answerable_by": answerable_by,
        }
        notification = {
            "userId": user_id,
            "title": title,
            "message": message,
            "body": body,
            "link": link,
            "ctaLabel": cta_label,
            "threadId": thread_id,
        }
        return _ask.ask(self, notification, question, on_asked, idempotency_key)
