"""What every endpoint shares: addresses, keys, envelopes."""

from __future__ import annotations

import copy
import json
import re
import urllib.parse
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Callable, Dict, Mapping, Optional, Tuple, TypeVar

from ._transport import Answer, Patience, Request, read_retry_after, send
from .errors import ApiError, read_refusal

Self = TypeVar("Self", bound="Caller")

#: Longer than any answer takes of which the contract does not say otherwise.
_TIMEOUT = 10.0
#: Two more tries bridge a restarted connection without hiding an outage.
_RETRIES = 2
#: Beyond this a caller waits for minutes without knowing why.
_RETRIES_MAX = 10
#: Shorter keys are ordinary words; replacing them would mangle the text they stand in.
_SECRET_LENGTH_MIN = 8


class Null:
    """The type of ``NULL``."""

    def __repr__(self) -> str:
        return "NULL"


#: JSON's null, for fields that take one. ``None`` leaves a field out.
NULL = Null()


@dataclass(frozen=True)
class AnswerNote:
    """What a successful answer says beside its data."""

    status: int
    #: Empty where the endpoint answers without an envelope.
    message: str
    #: Where in a list of the vault API the data stand.
    pagination: Optional[Mapping[str, Any]]
    #: What else stands beside the data, ``risk_summary`` for example.
    beside: Mapping[str, Any]


class _Secret:
    """A text that does not show itself."""

    def __init__(self, text: str) -> None:
        self.reveal: Callable[[], str] = lambda: text

    def __repr__(self) -> str:
        return "[secret]"


class Caller:
    """Sends requests to a service, and reads its answers.

    ``timeout`` is how many seconds a call waits for a sign of the service; calls whose
    answer may take longer by the contract wait that long. ``retries`` is how often a
    failed read is tried again, 0 to 10; nothing else is ever sent twice.
    """

    def __init__(
        self,
        base_url: str,
        key: Optional[str] = None,
        *,
        timeout: float = _TIMEOUT,
        retries: int = _RETRIES,
        on_answer: Optional[Callable[[AnswerNote], None]] = None,
    ) -> None:
        if key is not None and not re.fullmatch(r"[\x21-\x7e]+", key):
            raise ValueError("key must be visible ASCII characters without spaces")
        self._base_url = _read_base_url(base_url)
        self._key = None if key is None else _Secret(key)
        self._patience = Patience(_read_timeout(timeout), _read_retries(retries))
        self._timeout_of_call: Optional[float] = None
        self._on_answer = on_answer

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._base_url!r})"

    def with_options(
        self: Self,
        *,
        timeout: Optional[float] = None,
        on_answer: Optional[Callable[[AnswerNote], None]] = None,
    ) -> Self:
        """Return a client that waits ``timeout`` seconds, or hears of its answers.

        ``on_answer`` gets what an answer says beside its data, such as where in a list
        it stands::

            notes = []
            vaults = client.with_options(on_answer=notes.append).list_vaults(page=2)
            print(notes[0].pagination["totalPages"])
        """
        other = copy.copy(self)
        if timeout is not None:
            other._timeout_of_call = _read_timeout(timeout)
        if on_answer is not None:
            other._on_answer = on_answer
        return other

    def _ask(
        self,
        method: str,
        path: str,
        *,
        house: str,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        envelope: bool = True,
        public: bool = False,
        answers_within: float = 0.0,
    ) -> Any:
        request = Request(
            method,
            self._base_url + path + _search(query or {}),
            self._headers(house, has_body=body is not None, public=public),
            None if body is None else _to_json(_given(body)),
        )
        usual = max(self._patience.timeout, answers_within)
        patience = replace(self._patience, timeout=self._timeout_of_call or usual)
        answer = send(request, patience)
        data, note = self._read(answer, house=house, envelope=envelope)
        if self._on_answer:
            self._on_answer(note)
        return data

    def _headers(
        self, house: str, *, has_body: bool, public: bool
    ) -> Mapping[str, str]:
        headers = {"accept": "application/json"}
        if has_body:
            headers["content-type"] = "application/json"
        if self._key is None or public:
            return headers
        if house == "vault":
            headers["authorization"] = f"Bearer {self._key.reveal()}"
        else:
            headers["x-api-key"] = self._key.reveal()
        return headers

    def _read(
        self, answer: Answer, *, house: str, envelope: bool
    ) -> Tuple[Any, AnswerNote]:
        status = answer.status
        succeeded = 200 <= status < 300
        is_page = answer.headers.get("content-type", "").startswith("text/html")
        text = answer.body.decode("utf-8", "replace")
        # A refusal may repeat what was sent; successes hold keys that were asked for.
        body = _from_json(text if succeeded else self._redact(text))
        if succeeded and is_page:
            return text, AnswerNote(status, "", None, {})
        if succeeded and body is not None and not envelope:
            return body, AnswerNote(status, "", None, {})
        if succeeded and _is_success(body, house):
            return body["data"], _note(status, body)
        details = {
            "request_id": answer.headers.get("x-request-id"),
            "retry_after": read_retry_after(
                answer.headers.get("retry-after"), self._patience.now()
            ),
        }
        raise read_refusal(body, status, **details) or ApiError(
            "BAD_ANSWER",
            f"Expected the {house} API's JSON answer, received status {status} with "
            f"{len(answer.body)} bytes of something else.",
            status=status,
            **details,
        )

    def _redact(self, text: str) -> str:
        key = self._key.reveal() if self._key else ""
        return text.replace(key, "[secret]") if len(key) >= _SECRET_LENGTH_MIN else text


