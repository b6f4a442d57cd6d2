/** Checks a client that an operator registers, beyond the shape of its definition. */
import { isPlatform, platformRow, products } from '@foyer/contract/platforms'
import { isScope, scopes } from '@foyer/contract/scopes'
import { externals } from '@foyer/contract/targets/externals'
import { logoutUriFaults, machineGrantType, serverUrlFault } from '../../kernel/config/registry-client.ts'
import type { AddressRule } from '../../kernel/outbound/public-addresses.ts'
import { type ClientDefinition, keepsSecrets } from './client-definition.ts'
import { uriFault } from './redirect-uris.ts'

/** An expiring redirect URI, such as that of a preview, lives at most this long. */
export const maxExpiryDays = 30

type Rules = {
  /** The addresses that production may call; null outside production. */
  mayCall: AddressRule | null
  /** The issuer of the tokens. */
  issuer: string
  /** In milliseconds since 1970. */
  now: number
}

/** Returns one sentence for each fault. Production also refuses this machine and private networks. */
export function definitionFaults(definition: ClientDefinition, rules: Rules): string[] {
  const { id, kind, jwks, jwksUri, backchannelLogoutUri } = definition
  const keysFault = jwksUri === undefined ? null : serverUrlFault(jwksUri, rules.mayCall)
  return [
    ...(kind === 'machine' ? machineFaults(definition, rules) : userFaults(definition, rules)),
    ...(keysFault ? [`jwksUri ${keysFault}`] : []),
    ...(jwks && jwksUri ? ['a client has jwks or jwksUri'] : []),
    ...((jwks || jwksUri) && !keepsSecrets.includes(kind)
      ? [`a client of the kind ${kind} has no keys`]
      : []),
    ...logoutUriFaults([{ id, backchannelLogoutUri: backchannelLogoutUri ?? null }], rules.mayCall),
  ]
}

/** A machine signs no users in, so it has no URI, scope or grant that is about users. */
function machineFaults(definition: ClientDefinition, { mayCall, issuer }: Rules): string[] {
  const { id, grants, scopes: words, audiences = [], isThirdParty } = definition
  const { redirectUris, expiringRedirectUris, postLogoutRedirectUris, backchannelLogoutUri } = definition
  const uris = [redirectUris, expiringRedirectUris, postLogoutRedirectUris].flat().length
  return [
    ...(uris > 0 || backchannelLogoutUri ? ['a machine has no redirect, post-logout or logout URIs'] : []),
    ...(definition.minimumAcr === 2 || definition.logo ? ['a machine has no minimumAcr and no logo'] : []),
    ...(isThirdParty ? ['a machine asks no users, so isThirdParty says nothing'] : []),
    ...(grants.length === 1 && grants[0] === machineGrantType
      ? []
      : [`a machine has the grant ${machineGrantType} alone`]),
    ...words.filter(isScope).map((scope) => `the scope ${scope} is about a user, and a machine has none`),
    ...(audiences.length === 0 ? ['a machine needs an audience'] : []),
    ...audiences.flatMap((audience) => {
      const fault = audienceFault(audience, { mayCall, issuer })
      return fault ? [`the audience ${audience} ${fault}`] : []
    }),
    // RFC 9068 §5: the id is the subject of the tokens, and must never be that of a user.
    ...(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? ['the id of a machine is no UUID'] : []),
  ]
}

/** The audiences of users' tokens: a service that takes those must not take the token of a machine for one. */
const audiencesOfUsers: readonly string[] = [...products, ...externals]

function audienceFault(value: string, { mayCall, issuer }: Pick<Rules, 'mayCall' | 'issuer'>): string | null {
  if (value === issuer || audiencesOfUsers.includes(value) || isPlatform(value))
    return 'is an audience of users’ tokens'
  if (/^[a-z][a-z0-9-]{1,62}$/.test(value)) return null
  return uriFault(value, { isNative: false, isProduction: mayCall !== null, isPreview: false })
}

function userFaults(definition: ClientDefinition, { mayCall, now }: Rules): string[] {
  const { kind, platform, redirectUris, expiringRedirectUris, postLogoutRedirectUris, grants } = definition
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
    ...(redirectUris.length + expiringRedirectUris.length === 0 && grants.includes('authorization_code')
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
    ...(grants.includes(machineGrantType) ? [`a client with users has no grant ${machineGrantType}`] : []),
    ...(definition.scopes.every(isScope) ? [] : [`the scopes must be among: ${scopes.join(', ')}`]),
    ...(definition.audiences ? ['only a machine has audiences'] : []),
  ]
}
