# SPDX-License-Identifier: GPL-3.0-or-later
"""libcauseway through ctypes: one declaration for each function of causeway.h that is used."""
from __future__ import annotations

import ctypes
import ctypes.util
import os
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_int, c_int64, c_long, c_size_t
from ctypes import c_uint32, c_uint64, c_void_p
from typing import Any, Callable, Optional


class CausewayError(ValueError):
    """A mistake in what was asked for, in a sentence."""


class Move(ctypes.Structure):
    _fields_ = [("numbers", c_uint64), ("verb", c_uint32), ("zero", c_uint32)]


class RatingGame(ctypes.Structure):
    _fields_ = [("first", c_uint32), ("second", c_uint32), ("field", c_uint32), ("group", c_uint32),
                ("score", c_double)]


class Rating(ctypes.Structure):
    _fields_ = [("elo", c_double), ("lo", c_double), ("hi", c_double)]


GO_ON = ctypes.CFUNCTYPE(c_bool, c_void_p, c_uint64)


class Limits(ctypes.Structure):
    _fields_ = [("seconds", c_double), ("bytes", c_size_t), ("go_on", GO_ON), ("context", c_void_p)]


def _load() -> ctypes.CDLL:
    name = os.environ.get("CAUSEWAY_LIBRARY") or ctypes.util.find_library("causeway")
    try:
        return ctypes.CDLL(name or "libcauseway.so.0")
    except OSError as error:
        raise ImportError(f"libcauseway is not installed, and $CAUSEWAY_LIBRARY names none: {error}")


_library = _load()

_ERROR = POINTER(c_void_p)

