"""
Verifies ES256 signatures (RFC 7518 §3.4): ECDSA on the curve P-256 with SHA-256, by FIPS 186-5 §6.4.2.

It handles public data only: a signed text, a signature and a public key. Its duration depends on the numbers, which
discloses nothing here. Do not sign with arithmetic like this, because it would disclose the private key.
"""
from __future__ import annotations

import hashlib

# The curve y² = x³ - 3x + B over the integers modulo P. Its base point G has the order N (NIST SP 800-186 §3.2.1.3).
P = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)

# A point of the curve; None is the point at infinity, the zero of the addition.
Point = tuple[int, int] | None


def is_public_key(x: int, y: int) -> bool:
    """Checks that a point is on the curve (SP 800-186 appendix D.1.1): other points make forgeries possible."""
    return 0 <= x < P and 0 <= y < P and (y * y - (x * x * x - 3 * x + B)) % P == 0


def is_signature(public_key: tuple[int, int], signed: bytes, signature: bytes) -> bool:
    """Checks a signature of 64 bytes: the numbers r and s, 32 bytes each, as JWTs have them."""
    if len(signature) != 64 or not is_public_key(*public_key):
        return False
    r = int.from_bytes(signature[:32], "big")
    s = int.from_bytes(signature[32:], "big")
    # Zero and numbers from the order on are refused first: with them, any text would have a signature.
    if not (1 <= r < N and 1 <= s < N):
        return False
    e = int.from_bytes(hashlib.sha256(signed).digest(), "big")
    inverse = pow(s, -1, N)
    point = _add(_multiply(e * inverse % N, G), _multiply(r * inverse % N, public_key))
    return point is not None and point[0] % N == r


def _add(a: Point, b: Point) -> Point:
    """Adds two points (SP 800-186 appendix A.1.1): the line through both meets the curve in a third point."""
    if a is None:
        return b
    if b is None:
        return a
    (x1, y1), (x2, y2) = a, b
    if x1 == x2 and (y1 + y2) % P == 0:
        return None
    if a == b:
        slope = (3 * x1 * x1 - 3) * pow(2 * y1, -1, P) % P
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, P) % P
    x = (slope * slope - x1 - x2) % P
    return x, (slope * (x1 - x) - y1) % P


def _multiply(times: int, point: Point) -> Point:
    """Adds a point to itself `times` times, by doubling it for each bit."""
    total: Point = None
    while times:
        if times & 1:
            total = _add(total, point)
        point = _add(point, point)
        times >>= 1
    return total
