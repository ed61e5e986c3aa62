# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables to play at, and programs that sit there."""
from __future__ import annotations

import json
import os
import select
import subprocess
import time
from ctypes import byref, c_int
from types import TracebackType
from typing import Any, Dict, Iterator, List, Optional, Tuple, Type, Union

from . import CausewayError, Rules, Seat
from ._library import Handle, attempt, call, take
from .results import Record


class Table:
    """A table, spoken to in the messages of docs/protocol.md. It never waits: `poll` it, take its
    `lines`, `send` what people do. `players` are "human" or a computer's level; what else can be
    agreed stands in causeway.h."""

    def __init__(self, rules: Rules, players: Tuple[str, str] = ("human", "human"), **agreed: Any) -> None:
        wish = {"game": rules.game.slug, "rules": str(rules), "players": list(players), **agreed}
        self.rules = rules
        self._handle = Handle(attempt("cw_table_open", json.dumps(wish).encode()), "cw_table_free")
        self.id: str = call("cw_table_id", self._handle.pointer).decode()

    def send(self, seat: int, message: Dict[str, Any]) -> None:
        attempt("cw_table_send", self._handle.pointer, int(seat), json.dumps(message).encode())

    def poll(self, now: Optional[float] = None) -> Optional[float]:
        """One step at this time, in seconds of any clock that only goes forward. In how many seconds
        to call again; None: when something was sent."""
        milliseconds = int((time.monotonic() if now is None else now) * 1000)
        wait = call("cw_table_poll", self._handle.pointer, milliseconds)
        return None if wait < 0 else wait / 1000

    def lines(self) -> Iterator[Tuple[int, Dict[str, Any]]]:
        """What is told since the last time, and to whom: a seat, a watcher (0), or the store (-1)."""
        seat = c_int()
        while (line := call("cw_table_next", self._handle.pointer, byref(seat))) is not None:
            yield seat.value, json.loads(line)

    def record(self, seat: int = Seat.CHANCE) -> Record:
        """What was played, as a seat may know it, or all of it once nothing is hidden any more."""
        return Record(take(attempt("cw_table_record", self._handle.pointer, int(seat))))

    def __repr__(self) -> str:
        return f"Table({self.id!r}, {self.rules!r})"


class Engine:
    """A program that speaks the seat protocol: `Engine("./ferris")`. Used with `with`, it is ended."""

    def __init__(self, command: Union[str, List[str]]) -> None:
        self.command = command
        self.name = self.version = ""
        self._process = subprocess.Popen(command, shell=isinstance(command, str), stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE)
        self._said = b""

    def tell(self, message: Dict[str, Any]) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise CausewayError(f"{self.command!r} does not read what it is told.") from None

    def hear(self, seconds: float = 60) -> Dict[str, Any]:
        """The next message that it sends. A hello is remembered, and the one after it is given."""
        assert self._process.stdout
        until = time.monotonic() + seconds
        while b"\n" not in self._said:
            ready, _, _ = select.select([self._process.stdout], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise CausewayError(f"{self.command!r} took too long.")
            piece = os.read(self._process.stdout.fileno(), 65536)
            if not piece:
                raise CausewayError(f"{self.command!r} ended, or closed its output.")
            self._said += piece
        line, _, self._said = self._said.partition(b"\n")
        try:
            message = json.loads(line)
        except ValueError:
            raise CausewayError(f"{self.command!r} said what is not a message: {line[:200]!r}") from None
        if message.get("type") != "hello":
            return dict(message)
        self.name, self.version = str(message.get("name", "")), str(message.get("version", ""))
        return self.hear(until - time.monotonic())

    def close(self) -> None:
        """Ends its input, and the program if that does not."""
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], value: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Engine({self.command!r})"


def match(rules: Rules, one: Union[Engine, str], two: Union[Engine, str], seconds: float = 60,
          **agreed: Any) -> Record:
    """Lets two play a game: programs, or levels by name. A program that fails is raised as an error;
    `seconds` are for each of its decisions."""
    engines = {seat: player for seat, player in ((1, one), (2, two)) if isinstance(player, Engine)}
    levels = ("human" if isinstance(one, Engine) else one, "human" if isinstance(two, Engine) else two)
    table = Table(rules, levels, **agreed)
    over = False
    while not over:
        wait = table.poll()
        turns = {}
        for seat, message in table.lines():
            if seat in engines:
                engines[seat].tell(message)
            if message["type"] == "turn" and message["mover"] == seat and seat in engines:
                turns[seat] = message
            elif message["type"] == "refused" and seat in engines:
                raise CausewayError(f"{engines[seat]!r}: {message.get('words')}")
            over = over or message["type"] == "end"
        for seat in turns:
            if not over:
                table.send(seat, engines[seat].hear(seconds))
        if wait and not turns and not over:
            time.sleep(wait)
    return table.record()
