import { foyer } from '@foyer/sdk/express'
import express from 'express'
import { page } from './page.js'

const { ACCOUNTS_URL = 'http://localhost:4000', FOYER_CLIENT_SECRET, PORT = '4200' } = process.env

const app = express()
app.use(
  foyer({
    accountsUrl: ACCOUNTS_URL,
    platform: 'student',
    product: 'learning',
    clientId: 'learning-web',
    clientSecret: FOYER_CLIENT_SECRET,
    origin: `http://localhost:${PORT}`,
  }),
)

app.get('/', async (request, response) => {
  const session = await request.foyer.session()
  response.send(page(ACCOUNTS_URL, session?.user))
})

app.get('/courses', async (request, response) => {
  const session = await request.foyer.session()
  if (!session) return response.redirect(303, request.foyer.signInPath())
  response.send(page(ACCOUNTS_URL, session.user, 'Your courses'))
})

app.get('/app.js', (_request, response) => response.sendFile('app.js', { root: import.meta.dirname }))

app.listen(Number(PORT), () => console.log(`Open http://localhost:${PORT}`))
