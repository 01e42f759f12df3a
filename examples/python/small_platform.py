"""A small platform. See ../README.md. Needs only the standard library and packages/python."""
import json
import os
import re
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

from kontor import Kontor, KontorError, Options, WebhookVerificationError, verify_webhook

KONTOR_URL = os.environ.get("KONTOR_URL", "http://127.0.0.1:3000")
STATE_FILE = os.environ.get("STATE_FILE", "state.json")
PORT = int(os.environ.get("PORT", "4000"))
OWN_URL = os.environ.get("OWN_URL", f"http://127.0.0.1:{PORT}")

state = {"events": []}
if os.path.exists(STATE_FILE):
    with open(STATE_FILE, encoding="utf-8") as file:
        state = json.load(file)


def save():
    with open(STATE_FILE, "w", encoding="utf-8") as file:
        json.dump(state, file)


def kontor():
    """With the end user's account key, as soon as there is one."""
    return Kontor(KONTOR_URL, os.environ.get("KONTOR_API_KEY"), state.get("accountKey"))


def connect():
    target_system = os.environ.get("TARGET_SYSTEM", "sandbox")
    link = kontor().auth.link(
        target_system, callback_url=f"{OWN_URL}/connected", end_user_id="customer-42", environment_selection=True
    )
    return link.data["url"]


def connected(account_key):
    """Kontor sends the end user back with the account key."""
    state["accountKey"] = account_key
    subscription = kontor().webhooks.create({"callbackUrl": f"{OWN_URL}/webhooks", "resource": "INVOICE"})
    state["webhookSecret"] = subscription.data["secret"]
    save()


def invoice_order(order):
    """The key is made of the order, so an order is invoiced once, whatever happens in between."""
    if "customerId" not in state:
        customer = {"contactType": "COMPANY", "companyName": "Blattwerk GmbH"}
        created = kontor().customers.create(customer, options=Options(idempotency_key="customer-42"))
        state["customerId"] = created.data["id"]
        save()
    line = {"name": f"Order {order}", "quantity": 1, "unitAmount": 100, "taxRatePercentage": 19}
    invoice = {
        "contactId": state["customerId"],
        "invoiceDate": "2026-05-01T00:00:00Z",
        "currency": "EUR",
        "lineItems": [line],
    }
    return kontor().invoices.create(invoice, options=Options(idempotency_key=f"order-{order}")).data


class Platform(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(self.get)

    def do_POST(self):
        self.answer(self.post)

    def get(self, path, query):
        if path == "/connect":
            return 302, connect()
        if path == "/connected":
            connected(query["accountKey"][0])
            return 302, "/invoices"
        if path == "/invoices":
            return 200, kontor().invoices.list(limit=20).data
        if path == "/events":
            return 200, state["events"]
        return 404, None

    def post(self, path, _query):
        order = re.fullmatch(r"/orders/(\w+)/invoice", path)
        if order is not None:
            return 200, invoice_order(order[1])
        if path == "/webhooks":
            body = self.rfile.read(int(self.headers["Content-Length"]))  # The raw body, before parsing.
            state["events"].append(verify_webhook(self.headers, body, state["webhookSecret"]))
            save()
            return 204, None
        return 404, None

    def answer(self, handle):
        parts = urlsplit(self.path)
        try:
            status, data = handle(parts.path, parse_qs(parts.query))
        except WebhookVerificationError:
            status, data = 401, None
        except KontorError as error:
            status, data = 502, {"code": error.code, "next": error.next}
        content = b"" if data is None or status == 302 else json.dumps(data).encode()
        self.send_response(status)
        if status == 302:
            self.send_header("Location", data)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


print(f"The platform is running at {OWN_URL}", flush=True)
HTTPServer(("127.0.0.1", PORT), Platform).serve_forever()
