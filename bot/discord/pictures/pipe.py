"""Messages through a pipe between us and a drawing process."""

from __future__ import annotations

from typing import IO


def send(stream: IO[bytes], message: bytes) -> None:
    """Write a message behind its length."""
    stream.write(len(message).to_bytes(8, "big") + message)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes:
    """The next message; raises `EOFError` where the other process has ended."""
    return _read(stream, int.from_bytes(_read(stream, 8), "big"))


def _read(stream: IO[bytes], length: int) -> bytes:
    """So many bytes, which a pipe gives in pieces."""
    pieces = []
    while length:
        piece = stream.read(length)
        if not piece:
            raise EOFError
        pieces.append(piece)
        length -= len(piece)
    return b"".join(pieces)
