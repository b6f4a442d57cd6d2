import { readFile } from 'node:fs/promises'
import { foyer } from '@foyer/sdk/fastify'
import Fastify from 'fastify'
import { page } from './page.js'

const { ACCOUNTS_URL = 'http://localhost:4000', FOYER_CLIENT_SECRET, PORT = '4200' } = process.env

const app = Fastify()
await app.register(foyer, {
  accountsUrl: ACCOUNTS_URL,
  platform: 'student',
  product: 'learning',
  clientId: 'learning-web',
  clientSecret: FOYER_CLIENT_SECRET,
  origin: `http://localhost:${PORT}`,
})

app.get('/', async (request, reply) => {
  const session = await request.foyer.session()
  return reply.type('text/html').send(page(ACCOUNTS_URL, session?.user))
})

app.get('/courses', async (request, reply) => {
  const session = await request.foyer.session()
  if (!session) return reply.redirect(request.foyer.signInPath(), 303)
  return reply.type('text/html').send(page(ACCOUNTS_URL, session.user, 'Your courses'))
})

const script = await readFile(new URL('app.js', import.meta.url))
app.get('/app.js', (_request, reply) => reply.type('text/javascript').send(script))

await app.listen({ port: Number(PORT) })
console.log(`Open http://localhost:${PORT}`)
