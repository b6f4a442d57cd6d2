/** Declares the list of the user's linked accounts at social providers, a new link, and the removal of one. */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { socialProviders } from '../social/providers.ts'
import { defineRoute } from './route.ts'

const provider = v.picklist(socialProviders, 'Unknown provider')
const isoTime = v.pipe(v.string(), v.isoTimestamp())

/** One linked account as its owner sees it. */
const listedIdentity = field.fields({
  provider,
  /** The email that the provider supplied when the account was linked. */
  email: v.nullable(v.string()),
  linkedAt: isoTime,
  /** The last sign-in with the account; null if the audit trail has none. */
  lastUsedAt: v.nullable(isoTime),
  /** The user has no other way to sign in, so the account cannot be removed. */
  isLastWayIn: v.boolean(),
})

export const listIdentities = defineRoute({
  method: 'GET',
  path: '/api/auth/identities',
  summary: 'List your own linked accounts of social providers, and the providers of which you can link one',
  access: 'own-session',
  limit: 'settings',
  result: field.fields({
    /** The oldest first. */
    linked: v.array(listedIdentity),
    /** The providers that sign users in at the platform of this session and have no linked account yet. */
    linkable: v.array(provider),
  }),
  errors: ['session-ended', 'no-access', 'too-many-attempts'],
})

export const beginIdentityLink = defineRoute({
  method: 'POST',
  path: '/api/auth/identities/:provider/start',
  summary: 'Begin to link an account of a provider to your own account',
  access: 'own-session',
  needsProof: 'recent',
  limit: 'settings',
  params: field.fields({ provider }),
  result: field.fields({
    /** For `link` of `startSocialSignIn`; valid for ten minutes, once, and only for this session. */
    ticket: v.string(),
  }),
  errors: [
    'invalid-request',
    'session-ended',
    'no-access',
    'proof-needed',
    'provider-linked',
    'too-many-attempts',
  ],
})

export const linkIdentity = defineRoute({
  method: 'PUT',
  path: '/api/auth/identities/:provider',
  summary: 'Link the account of a provider with which the browser came back to your own account',
  access: 'own-session',
  /** The ticket needed a recent proof in this session, and the user may stay at the provider for longer. */
  needsProof: 'of-session',
  limit: 'settings',
  params: field.fields({ provider }),
  body: field.fields({
    /** The reference from the provider's callback. */
    accessToken: field.token,
  }),
  errors: [
    'invalid-request',
    'social-failed',
    'session-ended',
    'no-access',
    'proof-needed',
    'identity-in-use',
    'provider-linked',
    'too-many-attempts',
  ],
})

export const removeIdentity = defineRoute({
  method: 'DELETE',
  path: '/api/auth/identities/:provider',
  summary: 'Remove your own linked account of a provider; succeeds also when there is none',
  access: 'own-session',
  needsProof: 'recent',
  limit: 'settings',
  params: field.fields({ provider }),
  errors: [
    'invalid-request',
    'session-ended',
    'no-access',
    'proof-needed',
    'last-way-in',
    'too-many-attempts',
  ],
})
