"""The hash function that stands for contents, without what else ``hashlib`` brings along."""

from __future__ import annotations

try:
    from _blake2 import blake2b  # hashlib loads OpenSSL, which takes as long as reading a small project
except ImportError:
    from hashlib import blake2b

__all__ = ("blake2b",)
