"""A security key in software: makes passkeys and answers challenges as a browser would hand them on."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import encode_cbor

_PRESENT, _VERIFIED, _HOLDS_KEY = 0x01, 0x04, 0x40


def encoded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Authenticator:
    origin: str = "http://localhost:8765"
    verifies: bool = True
    """Whether it asks for a finger or a PIN."""
    uses: int = 0
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = b"a software key's credential 0001"

    def make(self, options: Mapping[str, Any]) -> dict[str, object]:
        """Answers what `navigator.credentials.create` is asked."""
        point = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        held = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + encode_cbor(public)
        data = self._data(options["rp"]["id"], _HOLDS_KEY) + held
        attestation = encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})
        said = self._said("webauthn.create", options["challenge"])
        return self._credential({"clientDataJSON": encoded(said), "attestationObject": encoded(attestation)})

    def answer(self, options: Mapping[str, Any]) -> dict[str, object]:
        """Answers what `navigator.credentials.get` is asked."""
        self.uses += 1
        data = self._data(options["rpId"], 0)
        said = self._said("webauthn.get", options["challenge"])
        signature = self.key.sign(data + sha256(said).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            {"clientDataJSON": encoded(said), "authenticatorData": encoded(data), "signature": encoded(signature), "userHandle": ""}
        )

    def _data(self, site: str, flags: int) -> bytes:
        flags |= _PRESENT | (_VERIFIED if self.verifies else 0)
        return sha256(site.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _said(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _credential(self, response: dict[str, str]) -> dict[str, object]:
        return {
            "id": encoded(self.id),
            "rawId": encoded(self.id),
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {name: value for name, value in response.items() if value},
        }
