import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { Auth } from '@auth/core'

const { ISSUER = 'http://localhost:4000', CLIENT_ID = 'example', CLIENT_SECRET, PORT = '4200' } = process.env
const origin = `http://localhost:${PORT}`

const config = {
  secret: randomBytes(32).toString('hex'),
  trustHost: true,
  basePath: '/auth',
  providers: [
    {
      id: 'foyer',
      name: 'Foyer',
      type: 'oidc',
      issuer: ISSUER,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      checks: ['pkce', 'state', 'nonce'],
      authorization: { params: { scope: 'openid profile email' } },
    },
  ],
}

/** Auth.js takes a Request and returns a Response. `/auth/signin` has the button. */
async function answer(request) {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/auth/')) return Auth(request, config)
  const session = await Auth(new Request(`${origin}/auth/session`, { headers: request.headers }), config)
  const { user } = (await session.json()) ?? {}
  return new Response(user ? `Hello ${user.name}` : 'Sign in at /auth/signin')
}

createServer(async (request, response) => {
  const { url, method, headers } = request
  const body = method === 'POST' ? { body: Readable.toWeb(request), duplex: 'half' } : {}
  const answered = await answer(new Request(`${origin}${url}`, { method, headers, ...body }))
  response.writeHead(answered.status, [...answered.headers].flat())
  response.end(await answered.text())
}).listen(Number(PORT), () => console.log(`Open ${origin}`))
