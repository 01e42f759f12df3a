"""Errors that the client raises."""
from __future__ import annotations

from typing import Any, Dict, List, Optional


class KontorError(Exception):
    """Kontor refused the request. `code` is stable; `next` is the remedy: fix, wait, reconnect or report."""

    def __init__(
        self, status: int, problems: List[Dict[str, Any]], request_id: Optional[str], retry_after: Optional[str]
    ) -> None:
        first = problems[0] if problems else {}
        super().__init__(first.get("message", f"Kontor returned status {status}."))
        self.status = status
        self.problems = problems
        self.code: str = first.get("code", "internal")
        self.field: Optional[str] = first.get("field")
        #: Tell it to the operator: it finds the request in Kontor's console.
        self.request_id = request_id
        self.retry_after = _seconds(retry_after)
        # Only errors of target systems name the remedy. Kontor sends Retry-After with all others that pass by themselves.
        self.next: str = first.get("next") or ("wait" if retry_after is not None else _remedy(status))


class ConnectionFailed(Exception):
    """Kontor was not reached, or did not answer in time."""


class TaskError(Exception):
    """An asynchronous task has failed. `task["information"]` says why."""

    def __init__(self, task_id: str, task: Dict[str, Any]) -> None:
        super().__init__(f"The task {task_id} failed.")
        self.task = task


def _seconds(text: Optional[str]) -> Optional[float]:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def _remedy(status: int) -> str:
    """Answers of proxies say no remedy."""
    if status in (429, 502, 503, 504):
        return "wait"
    return "fix" if status < 500 else "report"
