/** Asks the user whether a device may sign in, and keeps the decision for the device (RFC 8628 §3.3). */

import { showDevicePage } from '@foyer/contract/page-routes/openid-pages'
import { hashOf, insertToken, type Purpose } from '../../identity/tokens/one-time-tokens.ts'
import {
  consumeSealedToken,
  createSealedToken,
  readSealedToken,
} from '../../identity/tokens/sealed-tokens.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { OwnPage } from '../../kernel/http/page-routes/serve-page-routes.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { allowApp } from './allow-app.ts'
import { expiredPage } from './answer-client.ts'
import { type AuthorizationRequest, requestPurpose } from './authorization-request.ts'
import { signInPage } from './authorize.ts'
import { decisionPurpose, findWaitingDevice, userCodeKey, userCodePurpose } from './device-grant.ts'
import { codePage, confirmationPage, decidedPage } from './device-pages.ts'
import { findRegisteredClient, type RegisteredClient } from './openid-clients.ts'

type Entered = { typed: string; keepFlowBrowser(): string }

/** Leads from the code that the user typed to the sign-in page of the client's platform. */
export async function enterCode(
  services: Services,
  { typed, keepFlowBrowser }: Entered,
): Promise<string | OwnPage> {
  const key = userCodeKey(services.keyring, typed)
  const device = await findWaitingDevice(services, key)
  const client = device && (await findRegisteredClient(services, device.clientId))
  if (!client) return codePage({ typed, isWrong: true })
  const { platform } = client
  const asksTwoFactors = client.openid.minimumAcr === 2
  const request: AuthorizationRequest = {
    ...{ clientId: client.id, platform, redirectUri: showDevicePage.path, responseMode: 'query' },
    ...{
      state: null,
      nonce: null,
      subjects: [],
      scopes: [],
      codeChallenge: null,
      authenticatedAfter: null,
      asksTwoFactors,
      requiresTwoFactors: asksTwoFactors,
    },
    ...{ isSilent: false, asksConsent: false, device: key, browser: keepFlowBrowser() },
  }
  const token = await createSealedToken(services, requestPurpose, request)
  const { baseUrl } = services.config
  return signInPage({
    platform,
    clientId: client.id,
    token,
    baseUrl,
    asksAgain: false,
    asksTwoFactors,
  })
}

const confirmationPurpose: Purpose = { name: 'device-confirmation', prefix: 'dk_', seconds: 600 }

/** A signed-in user who has not decided yet. `device` is the key of the user code, `browser` the cookie of the browser. */
type Asked = { device: string; userId: string; sessionId: string; browser: string }

/** Names what asks and from where, because an attacker may have given the user the code (RFC 8628 §5.4). */
export async function askToConfirm(
  services: Services,
  {
    client,
    asked,
    requestContext,
  }: { client: RegisteredClient; asked: Asked; requestContext: RequestContext },
): Promise<OwnPage> {
  const device = await findWaitingDevice(services, asked.device)
  if (!device) return expiredPage()
  const confirmation = await createSealedToken(services, confirmationPurpose, asked)
  return confirmationPage({
    name: client.openid.name,
    logo: client.openid.logo,
    label: device.label,
    isSameNetwork: device.network === requestContext.address.toString('base64'),
    scopes: device.scopes,
    confirmation,
  })
}

type Decided = {
  form: { confirmation: string; decision: 'allow' | 'refuse' }
  flowBrowser: string | null
  requestContext: RequestContext
}

/** Another site's form has no cookie, and a decision is made once. */
export async function decide(
  services: Services,
  { form: { confirmation, decision }, flowBrowser, requestContext }: Decided,
): Promise<OwnPage> {
  const { db } = services
  const asked = (await readSealedToken(services, confirmationPurpose, confirmation)) as Asked | null
  if (!asked || asked.browser !== flowBrowser) return expiredPage()
  const { userId, sessionId } = asked
  const device = await findWaitingDevice(services, asked.device)
  const client = device && (await findRegisteredClient(services, device.clientId))
  if (!client) return expiredPage()
  const isAllowed = decision === 'allow'
  const { clientId, scopes, deviceCode } = device
  const details = { clientId, isAllowed: String(isAllowed), scope: scopes.join(' ') }
  const isKept = await db.transaction().execute(async (trx) => {
    if (!(await consumeSealedToken(trx, confirmationPurpose, confirmation))) return false
    if (!(await consumeSealedToken(trx, userCodePurpose, asked.device))) return false
    const { name: purpose, seconds } = decisionPurpose
    const owner = isAllowed ? { userId, sessionId } : {}
    await insertToken(trx, {
      ...{ purpose, hash: hashOf(decisionPurpose, deviceCode), details, seconds },
      ...owner,
    }).execute()
    if (isAllowed && client.openid.isThirdParty)
      await allowApp(trx, { userId, sessionId, platform: client.platform, clientId, scopes, requestContext })
    const event = isAllowed ? 'code-minted' : 'code-refused'
    const recorded = { requestContext, userId, sessionId, platform: client.platform, clientId }
    await recordEvent(trx, { event, ...recorded, details: { delivery: 'device' } })
    return true
  })
  return isKept ? decidedPage(client.openid.name, isAllowed) : expiredPage()
}
