"""The client of Kontor: one accounting API for every accounting system."""
from __future__ import annotations

from typing import Any, Callable, Dict, Optional

from ._transport import Answer, File, Options, Transport
from .errors import ConnectionFailed, KontorError, TaskError
from .resources import Resources
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "Answer",
    "ConnectionFailed",
    "File",
    "Kontor",
    "KontorError",
    "Options",
    "TaskError",
    "WebhookVerificationError",
    "verify_webhook",
]


class Kontor(Resources):
    """
    `account_key` is the end user's connection; it is not needed for your platform's own resources. `timeout` is in seconds,
    for one attempt. `on_response` is called after each attempt, for logs and traces.
    """

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        account_key: Optional[str] = None,
        *,
        timeout: float = 60.0,
        max_retries: int = 3,
        on_response: Optional[Callable[[Dict[str, Any]], None]] = None,
    ) -> None:
        super().__init__(Transport(base_url, api_key, account_key, timeout, max_retries, on_response))