def segment(name: str, value: Any) -> str:
    """Return a value as one segment of a path."""
    text = str(value)
    # An empty or dotted segment would silently address another endpoint.
    if text in ("", ".", ".."):
        raise ValueError(f"{name} must not be {text!r}")
    return urllib.parse.quote(text, safe="")


def _is_success(body: Any, house: str) -> bool:
    if not isinstance(body, dict) or "data" not in body:
        return False
    if house == "vault":
        return body.get("success") is True
    return body.get("isError") is False


def _note(status: int, envelope: Mapping[str, Any]) -> AnswerNote:
    own = {"success", "isError", "message", "statusCode", "data", "pagination"}
    return AnswerNote(
        status,
        str(envelope.get("message", "")),
        envelope.get("pagination"),
        {name: value for name, value in envelope.items() if name not in own},
    )


def _given(fields: Mapping[str, Any]) -> Dict[str, Any]:
    """Return the fields that are not left out, NULL as JSON's null."""
    return {
        name: None if isinstance(value, Null) else value
        for name, value in fields.items()
        if value is not None
    }


def _search(query: Mapping[str, Any]) -> str:
    pairs = [(name, _query_text(value)) for name, value in _given(query).items()]
    return f"?{urllib.parse.urlencode(pairs)}" if pairs else ""


def _query_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _to_json(value: Any) -> bytes:
    return json.dumps(value, allow_nan=False, default=_plain).encode()


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"{type(value).__name__} is nothing that JSON can say")


def _from_json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _read_base_url(text: str) -> str:
    url = urllib.parse.urlsplit(text)
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ValueError("base_url must be like http://127.0.0.1:3000")
    # Secrets in addresses end up in logs.
    if url.username is not None or url.password is not None:
        raise ValueError("base_url must not carry a user name or password")
    return f"{url.scheme}://{url.netloc}{url.path.rstrip('/')}"


def _read_timeout(timeout: float) -> float:
    if not 0 < timeout < float("inf"):
        raise ValueError(f"timeout must be above 0 and finite, not {timeout!r}")
    return timeout


def _read_retries(retries: int) -> int:
    if retries not in range(_RETRIES_MAX + 1):
        raise ValueError(f"retries must be 0 to {_RETRIES_MAX}, not {retries!r}")
    return retries
