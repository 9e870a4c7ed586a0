"""Reads configuration files: TOML, files that extend others, and what each key takes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from memlint.config import KINDS, LARGEST, OPTIONS, Option, Override, Settings
from memlint.errors import UsageError, nearest
from memlint.toml import Places, loads

_DEEPEST = 50  # files of which each extends the next
_BY_NAME = {option.name: option for option in OPTIONS}


def read(path: str) -> Settings:
    """Return the settings of the file at ``path``. Raises UsageError with file, line and the nearest known name."""
    files: list[str] = []
    values = _layers(path, (), files, {})
    values["extend"] = tuple(files[1:])
    return Settings(**{key.replace("-", "_"): value for key, value in values.items()}, file=path)


def places(path: str) -> Places:
    """Return the places of what stands in the file at ``path``. Raises UsageError as :func:`read` does."""
    return Places(path, _parsed(path)[0])


def _layers(
    path: str, above: tuple[str, ...], files: list[str], known: dict[tuple[str, str], dict[str, Any]]
) -> dict[str, Any]:
    """Return the values of a file over those of the files that it extends; ``above`` are those that extend it.

    ``known`` has what was read before: of files that extend one another on many ways each is read once.
    """
    chain = (*above, os.path.realpath(path))
    key = chain[-1], os.path.realpath(os.path.dirname(path))  # paths in it start at the folder that it was found in
    if key in known:
        return known[key]
    place, data = _table_of(path)
    own = {key: _value(key, value, place) for key, value in data.items()}
    if path not in files:
        files.append(path)
    if len(chain) > _DEEPEST:
        raise place.error(("extend",), f'more than {_DEEPEST} files "extend" one another')
    values: dict[str, Any] = {}
    for base in own.pop("extend", ()):
        if os.path.realpath(base) in chain:
            raise place.error(("extend",), f'"extend" leads back to {base}')
        if not os.path.isfile(base):
            raise place.error(("extend",), f"no such file: {base}")
        values = _over(values, _layers(base, chain, files, known))
    known[key] = _over(values, own)
    return known[key]


def _table_of(path: str) -> tuple[Places, dict[str, Any]]:
    """Return memlint's table of the file at ``path``, and the places in it."""
    text, data = _parsed(path)
    place = Places(path, text)
    if not place.prefix:
        return place, data
    tool = data.get("tool", {})
    if not isinstance(tool, dict) or "memlint" not in tool:
        raise UsageError(f"{path}: there is no table [tool.memlint] in it")
    if not isinstance(tool["memlint"], dict):
        raise place.error((), f'"tool.memlint" is a table, not {_kind(tool["memlint"])}')
    return place, tool["memlint"]


