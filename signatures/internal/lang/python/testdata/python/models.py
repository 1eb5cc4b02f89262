#!/usr/bin/env python3
# -*- coding: utf-8 -*-
"""Models of the application.

More text.
"""
from __future__ import annotations

import os.path as osp, sys
from typing import TYPE_CHECKING, Generic
from . import siblings
from .base import (
    Base as Base,
    mixin,  # comment
)
from ..upper.deep import *

if TYPE_CHECKING:
    from .hints import Hint

try:
    import ujson as json
except ImportError:
    json = None

__all__ = ["User", "make_user", "CONSTANT"]
__all__ += ["late"]
__version__ = "1.0"

CONSTANT: int = 3  # three
_private = 4
first, (second, _third) = 1, (2, 3)
chained = again = None
Callback = (
    Callable[[int], str]  # long
)
TABLE = {
    "a": 1,
    "b": 2,
}
type Vector[T] = list[T]


#: How users look.
@dataclass(frozen=True, order=True)
class User(Base[Hint], Generic[T], metaclass=Meta):
    """A user of the system.

    Attributes follow.
    """

    name: str
    age: int = 0
    tags: list[str] = field(default_factory=list, repr=False, compare=False, metadata={"a": 1})
    _hidden: int = 1
    __slots__ = ("name",)

    class Meta:
        ordering = ["name"]

        def inner(self): ...

    class _Private:
        def lost(self): ...

    def __init__(self, name: str, /, age: int = 0, *args: int, flag: bool = True, **kwargs: object) -> None:
        """Make one. And more."""
        self.name = name

        def local():
            pass

    @property
    def full_name(self) -> str:
        """The full name,
        with all parts."""
        return self.name if self.name and self.age else ""

    @full_name.setter
    def full_name(self, value: str) -> None:
        ...

    @functools.cached_property
    def cached(self) -> int:
        return 1

    @classmethod
    async def load(cls, path: str) -> User:
        r"""Load it \d."""
        async for x in y:
            if x or y:
                pass
            elif z:
                pass
        return [i for i in x if i]

    @staticmethod
    def _static(): ...

    def __eq__(self, other): return True

    def no_doc(self):
        # TODO: doc
        return 1

    if sys.platform == "win32":
        def only_windows(self): ...


class Empty(Exception):
    pass


class Color(enum.Enum):
    RED = 1
    GREEN = "g"


@overload
def make_user(name: str) -> User: ...
@overload
def make_user(name: None = None, *, registry: dict[str, tuple[int, int]] = {}, callback: Callable[[int], str] | None = None) -> None: ...
@app.route("/user", methods=["GET", "POST"])
def make_user(name=None, *, registry=None, callback=None):
    match name:
        case "a":
            pass
        case _:
            pass


def _helper(x, y=lambda a, b: a):
    return x


async def late(): ...


square = lambda x: x * x

if __name__ == "__main__":
    result = make_user("x")
    import argparse
