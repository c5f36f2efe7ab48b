"""`herald migrate`, `backup` and `copy`, and games of the database `HERALD_DATABASE_URL` names.

The database is imported by the commands themselves: it takes longer than most others to run.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.cli.console import OK, Commands, Failed, WrongUse


def add(commands: Commands) -> None:
    """Declare the commands."""
    parser = commands.add_parser("migrate", help="bring the database to the current schema")
    parser.set_defaults(run=run_migrate)
    parser = commands.add_parser(
        "backup", help="copy the games and the key of the buttons, also while Herald runs"
    )
    parser.add_argument("file", type=Path, metavar="F", help="a new file for the copy")
    parser.set_defaults(run=run_backup)
    parser = commands.add_parser("copy", help="move a stopped installation to another database")
    parser.add_argument("source", metavar="FROM", help="the address of the database there is")
    parser.add_argument("target", metavar="TO", help="the address of an empty one, or a new file")
    parser.set_defaults(run=run_copy)


def run_migrate(args: argparse.Namespace) -> int:
    """Bring the database to the current schema, creating it if need be."""
    from bot.store import schema

    with told_in_a_line():
        url = database_url()
        make_data_folder(url)
        done = asyncio.run(schema.upgrade(url))
        if done.before is None:
            print(f"{name(url)}: created, schema {done.after}")
        elif done.before == done.after:
            print(f"{name(url)}: schema {done.after} already")
        else:
            print(f"{name(url)}: schema {done.before} is now {done.after}")
    return OK


def run_backup(args: argparse.Namespace) -> int:
    """Copy the live database to a new file, and the key of the buttons beside it."""
    from bot.config import load
    from bot.discord.interactions.ids import KEY_FILE
    from bot.private_files import write
    from bot.store.backup import backup

    key = load().data_dir / KEY_FILE
    copy = args.file.with_name(f"{args.file.name}.{KEY_FILE}")
    with told_in_a_line():
        url = database_url()
        if copy.exists():
            raise WrongUse(f"{copy} exists; choose a name that is free")
        backup(url, args.file)
        print(f"{args.file}: a copy of {name(url)}")
        if key.exists():
            try:
                write(copy, key.read_bytes())
            except OSError as error:
                args.file.unlink()
                raise Failed(f"{copy}: {error.strerror}") from None
            print(f"{copy}: a copy of {key}, without which posted buttons do not work")
    return OK


def run_copy(args: argparse.Namespace) -> int:
    """Copy everything from one database to another, whole and verified or not at all."""
    from bot.service.game.verifying import verify_game
    from bot.store.address import parse
    from bot.store.copying import copy
    from bot.store.errors import BadDatabaseUrl

    for which, url in (("FROM", args.source), ("TO", args.target)):
        try:
            parse(url)
        except BadDatabaseUrl as wrong:
            raise WrongUse(f"{which}: {wrong.reason}") from None

    def tell(what: str) -> None:
        if sys.stderr.isatty():
            print(f"\r\033[K{what}", end="", file=sys.stderr, flush=True)

    with told_in_a_line():
        try:
            done = asyncio.run(copy(args.source, args.target, verify=verify_game, tell=tell))
        finally:
            tell("")
        print(
            f"{name(args.target)}: {done.rows:,} rows copied; counts and hashes are the same,"
            f" {done.games - len(done.damaged):,} games with {done.choices:,} choices verified"
        )
        for code, problem in done.damaged:
            print(f"game {code} was damaged before and is copied as it was: {problem}")
        print("Set HERALD_DATABASE_URL to the new address, and start Herald.")
    return OK


def exported(code: str) -> bytes:
    """The game of a code as a file: with its proof when it is over, else public facts only."""
    from bot.service import Herald
    from bot.store import Store
    from bot.store.address import file_of, is_sqlite, parse

    async def export(url: str) -> bytes:
        async with await Store.open(url) as store:
            herald = Herald(store)
            info = await herald.look.by_code(code)
            if info is None:
                raise WrongUse(f"{name(url)}: there is no game {code}")
            if info.game.status == "lobby":
                raise WrongUse(f"{code} has not begun")
            return (await herald.look.export(info.id)).content

    with told_in_a_line():
        url = database_url()
        address = parse(url)
        if is_sqlite(address) and not file_of(address).exists():
            raise WrongUse(f"{name(url)}: there is no database; is HERALD_DATABASE_URL set?")
        return asyncio.run(export(url))


def database_url() -> str:
    """Where the games are kept; raises `BadConfig`."""
    from bot.config import load

    return load().database_url


def make_data_folder(url: str) -> None:
    """Make the data folder if the database is to be in it. Any other folder has to be there."""
    from bot.config import load
    from bot.private_files import create_folder
    from bot.store.address import file_of, is_sqlite, parse

    folder, address = load().data_dir, parse(url)
    if is_sqlite(address) and file_of(address).parent.absolute() == folder.absolute():
        try:
            create_folder(folder)
        except OSError as error:
            raise WrongUse(f"HERALD_DATA_DIR: {folder}: {error.strerror}") from None


def name(url: str) -> str:
    """The database as it may be shown, without a password."""
    from bot.store.address import name_of, parse

    return name_of(parse(url))


@contextmanager
def told_in_a_line() -> Iterator[None]:
    """Make of what the store raises what a command raises."""
    from bot.store.errors import BackupRefused, BadDatabaseUrl, CopyRefused, StoreError

    try:
        yield
    except (BackupRefused, BadDatabaseUrl, CopyRefused) as wrong:
        raise WrongUse(str(wrong)) from wrong
    except StoreError as error:
        raise Failed(str(error)) from error
