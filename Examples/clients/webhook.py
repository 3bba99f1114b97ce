#!/usr/bin/env python3
"""Takes the service's webhooks, with the standard library alone: checks that they are its own, and prints them.

usage: WEBHOOK_SECRET=aos_... webhook.py [PORT]

The secret is what `avatar-overlay keys signing --tenant NAME` shows. The service sends webhooks only to hosts
that its operator allows: `serve --webhook-hosts "http://127.0.0.1:PORT private"` for one on the same machine.
"""

import hmac
import http.server
import json
import os
import sys
import time


def is_ours(secret, header, body, tolerance=300):
    """Whether a webhook is ours and fresh; header is AvatarOverlay-Signature's value, body its bytes as they came."""
    fields = [field.split("=", 1) for field in header.split(",") if "=" in field]
    times = [value for name, value in fields if name == "t" and value.isdecimal()]
    if len(times) != 1 or abs(time.time() - int(times[0])) > tolerance:
        return False
    code = hmac.new(secret.encode(), times[0].encode() + b"." + body, "sha256").hexdigest()
    return any(hmac.compare_digest(code, value) for name, value in fields if name == "v1")


class Receiver(http.server.BaseHTTPRequestHandler):
    seen = set()

    def do_POST(self):
        body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), 1 << 20))
        if not is_ours(os.environ["WEBHOOK_SECRET"], self.headers.get("AvatarOverlay-Signature", ""), body):
            self.answer(401)
            return
        # Answer at once and work later; the same event may come again.
        self.answer(204)
        event = json.loads(body)
        if event["id"] not in self.seen:
            self.seen.add(event["id"])
            print(event["type"], event["data"]["id"], file=sys.stderr, flush=True)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *words):
        pass


if __name__ == "__main__":
    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if sys.argv[1:] else 0), Receiver)
    print(f"listening on http://127.0.0.1:{server.server_port}", file=sys.stderr, flush=True)
    server.serve_forever()
