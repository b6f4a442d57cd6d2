/** Declares the redirects to a social provider and back, in a popup or in the page itself (product 4). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { socialProviders } from '../social/providers.ts'
import { definePageRoute } from './page-route.ts'

const params = field.fields({ provider: v.picklist(socialProviders, 'Unknown provider') })

/** `popup`: the window that opened the popup gets the result; `redirect`: the browser returns to the page itself. */
const socialModes = ['popup', 'redirect'] as const
export type SocialMode = (typeof socialModes)[number]

/** The page makes a random name, and receives the result on a BroadcastChannel of this name. */
const socialChannel = v.pipe(
  field.text(64),
  v.regex(/^[A-Za-z0-9_-]{22,64}$/, 'Must be 22 to 64 characters of base64url'),
)

const returnPage = 'the page `/social-return`, whose fragment says how the page goes on'

export const startSocialSignIn = definePageRoute({
  method: 'GET',
  path: '/api/auth/social/:provider/start',
  summary: 'Lead the browser to a social provider',
  params,
  query: v.object({
    platform: field.platform,
    mode: v.picklist(socialModes, 'Unknown mode'),
    channel: v.optional(socialChannel),
    /** Path and query of the page to which the user returns. */
    return: field.url,
    /** The ticket of `beginIdentityLink`; `return` is then the page of the account that asked for it. */
    link: v.optional(field.token),
  }),
  answer: `The provider; after a refusal ${returnPage}.`,
  limit: 'social-pages',
})

/** The provider is fixed in the path, so that this is the only route that accepts forms from other sites. */
export const takeSocialForm = definePageRoute({
  method: 'POST',
  path: '/api/auth/social/apple/callback',
  summary: 'Take the form that Apple sends the browser back with',
  form: v.object({
    code: v.optional(field.text(2_048)),
    state: v.optional(field.text(128)),
    error: v.optional(field.text(128)),
    /** JSON with the user's name; Apple sends it only at the first sign-in. */
    user: v.optional(field.text(4_096)),
  }),
  answer:
    'The same path by GET, with the form encrypted in the query, where the cookie of the browser is checked.',
  limit: 'social-pages',
  takesForeignForms: true,
})

export const finishSocialSignIn = definePageRoute({
  method: 'GET',
  path: '/api/auth/social/:provider/callback',
  summary: 'Take the browser back from a social provider',
  params,
  query: v.object({
    code: v.optional(field.text(2_048)),
    state: v.optional(field.text(128)),
    error: v.optional(field.text(128)),
    /** The issuer (RFC 9207). */
    iss: v.optional(field.text(256)),
    /** Apple's form, encrypted. */
    form: v.optional(field.text(8_192)),
  }),
  answer: `In every case ${returnPage}: with a reference for \`accessToken\`, or an error.`,
  limit: 'social-pages',
})
