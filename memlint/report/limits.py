"""What the readers of reports take, each number with its source; looked up on 2026-11-30."""

from __future__ import annotations

from typing import Final

# https://docs.github.com/en/code-security/code-scanning/troubleshooting-sarif-uploads/results-exceed-limit
SARIF_RESULTS: Final = 25_000  # more, and the upload is refused
SARIF_SHOWN: Final = 5_000  # GitHub keeps that many
SARIF_LOCATIONS: Final = 100  # shown of one result, its own and related ones; over 1,000 the upload is refused
SARIF_TAGS: Final = 10  # shown of one rule; over 20 the upload is refused
# https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning
SARIF_DESCRIPTION: Final = 1_024  # characters of a rule's short and full description
SARIF_GZIPPED: Final = 10_000_000  # bytes of the compressed file

# https://docs.github.com/en/rest/checks/runs, and per step: github.com/orgs/community/discussions/26680
ANNOTATIONS: Final = 10  # of each level that one step can make

# A comment on an issue or a pull request holds 65,536 characters, a job summary 1 MiB; some is left for others' text.
MARKDOWN: Final = 60_000
