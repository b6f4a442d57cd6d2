/** Signs users in on devices without a keyboard, such as the screen of a classroom (RFC 8628). */
import { randomInt } from 'node:crypto'
import type { OAuthResult } from '@foyer/contract/oauth-routes/oauth-route'
import type {
  authorizeDevice,
  requestTokens,
  TokenAnswer,
} from '@foyer/contract/oauth-routes/openid-endpoints'
import { showDevicePage } from '@foyer/contract/page-routes/openid-pages'
import { isScope, type Scope } from '@foyer/contract/scopes'
import { findToken, hashOf, type Purpose } from '../../identity/tokens/one-time-tokens.ts'
import { createSealedToken, keepSealedToken, readSealedToken } from '../../identity/tokens/sealed-tokens.ts'
import { deviceGrantType } from '../../kernel/config/registry-client.ts'
import { asFailure } from '../../kernel/failure.ts'
import { OAuthError } from '../../kernel/http/oauth-routes/oauth-error.ts'
import type { OAuthRequestTo } from '../../kernel/http/oauth-routes/serve-oauth-routes.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Services } from '../../services.ts'
import { authenticateClient, type RegisteredClient } from './openid-clients.ts'
import { redeemCode } from './redeem-code.ts'
import { answerOf } from './token-answer.ts'

const seconds = 600
const devicePurpose: Purpose = { name: 'device-code', prefix: 'dc_', seconds }
/** The text is the HMAC of the code, because eight letters are too few for a hash that anybody can compute. */
export const userCodePurpose: Purpose = { name: 'device-user-code', prefix: '', seconds }
/** The decision of the user; its text is the device code. */
export const decisionPurpose: Purpose = { name: 'device-decision', prefix: 'dc_', seconds }

/** A device that waits for its user. */
export type WaitingDevice = {
  deviceCode: string
  clientId: string
  scopes: Scope[]
  /** The device as its request describes it, such as 'Chrome on Linux'. */
  label: string | null
  /** The HMAC of the network that the request came from. */
  network: string
}

const intervalSeconds = 5
/** Twice as many as a device sends that keeps the interval. */
const pollsOfDevice = { max: 4, windowSeconds: 2 * intervalSeconds }

/** RFC 8628 §6.1: no vowels, so that no code is a word. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

export async function startDevice(
  services: Services,
  { form, authorization, requestContext }: OAuthRequestTo<typeof authorizeDevice>,
): Promise<OAuthResult<typeof authorizeDevice>> {
  const { config, keyring } = services
  const client = await authenticateClient(services, { form, authorization, requestContext })
  if (!client.openid.grants.includes(deviceGrantType))
    throw new OAuthError('unauthorized_client', 'Devices are not registered for the client')
  const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  const deviceCode = await createSealedToken(services, devicePurpose, { clientId: client.id })
  const waiting: WaitingDevice = {
    deviceCode,
    clientId: client.id,
    scopes: [...new Set((form.scope ?? '').split(' ').filter(isScope))].filter((scope) =>
      client.openid.scopes.includes(scope),
    ),
    label: requestContext.deviceLabel,
    network: requestContext.address.toString('base64'),
  }
  await keepSealedToken(services, userCodePurpose, { value: userCodeKey(keyring, code), details: waiting })
  const userCode = spelled(code)
  const page = new URL(showDevicePage.path, config.baseUrl).href
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?${new URLSearchParams({ user_code: userCode })}`,
    expires_in: seconds,
    interval: intervalSeconds,
  }
}

/** Ignores case and everything that is no letter, such as the hyphen. */
export function userCodeKey(keyring: Keyring, typed: string): string {
  const code = typed.toUpperCase().replace(/[^A-Z]/g, '')
  return keyring.lastingMac(userCodePurpose.name, code).toString('base64url')
}

function spelled(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

export async function findWaitingDevice(services: Services, key: string): Promise<WaitingDevice | null> {
  return (await readSealedToken(services, userCodePurpose, key)) as WaitingDevice | null
}

type Poll = Pick<OAuthRequestTo<typeof requestTokens>, 'form' | 'requestContext' | 'count'> & {
  client: RegisteredClient
}

/** Throws `authorization_pending` until the user has decided (RFC 8628 §3.5). */
export async function redeemDeviceCode(
  services: Services,
  { form, client, requestContext, count }: Poll,
): Promise<TokenAnswer> {
  const { device_code: code } = form
  if (code === undefined) throw new OAuthError('invalid_request', 'device_code is missing')
  const hash = hashOf(devicePurpose, code)
  await count([{ key: `device:${hash.toString('base64url')}`, ...pollsOfDevice }]).catch((error: unknown) => {
    if (asFailure(error).code !== 'too-many-attempts') throw error
    throw new OAuthError('slow_down', `Ask every ${intervalSeconds} seconds`)
  })
  const device = (await readSealedToken(services, devicePurpose, code)) as { clientId: string } | null
  if (!device) {
    if ((await findToken(services.db, hash))?.state === 'expired')
      throw new OAuthError('expired_token', 'The device code has expired')
    throw new OAuthError('invalid_grant', 'The device code is unknown')
  }
  if (device.clientId !== client.id) throw new OAuthError('invalid_grant', 'The device code is unknown')
  const outcome = await redeemCode(services, {
    ...{ purpose: decisionPurpose, code, client, requestContext },
    findMismatch: ({ isAllowed }) => (isAllowed === 'true' ? null : 'denied'),
  })
  if (!('mismatch' in outcome)) return answerOf(services, { session: outcome.session, client, nonce: null })
  if (outcome.mismatch === 'denied') throw new OAuthError('access_denied', 'The user refused')
  throw new OAuthError('authorization_pending', 'The user has not decided yet')
}
