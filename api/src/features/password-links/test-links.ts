/** Provides steps for tests with password links. */
import {
  acceptBetaInvite,
  checkBetaInvite,
  checkCreateLink,
  checkResetLink,
  createPassword,
  forgotPassword,
  resetPassword,
} from '@foyer/contract/routes/password-links'
import type { Call } from '@foyer/contract/routes/route'
import { sql } from 'kysely'
import type { TestApp } from '../../testing/test-app.ts'

export const newPassword = 'a staple of batteries'

/** The parts of a link's path. */
export type LinkParts = { uuid: string; token: string; timestamp: string }
type LinkRequest = Call<typeof forgotPassword>['body']
type More = { headers?: Record<string, string> }

export function requestLink(testApp: TestApp, body: Partial<LinkRequest>, { headers = {} }: More = {}) {
  return testApp.call(forgotPassword, { body: { product: 'learning', ...body } }, { headers })
}

/** Returns the messages to this address or number, newest first. */
export async function messagesTo(testApp: TestApp, to: string) {
  const messages = await testApp.services.outbox.recent(testApp.services.db, 1_000)
  return messages.filter((message) => message.to === to)
}

/** Returns the link in the newest message to this address or number. */
export async function linkTo(testApp: TestApp, to: string): Promise<URL> {
  for (const { text } of await messagesTo(testApp, to)) {
    const link = /^https?:\/\/\S+\/(?:reset|create)-password\/\S+$/m.exec(text)?.[0]
    if (link) return new URL(link)
  }
  throw new Error(`No link was sent to ${to}`)
}

export function partsOf({ pathname }: URL): LinkParts {
  const [uuid = '', token = '', timestamp = ''] = pathname.split('-password/')[1]?.split('/') ?? []
  return { uuid, token, timestamp }
}

export async function requestedLink(testApp: TestApp, { email }: { email: string }): Promise<LinkParts> {
  await requestLink(testApp, { email })
  return partsOf(await linkTo(testApp, email))
}

const twice = (password: string) => ({ password1: password, password2: password })

export function openLink(testApp: TestApp, params: LinkParts, { headers = {} }: More = {}) {
  return testApp.call(checkResetLink, { params }, { headers })
}

export function reset(
  testApp: TestApp,
  params: LinkParts,
  password = newPassword,
  { headers = {} }: More = {},
) {
  return testApp.call(resetPassword, { params, body: twice(password) }, { headers })
}

export function openInvitation(testApp: TestApp, params: LinkParts) {
  return testApp.call(checkCreateLink, { params })
}

export function create(testApp: TestApp, params: LinkParts, password = newPassword) {
  return testApp.call(createPassword, { params, body: twice(password) })
}

export function openBetaInvite(testApp: TestApp, { uuid: id, token }: LinkParts) {
  return testApp.call(checkBetaInvite, { params: { id, token } })
}

export function acceptBeta(testApp: TestApp, { uuid: id, token }: LinkParts, password = newPassword) {
  return testApp.call(acceptBetaInvite, { params: { id, token }, body: twice(password) })
}

/** Makes every link this many seconds older. */
export async function ageLinks(testApp: TestApp, seconds: number): Promise<void> {
  await sql`update one_time_tokens set expires_at = expires_at - make_interval(secs => ${seconds})
    where purpose in ('reset', 'create', 'beta')`.execute(testApp.services.db)
}
