# SPDX-License-Identifier: GPL-3.0-or-later
"""Two-player duels on a line of cells: rules, exact answers with proofs, computer players.

    >>> import causeway
    >>> rules = causeway.Rules("trap-runner", "fair")
    >>> rules.start().solve().value
    Fraction(1, 2)

Positions are used as those of python-chess are: `legal_moves`, `push`, `pop`. A position holds
the truth; `view(seat)` is what one seat knows of it. Numbers are fractions, and an answer says
what its numbers are (`Kind`).
"""
from __future__ import annotations

import enum
import json
from ctypes import byref, c_void_p
from fractions import Fraction
from typing import Any, Callable, Dict, Iterator, List, Optional, Union

from . import _library
from ._library import CausewayError, Handle, attempt, call, take

__all__ = ["Answer", "CausewayError", "Engine", "Game", "Kind", "Move", "Player", "Position", "Rated",
           "Rating", "Record", "Rules", "Seat", "Table", "Tournament", "View", "check", "games", "match",
           "version"]


class Seat(enum.IntEnum):
    """Who decides: a player, or chance, who deals; nobody where a game is over."""

    NOBODY = 0
    ONE = 1
    TWO = 2
    CHANCE = 3


class Kind(enum.IntEnum):
    """What an answer's numbers are."""

    VALUE = 0  # the exact value, confirmed by the check
    SURE = 1  # the same, and one side wins whatever the other does and hides
    BOUNDS = 2  # the value lies between them, confirmed by the check
    AGAINST = 3  # exact against one optimal plan of the opponent's
    ABOUT = 4  # the solver's word, not confirmed


def version() -> str:
    """The library's version."""
    return str(call("cw_version").decode())


class Game:
    """A rule book. `Game("minefield")`; `games()` has them all."""

    def __init__(self, name: str) -> None:
        self._pointer: int = attempt("cw_game_find", name.encode())
        self.slug: str = call("cw_game_slug", self._pointer).decode()
        self.title: str = call("cw_game_title", self._pointer).decode()
        self.facts: Dict[str, Any] = json.loads(take(call("cw_game_json", self._pointer)))

    @property
    def verbs(self) -> List[str]:
        return [str(verb["verb"]) for verb in self.facts["verbs"]]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.slug == other.slug

    def __hash__(self) -> int:
        return hash(self.slug)

    def __repr__(self) -> str:
        return f"Game({self.slug!r})"


def games() -> List[Game]:
    """All games, in the order of the library."""
    pointers = [call("cw_game_at", i) for i in range(call("cw_game_count"))]
    return [Game(call("cw_game_slug", pointer).decode()) for pointer in pointers]


class Move:
    """A verb and numbers, as in "scan 4". Moves of one game compare and hash by their text."""

    def __init__(self, game: Game, text: Union[str, _library.Move]) -> None:
        self.game = game
        if isinstance(text, str):
            self._value = _library.Move()
            attempt("cw_move_parse", game._pointer, text.encode(), byref(self._value))
        else:
            self._value = text

    @property
    def verb(self) -> str:
        return self.game.verbs[int(self._value.verb)]

    @property
    def numbers(self) -> List[int]:
        return [n for n in range(64) if self._value.numbers >> n & 1]

    def __str__(self) -> str:
        return take(call("cw_move_print", self.game._pointer, self._value))

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return str(self) == other
        return isinstance(other, Move) and self.game == other.game and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


