"""A pytest plug-in that tells which lines of memlint each test executes, for tests.mutation.run.

With ``-p tests.mutation.contexts`` and MEMLINT_CONTEXTS=FOLDER, each process writes two files there: coverage data whose
contexts are node ids, and one JSON line for each test that passed: its node id and its seconds of CPU. Of a test with thousands
of parameters a sample runs: the score is a lower bound then.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

MOST = 150  # parameter sets of one test


class _Recorder:
    def __init__(self, folder: Path, packages: list[str]) -> None:
        self._passed = open(folder / f"passed.{os.getpid()}.jsonl", "a", encoding="utf-8")  # noqa: SIM115 - until the end
        self._coverage = coverage.Coverage(
            data_file=str(folder / f"lines.{os.getpid()}"), include=packages, config_file=False, messages=False
        )
        self._coverage.start()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        tests: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in items:
            tests[item.nodeid.partition("[")[0]].append(item)
        for name, some in tests.items():
            tests[name] = random.Random(name).sample(some, min(len(some), MOST))
        items[:] = [item for some in tests.values() for item in some]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._coverage.switch_context(item.nodeid)
        self._started = time.process_time()  # a machine that does more besides changes that less than the time
        try:
            return (yield)
        finally:
            self._coverage.switch_context("")

    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        if call.when == "call" and call.excinfo is None:
            self._passed.write(json.dumps([item.nodeid, time.process_time() - self._started]) + "\n")

    def pytest_unconfigure(self) -> None:
        self._coverage.stop()
        self._coverage.save()
        self._passed.close()


def pytest_configure(config: pytest.Config) -> None:
    folder = os.environ.get("MEMLINT_CONTEXTS")
    runs_tests = hasattr(config, "workerinput") or not config.getoption("numprocesses", None)
    if folder and runs_tests:
        config.pluginmanager.register(_Recorder(Path(folder), [str(config.rootpath / "memlint" / "*")]))
