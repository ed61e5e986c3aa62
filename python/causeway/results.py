# SPDX-License-Identifier: GPL-3.0-or-later
"""What was played: records, and the results of tournaments."""
from __future__ import annotations

import json
import os
from ctypes import byref
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Set, Tuple, Union

from . import Position, Rules, Seat, _library
from ._library import Handle, attempt, call, take


class Record:
    """A game or a match that was played, as `causeway export` writes it. What is made of the text was
    checked: every move, every outcome, every commitment that is open.

    >>> from causeway import Rules, match
    >>> record = match(Rules("trap-runner"), "random", "easy", seed=5)
    >>> record.positions()[-1].winner == record.winner()
    True
    """

    def __init__(self, text: Union[str, bytes]) -> None:
        data = text.encode() if isinstance(text, str) else text
        self._handle = Handle(attempt("cw_record_read", data, len(data)), "cw_record_free")
        pointer = self._handle.pointer
        self.header: Dict[str, Any] = json.loads(call("cw_record_header", pointer))
        self.events: List[Dict[str, Any]] = [json.loads(call("cw_record_event", pointer, i))
                                             for i in range(call("cw_record_count", pointer))]
        self.id: str = self.header["id"]
        self.rules = Rules(self.header["game"], self.header["rules"])
        self.names: List[str] = self.header["names"]
        self.players: List[str] = self.header["players"]
        self.pair: Optional[int] = self.header.get("pair")
        self.rounds: int = call("cw_record_rounds", pointer)

    @classmethod
    def read(cls, path: Union[str, os.PathLike[str]]) -> Record:
        with open(path, "rb") as file:
            return cls(file.read())

    def winner(self, number: int = 0) -> Optional[Seat]:
        """Of a round; None as long as there is none."""
        seat = Seat(call("cw_record_winner", self._handle.pointer, number))
        return None if seat is Seat.NOBODY else seat

    def positions(self, number: int = 0) -> List[Position]:
        """All positions of a round, from its start on; each move that counts leads to the next."""
        count = call("cw_record_moves", self._handle.pointer, number)
        return [Position(self.rules, Handle(attempt("cw_record_position", self._handle.pointer, number, i),
                                            "cw_position_free")) for i in range(count + 1)]

    def view(self, seat: int) -> Record:
        """What a seat, or a spectator (0), could know of it."""
        return Record(take(attempt("cw_record_write", self._handle.pointer, int(seat))))

    def __str__(self) -> str:
        return take(attempt("cw_record_write", self._handle.pointer, int(Seat.CHANCE)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return f"Record({self.id!r}, {self.rules!r}, names={self.names!r}, winner={self.winner()})"


class Rating(NamedTuple):
    """On the scale of Elo, with its 95 % interval."""

    elo: float
    lo: float
    hi: float


class Tournament:
    """The journal of `causeway tournament`: a directory, or the tournament.jsonl in it."""

    def __init__(self, path: Union[str, os.PathLike[str]]) -> None:
        name = os.fspath(path)
        if os.path.isdir(name):
            name = os.path.join(name, "tournament.jsonl")
        with open(name, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file if line.endswith("\n")]
        self.header: Dict[str, Any] = lines[0]
        self.players: List[str] = self.header["players"]
        self.fields: List[Rules] = [Rules(field["game"], field["rules"]) for field in self.header["fields"]]
        self.pairs: List[Dict[str, Any]] = sorted(lines[1:], key=lambda line: int(line["pair"]))

    def _meet(self, pair: int) -> Tuple[int, int, int]:
        """Who meets in a pair, and in which field."""
        count = len(self.players)
        if self.header["gauntlet"]:
            meetings = [(0, k) for k in range(1, count)]
        else:
            meetings = [(i, k) for i in range(count) for k in range(i + 1, count)]
        one, two = meetings[pair % len(meetings)]
        return one, two, pair // len(meetings) % len(self.fields)

    def rows(self) -> Iterator[Dict[str, Any]]:
        """A row for each game, as a table of pandas or a CSV file takes them."""
        for line in self.pairs:
            one, two, field = self._meet(line["pair"])
            for number, game in enumerate(line["games"]):
                first, second = (one, two) if number == 0 else (two, one)
                won = game["won"] if number == 0 else not game["won"]
                score = game["score"] if number == 0 else 1 - game["score"]
                yield {"pair": line["pair"], "id": game["id"], "game": self.fields[field].game.slug,
                       "rules": str(self.fields[field]), "first": self.players[first],
                       "second": self.players[second], "first_won": won,
                       "score": score if game["adjusted"] else float(won), "end": game["end"],
                       "cause": game.get("cause")}

    def ratings(self, without_luck: bool = False) -> Dict[str, Rating]:
        """By docs/ratings.md: pairs that are alike count once."""
        seen: Set[Tuple[object, ...]] = set()
        games: List[_library.RatingGame] = []
        rows = self.rows()
        for line in self.pairs:
            one, two, field = self._meet(line["pair"])
            both = [next(rows), next(rows)]
            key = (one, two, field, *(game["hash"] for game in line["games"]))
            if key in seen:
                continue
            seen.add(key)
            for (first, second), row in zip(((one, two), (two, one)), both):
                score = row["score"] if without_luck else float(row["first_won"])
                games.append(_library.RatingGame(first, second, field, line["pair"], score))
        fitted = (_library.Rating * len(self.players))()
        given = (_library.RatingGame * len(games))(*games)
        attempt("cw_ratings_fit", given, len(games), len(self.players), len(self.fields), fitted, None)
        return {player: Rating(value.elo, value.lo, value.hi) for player, value in zip(self.players, fitted)}

    def __len__(self) -> int:
        return len(self.pairs)

    def __repr__(self) -> str:
        return f"Tournament(players={self.players!r}, pairs={len(self)})"
