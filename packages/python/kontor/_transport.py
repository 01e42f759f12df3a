"""Sends requests, repeats them where that is safe, reads pages, and waits for tasks. Uses only the standard library."""
from __future__ import annotations

import json
import random
import time
import uuid
from dataclasses import dataclass, field
from datetime import datetime, timezone
from email.message import Message
from http.client import HTTPException
from typing import Any, Callable, Dict, Generic, Iterator, List, Mapping, Optional, TypeVar
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .errors import ConnectionFailed, KontorError, TaskError

Data = TypeVar("Data")

#: Seconds. A longer wait is left to the caller.
LONGEST_WAIT = 60.0


@dataclass(frozen=True)
class Answer(Generic[Data]):
    """A response. `meta` has warnings, pagination, and differences between the body and the books."""

    data: Data
    meta: Dict[str, Any]
    status: int
    request_id: Optional[str]
    raw_data: Any = None


@dataclass(frozen=True)
class Options:
    """Options of one call. A write that is repeated with its idempotency key is written once."""

    account_key: Optional[str] = None
    idempotency_key: Optional[str] = None
    #: Seconds for one attempt.
    timeout: Optional[float] = None
    max_retries: Optional[int] = None
    #: Further parameters of a write, such as {"dryRun": True}.
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class File:
    name: str
    content: bytes
    content_type: str = "application/octet-stream"


