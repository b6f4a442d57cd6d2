import { randomBytes } from 'node:crypto'
import express from 'express'
import openid from 'express-openid-connect'

const { ISSUER = 'http://localhost:4000', CLIENT_ID = 'example', CLIENT_SECRET, PORT = '4200' } = process.env
const origin = `http://localhost:${PORT}`

const app = express()
app.use(
  openid.auth({
    issuerBaseURL: ISSUER,
    baseURL: origin,
    clientID: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    secret: randomBytes(32).toString('hex'),
    authorizationParams: { response_type: 'code', scope: 'openid profile email' },
    authRequired: false,
    idpLogout: true,
    idTokenSigningAlg: 'ES256',
    clientAuthMethod: 'client_secret_basic',
    routes: { login: '/sign-in', logout: '/sign-out', callback: '/callback' },
  }),
)

app.get('/', (request, response) =>
  response.send(request.oidc.user ? `Hello ${request.oidc.user.name}` : '<a href="/sign-in">Sign in</a>'),
)

app.listen(Number(PORT), () => console.log(`Open ${origin}`))
