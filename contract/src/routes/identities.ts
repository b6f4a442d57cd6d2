/** Declares the list of the user's linked accounts at social providers, and the removal of a link. */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { socialProviders } from '../social/providers.ts'
import { defineRoute } from './route.ts'

const provider = v.picklist(socialProviders, 'Unknown provider')

/** One linked account as its owner sees it. */
const listedIdentity = field.fields({
  provider,
  /** The email that the provider supplied when the account was linked. */
  email: v.nullable(v.string()),
  linkedAt: v.pipe(v.string(), v.isoTimestamp()),
})

export const listIdentities = defineRoute({
  method: 'GET',
  path: '/api/auth/identities',
  summary: 'List your own linked accounts of social providers, the oldest first',
  access: 'own-session',
  limit: 'settings',
  result: v.array(listedIdentity),
  errors: ['session-ended', 'no-access', 'too-many-attempts'],
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
