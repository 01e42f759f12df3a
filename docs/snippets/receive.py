import hashlib
import hmac
import os
from http.server import BaseHTTPRequestHandler, HTTPServer

key = bytes.fromhex(os.environ["WEBHOOK_SECRET"])  # WEBHOOK_SECRET=… python3 receive.py
if not key:
    raise SystemExit("Set WEBHOOK_SECRET. With an empty secret, anybody could sign.")


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))  # The raw body, before parsing.
        expected = hmac.new(key, body, hashlib.sha256).hexdigest()
        signatures = [self.headers.get(name, "") for name in ("X-Service-Signature", "X-Service-Signature-Previous")]
        is_ours = any(hmac.compare_digest(expected.encode(), signature.encode()) for signature in signatures)
        if is_ours:
            print(self.headers["Webhook-Id"], body.decode(), flush=True)
        self.send_response(204 if is_ours else 401)
        self.end_headers()


HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver).serve_forever()
