"""
A whole platform that signs users in with Foyer, in the standard library of Python 3.11 or later.

    FOYER_CLIENT_SECRET=a-secret-for-trying python3 docs/examples/python/learning_site.py

Then open http://localhost:4200. docs/integrating.md explains each step and says what to register.
"""
from __future__ import annotations

import hmac
import html
import json
import os
import secrets
import time
import urllib.parse
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from foyer import Departure, Foyer, FoyerError, challenge_of, with_state
from sessions import Session, Sessions, fresh

PORT = int(os.environ.get("PORT", "4200"))
ORIGIN = os.environ.get("ORIGIN", f"http://localhost:{PORT}")
CALLBACK_URL = f"{ORIGIN}/callback"
# Tokens are renewed this long before they expire.
RENEW_SECONDS = int(os.environ.get("RENEW_SECONDS", "60"))
TRANSACTION_SECONDS = 600
SESSION_SECONDS = 30 * 86_400
MAX_BODY_BYTES = 16_384
# Over https the prefix __Host- keeps sibling domains from setting these cookies (RFC 6265bis §4.1.3.2).
IS_HTTPS = ORIGIN.startswith("https://")
PREFIX = "__Host-" if IS_HTTPS else ""
SESSION_COOKIE, TRANSACTION_COOKIE = f"{PREFIX}learning-session", f"{PREFIX}learning-sign-in"

foyer = Foyer(
    accounts_url=os.environ.get("ACCOUNTS_URL", "http://localhost:4000"),
    platform="student",
    product="learning",
    client_id=os.environ.get("FOYER_CLIENT_ID", "learning-web"),
    client_secret=os.environ["FOYER_CLIENT_SECRET"],
)
sessions = Sessions()
SIGN_IN = f"""<p><a href="/sign-in">Sign in</a> <button id="popup">Sign in in a window</button></p>
<script type="module">
  import {{ embedFoyer }} from "/embedding.js"
  const foyer = embedFoyer({{ accountsUrl: {json.dumps(foyer.accounts_url)}, platform: {json.dumps(foyer.platform)} }})
  const show = (user) => user && location.reload()
  document.getElementById("popup").onclick = () => foyer.popup().then(show, console.error)
  foyer.silent().then(show)
</script>"""
EMBEDDING = Path(__file__).with_name("embedding.js").read_bytes()


