/** Defines a client of OpenID Connect that an operator registers with the command line, and checks its URIs. */
import { platform as platformField } from '@foyer/contract/fields'
import { platformRow } from '@foyer/contract/platforms'
import { type Scope, scopes } from '@foyer/contract/scopes'
import type { JSONWebKeySet } from 'jose'
import * as v from 'valibot'
import {
  type Client,
  explainObject,
  grantTypes,
  logoutUriFaults,
  originFault,
  ownClientId,
  text,
  usualGrantTypes,
} from '../../kernel/config/registry-client.ts'
import type { AddressRule } from '../../kernel/outbound/public-addresses.ts'

/** `web` keeps a secret or a key; `spa` (in a browser) and `native` (on a device) cannot (RFC 6749 §2.1). */
export const clientKinds = ['web', 'spa', 'native'] as const

/** An expiring redirect URI, such as that of a preview, lives at most this long. */
export const maxExpiryDays = 30

const uris = v.optional(v.array(v.pipe(text, v.maxLength(2_048, 'is too long')), 'must be a list'), [])
const oneOf = <const Words extends readonly string[]>(words: Words) =>
  v.picklist(words, `must be one of: ${words.join(', ')}`)
/** A public key without the values that only a private key has (RFC 7517, RFC 7518 §6). */
const publicKey = v.pipe(
  v.looseObject({ kty: oneOf(['EC', 'RSA', 'OKP']) }, explainObject),
  v.check((key) => !('d' in key), 'is a private key: give the public key'),
)

export const clientDefinition = v.strictObject(
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
    grants: v.optional(v.array(oneOf(grantTypes), 'must be a list'), [...usualGrantTypes]),
    /** The client of another organisation: users are asked before it reads anything. */
    isThirdParty: v.optional(v.boolean('must be true or false'), false),
    scopes: v.optional(v.array(oneOf(scopes), 'must be a list'), [...scopes]),
    /** The public keys of a client that authenticates with private_key_jwt. */
    jwks: v.optional(
      v.strictObject(
        { keys: v.pipe(v.array(publicKey, 'must be a list'), v.minLength(1, 'is empty')) },
        explainObject,
      ),
    ),
  },
  explainObject,
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
      isPublic: kind !== 'web',
      isThirdParty: definition.isThirdParty,
      isNative: kind === 'native',
      name,
      grants: definition.grants,
      scopes: definition.scopes as Scope[],
      jwks: (jwks as JSONWebKeySet | undefined) ?? null,
    },
  }
}

/** Production also refuses this machine and private networks. `mayCall` is null outside production. */
export function definitionFaults(
  definition: ClientDefinition,
  mayCall: AddressRule | null,
  now: number,
): string[] {
  const { id, kind, platform, redirectUris, expiringRedirectUris, postLogoutRedirectUris, jwks } = definition
  const row = platformRow(platform)
  const isStaff = row.signUp === 'invitation' && row.form === 'identifier'
  const isProduction = mayCall !== null
  const faultsOf = (name: string, uris: readonly string[], isPreview = false) =>
    uris.flatMap((uri) => {
      const fault = uriFault(uri, { isNative: kind === 'native', isProduction, isPreview })
      return fault ? [`${name} ${uri} ${fault}`] : []
    })
  const latest = now + maxExpiryDays * 86_400_000
  return [
    ...(row.redirect === 'none' ? [`the sign-in of ${platform} leads to no other site`] : []),
    ...(redirectUris.length + expiringRedirectUris.length === 0 &&
    definition.grants.includes('authorization_code')
      ? ['a client needs a redirect URI']
      : []),
    ...faultsOf('the redirect URI', redirectUris),
    ...faultsOf(
      'the redirect URI',
      expiringRedirectUris.map(({ uri }) => uri),
      true,
    ),
    ...faultsOf('the post-logout redirect URI', postLogoutRedirectUris),
    ...(isStaff && expiringRedirectUris.length > 0
      ? [`${platform} is a platform of staff, which has no expiring redirect URIs`]
      : []),
    ...(expiringRedirectUris.some(({ until }) => Date.parse(until) > latest)
      ? [`a redirect URI expires within ${maxExpiryDays} days`]
      : []),
    ...(jwks && kind !== 'web' ? [`a client of the kind ${kind} has no keys`] : []),
    ...logoutUriFaults([{ id, backchannelLogoutUri: definition.backchannelLogoutUri ?? null }], mayCall),
  ]
}

type UriRules = { isNative: boolean; isProduction: boolean; isPreview: boolean }

const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?(?=\/|$)/

function uriFault(value: string, { isNative, isProduction, isPreview }: UriRules): string | null {
  const url = URL.parse(value)
  if (!url || /[\p{C}\s\\]/u.test(value)) return 'is not absolute'
  if (value.includes('*')) return 'has a wildcard: name each URI'
  if (value.includes('#')) return 'has a fragment, which no server receives'
  if (url.username || url.password) return 'contains a user name or password'
  if (isNative && loopback.test(value)) return null
  if (url.protocol === 'https:' || url.protocol === 'http:')
    // A preview lives on a host where anybody may publish; its exact name and its expiry bound the risk.
    return originFault(url.origin, isProduction && !(isPreview && url.protocol === 'https:'))
  if (!isNative) return 'is not https'
  // RFC 8252 §7.1: the reverse of a domain name, so that no two apps choose the same scheme.
  return /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(url.protocol)
    ? null
    : 'has a scheme that is not the reverse of a domain name, such as com.example.app'
}

/** Compares character by character, except for the port of a loopback URI of a native client (RFC 8252 §7.3). */
export function isRegisteredUri(value: string, registered: readonly string[], isNative: boolean): boolean {
  if (registered.includes(value)) return true
  if (!isNative || !loopback.test(value)) return false
  const withoutPort = (uri: string) => uri.replace(loopback, 'http://$1')
  return registered.some((uri) => loopback.test(uri) && withoutPort(uri) === withoutPort(value))
}
