from __future__ import annotations

import mimetypes
import os
import uuid
from os import PathLike
from pathlib import Path
from typing import IO, Any, Iterator, Mapping, Tuple

from ._generated import operations
from ._transport import Outgoing, Transport

FileContent = str | PathLike[str] | bytes | IO[bytes]

_CHUNK = 64 * 1024


def upload(
    transport: Transport,
    content: FileContent,
    filename: str | None,
    content_type: str | None,
    folder_id: str | None,
    options: Mapping[str, Any],
) -> Any:
    """Sends a path, bytes or an open file as a form. Files are read during the upload."""
    name = filename or _name_of(content)
    kind = content_type or mimetypes.guess_type(name)[0] or "application/octet-stream"
    boundary = f"atelier-{uuid.uuid4()}"
    quoted = name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
    folder = (
        f'--{boundary}\r\ncontent-disposition: form-data; name="folder_id"\r\n\r\n{folder_id}\r\n'
        if folder_id
        else ""
    )
    before = (
        f'{folder}--{boundary}\r\ncontent-disposition: form-data; name="file"; filename="{quoted}"\r\n'
        f"content-type: {kind}\r\n\r\n"
    ).encode()
    after = f"\r\n--{boundary}--\r\n".encode()
    size, start = _size_of(content)
    headers = {
        **options.get("headers", {}),
        "content-type": f"multipart/form-data; boundary={boundary}",
        "content-length": str(len(before) + size + len(after)),
    }

    def parts() -> Iterator[bytes]:
        yield before
        yield from _chunks(content, start)
        yield after

    options = {**options, "headers": headers}
    return transport.call(Outgoing(operations.upload_asset, raw=parts, options=options))


def put_file(transport: Transport, url: str, content: FileContent, options: Mapping[str, Any]) -> None:
    size, start = _size_of(content)
    headers = {"content-type": "application/octet-stream", **options.get("headers", {})}
    options = {**options, "headers": {**headers, "content-length": str(size)}}
    request = Outgoing(
        operations.upload_file, url=url, raw=lambda: _chunks(content, start), options=options
    )
    transport.call(request)


def _name_of(content: FileContent) -> str:
    if isinstance(content, bytes):
        return "file"
    path = content if isinstance(content, (str, PathLike)) else getattr(content, "name", "file")
    return os.path.basename(str(path)) or "file"


def _size_of(content: FileContent) -> Tuple[int, int]:
    """The number of bytes, and where an open file starts."""
    if isinstance(content, bytes):
        return len(content), 0
    if isinstance(content, (str, PathLike)):
        return Path(content).stat().st_size, 0
    start = content.tell()
    size = content.seek(0, os.SEEK_END) - start
    content.seek(start)
    return size, start


def _chunks(content: FileContent, start: int) -> Iterator[bytes]:
    if isinstance(content, bytes):
        yield content
    elif isinstance(content, (str, PathLike)):
        with open(content, "rb") as file:
            while chunk := file.read(_CHUNK):
                yield chunk
    else:
        content.seek(start)
        while chunk := content.read(_CHUNK):
            yield chunk
