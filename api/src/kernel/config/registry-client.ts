/** Defines the clients of the platforms file, and the checks that platforms and external sites share. */

import type { Platform } from '@foyer/contract/platforms'
import { type Scope, scopes } from '@foyer/contract/scopes'
import type { External } from '@foyer/contract/targets/externals'
import { isRegistrableOrigin, trustedUrl } from '@foyer/contract/targets/trusted-origin'
import type { JSONWebKeySet } from 'jose'
import * as v from 'valibot'
import { type AddressRule, literalAddress } from '../outbound/public-addresses.ts'
import { unsafeHost } from './unsafe-hosts.ts'
import { isPublishedSecret } from './weak-secrets.ts'

export type Client = {
  id: string
  /**
   * The platforms whose codes the client redeems: its own platform, or those whose users may go to the external site.
   */
  platforms: readonly Platform[]
  /** The external site that uses the client; null for a platform's client. */
  external: External | null
  /** The exact origins of the codes that the client redeems (docs/decisions/handover.md). */
  origins: readonly string[]
  /** One hash, or two while the operator replaces the secret. */
  secretSha256s: readonly string[]
  /** The URL that receives logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.2); null without one. */
  backchannelLogoutUri: string | null
  /** If true, the client may redeem only codes with a PKCE challenge (RFC 7636). */
  requiresPkce: boolean
  /** The client of OpenID Connect; null for a client that only exchanges codes in Foyer's own form. */
  openid: OpenIdClient | null
}

export type OpenIdClient = {
  /** The exact URIs that may receive codes (RFC 9700 §2.1). */
  redirectUris: readonly string[]
  /** The exact URIs to which a sign-out may lead. */
  postLogoutRedirectUris: readonly string[]
  /** A client without a secret, such as an app in a browser (RFC 6749 §2.1). */
  isPublic: boolean
  /** An app on the user's device: the port of its loopback redirect URIs may vary (RFC 8252 §7.3). */
  isNative: boolean
  /** The client of another organisation: users are asked before it reads anything. */
  isThirdParty: boolean
  /** The name that pages show to the user. */
  name: string
  grants: readonly GrantType[]
  /** The scopes that the client may ask for. */
  scopes: readonly Scope[]
  /** A picture as a data URI, which those pages show; null without one. */
  logo: string | null
  /** The assurance that every session of the client has (docs/assurance.md). */
  minimumAcr: 1 | 2
  /** The public keys of a client that signs its own credentials (private_key_jwt); null for any other client. */
  jwks: JSONWebKeySet | null
  /** The URL where such a client publishes its keys instead; null for any other client. */
  jwksUri: string | null
  /** What a service that acts for itself may ask for; null for a client that signs users in. */
  machine: Machine | null
}

/** A client without users (RFC 6749 §4.4). */
export type Machine = {
  /** The services for which it gets tokens: https URIs, or ids of clients (RFC 8707). */
  audiences: readonly string[]
  /** Words of those services. None is a scope of Foyer, because those are about a user. */
  scopes: readonly string[]
}

export const usualGrantTypes = ['authorization_code', 'refresh_token'] as const
export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code'
const fileGrants = [...usualGrantTypes, deviceGrantType] as const
export const machineGrantType = 'client_credentials'
export const grantTypes = [...usualGrantTypes, deviceGrantType, machineGrantType] as const
export type GrantType = (typeof grantTypes)[number]

/** The `client_id` of Foyer's own sessions in access tokens (RFC 9068 §2.2); no platform can register it. */
export const ownClientId = 'foyer'

// The default messages would repeat the input, which may be a misplaced secret; these messages never do.
export const text = v.string('must be text')
const notSha256 = 'must be a SHA-256 in lower-case hex'
const sha256 = v.pipe(text, v.regex(/^[0-9a-f]{64}$/, notSha256))
const uris = v.optional(v.array(text, 'must be a list'), [])
/** A picture of at most 16 kB. It is a part of the page, so a page with a question calls no other site. */
export const logo = v.pipe(
  text,
  v.regex(
    /^data:image\/(?:png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/|webp;base64,UklGR)[A-Za-z0-9+/]+={0,2}$/,
    'must be a data URI of a PNG, JPEG or WebP',
  ),
  v.maxLength(22_000, 'is larger than 16 kB'),
)
export const minimumAcr = v.picklist([1, 2], 'must be 1 or 2')
const openid = v.strictObject(
  {
    redirectUris: v.pipe(v.array(text, 'must be a list'), v.minLength(1, 'must not be empty')),
    postLogoutRedirectUris: uris,
    isPublic: v.optional(v.boolean('must be true or false'), false),
    isThirdParty: v.optional(v.boolean('must be true or false'), false),
    /** What users read on the page of consent and on the page of a device; the id by default. */
    name: v.optional(v.pipe(text, v.trim(), v.nonEmpty('is empty'), v.maxLength(80, 'is too long'))),
    logo: v.optional(logo),
    minimumAcr: v.optional(minimumAcr, 1),
    grants: v.optional(v.array(v.picklist(fileGrants, `must be among: ${fileGrants.join(', ')}`)), [
      ...usualGrantTypes,
    ]),
  },
  explainObject,
)
const entries = {
  id: v.pipe(text, v.notValue(ownClientId, 'is reserved for sessions of Foyer itself')),
  secretSha256: v.union([sha256, v.strictTuple([sha256, sha256])], `${notSha256}, or a list of two`),
  backchannelLogoutUri: v.optional(text),
  requiresPkce: v.optional(v.boolean('must be true or false'), true),
}
export const externalClient = v.pipe(v.strictObject(entries, explainObject), v.transform(asClient))
/** A client without `origins` has all origins of its platform. A public client has no secret. */
export const platformClient = v.pipe(
  v.strictObject(
    {
      ...entries,
      secretSha256: v.optional(entries.secretSha256),
      origins: v.optional(v.array(text, 'must be a list')),
      openid: v.optional(openid),
    },
    explainObject,
  ),
  v.check(
    ({ secretSha256, openid }) => (secretSha256 === undefined) === (openid?.isPublic ?? false),
    'needs secretSha256, unless openid.isPublic is true',
  ),
  v.transform(asClient),
)