class _NoRedirects(HTTPRedirectHandler):
    """Keys must not go to another address."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Resource:
    def __init__(self, transport: "Transport") -> None:
        self._transport = transport


class Transport:
    def __init__(
        self,
        base_url: str,
        api_key: Optional[str],
        account_key: Optional[str],
        timeout: float,
        max_retries: int,
        on_response: Optional[Callable[[Dict[str, Any]], None]],
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._account_key = account_key
        self._timeout = timeout
        self._max_retries = max_retries
        self._on_response = on_response
        self._sleep = sleep
        self._opener = build_opener(_NoRedirects)

    def send(
        self,
        method: str,
        path: str,
        ids: List[str],
        query: Mapping[str, Any],
        options: Optional[Options],
        body: Any = None,
        is_write: bool = False,
        multipart: Optional[str] = None,
        files: Optional[List[File]] = None,
    ) -> Answer[Any]:
        options = options or Options()
        for identifier in ids:
            path = path.replace("{}", quote(str(identifier), safe=""), 1)
        values = {**query, **options.query}
        text = urlencode({name: _text(value) for name, value in values.items() if value is not None})
        url = f"{self._base_url}{path}{'?' + text if text else ''}"
        headers = self._headers(options)
        if is_write:
            headers["Idempotency-Key"] = options.idempotency_key or str(uuid.uuid4())
        content = _content(body, multipart, files or [], headers)
        retries = self._max_retries if options.max_retries is None else options.max_retries
        is_repeatable = method == "GET" or is_write
        attempt = 1
        while True:
            try:
                return self._try(method, url, headers, content, options.timeout or self._timeout, attempt)
            except (ConnectionFailed, KontorError) as error:
                wait = _wait_after(error, attempt) if is_repeatable and attempt <= retries else None
                if wait is None:
                    raise
                self._sleep(wait)
                attempt += 1

    def _headers(self, options: Options) -> Dict[str, str]:
        headers = {"Accept": "application/json", **options.headers}
        if self._api_key is not None:
            headers["X-API-KEY"] = self._api_key
        account_key = options.account_key or self._account_key
        if account_key is not None:
            headers["X-ACCOUNT-KEY"] = account_key
        return headers

    def _try(
        self, method: str, url: str, headers: Dict[str, str], content: Optional[bytes], timeout: float, attempt: int
    ) -> Answer[Any]:
        began = time.monotonic()
        status: Optional[int] = None
        request_id: Optional[str] = None
        try:
            request = Request(url, data=content, headers=headers, method=method)
            try:
                with self._opener.open(request, timeout=timeout) as response:
                    status, received, text = response.status, response.headers, response.read()
            except HTTPError as refusal:
                with refusal:
                    status, received, text = refusal.code, refusal.headers, refusal.read()
            request_id = received.get("x-request-id")
            return _answer(status, received, text)
        except (OSError, HTTPException) as error:
            raise ConnectionFailed(f"{method} {url} failed: {error}") from error
        finally:
            if self._on_response is not None:
                seconds = time.monotonic() - began
                self._on_response(
                    {
                        "method": method,
                        "url": url,
                        "attempt": attempt,
                        "status": status,
                        "seconds": seconds,
                        "request_id": request_id,
                    }
                )

    def all(
        self, method: str, path: str, ids: List[str], query: Mapping[str, Any], options: Optional[Options], **_: Any
    ) -> Iterator[Any]:
        if path == "/events":
            yield from self._events(query, options)
            return
        wanted = {**query, "limit": query.get("limit") or 100}
        page = 1
        while True:
            answer = self.send(method, path, ids, {**wanted, "page": page}, options)
            if answer.status == 202:
                yield from self._task_records(answer.data["taskId"], options)
                return
            yield from answer.data
            if _is_last(answer, answer.data):
                return
            page += 1

    def _events(self, query: Mapping[str, Any], options: Optional[Options]) -> Iterator[Any]:
        wanted = {**query, "limit": query.get("limit") or 100}
        while True:
            answer = self.send("GET", "/events", [], wanted, options)
            if not answer.data:
                return
            yield from answer.data
            wanted["cursor"] = answer.meta.get("cursor")

    def _task_records(self, task_id: str, options: Optional[Options]) -> Iterator[Any]:
        self.wait(task_id, None, options)
        page = 1
        while True:
            answer = self._task(task_id, {"page": page, "limit": 100}, options)
            found = answer.data.get("responseData", [])
            records = found if isinstance(found, list) else found["records"]
            yield from records
            if _is_last(answer, records):
                return
            page += 1

    def _task(self, task_id: str, query: Mapping[str, Any], options: Optional[Options]) -> Answer[Any]:
        return self.send("GET", "/accounting/asyncTask/{}", [task_id], query, options)

    def wait(self, task_id: str, time_limit: Optional[float], options: Optional[Options]) -> Answer[Any]:
        """Waits longer between two questions as the task gets older."""
        until = None if time_limit is None else time.monotonic() + time_limit
        interval = 0.25
        while True:
            answer = self._task(task_id, {}, options)
            status = answer.data["status"]
            if status == "FAILED":
                raise TaskError(task_id, answer.data)
            if status not in ("OPEN", "IN_PROGRESS"):
                return answer
            if until is not None and time.monotonic() + interval > until:
                raise TimeoutError(f"The task {task_id} is still running.")
            self._sleep(interval)
            interval = min(10.0, interval * 1.5)


def _wait_after(error: Exception, attempt: int) -> Optional[float]:
    """Seconds until a repetition may succeed. None if it cannot."""
    backoff = 2.0 ** (attempt - 2) * (0.75 + random.random() / 2)
    if isinstance(error, ConnectionFailed):
        return backoff
    if not isinstance(error, KontorError) or error.next != "wait":
        return None
    wait = backoff if error.retry_after is None else error.retry_after
    return wait if wait <= LONGEST_WAIT else None


def _is_last(answer: Answer[Any], records: List[Any]) -> bool:
    pagination = answer.meta.get("pagination")
    if pagination is None or not records:
        return True
    total = pagination.get("totalPages")
    return total is not None and pagination.get("currentPage", 1) >= total


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return value if isinstance(value, str) else json.dumps(value)


def _content(body: Any, multipart: Optional[str], files: List[File], headers: Dict[str, str]) -> Optional[bytes]:
    if multipart is None or (multipart != "file" and not files):
        if body is None:
            return None
        headers["Content-Type"] = "application/json"
        return json.dumps(body).encode()
    boundary = uuid.uuid4().hex
    headers["Content-Type"] = f"multipart/form-data; boundary={boundary}"
    parts = []
    if multipart == "file":
        for name, value in body.items():
            parts.append(_file_part(name, value) if isinstance(value, File) else _part(name, _text(value).encode()))
    else:
        parts.append(_part(multipart, json.dumps(body).encode(), "application/json"))
        parts.extend(_file_part("files[]", file) for file in files)
    separator = f"--{boundary}\r\n".encode()
    return b"".join(separator + part for part in parts) + f"--{boundary}--\r\n".encode()


def _part(name: str, content: bytes, content_type: str = "text/plain; charset=utf-8", file: str = "") -> bytes:
    head = f'Content-Disposition: form-data; name="{name}"{file}\r\nContent-Type: {content_type}\r\n\r\n'
    return head.encode() + content + b"\r\n"


def _file_part(name: str, file: File) -> bytes:
    escaped = file.name.replace("\\", "\\\\").replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
    return _part(name, file.content, file.content_type, f'; filename="{escaped}"')


def _answer(status: int, headers: Message, text: bytes) -> Answer[Any]:
    try:
        content = json.loads(text) if text else {}
    except ValueError:
        # A proxy in between may answer with a page.
        if status < 300:
            raise ConnectionFailed("The response is not JSON.") from None
        content = {}
    request_id = headers.get("x-request-id")
    envelope = content if isinstance(content, dict) else {}
    if status < 300:
        data = envelope["data"] if "data" in envelope else content
        return Answer(data, envelope.get("meta", {}), status, request_id, envelope.get("rawData"))
    raise KontorError(status, envelope.get("errors", []), request_id, headers.get("retry-after"))
