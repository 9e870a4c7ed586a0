"""``NamedTuple`` as ``typing`` has it, made in a tenth of the time: a run makes a hundred such classes.

The one of ``typing`` compiles every annotation and the source of a constructor. Here the constructor is one of those
below, which are compiled with this module: it only gets the names of the fields. Type checkers see the real one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ("NamedTuple",)

if TYPE_CHECKING:
    from typing import NamedTuple
else:
    import typing
    from collections import _tuplegetter, namedtuple
    from types import FunctionType

    _new = tuple.__new__

    #: By number of fields.
    _NEW = (
        None,
        lambda _cls, a: _new(_cls, (a,)),
        lambda _cls, a, b: _new(_cls, (a, b)),
        lambda _cls, a, b, c: _new(_cls, (a, b, c)),
        lambda _cls, a, b, c, d: _new(_cls, (a, b, c, d)),
        lambda _cls, a, b, c, d, e: _new(_cls, (a, b, c, d, e)),
        lambda _cls, a, b, c, d, e, f: _new(_cls, (a, b, c, d, e, f)),
        lambda _cls, a, b, c, d, e, f, g: _new(_cls, (a, b, c, d, e, f, g)),
        lambda _cls, a, b, c, d, e, f, g, h: _new(_cls, (a, b, c, d, e, f, g, h)),
        lambda _cls, a, b, c, d, e, f, g, h, i: _new(_cls, (a, b, c, d, e, f, g, h, i)),
        lambda _cls, a, b, c, d, e, f, g, h, i, j: _new(_cls, (a, b, c, d, e, f, g, h, i, j)),
        lambda _cls, a, b, c, d, e, f, g, h, i, j, k: _new(_cls, (a, b, c, d, e, f, g, h, i, j, k)),
        lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m: _new(_cls, (a, b, c, d, e, f, g, h, i, j, k, m)),
        lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n: _new(_cls, (a, b, c, d, e, f, g, h, i, j, k, m, n)),
    )

    class _Record(tuple):
        __slots__ = ()
        _fields = ()

        @classmethod
        def _make(cls, iterable):
            found = _new(cls, iterable)
            if len(found) != len(cls._fields):
                raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(found)}")
            return found

        def _replace(self, /, **fields):
            found = self._make(map(fields.pop, self._fields, self))
            if fields:
                raise ValueError(f"Got unexpected field names: {list(fields)!r}")
            return found

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            named = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({named})"

        def __getnewargs__(self):
            return tuple(self)

    def _constructor(name, fields, defaults):
        if len(fields) >= len(_NEW):
            return namedtuple(name, fields, defaults=defaults).__new__
        names = {"co_varnames": ("_cls", *fields), "co_name": "__new__", "co_qualname": f"{name}.__new__"}
        return FunctionType(_NEW[len(fields)].__code__.replace(**names), globals(), "__new__", defaults)

    class _Making(type):
        """Makes the class of a ``class`` statement that has NamedTuple for its base."""

        def __new__(meta, name, bases, namespace):
            fields = tuple(namespace.get("__annotations__", ()))
            if len(bases) > 1 or not fields:
                return typing.NamedTupleMeta(name, (typing._NamedTuple, *bases[1:]), namespace)
            defaults = tuple(namespace[field] for field in fields if field in namespace)
            if any(field in namespace for field in fields[: len(fields) - len(defaults)]):
                raise TypeError(f"{name}: a field without a default follows one that has one")
            namespace |= {field: _tuplegetter(at, "") for at, field in enumerate(fields)}
            namespace["__slots__"] = ()
            namespace["__match_args__"] = namespace["_fields"] = fields
            namespace["_field_defaults"] = dict(zip(fields[len(fields) - len(defaults) :], defaults, strict=True))
            namespace["__new__"] = _constructor(name, fields, defaults)
            return type(name, (_Record,), namespace)

    NamedTuple = type.__new__(_Making, "NamedTuple", (), {})
