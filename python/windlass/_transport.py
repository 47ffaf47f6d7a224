"""How requests travel: one attempt, its time, and when another is made."""

from __future__ import annotations

import http.client
import random
import socket
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Callable, Mapping, Optional, Union

from .errors import ApiError

#: Longest Retry-After that is waited for; a longer one is the caller's to plan.
_RETRY_AFTER_MAX = 10.0
#: A gateway without its upstream, or a service busy or restarting: may pass by itself.
_PASSING = frozenset({429, 502, 503, 504})
#: First and longest wait between tries, in seconds; each try doubles it.
_BACKOFF_FIRST = 0.2
_BACKOFF_MAX = 5.0


@dataclass(frozen=True)
class Request:
    """One HTTP request, ready to be sent."""

    method: str
    url: str
    #: Not shown: one of them is the key.
    headers: Mapping[str, str] = field(repr=False)
    body: Optional[bytes] = field(default=None, repr=False)


@dataclass(frozen=True)
class Answer:
    """Whatever came back; header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Patience:
    """How long a call waits, and how often a read is tried again."""

    timeout: float
    retries: int
    sleep: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.random
    now: Callable[[], float] = time.time


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Following one would hand the key to whoever the redirect names."""

    def redirect_request(self, req, fp, code, msg, headers, newurl):  # type: ignore
        return None


_opener = urllib.request.build_opener(_NoRedirects)


def send(request: Request, patience: Patience) -> Answer:
    """Send a request and return the last answer.

    Only reads are tried again: a lost answer to anything else leaves open whether the
    service acted, and sending twice could act twice.
    """
    tries = patience.retries + 1 if request.method == "GET" else 1
    for attempt in range(1, tries):
        outcome = _try_once(request, patience.timeout)
        wait = _retry_wait(outcome, attempt, patience)
        if wait is None:
            return _settled(outcome)
        patience.sleep(wait)
    return _settled(_try_once(request, patience.timeout))


def read_retry_after(text: Optional[str], now: float) -> Optional[float]:
    """Return the seconds that a Retry-After header asks for: a number, or a date."""
    if not text:
        return None
    if text.strip().isdigit():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (TypeError, ValueError):
        return None


def _settled(outcome: Union[Answer, ApiError]) -> Answer:
    if isinstance(outcome, ApiError):
        raise outcome
    return outcome


def _retry_wait(
    outcome: Union[Answer, ApiError], attempt: int, patience: Patience
) -> Optional[float]:
    """Return how long to wait before the next try; None when another would not help."""
    longest = min(_BACKOFF_MAX, _BACKOFF_FIRST * 2 ** (attempt - 1))
    # Between half and all of it, so that clients that failed together part.
    jittered = longest * (0.5 + patience.chance() / 2)
    if isinstance(outcome, ApiError):
        return jittered
    if outcome.status not in _PASSING:
        return None
    asked = read_retry_after(outcome.headers.get("retry-after"), patience.now())
    if asked is None:
        return jittered
    return None if asked > _RETRY_AFTER_MAX else max(asked, jittered)


def _try_once(request: Request, timeout: float) -> Union[Answer, ApiError]:
    sent = urllib.request.Request(
        request.url,
        data=request.body,
        headers=dict(request.headers),
        method=request.method,
    )
    where = f"{request.method} {request.url.split('?')[0]}"
    try:
        try:
            response = _opener.open(sent, timeout=timeout)
        except urllib.error.HTTPError as refused:
            response = refused
        with response:
            headers = {name.lower(): value for name, value in response.headers.items()}
            return Answer(response.status, headers, response.read())
    except (OSError, http.client.HTTPException) as fault:
        reason = getattr(fault, "reason", fault)
        if isinstance(reason, (socket.timeout, TimeoutError)):
            return ApiError("TIMEOUT", f"{where} was not answered within {timeout} s.")
        return ApiError("NETWORK_ERROR", f"{where} failed: {reason or fault!r}")
