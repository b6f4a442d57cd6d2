/**
 * Makes things for the tests that go over all routes (guards/). The owner of a route with a name in its path adds a maker,
 * the owner of a list a filler; without them those tests fail.
 */
import { randomUUID } from 'node:crypto'
import { curatedLists } from '@foyer/contract/lists/curated-lists'
import type { Platform } from '@foyer/contract/platforms'
import { postNotification } from '@foyer/contract/routes/notifications'
import { listCountries } from '@foyer/contract/routes/reference'
import { decodeJwt } from 'jose'
import { emailSteps } from '../../features/emails/test-emails.ts'
import { evidenceFillers, evidenceMakers } from '../../features/evidences/test-evidence-makers.ts'
import { profileFillers, profileMakers } from '../../features/profile/test-makers.ts'
import { schoolFillers, schoolMakers } from '../../features/schools/test-makers.ts'
import { portfolioFillers, portfolioMakers } from '../../features/skill-portfolio/test-makers.ts'
import type { TestApp } from '../../testing/test-app.ts'

/** A user with a session, and a client of the platform. */
export type Actor = {
  testApp: TestApp
  uuid: string
  email: string
  platform: Platform
  /** The access token of the user's own session. */
  token: string
  client: string
}

export type Made = {
  /** The parameters of the path, which lead to what was made. */
  params: Record<string, string>
  /** In wire spelling; without it, the body of test-valid-bodies.ts. */
  body?: Record<string, unknown>
}

/** Makes something that belongs to the user or the client alone. */
type Maker = (owner: Actor) => Promise<Made>

async function postTo({ testApp, uuid, client }: Actor): Promise<string> {
  const body = { user: uuid, title: 'Results', body: 'Your results are here.' }
  const { data } = await testApp.call(postNotification, { body }, { client })
  return data.id
}

export type MakerOf = {
  make: Maker
  /** The platform of the owner, where the first role of the route reaches more than its own. */
  as?: Platform
  /** Says why it belongs to everybody who may call the route. */
  sharedBecause?: string
}
const ownEmails = ({ testApp }: Actor) => emailSteps(() => testApp)

/** By path. A sentence instead of a maker says why nobody owns what the path names. */
export const makers: Record<string, Maker | MakerOf | string> = {
  '/api/auth/sessions/:id': async ({ token }) => ({ params: { id: String(decodeJwt(token).sid) } }),
  '/api/auth/identities/:provider': 'names a provider',
  '/api/profile/emails/:id': async (owner) => ({
    params: { id: await ownEmails(owner).addVerified(owner.token) },
    body: { is_primary: true },
  }),
  '/api/profile/emails/:id/verify': async (owner) => ({
    params: { id: await ownEmails(owner).addVerified(owner.token) },
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

/** These lists are full from the start. */
const referenceLists: [string, Filler][] = ['countries', ...Object.keys(curatedLists)].map((name) => [
  `/api/reference/${name}`,
  async () => ({}),
])

/** By path: makes at least three entries of a list, and returns the parameters of its path. */
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
  ...evidenceFillers,
  '/api/notifications': async (owner) => {
    for (let count = 0; count < 3; count += 1) await postTo(owner)
    return {}
  },
}
