"""The one error of this client."""

from __future__ import annotations

import re
from typing import Any, Optional

from ._catalogue import CATALOGUE

#: Statuses with one plain meaning, for the vault envelope, which carries no code.
_PLAIN_CODES = {
    400: "BAD_REQUEST",
    401: "UNAUTHORIZED",
    403: "FORBIDDEN",
    405: "METHOD_NOT_ALLOWED",
    409: "CONFLICT",
    413: "BODY_TOO_LARGE",
    415: "UNSUPPORTED_MEDIA_TYPE",
    429: "RATE_LIMITED",
    431: "HEADERS_TOO_LARGE",
    500: "INTERNAL_ERROR",
}

_CODE_FORM = re.compile(r"[A-Z][A-Z\d_]*")


class ApiError(Exception):
    """A call that did not succeed, whichever API refused it, or because no answer came.

    ``code`` is one of the error catalogue, or ``NETWORK_ERROR`` or ``TIMEOUT`` (no
    answer), ``BAD_ANSWER`` (not an answer of the service) or ``HTTP_ERROR`` (a refusal
    without a code). After ``NETWORK_ERROR`` or ``TIMEOUT`` of anything but a read the
    service may have acted: ask it before sending again.

    ``status`` is None when no answer came. ``data`` is what the refusal carried beside
    its message, ``request_id`` names the request in the service's log, and
    ``retry_after`` is the number of seconds the service asks to wait.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: Optional[int] = None,
        data: Any = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status
        self.data = data
        self.request_id = request_id
        self.retry_after = retry_after


def read_refusal(
    body: Any,
    status: int,
    *,
    request_id: Optional[str] = None,
    retry_after: Optional[float] = None,
) -> Optional[ApiError]:
    """Return the refusal that an envelope of either API describes, if it is one."""
    if not isinstance(body, dict) or not isinstance(body.get("message"), str):
        return None
    message = body["message"]
    if body.get("isError") is True:
        data = body.get("data")
        said = data.get("error") if isinstance(data, dict) else None
        # Validating an order says its reason in a sentence there.
        if isinstance(said, str) and _CODE_FORM.fullmatch(said):
            code = said
        else:
            code = _code_of(status, message) or _plain_code(status)
    elif body.get("success") is False:
        errors = body.get("errors")
        data = None if errors is None else {"errors": errors}
        # A headline of the catalogue says more than that fields were refused.
        code = _code_of(status, message) or (
            "VALIDATION_FAILED" if errors else _plain_code(status)
        )
    else:
        return None
    return ApiError(
        code,
        message,
        status=status,
        data=data,
        request_id=request_id,
        retry_after=retry_after,
    )


def _code_of(status: int, message: str) -> Optional[str]:
    for code, known in CATALOGUE.items():
        if known == (status, message):
            return code
    return None


def _plain_code(status: int) -> str:
    return _PLAIN_CODES.get(status, "HTTP_ERROR")
