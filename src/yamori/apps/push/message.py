"""One push message: encrypted for a browser (RFC 8291, RFC 8188) and signed by the house (VAPID, RFC 8292). Pure, but for fresh keys."""

import base64
import os
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from yamori.domain.errors import InvalidRequest

_RECORD = 4096
_LASTS = timedelta(hours=12)
"""A signature; RFC 8292 allows a day at most."""
_POINT = 65
"""Bytes of an uncompressed point of P-256."""
_SECRET = 16


@dataclass(frozen=True, kw_only=True)
class BrowserKeys:
    """What a browser gives whoever may send to it."""

    public: bytes
    """Its point on P-256, uncompressed."""
    secret: bytes
    """The authentication secret, 16 bytes."""


def browser_keys(p256dh: str, auth: str) -> BrowserKeys:
    """As a page sends them. Raises `InvalidRequest` for what are none."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        keys = BrowserKeys(public=from_text(p256dh), secret=from_text(auth))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys.public)
    except ValueError as error:
        raise InvalidRequest("these are no keys of a browser", where="keys") from error
    if len(keys.public) != _POINT or len(keys.secret) != _SECRET:
        raise InvalidRequest("these are no keys of a browser", where="keys")
    return keys


def encrypted(text: bytes, keys: BrowserKeys, *, salt: bytes | None = None, own: bytes | None = None) -> bytes:
    """The body of the request, in `aes128gcm`. `salt` (16 bytes) and `own` (the sender's private number) are fresh unless given."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    curve = ec.SECP256R1()
    salt = salt or os.urandom(16)
    private = ec.derive_private_key(int.from_bytes(own, "big"), curve) if own is not None else ec.generate_private_key(curve)
    public = point(private.public_key())
    shared = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(curve, keys.public))
    key = _derived(shared, salt=keys.secret, info=b"WebPush: info\0" + keys.public + public, length=32)
    content = _derived(key, salt=salt, info=b"Content-Encoding: aes128gcm\0", length=16)
    nonce = _derived(key, salt=salt, info=b"Content-Encoding: nonce\0", length=12)
    sealed = AESGCM(content).encrypt(nonce, text + b"\x02", None)
    return salt + _RECORD.to_bytes(4, "big") + bytes([len(public)]) + public + sealed


def signed(endpoint: str, private: bytes, *, now: datetime, contact: str) -> str:
    """The `Authorization` of a request to the push service, which is told nothing but the address of whom it may ask."""
    import jwt
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.derive_private_key(int.from_bytes(private, "big"), ec.SECP256R1())
    at = urlsplit(endpoint)
    claims = {"aud": f"{at.scheme}://{at.netloc}", "exp": int((now + _LASTS).timestamp()), "sub": contact}
    return f"vapid t={jwt.encode(claims, key, algorithm='ES256')}, k={to_text(point(key.public_key()))}"


def new_private() -> bytes:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")


def public_of(private: bytes) -> str:
    """The house's public key, as a page gives it to the browser."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return to_text(point(ec.derive_private_key(int.from_bytes(private, "big"), ec.SECP256R1()).public_key()))


def point(key: "object") -> bytes:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    assert isinstance(key, EllipticCurvePublicKey)
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def to_text(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def from_text(value: str) -> bytes:
    """Raises `ValueError`."""
    return base64.b64decode(value + "=" * (-len(value) % 4), altchars=b"-_", validate=True)


def _derived(key: bytes, *, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(key)
