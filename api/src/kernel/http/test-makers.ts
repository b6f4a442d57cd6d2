/**
 * Makes objects for the tests that visit every route (guards/). The author of a route with a parameter in its path adds
 * a maker here, and the author of a list adds a filler; the tests fail without them.
 */
import { randomUUID } from 'node:crypto'
import { curatedLists } from '@foyer/contract/lists/curated-lists'
import type { Platform } from '@foyer/contract/platforms'
import { postNotification } from '@foyer/contract/routes/notifications'
import { listCountries } from '@foyer/contract/routes/reference'
import { startTotp } from '@foyer/contract/routes/second-factor'
import { decodeJwt } from 'jose'
import { emailSteps } from '../../features/contacts/test-emails.ts'
import { newNumber, phoneSteps } from '../../features/contacts/test-phones.ts'
import { evidenceFillers, evidenceMakers } from '../../features/evidences/test-evidence-makers.ts'
import { tryHelp } from '../../features/help/test-help-requests.ts'
import { passkeySteps } from '../../features/passkeys/test-authenticator.ts'
import { profileFillers, profileMakers } from '../../features/profile/test-makers.ts'
import { schoolFillers, schoolMakers } from '../../features/schools/test-makers.ts'
import { secondFactorSteps } from '../../features/second-factor/test-second-factor.ts'
import { codeOf } from '../../features/second-factor/test-totp.ts'
import { portfolioFillers, portfolioMakers } from '../../features/skill-portfolio/test-makers.ts'
import type { TestApp } from '../../testing/test-app.ts'

/** A user with a session, and a client of the user's platform. */
export type Actor = {
  testApp: TestApp
  uuid: string
  email: string
  platform: Platform
  /** The access token of the user's session. */
  token: string
  client: string
}

export type Made = {
  /** The path parameters that name the created object. */
  params: Record<string, string>
  /** The request body, in wire spelling; defaults to the body of test-valid-bodies.ts. */
  body?: Record<string, unknown>
}

/** Makes an object that only this user or client owns. */
type Maker = (owner: Actor) => Promise<Made>

async function postTo({ testApp, uuid, client }: Actor): Promise<string> {
  const body = { user: uuid, title: 'Results', body: 'Your results are here.' }
  const { data } = await testApp.call(postNotification, { body }, { client })
  return data.id
}

export type MakerOf = {
  make: Maker
  /** The owner's platform, if users of the route's first platform may reach other users' objects. */
  as?: Platform
  /** The reason why every caller of the route may reach the object. */
  sharedBecause?: string
}
const ownSession: Maker = async ({ token }) => ({ params: { id: String(decodeJwt(token).sid) } })
const ownEmails = ({ testApp }: Actor) => emailSteps(() => testApp)
const ownPhones = ({ testApp }: Actor) => phoneSteps(() => testApp)

/** Keys are paths. A sentence instead of a maker says why the named object has no owner. */
export const makers: Record<string, Maker | MakerOf | string> = {
  '/api/auth/sessions/:id': ownSession,
  '/api/auth/sessions/:id/disown': ownSession,
  '/api/auth/sessions/:id/confirm': ownSession,
  '/api/auth/sessions/:id/remembered-browser': ownSession,
  '/api/auth/second-factors/:id': async ({ testApp, token }) => ({
    params: { id: (await secondFactorSteps(() => testApp).add(token)).id },
    body: { name: 'My phone' },
  }),
  '/api/auth/second-factors/:id/confirm': async ({ testApp, token }) => {
    const { data } = await testApp.call(startTotp, {}, { token })
    return { params: { id: data.id }, body: { totp: codeOf(data.secret) } }
  },
  '/api/auth/browser-session/accounts/:id':
    'names an account of the browser, whose cookie the request must have',
  '/api/auth/apps/:clientId': 'names a client',
  '/api/auth/identities/:provider': 'names a provider',
  '/api/auth/identities/:provider/start': 'names a provider',
  '/api/auth/passkeys/:id': async ({ testApp, token }) => ({
    params: { id: (await passkeySteps(() => testApp).add(token)).answer.data.id },
    body: { name: 'My phone' },
  }),
  '/api/profile/emails/:id': async (owner) => ({
    params: { id: await ownEmails(owner).addVerified(owner.token) },
    body: { is_primary: true },
  }),
  '/api/profile/emails/:id/verify': async (owner) => ({
    params: { id: await ownEmails(owner).addVerified(owner.token) },
  }),
  '/api/profile/phones/:id': async (owner) => ({
    params: { id: await ownPhones(owner).addVerified(owner.token) },
    body: { is_primary: true },
  }),
  '/api/profile/phones/:id/verify': async (owner) => ({
    params: { id: await ownPhones(owner).addVerified(owner.token) },
  }),
  ...evidenceMakers,
  '/api/notifications/:id': async (owner) => ({
    params: { id: await postTo(owner) },
    body: { date_opened: '2026-11-23T08:30:00Z' },
  }),
  '/api/documents/signup-tracking/:email': async ({ uuid, email }) => ({
    params: { email },
    body: { data: { email, name: 'Asha Rao', uuid, source: 'direct' } },
  }),
  ...profileMakers,
  ...schoolMakers,
  ...portfolioMakers,
}

type Filler = (owner: Actor) => Promise<Record<string, string>>

/** These lists are filled at the start. */
const referenceLists: [string, Filler][] = ['countries', ...Object.keys(curatedLists)].map((name) => [
  `/api/reference/${name}`,
  async () => ({}),
])

/** Keys are paths. Each makes at least three entries of a list, and returns the path parameters. */
export const fillers: Record<string, Filler> = {
  ...Object.fromEntries(referenceLists),
  ...profileFillers,
  ...schoolFillers,
  ...portfolioFillers,
  '/api/reference/countries/:countryId/states': async ({ testApp }) => {
    const { data } = await testApp.call(listCountries, {})
    return { countryId: data.items.find(({ iso2 }) => iso2 === 'IN')?.id ?? '' }
  },
  '/api/profile/emails': async (owner) => {
    for (let count = 0; count < 2; count += 1)
      await ownEmails(owner).add(owner.token, `${randomUUID()}@example.com`)
    return {}
  },
  '/api/profile/phones': async (owner) => {
    for (let count = 0; count < 3; count += 1) await ownPhones(owner).add(owner.token, newNumber())
    return {}
  },
  ...evidenceFillers,
  '/api/help/requests': async ({ testApp, token }) => {
    for (let count = 0; count < 3; count += 1) await tryHelp(testApp, {}, { token })
    return {}
  },
  '/api/notifications': async (owner) => {
    for (let count = 0; count < 3; count += 1) await postTo(owner)
    return {}
  },
}
