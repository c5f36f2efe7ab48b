"""Files that only their owner may read: a database holds the seeds of games in play."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import secrets
import stat
from pathlib import Path

_FILE = 0o600
_FOLDER = 0o700
_OTHERS = 0o007
_BESIDE_A_DATABASE = ("-wal", "-shm", "-journal")

log = logging.getLogger("herald")


def create_new(path: Path) -> None:
    """Create an empty file that only its owner may read; raises `OSError` if there is one.

    SQLite gives the files beside a database the rights of the database.
    """
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _FILE)
    try:
        _set_rights(handle, _FILE)
    finally:
        os.close(handle)


def prepare_database(path: Path) -> None:
    """Create a SQLite file that only its owner may read, or see to it that the one there is ours.

    So are the files that SQLite keeps beside it. Where no file can be, opening it fails with the
    reason. Raises `OSError` for a file that another user has put there.
    """
    # SQLite follows links, and would create what one points to with rights for everybody.
    file = Path(os.path.realpath(path))
    with contextlib.suppress(OSError):
        create_new(file)
    for each in (file, *(file.with_name(file.name + end) for end in _BESIDE_A_DATABASE)):
        close_to_others(each)


def close_to_others(file: Path) -> None:
    """Take all rights to a file from other users; those of its group are its owner's business.

    Raises `OSError` if it belongs to a user who is neither we nor the owner of its folder: they
    have put it there to read what we write. A file that is not there is left so. It is not opened:
    closing it would end the locks that this process holds on a database.
    """
    if not hasattr(os, "geteuid"):  # Windows has no such rights.
        return
    try:
        found, folder = file.lstat(), file.parent.stat()
    except OSError:
        return
    if found.st_uid not in (os.geteuid(), folder.st_uid, 0):
        raise PermissionError(errno.EPERM, f"{file.name} belongs to another user", str(file))
    if found.st_mode & _OTHERS and stat.S_ISREG(found.st_mode):
        # Where there are no rights, as on a memory card, none can be taken.
        with contextlib.suppress(OSError):
            file.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS)
            log.warning("%s could be read by every user of this machine; no longer", file)


def write(path: Path, data: bytes) -> None:
    """Write a file that only its owner may read, also where there is one; raises `OSError`.

    A file appears as a whole: one that does not fit on the disk leaves what was there before.
    """
    if path.exists() and not path.is_file():
        # Such as /dev/stdout: it has its own rights, and nothing can take its place.
        path.write_bytes(data)
        return
    # A link stays one, and what it leads to is written.
    file = Path(os.path.realpath(path))
    unfinished = file.with_name(f".herald-{secrets.token_hex(8)}")
    try:
        create_new(unfinished)
        unfinished.write_bytes(data)
        unfinished.replace(file)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def create_folder(path: Path) -> None:
    """Create a folder that only its owner may enter, unless it is there; raises `OSError`.

    So are the folders above it that are missing: `mkdir` itself would leave those open to all.
    """
    for folder in reversed((path, *path.parents)):
        if not folder.exists():
            with contextlib.suppress(FileExistsError):
                folder.mkdir(mode=_FOLDER)
                folder.chmod(_FOLDER)
    path.mkdir(exist_ok=True)


def _set_rights(handle: int, rights: int) -> None:
    """Give an open file these rights, whatever the umask has made of them."""
    if hasattr(os, "fchmod"):
        os.fchmod(handle, rights)
