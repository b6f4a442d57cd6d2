/** Defines a client of OpenID Connect that an operator registers with the command line. */
import { platform as platformField } from '@foyer/contract/fields'
import { isScope, scopes } from '@foyer/contract/scopes'
import type { JSONWebKeySet } from 'jose'
import * as v from 'valibot'
import {
  type Client,
  explainObject,
  grantTypes,
  logo,
  machineGrantType,
  minimumAcr,
  ownClientId,
  text,
  usualGrantTypes,
} from '../../kernel/config/registry-client.ts'

/**
 * `web` keeps a secret or a key; `spa` (in a browser) and `native` (on a device) cannot (RFC 6749 §2.1). `machine` keeps one
 * too, and signs no users in.
 */
export const clientKinds = ['web', 'spa', 'native', 'machine'] as const

/** The kinds of clients that authenticate with a secret or a key. */
export const keepsSecrets: readonly string[] = ['web', 'machine'] satisfies (typeof clientKinds)[number][]

const uris = v.optional(v.array(v.pipe(text, v.maxLength(2_048, 'is too long')), 'must be a list'), [])
const word = v.pipe(
  text,
  // RFC 6749 §3.3
  v.regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, 'must be a word without spaces, quotes and backslashes'),
)
const oneOf = <const Words extends readonly string[]>(words: Words) =>
  v.picklist(words, `must be one of: ${words.join(', ')}`)
/** A public key without the values that only a private key has (RFC 7517, RFC 7518 §6). */
const publicKey = v.pipe(
  v.looseObject({ kty: oneOf(['EC', 'RSA', 'OKP']) }, explainObject),
  v.check((key) => !('d' in key), 'is a private key: give the public key'),
)

const entries = v.strictObject(
  {
    id: v.pipe(
      text,
      v.regex(
        /^[a-z][a-z0-9-]{1,62}$/,
        'must have 2 to 63 lower-case letters, digits and -, and start with a letter',
      ),
      v.notValue(ownClientId, 'is reserved for sessions of Foyer itself'),
    ),
    name: v.pipe(text, v.trim(), v.nonEmpty('is empty'), v.maxLength(80, 'is too long')),
    kind: oneOf(clientKinds),
    platform: platformField,
    redirectUris: uris,
    /** Redirect URIs that are accepted until a date. */
    expiringRedirectUris: v.optional(
      v.array(
        v.strictObject(
          { uri: text, until: v.pipe(text, v.isoTimestamp('must be a date and time')) },
          explainObject,
        ),
      ),
      [],
    ),
    postLogoutRedirectUris: uris,
    backchannelLogoutUri: v.optional(text),
    requiresPkce: v.optional(v.boolean('must be true or false'), true),
    grants: v.optional(v.array(oneOf(grantTypes), 'must be a list')),
    /** The client of another organisation: users are asked before it reads anything. */
    isThirdParty: v.optional(v.boolean('must be true or false'), false),
    /** A picture for the pages of consent and of a device. */
    logo: v.optional(logo),
    /** 2: every session of the client has two factors. */
    minimumAcr: v.optional(minimumAcr),
    scopes: v.optional(v.array(word, 'must be a list')),
    /** The services for which a machine gets tokens. */
    audiences: v.optional(v.pipe(v.array(text, 'must be a list'), v.maxLength(20, 'is too long'))),
    /** The public keys of a client that authenticates with private_key_jwt. */
    jwks: v.optional(
      v.strictObject(
        { keys: v.pipe(v.array(publicKey, 'must be a list'), v.minLength(1, 'is empty')) },
        explainObject,
      ),
    ),
    /** The URL where such a client publishes them instead. */
    jwksUri: v.optional(v.pipe(text, v.maxLength(2_048, 'is too long'))),
  },
  explainObject,
)
export const clientDefinition = v.pipe(
  entries,
  v.transform((given) => {
    const isMachine = given.kind === 'machine'
    const grants = given.grants ?? (isMachine ? [machineGrantType] : [...usualGrantTypes])
    return { ...given, grants, scopes: given.scopes ?? (isMachine ? [] : [...scopes]) }
  }),
)
export type ClientDefinition = v.InferOutput<typeof clientDefinition>

export type StoredSecret = { sha256: string; createdAt: string; until: string | null }

/** `now` is in milliseconds since 1970. Leaves out what has expired. */
export function clientOf(
  definition: ClientDefinition,
  secrets: readonly StoredSecret[],
  now: number,
): Client {
  const { id, name, kind, platform, backchannelLogoutUri, requiresPkce, postLogoutRedirectUris, jwks } =
    definition
  const lasts = ({ until }: { until: string | null }) => until === null || Date.parse(until) > now
  return {
    id,
    platforms: [platform],
    external: null,
    origins: [],
    secretSha256s: secrets.filter(lasts).map(({ sha256 }) => sha256),
    backchannelLogoutUri: backchannelLogoutUri ?? null,
    requiresPkce,
    openid: {
      redirectUris: [
        ...definition.redirectUris,
        ...definition.expiringRedirectUris.filter(lasts).map(({ uri }) => uri),
      ],
      postLogoutRedirectUris,
      isPublic: !keepsSecrets.includes(kind),
      isThirdParty: definition.isThirdParty,
      isNative: kind === 'native',
      name,
      grants: definition.grants,
      scopes: definition.scopes.filter(isScope),
      jwks: (jwks as JSONWebKeySet | undefined) ?? null,
      logo: definition.logo ?? null,
      minimumAcr: definition.minimumAcr ?? 1,
      jwksUri: definition.jwksUri ?? null,
      machine:
        kind === 'machine' ? { audiences: definition.audiences ?? [], scopes: definition.scopes } : null,
    },
  }
}
