"""Behaviour that the README doesn't show. Prints "ok"; anything else is a failure."""

import base64
import hashlib
import hmac
import io
import json
import os
import threading
import time
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer

from atelier import AssetType, Atelier, AtelierError, WebhookError, verify_webhook
from atelier._streams import read_events

atelier = Atelier(os.environ["ATELIER_URL"], api_key=os.environ["ATELIER_API_KEY"])


def pages_and_options():
    for number in range(3):
        atelier.boards.create({"title": f"Board {number}"}, idempotency_key=f"key-{number}")
    again = atelier.boards.create({"title": "Board 0"}, idempotency_key="key-0")
    titles = [board["title"] for board in atelier.boards.iterate({"page_size": 2})]
    assert sorted(titles) == ["Board 0", "Board 1", "Board 2"], titles
    seen = {}
    atelier.boards.get(again["id"], on_response=lambda _, headers: seen.update(headers))
    assert "etag" in seen, seen
    try:
        atelier.boards.create({"title": "x", "colour": "red"})
        raise AssertionError("an unknown field is accepted")
    except AtelierError as error:
        assert error.status == 400 and "colour" in error.errors[0]["path"], error.errors


def uploads():
    folder = atelier.assets.create_folder({"name": "Uploads"})
    with io.BytesIO(b"%PDF-1.4 ...") as file:
        asset = atelier.assets.upload(
            file, filename='a "quoted" name.pdf', folder_id=folder["id"]
        )
    assert asset["asset_type"] == AssetType.PDF, asset
    assert asset["folder_id"] == folder["id"], asset
    missing = atelier.with_options(api_key="wrong")
    try:
        missing.boards.list()
        raise AssertionError("a wrong key is accepted")
    except AtelierError as error:
        assert error.status == 401


class Flaky(BaseHTTPRequestHandler):
    """Refuses the first request because of the rate limit, and notes the keys."""

    keys = []

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        Flaky.keys.append(self.headers["idempotency-key"])
        is_first = len(Flaky.keys) == 1
        problem = {"code": "rate_limited", "detail": "Too many requests."}
        body = json.dumps(problem if is_first else {"id": "b", "title": "x"}).encode()
        self.send_response(429 if is_first else 201)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def retries():
    server = HTTPServer(("127.0.0.1", 0), Flaky)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    told = []
    client = Atelier(f"127.0.0.1:{server.server_port}", api_key="k", on_retry=told.append)
    assert client.boards.create({"title": "x"})["title"] == "x"
    assert len(Flaky.keys) == 2 and len(set(Flaky.keys)) == 1, Flaky.keys
    assert [(retry.operation, retry.attempt) for retry in told] == [("createBoard", 1)], told
    server.shutdown()


def refused_values():
    for wrong in (lambda: atelier.boards.get(None), atelier.with_options(api_key="atl_…").boards.list):
        try:
            wrong()
            raise AssertionError("a wrong value is sent")
        except ValueError:
            pass
    # A new credential replaces the old one, also one of another kind.
    try:
        atelier.with_options(access_token="wrong").boards.list()
        raise AssertionError("the key of the other client is sent")
    except AtelierError as error:
        assert error.status == 401


def questions():
    person = atelier.with_options(access_token=os.environ["PERSON_TOKEN"])

    def answer(question_id, thread_id):
        person.questions.answer(question_id, {"value": {"budget": 5}})

    outcome = atelier.ask(
        "How much may it cost?",
        "The draft is ready.",
        fields={"type": "object", "properties": {"budget": {"type": "integer"}}},
        expires_at=datetime.now() + timedelta(hours=1),
        on_asked=answer,
    )
    assert outcome["answer"]["value"] == {"budget": 5}, outcome


class Silent(BaseHTTPRequestHandler):
    """A stream of heartbeats for a task that doesn't start, and responses that break off once."""

    reads = 0

    def do_GET(self):
        self.send_response(200)
        if self.headers["accept"] == "text/event-stream":
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            for _ in range(200):
                self.wfile.write(b": heartbeat\n\n")
                time.sleep(0.05)
            return
        Silent.reads += 1
        body = b'{"results": [], "count": 0, "next": null, "previous": null}'
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[:5] if Silent.reads == 1 else body)

    def log_message(self, *args):
        pass


def broken_connections():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Silent)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    client = Atelier(f"127.0.0.1:{server.server_port}", api_key="k")
    assert client.boards.list()["count"] == 0 and Silent.reads == 2
    started = time.monotonic()
    try:
        client.tasks.wait("5e8a3c1e-0000-4000-8000-000000000000", timeout=0.5)
        raise AssertionError("the timeout is ignored")
    except TimeoutError:
        assert time.monotonic() - started < 5
    server.shutdown()


def streams():
    lines = io.BytesIO(b': hello\n\nid: 7\ndata: {"a":\ndata: 1}\n\nid: 8\n\n')
    assert list(read_events(lines)) == [(None, None), ("7", {"a": 1}), ("8", None)]


def signatures():
    key = base64.b64encode(b"secret").decode()
    body, stamp = '{"type":"x"}', str(int(time.time()))
    mac = hmac.new(b"secret", f"m.{stamp}.{body}".encode(), hashlib.sha256).digest()
    headers = {
        "Webhook-Id": "m",
        "webhook-timestamp": stamp,
        "webhook-signature": f"v1,AAAA v1,{base64.b64encode(mac).decode()}",
    }
    assert verify_webhook(body, headers, ["whsec_b3RoZXI=", f"whsec_{key}"]) == {"type": "x"}
    for wrong, when in [("whsec_b3RoZXI=", time.time()), (f"whsec_{key}", time.time() + 400)]:
        try:
            verify_webhook(body, headers, wrong, now=lambda: when)
            raise AssertionError("a wrong message is accepted")
        except WebhookError:
            pass


checks = [pages_and_options, uploads, retries, refused_values, questions, broken_connections]
for check in [*checks, streams, signatures]:
    check()
print("ok")
