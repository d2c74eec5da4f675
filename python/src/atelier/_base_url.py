from __future__ import annotations

import re
from urllib.parse import urlsplit

_LOCAL = re.compile(r"(\[.*\]|[\d.]+|[^.]+|.*\.(local|localhost|internal))")


def base_url_of(given: str) -> str:
    """The server's URL without a slash at the end. Without a scheme: HTTPS, except locally."""
    text = given.strip()
    if "://" not in text:
        host = text.split("/")[0]
        name = re.sub(r":\d+$", "", host)
        text = f"{'http' if _LOCAL.fullmatch(name) else 'https'}://{text}"
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        example = "http://localhost:4600"
        raise ValueError(f'base_url is not the URL of a server: "{given}". Use one such as {example}')
    return text.rstrip("/")
