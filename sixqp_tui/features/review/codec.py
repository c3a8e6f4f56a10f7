"""A review as bytes, to be kept beside its game."""

import msgspec
from msgspec import Struct

from sixqp_tui.analysis.result import Review

VERSION = 1
"""Raised whenever the form differs, or the figures mean something else: then a review is made anew."""


class UnreadableReview(ValueError):
    """These bytes are no review, or one of another version: the game has to be reviewed anew."""


class _Kept(Struct, frozen=True):
    version: int
    review: msgspec.Raw


def encode_review(review: Review) -> bytes:
    return msgspec.json.encode(_Kept(VERSION, msgspec.Raw(msgspec.json.encode(review))))


def decode_review(kept: bytes) -> Review:
    """The review that was kept. Raises UnreadableReview."""
    try:
        version, review = (found := msgspec.json.decode(kept, type=_Kept)).version, found.review
        if version == VERSION:
            return msgspec.json.decode(review, type=Review)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableReview(str(error)) from None
    raise UnreadableReview(f"expected version {VERSION}, got {version}")