class Rules:
    """A game with its rules: `Rules("trap-runner", "fair,length=12")`."""

    def __init__(self, game: Union[Game, str], text: str = "") -> None:
        self.game = game if isinstance(game, Game) else Game(game)
        self._handle = Handle(attempt("cw_variant_new", self.game._pointer, text.encode()),
                              "cw_variant_free")

    def start(self, first: int = Seat.ONE) -> Position:
        """The first position, with this seat first, or in the first role."""
        pointer = attempt("cw_position_new", self._handle.pointer, int(first))
        return Position(self, Handle(pointer, "cw_position_free"))

    def options(self) -> Dict[str, str]:
        """Every option with its value."""
        return dict(pair.split("=") for pair in str(self).split(","))

    def efg(self, first: int = Seat.ONE, nodes: int = 5_000_000) -> str:
        """The game tree as a file for Gambit, if it has at most so many nodes."""
        return take(attempt("cw_variant_efg", self._handle.pointer, int(first), nodes))

    def __str__(self) -> str:
        return take(call("cw_variant_rules", self._handle.pointer))

    def __repr__(self) -> str:
        return f"Rules({self.game.slug!r}, {str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.game == other.game and str(self) == str(other)

    def __hash__(self) -> int:
        return hash((self.game, str(self)))


class View:
    """What one seat knows of a position. Views are equal exactly if the seat cannot tell the
    positions apart, so that they can be the keys of a strategy."""

    def __init__(self, position: Position, seat: int) -> None:
        self.seat = Seat(seat)
        self.rules = position.rules
        self.told: List[str] = take(
            call("cw_position_told", position._handle.pointer, int(seat))).splitlines()
        self.board: Dict[str, Any] = json.loads(
            take(call("cw_position_board", position._handle.pointer, int(seat))))

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, View) and self.rules == other.rules and self.seat == other.seat
                and self.told == other.told)

    def __hash__(self) -> int:
        return hash((self.rules, self.seat, tuple(self.told)))

    def __repr__(self) -> str:
        return f"View(seat={int(self.seat)}, told={self.told!r})"


class Position:
    """A position, with all that is hidden in it, and how it came about."""

    def __init__(self, rules: Rules, handle: Handle) -> None:
        self.rules = rules
        self._handle = handle
        self._past: List[Handle] = []

    @property
    def mover(self) -> Seat:
        return Seat(call("cw_position_mover", self._handle.pointer))

    @property
    def winner(self) -> Optional[Seat]:
        winner = Seat(call("cw_position_winner", self._handle.pointer))
        return None if winner is Seat.NOBODY else winner

    @property
    def is_over(self) -> bool:
        return self.winner is not None

    @property
    def legal_moves(self) -> List[Move]:
        """The mover's. Chance draws each of its own with the same probability."""
        count = call("cw_position_moves", self._handle.pointer, None, 0)
        out = (_library.Move * count)()
        call("cw_position_moves", self._handle.pointer, out, count)
        return [Move(self.rules.game, _library.Move(move.numbers, move.verb, 0)) for move in out]

    def push(self, move: Union[Move, str]) -> str:
        """Makes a move; returns what everybody learns by it ("plain": nothing)."""
        made = Move(self.rules.game, move) if isinstance(move, str) else move
        before = Handle(call("cw_position_copy", self._handle.pointer), "cw_position_free")
        outcome: bytes = attempt("cw_position_apply", self._handle.pointer, made._value)
        self._past.append(before)
        return outcome.decode()

    def pop(self) -> None:
        """Takes the last move back that was pushed on this object."""
        if not self._past:
            raise IndexError("no move was made on this object")
        self._handle = self._past.pop()

    def copy(self) -> Position:
        return Position(self.rules,
                        Handle(call("cw_position_copy", self._handle.pointer), "cw_position_free"))

    def view(self, seat: int) -> View:
        return View(self, seat)

    def guess(self, seat: int, seed: int) -> Position:
        """A position that looks the same to the seat, with what is hidden from it drawn anew."""
        pointer = attempt("cw_position_guess", self._handle.pointer, int(seat), seed)
        return Position(self.rules, Handle(pointer, "cw_position_free"))

    def solve(self, seconds: Optional[float] = None, memory: Optional[int] = None,
              go_on: Optional[Callable[[int], bool]] = None) -> Answer:
        """The mover's moves, judged by what the mover knows. `go_on` is called now and then with
        a count that grows, and returns False to stop."""
        asked = _library.limits(seconds, memory, go_on)
        pointer = attempt("cw_position_solve", self._handle.pointer, byref(asked))
        return Answer(self.rules, Handle(pointer, "cw_answer_free"))

    def __repr__(self) -> str:
        told = take(call("cw_position_told", self._handle.pointer, int(Seat.NOBODY))).splitlines()
        return f"Position({self.rules!r}, told={told!r})"