def _over(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Lay ``own`` over ``base``: a key replaces, but tables come together, and extend-select adds."""
    result = {**base, **own}
    for key in base.keys() & own.keys():
        old, new = base[key], own[key]
        if key == "extend-select":
            result[key] = tuple(dict.fromkeys((*old, *new)))
        elif key == "rules":
            result[key] = {**old, **{name: {**old.get(name, {}), **table} for name, table in new.items()}}
        elif isinstance(new, dict):  # of overrides the last counts, so what is replaced moves to the end
            result[key] = {**{name: value for name, value in old.items() if name not in new}, **new}
    return result


def _parsed(path: str) -> tuple[str, dict[str, Any]]:
    try:
        with open(path, "rb") as stream:  # it may be a pipe: --config <(…)
            data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise UsageError(f"{path}: a configuration of more than {LARGEST:,} bytes")
        text = data.decode("utf-8-sig")  # editors on Windows write the mark
        return text, loads(text)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8 (byte {error.start})") from None
    except ValueError as error:
        raise UsageError(_syntax(path, str(error), text)) from None
    except RecursionError:
        raise UsageError(f"{path}: nested too deeply") from None


def _syntax(path: str, message: str, text: str) -> str:
    """Put the position, which tomllib puts last, where every other complaint has it."""
    import re

    what, _, where = message.removesuffix(")").rpartition(" (at ")
    numbers = re.fullmatch(r"line (\d+), column (\d+)", where)
    if numbers:
        return f"{path}:{numbers[1]}:{numbers[2]}: {what}"
    return f"{path}:{text.rstrip().count(chr(10)) + 1}: {what}" if where == "end of document" else f"{path}: {message}"


def _value(key: str, value: Any, place: Places) -> Any:
    option = _BY_NAME.get(key)
    if option is None:
        hint = nearest(key, list(_BY_NAME))
        if key == "tool":
            hint = "; in this file the keys stand at the top, without [tool.memlint]"
        raise place.error((key,), f'unknown key "{key}"{hint}')
    if option.type in ("names", "words"):
        return _texts((key,), value, place)
    if option.type == "globs":
        return tuple(_glob((key,), glob, glob, place) for glob in _texts((key,), value, place))
    if option.type == "version":
        return _version(key, value, place)
    if option.type == "file":
        return "" if value == "" else _file((key,), value, place)
    if option.type == "paths":
        return _bases((key,), value, place)
    if option.type == "count":
        return _count((key,), value, place)
    if option.type == "choice":
        return _choice((key,), value, option.choices, place)
    if not isinstance(value, dict):
        raise place.error((key,), f'"{key}" is a table, not {_kind(value)}')
    return _table(key, value, option, place)


def _table(key: str, value: dict[str, Any], option: Option, place: Places) -> dict[str, Any]:
    if option.type == "severities":
        return {name: _choice((key, name), word, option.choices, place) for name, word in value.items()}
    if option.type == "files":
        return {_kind_name((key, name), name, place): _file((key, name), path, place) for name, path in value.items()}
    if option.type == "overrides":
        return {
            _pattern((key, name), name, place): _override((key, name), table, place) for name, table in value.items()
        }
    if option.type == "slots":
        return {name: _slot((key, name), table, place) for name, table in value.items()}
    if option.type == "lists":
        return {_pattern((key, name), name, place): _texts((key, name), words, place) for name, words in value.items()}
    return {name: _options((key, name), table, place) for name, table in value.items()}


def _override(keys: tuple[str, ...], value: Any, place: Places) -> Override:
    if not isinstance(value, dict):
        raise place.error(keys, f'"{".".join(keys)}" is a table, not {_kind(value)}')
    for key in value:
        if key not in Override._fields:
            hint = nearest(key, list(Override._fields)) or f" (there are: {', '.join(Override._fields)})"
            raise place.error((*keys, key), f'an override has no key "{key}"{hint}')
    for key in ("severity", "rules"):
        if not isinstance(value.get(key, {}), dict):
            raise place.error((*keys, key), f'"{key}" is a table, not {_kind(value[key])}')
    choices = _BY_NAME["severity"].choices
    levels = value.get("severity", {}).items()
    tables = value.get("rules", {}).items()
    return Override(
        _texts((*keys, "ignore"), value.get("ignore", []), place),
        {name: _choice((*keys, "severity", name), word, choices, place) for name, word in levels},
        {name: _options((*keys, "rules", name), table, place) for name, table in tables},
    )


def _bases(keys: tuple[str, ...], value: Any, place: Places) -> tuple[str, ...]:
    paths = _texts(keys, [value] if isinstance(value, str) else value, place)
    for path in paths:
        if "://" in path:
            raise place.error(keys, f'"{keys[-1]}" names files of this machine, and nothing is fetched: {path}')
    return tuple(_file(keys, path, place) for path in paths)


def _count(keys: tuple[str, ...], value: Any, place: Places) -> int:
    if type(value) is not int or value < 0:
        shown = value if type(value) is int else _kind(value)
        raise place.error(keys, f'"{keys[-1]}" is a number from 0 on, not {shown}')
    return value


def _texts(keys: tuple[str, ...], value: Any, place: Places) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise place.error(keys, f'"{keys[-1]}" is a list of texts, not {_kind(value)}')
    for item in value:
        if not isinstance(item, str):
            raise place.error(keys, f'"{keys[-1]}" is a list of texts, and {_kind(item)} is in it')
    return tuple(value)


def _kind_name(keys: tuple[str, ...], name: str, place: Places) -> str:
    if name not in KINDS:
        raise place.error(keys, f'"{name}" is no kind of file with a header{nearest(name, list(KINDS))}')
    return name


def _file(keys: tuple[str, ...], value: Any, place: Places) -> str:
    if not isinstance(value, str):
        what = "JSON Schema" if keys[1:] else "file"
        raise place.error(keys, f'"{keys[-1]}" is the path of a {what}, not {_kind(value)}')
    if "\0" in value:
        raise place.error(keys, f'"{keys[-1]}" is the path of a file, and no path has a NUL')
    return os.path.normpath(os.path.join(os.path.dirname(place.path), value))


def _pattern(keys: tuple[str, ...], glob: str, place: Places) -> str:
    """Return the glob of a table of files, which may have the backslashes of Windows."""
    return _glob(keys, glob, glob.replace("\\", "/"), place)


def _glob(keys: tuple[str, ...], glob: str, pattern: str, place: Places) -> str:
    """Return ``glob`` once ``pattern``, what will be matched, has proved to be one."""
    import re

    from memlint.harness.ignore import ignore_spec

    try:
        ignore_spec([pattern])
    except (ValueError, re.error):
        raise place.error(keys, f'"{glob}" is no glob as in .gitignore') from None
    return glob


def _version(key: str, value: Any, place: Places) -> str:
    if not isinstance(value, str):
        raise place.error((key,), f'"{key}" is a text, not {_kind(value)}')
    from memlint.harness.facts import is_version

    if value and not is_version(value):
        raise place.error((key,), f'"{key}" is a version such as "2.1.200", not "{value}"')
    return value


def _choice(keys: tuple[str, ...], value: Any, choices: Iterable[str], place: Places) -> str:
    if value not in choices:
        shown = f'"{value}"' if isinstance(value, str) else _kind(value)
        hint = nearest(value, list(choices)) if isinstance(value, str) else ""
        raise place.error(keys, f'"{keys[-1]}" is one of {", ".join(choices)}, not {shown}{hint}')
    return str(value)


def _slot(keys: tuple[str, ...], value: Any, place: Places) -> dict[str, Any]:
    """Return a slot as the built-in tables have them, once it has proved to be one."""
    if not isinstance(value, dict):
        raise place.error(keys, f'"{".".join(keys)}" is a table, not {_kind(value)}')
    if "id" in value:
        raise place.error((*keys, "id"), 'a slot has no key "id": the name of its table is its name')
    from memlint.source.directives.compiling import compiled, endless

    row = {**value, "id": keys[-1]}
    try:
        compiled((row,))
    except ValueError as error:
        raise place.error(keys, str(error)) from None
    pattern = endless(row)
    if pattern:
        raise place.error(keys, f"slot {keys[-1]}: the pattern {pattern[:80]} can take exponentially long")
    return row


def _options(keys: tuple[str, ...], value: Any, place: Places) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise place.error(keys, f'"{".".join(keys)}" is a table of options, not {_kind(value)}')
    for name, option in value.items():
        if isinstance(option, list):
            _texts((*keys, name), option, place)
        elif not isinstance(option, str | int | float):
            raise place.error((*keys, name), f'"{name}" is a text, a number, true or false, or a list of texts')
    return value


def _kind(value: Any) -> str:
    names = {str: "a text", bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "a table"}
    return names.get(type(value), f"a {type(value).__name__}")
