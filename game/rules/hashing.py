"""Python's own SHA-256: OpenSSL's, which `hashlib` prefers, takes 3.5 MB of memory."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import sha256
else:
    try:
        from _sha2 import sha256  # Python 3.12 and later
    except ImportError:
        try:
            from _sha256 import sha256
        except ImportError:  # either may be missing
            from hashlib import sha256

__all__ = ["sha256"]