# Of what a function returns, c_void_p is a handle or a string that is ours to free.
_SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "cw_version": (c_char_p, []),
    "cw_free": (None, [c_void_p]),
    "cw_game_count": (c_size_t, []),
    "cw_game_at": (c_void_p, [c_size_t]),
    "cw_game_find": (c_void_p, [c_char_p, _ERROR]),
    "cw_game_slug": (c_char_p, [c_void_p]),
    "cw_game_title": (c_char_p, [c_void_p]),
    "cw_game_json": (c_void_p, [c_void_p]),
    "cw_variant_new": (c_void_p, [c_void_p, c_char_p, _ERROR]),
    "cw_variant_rules": (c_void_p, [c_void_p]),
    "cw_variant_free": (None, [c_void_p]),
    "cw_variant_efg": (c_void_p, [c_void_p, c_int, c_uint64, _ERROR]),
    "cw_position_new": (c_void_p, [c_void_p, c_int, _ERROR]),
    "cw_position_copy": (c_void_p, [c_void_p]),
    "cw_position_free": (None, [c_void_p]),
    "cw_position_mover": (c_int, [c_void_p]),
    "cw_position_winner": (c_int, [c_void_p]),
    "cw_position_moves": (c_size_t, [c_void_p, POINTER(Move), c_size_t]),
    "cw_position_apply": (c_char_p, [c_void_p, Move, _ERROR]),
    "cw_position_told": (c_void_p, [c_void_p, c_int]),
    "cw_position_board": (c_void_p, [c_void_p, c_int]),
    "cw_position_guess": (c_void_p, [c_void_p, c_int, c_uint64, _ERROR]),
    "cw_position_solve": (c_void_p, [c_void_p, POINTER(Limits), _ERROR]),
    "cw_move_parse": (c_bool, [c_void_p, c_char_p, POINTER(Move), _ERROR]),
    "cw_move_print": (c_void_p, [c_void_p, Move]),
    "cw_answer_free": (None, [c_void_p]),
    "cw_answer_kind": (c_int, [c_void_p]),
    "cw_answer_low": (c_char_p, [c_void_p]),
    "cw_answer_high": (c_char_p, [c_void_p]),
    "cw_answer_count": (c_size_t, [c_void_p]),
    "cw_answer_move": (Move, [c_void_p, c_size_t]),
    "cw_answer_chance": (c_char_p, [c_void_p, c_size_t]),
    "cw_answer_share": (c_char_p, [c_void_p, c_size_t]),
    "cw_answer_best": (c_bool, [c_void_p, c_size_t]),
    "cw_answer_mixture": (c_long, [c_void_p, c_void_p, c_int, POINTER(c_void_p), c_size_t, _ERROR]),
    "cw_answer_certificate": (c_void_p, [c_void_p, _ERROR]),
    "cw_check": (c_void_p, [c_char_p, c_size_t, POINTER(Limits), _ERROR]),
    "cw_record_read": (c_void_p, [c_char_p, c_size_t, _ERROR]),
    "cw_record_free": (None, [c_void_p]),
    "cw_record_header": (c_char_p, [c_void_p]),
    "cw_record_count": (c_size_t, [c_void_p]),
    "cw_record_event": (c_char_p, [c_void_p, c_size_t]),
    "cw_record_rounds": (c_size_t, [c_void_p]),
    "cw_record_winner": (c_int, [c_void_p, c_size_t]),
    "cw_record_moves": (c_size_t, [c_void_p, c_size_t]),
    "cw_record_position": (c_void_p, [c_void_p, c_size_t, c_size_t, _ERROR]),
    "cw_record_write": (c_void_p, [c_void_p, c_int, _ERROR]),
    "cw_ratings_fit": (c_bool, [POINTER(RatingGame), c_size_t, c_size_t, c_size_t, POINTER(Rating),
                                POINTER(Rating), _ERROR]),
    "cw_ratings_score": (c_double, [c_double]),
    "cw_table_open": (c_void_p, [c_char_p, _ERROR]),
    "cw_table_free": (None, [c_void_p]),
    "cw_table_id": (c_char_p, [c_void_p]),
    "cw_table_send": (c_bool, [c_void_p, c_int, c_char_p, _ERROR]),
    "cw_table_poll": (c_int64, [c_void_p, c_int64]),
    "cw_table_next": (c_char_p, [c_void_p, POINTER(c_int)]),
    "cw_table_record": (c_void_p, [c_void_p, c_int, _ERROR]),
    "cw_player_new": (c_void_p, [c_char_p, c_uint64, _ERROR]),
    "cw_player_free": (None, [c_void_p]),
    "cw_player_move": (c_bool, [c_void_p, c_void_p, POINTER(Move), _ERROR]),
}


def _declare() -> None:
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(_library, name)
        function.restype = result
        function.argtypes = arguments


_declare()


def call(name: str, *arguments: Any) -> Any:
    """A function that cannot fail."""
    return getattr(_library, name)(*arguments)


def attempt(name: str, *arguments: Any) -> Any:
    """A function that can: what is wrong is raised."""
    error = c_void_p()
    result = getattr(_library, name)(*arguments, byref(error))
    if result is None or result is False or (isinstance(result, int) and result == -1):
        sentence = take(error.value) if error.value else "There is not enough memory."
        raise CausewayError(sentence)
    return result


def take(string: Optional[int]) -> str:
    """A string of the library's that is ours: copied, and freed."""
    if not string:
        raise MemoryError
    text = ctypes.string_at(string).decode()
    _library.cw_free(string)
    return text


class Handle:
    """Something of the library's that is freed with the object that has it."""

    def __init__(self, pointer: Optional[int], free: str) -> None:
        if not pointer:
            raise MemoryError
        self.pointer = pointer
        self._free: Callable[[int], None] = getattr(_library, free)

    def __del__(self) -> None:
        if getattr(self, "pointer", None):
            self._free(self.pointer)


def limits(seconds: Optional[float], memory: Optional[int],
           go_on: Optional[Callable[[int], bool]] = None) -> Limits:
    asked = Limits(seconds=seconds or 0.0, bytes=memory or 0)
    if go_on:
        ask = go_on
        asked.go_on = GO_ON(lambda _, count: ask(count))
    return asked