class Site(BaseHTTPRequestHandler):
    # A client that sends nothing for this long is disconnected.
    timeout = 15

    def do_GET(self) -> None:
        url = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(url.query)
        if url.path == "/sign-in" or (url.path == "/" and "code" in query):
            # A user who came from Foyer by itself brings a code without a state: this site starts a sign-in of its own.
            self.depart("/", only(query, "returnTo"))
        elif url.path == "/callback":
            self.finish_sign_in(query)
        elif url.path == "/embedding.js":
            self.answer(200, EMBEDDING, content_type="text/javascript; charset=utf-8")
        elif url.path == "/api/me":
            self.show_claims()
        elif url.path == "/":
            self.show_home()
        else:
            self.show("<p>Page not found</p>", 404)

    def do_POST(self) -> None:
        if self.path == "/sign-out":
            self.sign_out()
        elif self.path == "/embedded/begin":
            self.begin_embedded()
        elif self.path == "/embedded/finish":
            self.finish_embedded()
        elif self.path == "/foyer/back-channel-logout":
            self.end_session()
        else:
            self.show("<p>Page not found</p>", 404)

    def depart(self, page: str, return_to: str | None = None, *cookies: str) -> None:
        departure = foyer.departure(page, CALLBACK_URL)
        self.redirect(departure.url, *cookies, transaction_cookie(departure, same_site_path(return_to)))

    def finish_sign_in(self, query: dict[str, list[str]]) -> None:
        """Compares the state with the cookie of this browser, then redeems the code (RFC 6749 §4.1)."""
        state, code_verifier, return_to = transaction_of(self.cookie(TRANSACTION_COOKIE))
        given_state, code = only(query, "state"), only(query, "code")
        dropped = set_cookie(TRANSACTION_COOKIE, "", 0)
        if not code or not given_state or not state or not hmac.compare_digest(given_state.encode(), state.encode()):
            return self.show('<p>That sign-in did not start here. <a href="/sign-in">Sign in</a></p>', 400, dropped)
        try:
            session_cookie = self.open_session(foyer.exchange(code, code_verifier, with_state(CALLBACK_URL, state)))
        except FoyerError as error:
            return self.show(f'<p>{explain(error)} <a href="/sign-in">Try again</a></p>', 502, dropped)
        self.redirect(return_to, dropped, session_cookie)

    def begin_embedded(self) -> None:
        """Starts a sign-in of embedding.js: the message that brings the code has an origin instead of a state."""
        if not self.is_from_here():
            return self.send_json({"error": "forbidden"}, 403)
        # All tabs of the browser share the cookie: a second one gets the same challenge, so that each can finish.
        transaction = self.cookie(TRANSACTION_COOKIE)
        _, code_verifier, _ = transaction_of(transaction)
        if code_verifier:
            kept = set_cookie(TRANSACTION_COOKIE, transaction, TRANSACTION_SECONDS)
        else:
            departure = foyer.departure("/", CALLBACK_URL)
            code_verifier, kept = departure.code_verifier, transaction_cookie(departure, "/")
        self.send_json({"code_challenge": challenge_of(code_verifier)}, 200, kept)

    def finish_embedded(self) -> None:
        """Redeems a code that a window posted. Its redirect URL is the origin of this site."""
        body = self.read_body()
        if not self.is_from_here() or body is None:
            return self.send_json({"error": "forbidden"}, 403)
        _, code_verifier, _ = transaction_of(self.cookie(TRANSACTION_COOKIE))
        try:
            answer = foyer.exchange(str(json.loads(body)["code"]), code_verifier, ORIGIN)
            session_cookie = self.open_session(answer)
        except (ValueError, KeyError, TypeError):
            return self.send_json({"error": "invalid_request"}, 400)
        except FoyerError as error:
            return self.send_json({"error": error.code}, 502)
        self.send_json({"user": answer["user"]}, 200, set_cookie(TRANSACTION_COOKIE, "", 0), session_cookie)

    def open_session(self, answer: dict[str, Any]) -> str:
        """Opens a session with the answer of an exchange and returns its cookie."""
        claims = foyer.verify_access_token(answer["session"]["access_token"])
        session_id = sessions.open(Session(
            user=answer["user"],
            access_token=answer["session"]["access_token"],
            refresh_token=answer["session"]["refresh_token"],
            foyer_session=claims["sid"],
            expires_at=claims["exp"],
            ends_at=time.time() + SESSION_SECONDS,
        ))
        if session_id is None:
            raise FoyerError("session-ended", "The session ended before it arrived here.")
        # A new id at every sign-in: an id from before it could be known to an attacker (session fixation).
        sessions.close(self.cookie(SESSION_COOKIE))
        return set_cookie(SESSION_COOKIE, session_id, SESSION_SECONDS)

    def show_home(self) -> None:
        session = fresh(foyer, sessions, self.cookie(SESSION_COOKIE), RENEW_SECONDS)
        if not session:
            return self.show(SIGN_IN)
        # Both names can be empty: then the address identifies the user on the screen. Accounts are kept by `uuid`.
        name = html.escape(session.user["full_name"] or session.user["email"] or "there")
        self.show(f'<p>Hello {name}</p><form method="post" action="/sign-out"><button>Sign out</button></form>')

    def show_claims(self) -> None:
        """An API of the platform for callers with an access token, such as its other servers."""
        scheme, _, token = self.headers.get("authorization", "").partition(" ")
        try:
            claims = foyer.verify_access_token(token if scheme.lower() == "bearer" else "")
            if sessions.is_ended(claims["sid"]):
                raise FoyerError("token-invalid", "The session has ended.")
        except FoyerError as error:
            status = 503 if error.code == "no-answer" else 401
            return self.send_json({"error": error.code, "message": str(error)}, status)
        self.send_json({"user": claims["sub"], "session": claims["sid"]})

    def sign_out(self) -> None:
        """Signs the user out here, then at Foyer: first this site's session, then the browser's."""
        if not self.is_from_here():
            return self.show("<p>Sign out on a page of this site.</p>", 403)
        session_id = self.cookie(SESSION_COOKIE)
        session = sessions.find(session_id)
        sessions.close(session_id)
        if session:
            try:
                foyer.log_out(session.access_token)
            except FoyerError as error:
                self.log_error("The session at Foyer could not be ended: %s", error.code)
        self.depart("/logout", None, set_cookie(SESSION_COOKIE, "", 0))

    def end_session(self) -> None:
        """Receives a logout token from Foyer's server (OpenID Connect Back-Channel Logout 1.0 §2.5 to §2.8)."""
        body = self.read_body()
        if body is None:
            return self.send_json({"error": "invalid_request"}, 400)
        form = urllib.parse.parse_qs(body.decode("ascii", "replace"))
        try:
            claims = foyer.verify_logout_token(only(form, "logout_token") or "")
        except FoyerError as error:
            # 400 is final. For 503, Foyer tries again later with a new token.
            return self.send_json({"error": "invalid_request"}, 503 if error.code == "no-answer" else 400)
        is_new = sessions.end(claims)
        self.send_json({} if is_new else {"error": "invalid_request"}, 200 if is_new else 400)

    def is_from_here(self) -> bool:
        """Checks the origin that a browser sends with a POST: cookies alone do not say which site's page sent it."""
        return self.headers.get("origin") == ORIGIN

    def read_body(self) -> bytes | None:
        try:
            length = int(self.headers.get("content-length", ""))
        except ValueError:
            return None
        return self.rfile.read(length) if 0 <= length <= MAX_BODY_BYTES else None

    def cookie(self, name: str) -> str:
        try:
            found = SimpleCookie(self.headers.get("cookie", "")).get(name)
        except CookieError:
            found = None
        return found.value if found else ""

    def redirect(self, location: str, *cookies: str) -> None:
        self.answer(303, b"", cookies, location=location)

    def show(self, body: str, status: int = 200, *cookies: str) -> None:
        page = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Learning</title>{body}</html>'
        self.answer(status, page.encode(), cookies, content_type="text/html; charset=utf-8")

    def send_json(self, value: Any, status: int = 200, *cookies: str) -> None:
        self.answer(status, json.dumps(value).encode(), cookies, content_type="application/json")

    def answer(self, status: int, body: bytes, cookies: tuple[str, ...] = (), **headers: str) -> None:
        self.send_response(status)
        for name, value in {"cache-control": "no-store", "content-length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        for line in cookies:
            self.send_header("set-cookie", line)
        self.end_headers()
        self.wfile.write(body)

    def log_request(self, code: Any = "-", size: Any = "-") -> None:
        """Logs the path without its query, which holds codes."""
        self.log_message("%s %s %s", self.command, self.path.partition("?")[0], int(code))


def only(query: dict[str, list[str]], name: str) -> str | None:
    """Returns a parameter that occurs exactly once; a repeated one is a sign of tampering."""
    values = query.get(name, [])
    return values[0] if len(values) == 1 else None


def same_site_path(value: str | None) -> str:
    """Returns a path of this site; '/' for anything that leads to another site, such as '//host' or '/\\host'."""
    is_path = value is not None and value.startswith("/") and value.isascii() and value.isprintable()
    return value if is_path and not value.startswith("//") and not any(c in value for c in "\\ ;") else "/"


def transaction_cookie(departure: Departure, return_to: str) -> str:
    values = {"state": departure.state, "verifier": departure.code_verifier, "return_to": return_to}
    # SameSite=Lax, because the return from Foyer is a navigation from another site.
    return set_cookie(TRANSACTION_COOKIE, urllib.parse.quote(json.dumps(values)), TRANSACTION_SECONDS)


def transaction_of(value: str) -> tuple[str, str, str]:
    try:
        values = json.loads(urllib.parse.unquote(value))
        return str(values["state"]), str(values["verifier"]), same_site_path(values["return_to"])
    except (ValueError, KeyError, TypeError, AttributeError):
        return "", "", "/"


def set_cookie(name: str, value: str, seconds: int) -> str:
    secure = "; Secure" if IS_HTTPS else ""
    return f"{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"


def explain(error: FoyerError) -> str:
    if error.code in ("no-answer", "overloaded", "too-many-attempts"):
        return "Signing in is not possible at the moment."
    return f"That did not work ({html.escape(error.code)})."


if __name__ == "__main__":
    server = ThreadingHTTPServer(("localhost", PORT), Site)
    print(f"Open {ORIGIN}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()