class Rated:
    """A move, the chance that seat 1 wins after it (None: not known), how often best play makes
    it, and whether none is better."""

    def __init__(self, move: Move, chance: Optional[Fraction], share: Fraction, best: bool) -> None:
        self.move = move
        self.chance = chance
        self.share = share
        self.best = best

    def __repr__(self) -> str:
        return f"Rated({str(self.move)!r}, chance={self.chance}, share={self.share}, best={self.best})"


class Answer:
    """What the solver found, and what its numbers are."""

    def __init__(self, rules: Rules, handle: Handle) -> None:
        self.rules = rules
        self._handle = handle
        self.kind = Kind(call("cw_answer_kind", handle.pointer))
        self.low = Fraction(call("cw_answer_low", handle.pointer).decode())
        self.high = Fraction(call("cw_answer_high", handle.pointer).decode())
        self.moves: List[Rated] = [self._rated(i) for i in range(call("cw_answer_count", handle.pointer))]

    def _rated(self, i: int) -> Rated:
        pointer = self._handle.pointer
        chance: Optional[bytes] = call("cw_answer_chance", pointer, i)
        return Rated(Move(self.rules.game, call("cw_answer_move", pointer, i)),
                     Fraction(chance.decode()) if chance else None,
                     Fraction(call("cw_answer_share", pointer, i).decode()),
                     call("cw_answer_best", pointer, i))

    @property
    def value(self) -> Fraction:
        """The chance that seat 1 wins. An answer that is an interval has none."""
        if self.low != self.high:
            raise CausewayError(f"The value is not known: it is between {self.low} and {self.high}.")
        return self.low

    @property
    def best(self) -> List[Move]:
        return [rated.move for rated in self.moves if rated.best]

    def probabilities(self, position: Position) -> Dict[Move, Fraction]:
        """How the mover's strategy plays there: of an answer about the start of a game."""
        moves = position.legal_moves
        out = (c_void_p * len(moves))()
        attempt("cw_answer_mixture", self._handle.pointer, position._handle.pointer,
                int(position.mover), out, len(moves))
        return {move: Fraction(take(weight)) for move, weight in zip(moves, out)}

    def certificate(self) -> str:
        """The proof, for `check` and for other programs."""
        return take(attempt("cw_answer_certificate", self._handle.pointer))

    def __iter__(self) -> Iterator[Rated]:
        return iter(self.moves)

    def __repr__(self) -> str:
        value = str(self.low) if self.low == self.high else f"{self.low} to {self.high}"
        return f"Answer({self.kind.name}, {value})"


def check(certificate: Union[str, bytes], seconds: Optional[float] = None) -> str:
    """What a certificate proves, in a sentence. Raises CausewayError if it proves nothing."""
    data = certificate.encode() if isinstance(certificate, str) else certificate
    asked = _library.limits(seconds, None)
    return take(attempt("cw_check", data, len(data), byref(asked)))


class Player:
    """A computer player: random, easy, medium, hard or perfect. Equal seeds play alike."""

    def __init__(self, level: str, seed: int = 0) -> None:
        self.level = level
        self._handle = Handle(attempt("cw_player_new", level.encode(), seed), "cw_player_free")

    def choose(self, position: Position) -> Move:
        """Its move for whoever is on turn, from what that seat knows."""
        move = _library.Move()
        attempt("cw_player_move", self._handle.pointer, position._handle.pointer, byref(move))
        return Move(position.rules.game, move)

    def __repr__(self) -> str:
        return f"Player({self.level!r})"


from .results import Rating, Record, Tournament  # noqa: E402: they are made of what is above
from .tables import Engine, Table, match  # noqa: E402
