"""Keeps the sessions of the example platform, renews their tokens, and ends those that Foyer has ended."""
from __future__ import annotations

import secrets
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from foyer import CLOCK_SKEW_SECONDS, Foyer, FoyerError

MAX_SESSIONS = 10_000
# No access token is valid for longer: ten minutes, and the tolerance of clocks.
ACCESS_TOKEN_SECONDS = 660


@dataclass
class Session:
    """The tokens stay here: the browser has only the id of the session."""

    user: dict[str, Any]
    access_token: str
    refresh_token: str
    foyer_session: str
    expires_at: int
    ends_at: float
    renewing: threading.Lock = field(default_factory=threading.Lock)


class Sessions:
    """Sessions in memory; a real platform keeps them in its database, by a hash of the id."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sessions: dict[str, Session] = {}
        # Logout tokens by jti, and ended sessions of Foyer by sid, with the time until which they are kept.
        self._used: dict[str, float] = {}
        self._ended: dict[str, float] = {}

    def open(self, session: Session) -> str | None:
        """Returns a new id, or None for a session that Foyer ended before it arrived here."""
        with self._lock:
            if session.foyer_session in self._ended:
                return None
            while len(self._sessions) >= MAX_SESSIONS:
                del self._sessions[next(iter(self._sessions))]
            session_id = secrets.token_urlsafe(32)
            self._sessions[session_id] = session
            return session_id

    def find(self, session_id: str) -> Session | None:
        with self._lock:
            session = self._sessions.get(session_id)
            return session if session and session.ends_at > time.time() else None

    def close(self, session_id: str) -> None:
        with self._lock:
            self._sessions.pop(session_id, None)

    def is_ended(self, foyer_session: str) -> bool:
        with self._lock:
            return foyer_session in self._ended

    def end(self, claims: dict[str, Any]) -> bool:
        """Ends the session that a logout token names; False for a token that was used before."""
        now = time.time()
        with self._lock:
            self._used = {jti: until for jti, until in self._used.items() if until > now}
            self._ended = {sid: until for sid, until in self._ended.items() if until > now}
            if claims["jti"] in self._used:
                return False
            self._used[claims["jti"]] = claims["exp"] + CLOCK_SKEW_SECONDS
            self._ended[claims["sid"]] = now + ACCESS_TOKEN_SECONDS
            ended = [key for key, session in self._sessions.items() if session.foyer_session == claims["sid"]]
            for key in ended:
                del self._sessions[key]
            return True


def fresh(foyer: Foyer, sessions: Sessions, session_id: str, renew_seconds: int) -> Session | None:
    """Finds a session and renews its tokens if they expire soon, one request at a time; None if it is over."""
    session = sessions.find(session_id)
    if session is None:
        return None
    with session.renewing:
        if session.expires_at - time.time() > renew_seconds:
            return session
        try:
            tokens = foyer.refresh(session.refresh_token)
            session.access_token, session.refresh_token = tokens["access_token"], tokens["refresh_token"]
            session.expires_at = foyer.verify_access_token(session.access_token)["exp"]
        except FoyerError as error:
            if error.code == "session-ended":
                sessions.close(session_id)
                return None
            # Foyer is unavailable or busy: keep the session as long as its access token is valid, and try again.
            return session if session.expires_at > time.time() else None
        return session
