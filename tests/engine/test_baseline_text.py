"""What a baseline looks like on disk, to the byte."""

from __future__ import annotations

from memlint.engine.baseline import Entry, text

ZEROS, ONES = "0" * 32, "1" * 32


def test_count_and_sizes_are_told_where_they_tell_something() -> None:
    one, two = Entry("CLAUDE.md", "a/b", "0" * 32), Entry("x.md", "a/b", "1" * 32, 2, (3, 4))
    assert text([two, one]) == (
        '{\n "version": 1,\n "findings": [\n'
        f'  {{"path": "CLAUDE.md", "rule": "a/b", "fingerprint": "{ZEROS}"}},\n'
        f'  {{"path": "x.md", "rule": "a/b", "fingerprint": "{ONES}", "count": 2, "sizes": [3, 4]}}\n'
        " ]\n}\n"
    )


def test_none() -> None:
    assert text([]) == '{\n "version": 1,\n "findings": [\n ]\n}\n'


def test_of_two_for_the_same_finding_the_one_that_lets_more_pass() -> None:
    entry = Entry("x.md", "a/b", "1" * 32, 2, (3, 4))
    assert text([entry, entry._replace(times=1, sizes=(5, 1))]) == text([entry._replace(sizes=(5, 4))])
    assert text([entry, entry._replace(sizes=(5,))]) == text([entry])
