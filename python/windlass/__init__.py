"""Client of Windlass, on the standard library alone.

``Client`` has a method for every endpoint; ``ApiError`` is the one error they raise.
"""

from ._caller import NULL, AnswerNote, Null
from .client import Client
from .errors import ApiError

__all__ = ["NULL", "AnswerNote", "ApiError", "Client", "Null"]
