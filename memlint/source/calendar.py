"""What "two weeks before that day" is in the calendar, written as ISO 8601 does."""

from __future__ import annotations

from datetime import date, timedelta


def resolved(means: str, day: date, *, number: int = 0, unit: str = "", weekday: int = 0) -> str:
    """Return the time that ``means`` gives on ``day``: a day, a week, a month, a quarter or a year; "" for none.

    ``means`` is a unit with a count ("week -1"), a weekday ("weekday last", "next", "this", or "week -1 weekday" for
    one of the week before), or a direction ("-n unit") for ``number`` times ``unit``. Weekdays count from Monday, 0.
    """
    try:
        return _resolved(means.split(), day, number, unit, weekday)
    except (OverflowError, ValueError):  # before the year 1, or after 9999
        return ""


def _resolved(means: list[str], day: date, number: int, unit: str, weekday: int) -> str:
    match means:
        case ["weekday", which]:
            return _weekday(which, day, weekday).isoformat()
        case ["week", count, "weekday"]:
            return (day + timedelta(days=7 * int(count) - day.weekday() + weekday)).isoformat()
        case [sign, "unit"]:
            return _counted(day, number if sign == "+n" else -number, unit, years_ago=sign == "-n")
        case [name, count]:
            return _named(name, day, int(count))
    return ""


def _weekday(which: str, day: date, weekday: int) -> date:
    if which == "this":
        return day + timedelta(days=weekday - day.weekday())
    ahead = (weekday - day.weekday()) % 7
    return day + timedelta(days=(ahead or 7) if which == "next" else (ahead - 7))


def _counted(day: date, number: int, unit: str, *, years_ago: bool) -> str:
    if unit == "week":
        return _named("day", day, 7 * number)  # people who count weeks mean the same day of the week
    if unit == "year" and years_ago and number > -3:
        return _named("month", day, 12 * number)  # "a year ago" is closer than the year's number
    return _named(unit, day, number)


def _named(unit: str, day: date, count: int) -> str:
    if unit == "day":
        return (day + timedelta(days=count)).isoformat()
    if unit == "week":
        year, week, _ = (day + timedelta(days=7 * count)).isocalendar()
        return f"{year:04d}-W{week:02d}"
    if unit == "quarter":
        quarter = 4 * day.year + (day.month - 1) // 3 + count
        return f"{_year(quarter // 4)}-Q{quarter % 4 + 1}"
    if unit == "month":
        month = 12 * day.year + day.month - 1 + count
        return f"{_year(month // 12)}-{month % 12 + 1:02d}"
    return _year(day.year + count) if unit == "year" else ""


def _year(year: int) -> str:
    return f"{date(year, 1, 1).year:04d}"
