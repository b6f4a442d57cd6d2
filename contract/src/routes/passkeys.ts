/**
 * Declares passkeys (WebAuthn Level 3): the sign-in with one, and the list of the user's own ones
 * (docs/decisions/passkeys.md).
 */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { passkeyNameMaxLength } from '../shared-values.ts'
import { defineRoute } from './route.ts'
import { session } from './sign-in.ts'

const isoTime = v.pipe(v.string(), v.isoTimestamp())

/** Bytes as base64url without padding. An authenticator sends a few hundred of them. */
const bytes = v.pipe(field.text(8_192), v.regex(/^[\w-]+$/, 'Must be base64url'))

/** The parts of `options` and `credential` that the service reads. Both keep the spelling of WebAuthn §5.1.8 to §5.1.10. */
export const passkeyOptions = v.looseObject({ challenge: bytes })
const credential = { id: bytes, rawId: bytes, type: v.literal('public-key', 'Must be public-key') }

const noCredential = 'Must be a credential of WebAuthn as JSON'

export const assertion = v.looseObject(
  {
    ...credential,
    response: v.looseObject(
      {
        clientDataJSON: bytes,
        authenticatorData: bytes,
        signature: bytes,
        userHandle: v.optional(bytes),
      },
      noCredential,
    ),
  },
  noCredential,
)
export type Assertion = v.InferOutput<typeof assertion>

export const attestation = v.looseObject(
  {
    ...credential,
    response: v.looseObject(
      {
        clientDataJSON: bytes,
        attestationObject: bytes,
        transports: v.optional(v.pipe(v.array(field.text(32)), v.maxLength(16, 'Too many transports'))),
      },
      noCredential,
    ),
  },
  noCredential,
)
export type Attestation = v.InferOutput<typeof attestation>

const opaque = ['options', 'credential'] as const

/** A passkey as its owner sees it. */
export const passkey = field.fields({
  id: field.uuid,
  /** The id of the credential. */
  credentialId: bytes,
  name: v.string(),
  /** The password manager or device that keeps it, such as 'iCloud Keychain'; null if it does not say so. */
  keeper: v.nullable(v.string()),
  /** True if its keeper copies it to the user's other devices. */
  isSynced: v.boolean(),
  createdAt: isoTime,
  lastUsedAt: v.nullable(isoTime),
})
export type Passkey = v.InferOutput<typeof passkey>

export const startPasskeySignIn = defineRoute({
  method: 'POST',
  path: '/api/auth/passkey-sign-in/options',
  summary: 'Get the options with which a browser asks its user for a passkey',
  access: 'none',
  limit: 'passkeys',
  opaque,
  result: field.fields({ options: passkeyOptions }),
  errors: ['too-many-attempts'],
})

export const signInWithPasskey = defineRoute({
  method: 'POST',
  path: '/api/auth/passkey-sign-in',
  summary: 'Sign in with a passkey',
  access: 'none',
  limit: 'passkeys',
  opaque,
  body: field.fields({
    credential: assertion,
    product: field.product,
    platform: v.optional(field.platform),
    /** The only user whom the passkey may sign in, for a page that asks its user to sign in again. */
    user: v.optional(field.uuid),
  }),
  result: session,
  errors: [
    'invalid-request',
    'passkey-unknown',
    'passkey-refused',
    'no-membership',
    'too-many-attempts',
    'overloaded',
  ],
})

/** The common parts of the routes of a user's own passkeys. */
const own = { access: 'own-session', limit: 'settings' } as const
const ownErrors = ['session-ended', 'no-access', 'too-many-attempts'] as const

export const listPasskeys = defineRoute({
  ...own,
  method: 'GET',
  path: '/api/auth/passkeys',
  summary: 'List your own passkeys, the oldest first',
  result: field.fields({
    /** The relying party and the user handle, with which a browser tells keepers what the account has (WebAuthn §5.1.10). */
    rpId: v.string(),
    userHandle: bytes,
    items: v.array(passkey),
  }),
  errors: ownErrors,
})

export const startPasskey = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/auth/passkey-options',
  summary: 'Get the options with which a browser makes a passkey for you',
  needsProof: 'recent',
  opaque,
  result: field.fields({ options: passkeyOptions }),
  errors: [...ownErrors, 'proof-needed', 'list-full'],
})

export const addPasskey = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/auth/passkeys',
  summary: 'Add a passkey that your browser has made',
  needsProof: 'recent',
  opaque,
  body: field.fields({ credential: attestation }),
  result: passkey,
  errors: ['invalid-request', ...ownErrors, 'proof-needed', 'passkey-refused', 'list-full'],
})

const one = field.fields({ id: field.uuid })

export const renamePasskey = defineRoute({
  ...own,
  method: 'PUT',
  path: '/api/auth/passkeys/:id',
  summary: 'Rename your own passkey',
  params: one,
  body: field.fields({ name: field.requiredText(passkeyNameMaxLength) }),
  result: passkey,
  errors: ['invalid-request', ...ownErrors, 'not-found'],
})

export const removePasskey = defineRoute({
  ...own,
  method: 'DELETE',
  path: '/api/auth/passkeys/:id',
  summary: 'Remove your own passkey; it signs you in no more',
  needsProof: 'recent',
  params: one,
  errors: ['invalid-request', ...ownErrors, 'proof-needed', 'not-found', 'last-way-in'],
})