/** What only the command line registers. */
const ofEveryFileClient = {
  isNative: false,
  scopes,
  jwks: null,
  jwksUri: null,
  machine: null,
}

function asClient<
  Given extends {
    secretSha256?: string | [string, string] | undefined
    backchannelLogoutUri?: string | undefined
    id: string
    openid?:
      | (Pick<
          OpenIdClient,
          'redirectUris' | 'postLogoutRedirectUris' | 'isPublic' | 'isThirdParty' | 'minimumAcr' | 'grants'
        > & { name?: string | undefined; logo?: string | undefined })
      | undefined
  },
>({ secretSha256, backchannelLogoutUri, openid, ...given }: Given) {
  const name = openid?.name ?? given.id
  return {
    ...given,
    backchannelLogoutUri: backchannelLogoutUri ?? null,
    secretSha256s: secretSha256 === undefined ? [] : [secretSha256].flat(),
    openid: openid ? { ...openid, ...ofEveryFileClient, name, logo: openid.logo ?? null } : null,
  }
}

/**
 * Returns one line for each URI of OpenID Connect that is not on an origin of its client, or that no client can be redirected
 * to. The message never repeats the URI.
 */
export function openIdFaults(clients: readonly Pick<Client, 'id' | 'origins' | 'openid'>[]): string[] {
  return clients.flatMap(({ id, origins, openid }) => {
    const { redirectUris = [], postLogoutRedirectUris = [] } = openid ?? {}
    const faults = (name: string, uris: readonly string[]) =>
      uris.flatMap((uri, index) => {
        const fault = redirectUriFault(uri, origins)
        return fault ? [`client ${id}: ${name} ${index + 1} ${fault}`] : []
      })
    return [
      ...faults('redirect URI', redirectUris),
      ...faults('post-logout redirect URI', postLogoutRedirectUris),
    ]
  })
}

function redirectUriFault(uri: string, origins: readonly string[]): string | null {
  if (uri.includes('*')) return 'has a wildcard: name each URI'
  if (uri.includes('#')) return 'has a fragment, which no server receives'
  return trustedUrl(uri, origins) ? null : 'is not on an origin of the client'
}

export function explainObject({ expected }: { expected: string | null }): string {
  if (expected === 'never') return 'is not known here'
  return expected === 'Object' ? 'must be an object' : 'is missing'
}

export function originFault(origin: string, isProduction: boolean): string | null {
  if (origin.includes('*')) return 'is a wildcard: name each origin'
  const unsafe = isProduction && unsafeHost(URL.parse(origin)?.hostname ?? '')
  if (unsafe) return unsafe
  return isRegistrableOrigin(origin, !isProduction) ? null : 'is not an exact https origin'
}

/**
 * Returns one line for each client whose back-channel logout URI is not https (http is allowed on this machine only),
 * has a user or fragment, or names an address that production may not call. `mayCall` is null outside production.
 */
export function logoutUriFaults(
  clients: readonly Pick<Client, 'id' | 'backchannelLogoutUri'>[],
  mayCall: AddressRule | null,
): string[] {
  return clients.flatMap(({ id, backchannelLogoutUri }) => {
    if (backchannelLogoutUri === null) return []
    const fault = serverUrlFault(backchannelLogoutUri, mayCall)
    return fault ? [`client ${id}: the back-channel logout URI ${fault}`] : []
  })
}

/** Returns why this service may not call the URL of another server; null if it may. */
export function serverUrlFault(value: string, mayCall: AddressRule | null): string | null {
  const url = URL.parse(value)
  if (!url) return 'is not absolute'
  if (url.username || url.password) return 'contains a user name or password'
  // OpenID Connect Back-Channel Logout 1.0 §2.2 forbids a fragment.
  if (value.includes('#')) return 'has a fragment, which no server receives'
  const fault = originFault(url.origin, mayCall !== null)
  const address = literalAddress(value)
  if (fault || !mayCall || address === null || mayCall(address)) return fault
  return 'is in a private network that BACK_CHANNEL_NETWORKS does not allow'
}

export function secretFaults(clients: readonly Pick<Client, 'id' | 'secretSha256s'>[]): string[] {
  return [
    ...clients
      .filter(({ secretSha256s }) => secretSha256s.some(isPublishedSecret))
      .map(({ id }) => `the secret of client ${id} is for development: it is published`),
    ...clients
      .filter(({ secretSha256s }, index) =>
        clients
          .slice(0, index)
          .some((other) => other.secretSha256s.some((one) => secretSha256s.includes(one))),
      )
      .map(({ id }) => `client ${id} has the secret of another client`),
  ]
}
