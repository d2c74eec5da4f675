from __future__ import annotations

import shutil
from os import PathLike
from types import TracebackType
from typing import IO, Iterator, Mapping


class FileResponse:
    """A file or text that the server sends. It is read as it arrives; close it when you are done."""

    def __init__(self, status: int, headers: Mapping[str, str], body: IO[bytes]):
        self.status = status
        self.headers = headers
        """The names are in lower case."""
        self._body = body

    @property
    def content_type(self) -> str:
        return self.headers.get("content-type", "")

    def read(self) -> bytes:
        """Reads everything and closes the connection."""
        with self:
            return self._body.read()

    def text(self) -> str:
        return self.read().decode()

    def save(self, path: str | PathLike[str]) -> None:
        """Writes everything to a file and closes the connection."""
        with self, open(path, "wb") as file:
            shutil.copyfileobj(self._body, file)

    def __iter__(self) -> Iterator[bytes]:
        while chunk := self._body.read(64 * 1024):
            yield chunk

    def close(self) -> None:
        self._body.close()

    def __enter__(self) -> FileResponse:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
