import { randomBytes } from 'node:crypto'
import express from 'express'
import session from 'express-session'
import passport from 'passport'
import OpenIDConnectStrategy from 'passport-openidconnect'

const { ISSUER = 'http://localhost:4000', CLIENT_ID = 'example', CLIENT_SECRET, PORT = '4200' } = process.env
const origin = `http://localhost:${PORT}`

// passport-openidconnect reads no discovery document.
const found = await fetch(`${ISSUER}/.well-known/openid-configuration`).then((answer) => answer.json())

passport.use(
  new OpenIDConnectStrategy(
    {
      issuer: found.issuer,
      authorizationURL: found.authorization_endpoint,
      tokenURL: found.token_endpoint,
      userInfoURL: found.userinfo_endpoint,
      clientID: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      callbackURL: `${origin}/callback`,
      scope: ['profile', 'email'],
      pkce: 'S256',
    },
    (_issuer, profile, _context, idToken, done) =>
      done(null, { id: profile.id, name: profile.displayName, idToken }),
  ),
)
passport.serializeUser((user, done) => done(null, user))
passport.deserializeUser((user, done) => done(null, user))

const app = express()
app.use(session({ secret: randomBytes(32).toString('hex'), resave: false, saveUninitialized: false }))
app.use(passport.session())

app.get('/', (request, response) =>
  response.send(request.user ? `Hello ${request.user.name}` : '<a href="/sign-in">Sign in</a>'),
)
app.get('/sign-in', passport.authenticate('openidconnect'))
app.get('/callback', passport.authenticate('openidconnect', { successRedirect: '/', failureRedirect: '/' }))
app.get('/sign-out', (request, response, next) => {
  const { idToken } = request.user ?? {}
  request.logout((error) => {
    if (error) return next(error)
    const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: `${origin}/` })
    response.redirect(303, idToken ? `${found.end_session_endpoint}?${query}` : '/')
  })
})

app.listen(Number(PORT), () => console.log(`Open ${origin}`))
