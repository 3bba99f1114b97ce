#!/usr/bin/env python3
"""A client of the service, with the standard library alone.

usage: client.py URL FOLDER

FOLDER holds picture.png with tracking.jsonl (one sample), and clip.mkv with clip.jsonl; results go
there too. With keys, set AVATAR_OVERLAY_KEY. With WEBHOOK set to a URL, the service tells the render's end
there; webhook.py takes that.
"""

import base64
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid


class Problem(Exception):
    """The service's answer when it cannot do what was asked: RFC 9457."""

    def __init__(self, details):
        super().__init__(f"{details['code']}: {details['detail']}")
        self.code = details["code"]
        self.details = details


class Client:
    def __init__(self, url, key=None):
        self.url = url.rstrip("/")
        self.key = key

    def request(self, path, method="GET", body=None, headers=None):
        """A request with the key, which is not sent on to where a file may be elsewhere (302)."""
        request = urllib.request.Request(
            self.url + path, data=body, method=method, headers=headers or {})
        if self.key:
            request.add_unredirected_header("Authorization", f"Bearer {self.key}")
        return request

    def call(self, path, method="GET", body=None, headers=None):
        """Sends a request; waits and sends it again where the service asks for that."""
        for attempt in range(5):
            request = self.request(path, method, body, headers)
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return answer.headers, answer.read()
            except urllib.error.HTTPError as error:
                with error:
                    details = json.load(error)
                    wait = error.headers.get("Retry-After")
                if wait is None or attempt == 4:
                    raise Problem(details) from None
                time.sleep(int(wait))

    def post(self, path, files, options, headers=None):
        """Sends files and options as the parts of a form."""
        boundary = uuid.uuid4().hex
        parts = [(name, "application/octet-stream", data) for name, data in files.items()]
        parts.append(("options", "application/json", json.dumps(options).encode()))
        body = b"".join(
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n'
            f"Content-Type: {kind}\r\n\r\n".encode() + data + b"\r\n"
            for name, kind, data in parts)
        kind = f"multipart/form-data; boundary={boundary}"
        return self.call(
            path, "POST", body + f"--{boundary}--\r\n".encode(),
            {"Content-Type": kind, **(headers or {})})

    def frame(self, picture, tracking, **options):
        """A picture with avatars, and where they went."""
        _, body = self.post(
            "/v1/frames", {"picture": picture, "tracking": tracking}, options,
            {"Accept": "application/json"})
        return json.loads(body)

    def snapshot(self, video, tracking, **options):
        """A picture to share, from a recording."""
        return self.post("/v1/snapshots", {"video": video, "tracking": tracking}, options)[1]

    def render(self, video, tracking, **options):
        """Renders a recording; gives the render when it is at its end."""
        _, body = self.post(
            "/v1/renders", {"video": video, "tracking": tracking}, options,
            # The same key with every try: a request that is sent twice is one render.
            {"Idempotency-Key": uuid.uuid4().hex})
        render = json.loads(body)
        while render["state"] in ("queued", "rendering"):
            try:
                for render in self.events(render["links"]["events"]):
                    print(render["state"], render["progress"]["fraction"], file=sys.stderr)
            except (Problem, OSError):
                # Too many clients listen, or the connection broke: ask from time to time.
                time.sleep(1)
                render = json.loads(self.call(render["links"]["self"])[1])
        return render

    def events(self, path):
        """A render each time that it changes, until it is at its end (server-sent events)."""
        request = self.request(path, headers={"Accept": "text/event-stream"})
        try:
            # A comment comes every 15 s, however long nothing happens.
            with urllib.request.urlopen(request, timeout=60) as answer:
                for line in answer:
                    if line.startswith(b"data: "):
                        yield json.loads(line[len(b"data: "):])
        except urllib.error.HTTPError as error:
            with error:
                raise Problem(json.load(error)) from None


def main():
    url, folder = sys.argv[1:]
    avatar = os.environ.get("AVATAR", "dragon")
    client = Client(url, os.environ.get("AVATAR_OVERLAY_KEY"))

    def read(name):
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()

    def write(name, data):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)

    # A frame: the picture, and what it shows in words.
    frame = client.frame(read("picture.png"), read("tracking.jsonl"), avatar=avatar)
    write("frame-python.png", base64.b64decode(frame["picture"]["base64"]))
    print(frame["altText"])

    # A problem has a code to branch on, and a line for people.
    try:
        client.frame(read("picture.png"), read("tracking.jsonl"), avatar="nobody")
    except Problem as problem:
        print(problem.code)

    # A picture to share.
    write("share-python.jpg", client.snapshot(
        read("clip.mkv"), read("clip.jsonl"), avatar=avatar, frame=2, crop="1:1", format="jpeg"))

    # A clip.
    hook = {"webhookUrl": os.environ["WEBHOOK"]} if "WEBHOOK" in os.environ else {}
    render = client.render(read("clip.mkv"), read("clip.jsonl"), avatar=avatar, **hook)
    print(render["state"])
    if render["state"] != "done":
        sys.exit(f"{render['error']['code']}: {render['error']['detail']}" if render["error"] else 1)
    write("python.mp4", client.call(render["links"]["output"])[1])


if __name__ == "__main__":
    main()
