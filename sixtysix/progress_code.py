"""The text of a progress code: data, packed and sealed so that mail and chat can carry it and damage shows.

``66P1-``, then base64url without padding: two bytes how long the packed data is, four bytes its CRC-32, the data
itself as JSON under zlib. Length and CRC fill eight characters exactly, so no character has bits of the CRC and of the
data, and CRC-32 finds every change within one character. `progress` says what the data is.
"""

import base64
import json
import re
import zlib
from typing import Final

from .errors import ProgressError, quoted

VERSION: Final = 1
MOST_CHARACTERS: Final = 12_000
"""The longest code, in characters."""
MOST_BYTES: Final = 500_000
"""The most a code may unpack to: a small text can be made that would unpack to gigabytes."""
MOST_PASTED: Final = 100_000
"""The longest text looked at, spaces and line breaks included."""

_START: Final = re.compile(r"66P(\d{1,6})-")
_HEAD: Final = 6
"""Bytes before the packed data: length and CRC."""


def seal(data: object) -> str | None:
    """Return the code that holds data made of JSON values; None if it would be too long.

    >>> seal([1, 2])[:5], unseal(seal([1, 2])), seal(list(range(9999)))
    ('66P1-', [1, 2], None)
    """
    plain = json.dumps(data, separators=(",", ":")).encode("ascii")
    packed = zlib.compress(plain, 9)
    if len(plain) > MOST_BYTES or len(packed) >= 2**16:
        return None
    # the CRC little-endian, as zlib counts its bits
    head = len(packed).to_bytes(2, "big") + zlib.crc32(packed).to_bytes(4, "little")
    text = f"66P{VERSION}-{base64.urlsafe_b64encode(head + packed).decode('ascii').rstrip('=')}"
    return text if len(text) <= MOST_CHARACTERS else None


def unseal(text: object) -> object:
    """Return the data of a code; spaces and line breaks in it do not matter.

    `ProgressError` says in one sentence what is wrong: no code, one of a newer version, cut off, or changed.

    >>> unseal("66P1-hello")
    Traceback (most recent call last):
        ...
    sixtysix.errors.ProgressError: The progress code is cut off near its beginning: copy all of it.
    """
    sealed = _sealed(text)
    length, crc, packed = int.from_bytes(sealed[:2], "big"), sealed[2:_HEAD], sealed[_HEAD:]
    if len(packed) < length:
        missing = -(-(length - len(packed)) * 4 // 3)
        raise ProgressError(f"The progress code is cut off: about {missing} characters are missing at its end.")
    if len(packed) > length:
        raise ProgressError("The progress code is too long for what it holds: copy it again, and nothing beside it.")
    if zlib.crc32(packed).to_bytes(4, "little") != crc:
        raise ProgressError("The progress code was changed on its way: copy it again.")
    try:
        unpacking = zlib.decompressobj()
        plain = unpacking.decompress(packed, MOST_BYTES)
        if not unpacking.eof:
            raise ProgressError("The progress code holds more than any code can: it was not made by this program.")
        data: object = json.loads(plain.decode("ascii"))
    except (zlib.error, ValueError, RecursionError) as error:
        if isinstance(error, ProgressError):
            raise
        raise ProgressError("The progress code holds no progress: it was not made by this program.") from None
    return data


def _sealed(text: object) -> bytes:
    """Return the bytes of a code, at least its length, CRC and one more."""
    if not isinstance(text, str) or len(text) > MOST_PASTED:
        shown = quoted(text) if not isinstance(text, str) else "so long a text"
        raise ProgressError(f"A progress code has at most {MOST_CHARACTERS:,} characters, {shown} is none.")
    letters = "".join(text.split())
    start = _START.match(letters)
    if start is None:
        raise ProgressError(f"{quoted(text.strip(), 20)} is not a progress code: one begins with 66P{VERSION}-.")
    if int(start[1]) > VERSION:
        raise ProgressError(f"The progress code is of version {int(start[1])}, this program reads up to {VERSION}.")
    body = letters[start.end() :]
    if start[1] != str(VERSION) or len(letters) > MOST_CHARACTERS:
        raise ProgressError(
            f"A progress code begins with 66P{VERSION}- and has at most {MOST_CHARACTERS:,} characters."
        )
    strange = re.search(r"[^A-Za-z0-9_-]", body)
    if strange:
        raise ProgressError(f"The progress code has {quoted(strange[0])} in it: it has letters, digits, - and _ only.")
    if len(body) * 6 // 8 <= _HEAD:
        raise ProgressError("The progress code is cut off near its beginning: copy all of it.")
    if len(body) % 4 == 1:  # no number of bytes has this length
        raise ProgressError("The progress code lacks a character or has one too many: copy it again.")
    return base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
