"""An agent with Python's standard library: upload, cut out, ask, add a card.

ATELIER_API_KEY=atl_… python3 agent.py photo.jpg
"""
import json
import mimetypes
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

URL = os.environ.get("ATELIER_URL", "http://localhost:4600")
KEY = os.environ["ATELIER_API_KEY"]


def call(method, path, body=None, content_type="application/json"):
    data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, method=method)
    request.add_header("Authorization", f"Api-Key {KEY}")
    if data is not None:
        request.add_header("Content-Type", content_type)
        request.add_header("Idempotency-Key", str(uuid.uuid4()))
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        sys.exit(f"{problem['code']}: {problem['detail']}")


def upload(path):
    with open(path, "rb") as file:
        content = file.read()
    media_type = mimetypes.guess_type(path)[0] or "application/octet-stream"
    boundary = uuid.uuid4().hex
    head = f'Content-Disposition: form-data; name="file"; filename="{os.path.basename(path)}"'
    body = (
        f"--{boundary}\r\n{head}\r\nContent-Type: {media_type}\r\n\r\n".encode()
        + content
        + f"\r\n--{boundary}--\r\n".encode()
    )
    return call("POST", "/api/v1/assets/upload", body, f"multipart/form-data; boundary={boundary}")["id"]


def cut_out(image):
    task = call("POST", "/api/v1/tools/remove-background", {"image_url": image})["task_id"]
    while True:
        state = call("GET", f"/api/v1/tasks/{task}")
        if state["status"] == "SUCCESS":
            return state["info"]["result"][0]
        if state["status"] == "FAILURE":
            sys.exit(state["info"]["error"]["message"])
        time.sleep(1)


def ask(title, message):
    me = call("GET", "/api/v1/workspaces/current")
    sent = call("POST", "/api/v1/service/agent/notify", {
        "userId": str(me["user"]["id"]),
        "workspaceId": str(me["workspace"]["id"]),
        "category": "agentNeedsInput",
        "title": title,
        "message": message,
        "threadId": str(uuid.uuid4()),
        "question": {"kind": "approval"},
    })
    while True:
        answers = call("GET", f"/api/v1/threads/{sent['thread_id']}/answers?wait=60")["results"]
        if answers:
            return answers[0]["answer"]["value"]


result = cut_out(upload(sys.argv[1]))
if ask("Is the cut-out good?", result["url"]) == "approved":
    board = call("POST", "/api/v1/pm/boards", {"title": "Products"})
    card = call("POST", "/api/v1/pm/tasks", {"board": board["id"], "title": "Publish the cut-out"})
    call("POST", f"/api/v1/pm/tasks/{card['id']}/attachment", {"asset_id": result["asset_id"]})
    print("Added the card", card["slug"])
else:
    print("The person did not approve.")
