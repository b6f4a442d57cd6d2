import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import * as client from 'openid-client'

const { ISSUER = 'http://localhost:4000', CLIENT_ID = 'example', CLIENT_SECRET, PORT = '4200' } = process.env
const origin = `http://localhost:${PORT}`

// Leave out `execute` where Foyer has https.
const options = ISSUER.startsWith('http:') ? { execute: [client.allowInsecureRequests] } : {}
const foyer = await client.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, options)

/** Sign-ins that began, and sessions, by the value of a cookie. Keep them in a database in production. */
const begun = new Map()
const sessions = new Map()

async function signIn(response) {
  const codeVerifier = client.randomPKCECodeVerifier()
  const [state, nonce] = [client.randomState(), client.randomNonce()]
  const url = client.buildAuthorizationUrl(foyer, {
    redirect_uri: `${origin}/callback`,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  begun.set(state, { codeVerifier, nonce })
  redirect(response, url.href, `begun=${state}; Path=/; HttpOnly; SameSite=Lax; Max-Age=600`)
}

async function finish(request, response) {
  const state = cookies(request).begun
  const { codeVerifier, nonce } = begun.get(state) ?? {}
  begun.delete(state)
  const tokens = await client.authorizationCodeGrant(foyer, new URL(request.url, origin), {
    pkceCodeVerifier: codeVerifier,
    expectedNonce: nonce,
    expectedState: state,
    idTokenExpected: true,
  })
  const { sub } = tokens.claims()
  const user = await client.fetchUserInfo(foyer, tokens.access_token, sub)
  const id = randomUUID()
  sessions.set(id, { user, idToken: tokens.id_token })
  redirect(response, '/', `session=${id}; Path=/; HttpOnly; SameSite=Lax`)
}

function signOut(request, response) {
  const { session } = cookies(request)
  const idToken = sessions.get(session)?.idToken
  sessions.delete(session)
  const url = client.buildEndSessionUrl(foyer, {
    post_logout_redirect_uri: `${origin}/`,
    ...(idToken && { id_token_hint: idToken }),
  })
  redirect(response, url.href, 'session=; Path=/; Max-Age=0')
}

function home(request, response) {
  const user = sessions.get(cookies(request).session)?.user
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.end(user ? `Hello ${user.name}` : 'Sign in at /sign-in')
}

function cookies(request) {
  return Object.fromEntries((request.headers.cookie ?? '').split('; ').map((each) => each.split('=')))
}

function redirect(response, location, cookie) {
  response.writeHead(303, { location, 'set-cookie': cookie }).end()
}

const pages = {
  '/': home,
  '/sign-in': (_request, response) => signIn(response),
  '/callback': finish,
  '/sign-out': signOut,
}

createServer(async (request, response) => {
  const page = pages[new URL(request.url, origin).pathname]
  if (!page) return response.writeHead(404).end()
  try {
    await page(request, response)
  } catch (error) {
    console.error(error.message)
    response.writeHead(502).end('The sign-in failed. Try it again at /sign-in')
  }
}).listen(Number(PORT), () => console.log(`Open ${origin}`))
