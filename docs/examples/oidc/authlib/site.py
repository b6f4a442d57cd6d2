"""A site whose users sign in at Foyer, with Authlib (Debian: python3-authlib, python3-requests) and no framework."""

import os
import secrets
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlencode

import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, JsonWebToken
from authlib.oidc.core import CodeIDToken

ISSUER = os.environ.get("ISSUER", "http://localhost:4000")
CLIENT_ID = os.environ.get("CLIENT_ID", "example")
CLIENT_SECRET = os.environ.get("CLIENT_SECRET")
PORT = int(os.environ.get("PORT", "4200"))
ORIGIN = f"http://localhost:{PORT}"

foyer = requests.get(f"{ISSUER}/.well-known/openid-configuration", timeout=10).json()

# Sign-ins that began, and sessions, by the value of a cookie. Keep them in a database in production.
begun: dict[str, dict[str, str]] = {}
sessions: dict[str, dict[str, str]] = {}


def open_client() -> OAuth2Session:
    return OAuth2Session(
        CLIENT_ID,
        CLIENT_SECRET,
        scope="openid profile email",
        redirect_uri=f"{ORIGIN}/callback",
        code_challenge_method="S256",
    )


def verify_id_token(token: str, nonce: str) -> CodeIDToken:
    keys = JsonWebKey.import_key_set(requests.get(foyer["jwks_uri"], timeout=10).json())
    claims = JsonWebToken(["ES256"]).decode(
        token,
        keys,
        claims_cls=CodeIDToken,
        claims_options={
            "iss": {"essential": True, "value": foyer["issuer"]},
            "aud": {"essential": True, "value": CLIENT_ID},
        },
        claims_params={"nonce": nonce, "client_id": CLIENT_ID},
    )
    claims.validate()
    return claims


class Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        page = {"/": self.home, "/sign-in": self.sign_in, "/callback": self.finish, "/sign-out": self.sign_out}
        page.get(self.path.split("?")[0], self.not_found)()

    def home(self) -> None:
        user = sessions.get(self.cookie("session"))
        self.answer(200, f"Hello {user['name']}" if user else "Sign in at /sign-in")

    def sign_in(self) -> None:
        code_verifier, nonce = secrets.token_urlsafe(48), secrets.token_urlsafe(16)
        url, state = open_client().create_authorization_url(
            foyer["authorization_endpoint"], code_verifier=code_verifier, nonce=nonce
        )
        begun[state] = {"code_verifier": code_verifier, "nonce": nonce}
        self.redirect(url, f"begun={state}; Path=/; HttpOnly; SameSite=Lax; Max-Age=600")

    def finish(self) -> None:
        state = self.cookie("begun")
        kept = begun.pop(state, None)
        if kept is None:
            return self.answer(400, "The sign-in began in another browser. Try it again at /sign-in")
        client = open_client()
        token = client.fetch_token(
            foyer["token_endpoint"],
            authorization_response=f"{ORIGIN}{self.path}",
            state=state,
            code_verifier=kept["code_verifier"],
        )
        verify_id_token(token["id_token"], kept["nonce"])
        user = client.get(foyer["userinfo_endpoint"]).json()
        session = secrets.token_urlsafe(32)
        sessions[session] = {**user, "id_token": token["id_token"]}
        self.redirect("/", f"session={session}; Path=/; HttpOnly; SameSite=Lax")

    def sign_out(self) -> None:
        session = sessions.pop(self.cookie("session"), None)
        query = urlencode({"id_token_hint": session["id_token"], "post_logout_redirect_uri": f"{ORIGIN}/"}) if session else ""
        target = f"{foyer['end_session_endpoint']}?{query}" if session else "/"
        self.redirect(target, "session=; Path=/; Max-Age=0")

    def not_found(self) -> None:
        self.answer(404, "Not found")

    def cookie(self, name: str) -> str:
        morsel = SimpleCookie(self.headers.get("cookie", "")).get(name)
        return morsel.value if morsel else ""

    def redirect(self, location: str, cookie: str) -> None:
        self.send_response(303)
        self.send_header("location", location)
        self.send_header("set-cookie", cookie)
        self.end_headers()

    def answer(self, status: int, text: str) -> None:
        self.send_response(status)
        self.send_header("content-type", "text/plain; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """The query of the callback has the code, so no request is logged."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("localhost", PORT), Site)
    print(f"Open {ORIGIN}", flush=True)
    server.serve_forever()
