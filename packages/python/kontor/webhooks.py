"""Verifies deliveries of webhooks, which follow the Standard Webhooks specification."""
from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any, Mapping, Sequence, Union

#: Seconds. An older delivery may have been recorded and sent again by somebody else.
TOLERANCE = 5 * 60


class WebhookVerificationError(Exception):
    """The delivery is not from Kontor, or too old."""


def verify_webhook(headers: Mapping[str, str], body: bytes, secret: Union[str, Sequence[str]]) -> Any:
    """Return the parsed body if one of the secrets signed it. Pass the raw body, as it was received."""
    names = {name.lower(): value for name, value in headers.items()}
    identifier, timestamp, signatures = (_header(names, f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > TOLERANCE:
        raise WebhookVerificationError("The delivery is too old, or the clocks differ: see webhook-timestamp.")
    message = f"{identifier}.{timestamp}.".encode() + body
    for each in [secret] if isinstance(secret, str) else secret:
        if not each:
            raise ValueError("The secret is empty: anybody could sign.")
        digest = hmac.new(bytes.fromhex(each), message, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(digest)
        if any(hmac.compare_digest(expected, signature.encode()) for signature in signatures.split(" ")):
            return json.loads(body)
    raise WebhookVerificationError("The signature does not match. Check that secret and raw body are unchanged.")


def _header(names: Mapping[str, str], name: str) -> str:
    value = names.get(name)
    if value is None:
        raise WebhookVerificationError(f"The header {name} is missing.")
    return value
