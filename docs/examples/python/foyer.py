"""Speaks Foyer's protocol: the addresses of sign-in and sign-out, the calls of a platform's server, and its tokens."""
from __future__ import annotations

import base64
import hashlib
import json
import re
import secrets
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from typing import Any

import jwt

CLOCK_SKEW_SECONDS = 30
# Foyer announces a signing key a day before its first use, and publishes its keys with this max-age.
KEYS_SECONDS = 3_600
# Tokens with made-up key ids cause at most one request in this time.
KEYS_COOLDOWN_SECONDS = 30
LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"


class FoyerError(Exception):
    """`code` is `errors.code` of Foyer's answer, or 'no-answer', 'token-invalid' or 'token-expired'."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(message or code)
        self.code = code


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Foyer's API never redirects. A redirect would carry the client secret to another address."""

    def redirect_request(self, *_args: Any) -> None:
        return None


http = urllib.request.build_opener(NoRedirects)


@dataclass(frozen=True)
class Departure:
    """The address that the browser goes to, and the values that its cookie keeps until it returns."""

    url: str
    state: str
    code_verifier: str


class Foyer:
    def __init__(self, accounts_url: str, platform: str, product: str, client_id: str, client_secret: str) -> None:
        self.accounts_url = accounts_url.rstrip("/")
        self.platform = platform
        self.product = product
        self.client_id = client_id
        self._credentials = basic(client_id, client_secret)
        self._keys: dict[str, Any] = {}
        self._keys_read_at = float("-inf")
        self._keys_asked_at = float("-inf")
        self._keys_lock = threading.Lock()

    def departure(self, page: str, callback_url: str) -> Departure:
        """Builds the address of a page of Foyer, '/' or '/logout', with state and PKCE (RFC 7636, S256)."""
        state = secrets.token_urlsafe(32)
        code_verifier = secrets.token_urlsafe(32)
        query = urllib.parse.urlencode({
            "platform": self.platform,
            "redirect-url": with_state(callback_url, state),
            "code_challenge": challenge_of(code_verifier),
            "code_challenge_method": "S256",
        })
        return Departure(f"{self.accounts_url}{page}?{query}", state, code_verifier)

    def exchange(self, code: str, code_verifier: str, redirect_url: str) -> dict[str, Any]:
        """Redeems a code, once. `redirect_url` is the redirect-url of the departure, state included."""
        return self._call("/api/auth/codes/exchange", self._credentials, {
            "code": code,
            "platform": self.platform,
            "redirect_url": redirect_url,
            "code_verifier": code_verifier,
        })

    def refresh(self, refresh_token: str) -> dict[str, Any]:
        """Exchanges a refresh token for new tokens. Never send one twice: that ends the session."""
        return self._call("/api/auth/refresh-token", self._credentials, {"refresh_token": refresh_token})

    def log_out(self, access_token: str) -> None:
        """Ends the platform's session at Foyer; an expired access token does, too."""
        self._call("/api/auth/logout", f"Bearer {access_token}", None)

    def verify_access_token(self, token: str) -> dict[str, Any]:
        """Returns the claims of an access token that Foyer signed for this platform (RFC 9068 §4)."""
        claims = self._read_token(token, "at+jwt", self.product)
        if claims.get("platform") != self.platform:
            raise FoyerError("token-invalid", "The token is for another platform.")
        require_text(claims, "sub", "sid", "jti")
        return claims

    def verify_logout_token(self, token: str) -> dict[str, Any]:
        """Returns the claims of a logout token (OpenID Connect Back-Channel Logout 1.0 §2.6)."""
        claims = self._read_token(token, "logout+jwt", self.client_id)
        events = claims.get("events")
        if not isinstance(events, dict) or not isinstance(events.get(LOGOUT_EVENT), dict):
            raise FoyerError("token-invalid", "The token is not for a logout.")
        if "nonce" in claims:
            raise FoyerError("token-invalid", "A logout token has no nonce.")
        require_text(claims, "sub", "sid", "jti")
        return claims

    def _read_token(self, token: str, typ: str, audience: str) -> dict[str, Any]:
        if len(token) > 8_192 or not re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+", token, re.ASCII):
            raise FoyerError("token-invalid", "This is not a signed JWT.")
        try:
            header = jwt.get_unverified_header(token)
            if header.get("typ") != typ or "crit" in header:
                raise FoyerError("token-invalid", "The token is of another kind.")
            key = self._key(header.get("kid"))
            if key is None:
                raise FoyerError("token-invalid", "The token is signed with another key.")
            # The algorithm is fixed here and never taken from the token (RFC 8725 §3.1).
            claims = jwt.decode(
                token,
                key,
                algorithms=["ES256"],
                issuer=self.accounts_url,
                audience=audience,
                leeway=CLOCK_SKEW_SECONDS,
                options={"require": ["iss", "aud", "iat", "exp"]},
            )
        except jwt.ExpiredSignatureError:
            raise FoyerError("token-expired", "The token has expired.") from None
        except (jwt.InvalidTokenError, RecursionError):
            raise FoyerError("token-invalid", "The token is not valid.") from None
        if claims["aud"] != audience:
            raise FoyerError("token-invalid", "The token is for others as well.")
        return claims

    def _key(self, kid: Any) -> Any:
        """Finds a public key (RFC 7517); reads the keys again after an hour, or for an unknown id."""
        if not isinstance(kid, str):
            return None
        with self._keys_lock:
            now = time.monotonic()
            if now - self._keys_read_at > KEYS_SECONDS or kid not in self._keys:
                if now - self._keys_asked_at > KEYS_COOLDOWN_SECONDS:
                    self._keys_asked_at = now
                    answer = send(urllib.request.Request(f"{self.accounts_url}/.well-known/jwks.json"))
                    self._keys = {jwk["kid"]: jwt.PyJWK(jwk).key for jwk in answer["keys"] if jwk.get("alg") == "ES256"}
                    self._keys_read_at = now
                elif self._keys_read_at < self._keys_asked_at and kid not in self._keys:
                    # The token may be valid: the last request for the keys failed.
                    raise FoyerError("no-answer", "Foyer's public keys could not be read.")
            return self._keys.get(kid)

    def _call(self, path: str, authorization: str, body: Any) -> Any:
        """Posts JSON. Without a body there is no content type either: Foyer refuses empty JSON."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"authorization": authorization, "accept": "application/json"}
        if data is not None:
            headers["content-type"] = "application/json"
        request = urllib.request.Request(self.accounts_url + path, data, headers, method="POST")
        answer = send(request)
        return answer and answer["data"]


def send(request: urllib.request.Request) -> Any:
    """Sends a request and returns the JSON of the answer, None for 204. No wait is longer than ten seconds."""
    try:
        with http.open(request, timeout=10) as response:
            text = response.read(1_000_000)
            return json.loads(text) if text else None
    except urllib.error.HTTPError as error:
        try:
            errors = json.loads(error.read(1_000_000))["errors"]
            raise FoyerError(errors["code"], errors.get("detail") or errors.get("message", "")) from None
        except (ValueError, KeyError, TypeError):
            # A gateway in front of Foyer answered.
            raise FoyerError("no-answer", f"Status {error.code} without JSON.") from None
    except (OSError, ValueError) as error:
        raise FoyerError("no-answer", type(error).__name__) from None


def basic(client_id: str, client_secret: str) -> str:
    """HTTP Basic with both values form-encoded first (RFC 6749 §2.3.1)."""
    pair = f"{urllib.parse.quote_plus(client_id)}:{urllib.parse.quote_plus(client_secret)}"
    return "Basic " + base64.b64encode(pair.encode()).decode()


def challenge_of(code_verifier: str) -> str:
    return b64url(hashlib.sha256(code_verifier.encode()).digest())


def with_state(callback_url: str, state: str) -> str:
    return f"{callback_url}?{urllib.parse.urlencode({'state': state})}"


def require_text(claims: dict[str, Any], *names: str) -> None:
    if not all(isinstance(claims.get(name), str) and claims[name] for name in names):
        raise FoyerError("token-invalid", "A claim is missing.")


def b64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
