/** One-time codes that carry a signed-in person to a platform (Spec 3, 4; RFC 6749 §4.1, RFC 7636). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { defineRoute } from './route.ts'
import { session, user } from './sign-in.ts'

/** base64url of a SHA-256: the S256 challenge of PKCE (RFC 7636 §4.2). */
const codeChallenge = v.pipe(field.text(43), v.regex(/^[A-Za-z0-9_-]{43}$/, 'Must be an S256 code challenge'))
const codeVerifier = v.pipe(
  field.text(128),
  v.regex(/^[A-Za-z0-9._~-]{43,128}$/, 'Must be a PKCE code verifier'),
)

export const createCode = defineRoute({
  method: 'POST',
  path: '/api/auth/codes',
  summary: 'A one-time code for the platform of this session, good for a minute',
  access: 'own-session',
  limit: 'codes',
  body: field.fields({
    platform: field.platform,
    /** The URL that the code is sent to; the platform's home where missing. The exchange must name the same URL. */
    redirectUrl: v.optional(field.url),
    codeChallenge: v.optional(codeChallenge),
  }),
  result: field.fields({ code: field.token }),
  errors: ['invalid-request', 'redirect-not-allowed', 'no-access', 'session-ended', 'too-many-attempts'],
})

export const exchangeCode = defineRoute({
  method: 'POST',
  path: '/api/auth/codes/exchange',
  summary: "A platform's server turns a code into a session of its own",
  access: 'client',
  limit: 'exchange',
  body: field.fields({
    code: field.token,
    platform: field.platform,
    /** The URL the code was minted for; required where it was minted with a challenge. A `code` in it is ignored. */
    redirectUrl: v.optional(field.url),
    codeVerifier: v.optional(codeVerifier),
  }),
  result: field.fields({ session, user }),
  errors: ['invalid-request', 'client-unknown', 'code-invalid', 'too-many-attempts'],
})
