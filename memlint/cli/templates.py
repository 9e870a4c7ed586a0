"""What ``memlint init`` writes. The README shows the same texts; tests/cli/test_readme.py runs them."""

from __future__ import annotations

from memlint import __version__

REPOSITORY = "https://github.com/memlint/memlint"
_ACTION = f"memlint/memlint@v{__version__}"

CONFIGURATION = f"""\
# What memlint checks here. All keys: {REPOSITORY}#configuration
fail-on = "warning"    # the mildest severity that fails: error, warning, info or never
ignore = []            # rules or families, such as "imports/cycle" or "budget"
exclude = []           # globs of memory files that are not read, such as "docs/archive/"
"""

#: The entry of the hook, at the indentation that lists under ``repos:`` mostly have.
HOOK = f"""\
  - repo: {REPOSITORY}
    rev: v{__version__}
    hooks:
      - id: memlint-project
"""

HOOKS = f"repos:\n{HOOK}"

# Other people's actions are pinned to commits, which cannot be moved.
WORKFLOW = f"""\
name: memlint
on:
  pull_request:
  push:
    branches: [main, master]
permissions: {{}}
jobs:
  memlint:
    runs-on: ubuntu-latest
    permissions:
      contents: read
      security-events: write # to upload SARIF
    steps:
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
        with:
          persist-credentials: false
      - uses: {_ACTION}
        id: memlint
        with:
          sarif-file: memlint.sarif
      - uses: github/codeql-action/upload-sarif@9e907b5e64f6b83e7804b09294d44122997950d6 # v4.32.3
        if: ${{{{ !cancelled() && steps.memlint.outputs.sarif-file != '' }}}}
        with:
          sarif_file: ${{{{ steps.memlint.outputs.sarif-file }}}}
          category: memlint
"""
