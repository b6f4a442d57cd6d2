/** Declares the one-time codes that hand a session over to a platform (product 3, 4; RFC 6749 §4.1, RFC 7636). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { externals } from '../targets/externals.ts'
import { defineRoute } from './route.ts'
import { session, user } from './sign-in.ts'

/** The S256 challenge of PKCE: the base64url of a SHA-256 (RFC 7636 §4.2). */
const codeChallenge = v.pipe(field.text(43), v.regex(/^[A-Za-z0-9_-]{43}$/, 'Must be an S256 code challenge'))
const codeVerifier = v.pipe(
  field.text(128),
  v.regex(/^[A-Za-z0-9._~-]{43,128}$/, 'Must be a PKCE code verifier'),
)

/** The ways to deliver a code to its platform. */
export const deliveries = ['redirect', 'popup', 'frame', 'silent'] as const
export type Delivery = (typeof deliveries)[number]

export const createCode = defineRoute({
  method: 'POST',
  path: '/api/auth/codes',
  summary: 'Create a one-time code for the platform of this session or an external site, valid for a minute',
  access: 'own-session',
  limit: 'codes',
  body: field.fields({
    platform: field.platform,
    /**
     * The external site that receives the code; only its client can redeem the code. By default the platform receives
     * the code.
     */
    external: v.optional(v.picklist(externals, 'Unknown site')),
    /**
     * The URL that receives the code; the exchange must name the same URL. Defaults to the platform's home, or to the
     * external site's URL with the platform.
     */
    redirectUrl: v.optional(field.url),
    codeChallenge: v.optional(codeChallenge),
    /**
     * The way to deliver the code; defaults to `redirect`. A popup, a frame and the silent sign-in post the code to a
     * window, so `redirectUrl` must be the window's exact origin. The silent sign-in has its own limit.
     */
    delivery: v.optional(v.picklist(deliveries, 'Unknown delivery')),
    /** The least assurance of the session that the code opens; defaults to that of the platform. */
    assurance: v.optional(v.literal(2, 'Must be 2')),
  }),
  result: field.fields({ code: field.token }),
  errors: [
    'invalid-request',
    'redirect-not-allowed',
    'no-access',
    'not-signed-in-here',
    'second-factor-needed',
    'enrolment-needed',
    'proof-needed',
    'session-ended',
    'too-many-attempts',
  ],
})

export const exchangeCode = defineRoute({
  method: 'POST',
  path: '/api/auth/codes/exchange',
  summary: "Exchange a code for a session, as a platform's server",
  access: 'client',
  limit: 'exchange',
  body: field.fields({
    code: field.token,
    platform: field.platform,
    /**
     * The `redirectUrl` with which the code was created. Required if the code has a challenge or is for an external
     * site. A `code` in its query is ignored.
     */
    redirectUrl: v.optional(field.url),
    codeVerifier: v.optional(codeVerifier),
  }),
  result: field.fields({ session, user }),
  errors: ['invalid-request', 'client-unknown', 'code-invalid', 'too-many-attempts'],
})
