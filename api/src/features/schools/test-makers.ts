/** Makes schools for the tests that visit every route. */
import { randomUUID } from 'node:crypto'
import { grantSchoolAccess } from '@foyer/contract/schools/school-access'
import { inviteToSchool } from '@foyer/contract/schools/school-people'
import { verifySchool } from '@foyer/contract/schools/school-routes'
import { toWire } from '@foyer/contract/wire'
import type { TestApp } from '../../testing/test-app.ts'
import { addAccess } from './school-rows.ts'
import { makeSchool, placeIn, schoolDetails } from './test-schools.ts'

type Actor = { testApp: TestApp; token: string; email: string }
type Made = { params: Record<string, string>; body?: Record<string, unknown> }
type Maker = (owner: Actor) => Promise<Made>
type Filler = (owner: Actor) => Promise<Record<string, string>>

async function addSchool({ testApp, token }: Pick<Actor, 'testApp' | 'token'>): Promise<Made> {
  const details = schoolDetails(await placeIn(testApp, 'IN'), { name: `School ${randomUUID()}` })
  const { id } = await makeSchool(testApp, { accessToken: token }, details)
  return { params: { id }, body: toWire(details) as Record<string, unknown> }
}

const addOnly: Maker = async (owner) => ({ params: (await addSchool(owner)).params })

const newAddress = () => `invited-${randomUUID()}@example.com`

async function inviteAs(
  { testApp, token }: Actor,
  email: string,
): Promise<{ id: string; invitationId: string }> {
  const { params } = await addSchool({ testApp, token })
  const { id = '' } = params
  const given = { params: { id }, body: { email } }
  const { status, data, text } = await testApp.call(inviteToSchool, given, { token })
  if (status !== 200) throw new Error(text)
  return { id, invitationId: data.id }
}

const addInvitation: Maker = async (owner) => ({ params: await inviteAs(owner, newAddress()) })

const addUser: Maker = async (owner) => {
  const { params } = await addSchool(owner)
  const { uuid } = await owner.testApp.makeUser({ platforms: ['school'] })
  await addAccess(owner.testApp.services.db, params.id ?? '', uuid)
  return { params: { id: params.id ?? '', userId: uuid } }
}

/** Makes an invitation to the owner, from another user's school. */
const receive: Maker = async ({ testApp, email }) => {
  const { accessToken: token } = await testApp.signIn('school')
  return { params: { id: (await inviteAs({ testApp, token, email }, email)).invitationId } }
}

const sharedBecause = 'staff decide on every school'

export const schoolMakers = {
  // The first platform of these routes can access every school, so a school owns the object.
  '/api/schools/:id': { as: 'school' as const, make: addSchool },
  '/api/schools/:id/logo': { as: 'school' as const, make: addOnly },
  '/api/schools/:id/verify': { sharedBecause, make: addOnly },
  '/api/schools/:id/decision-mail': { sharedBecause, make: addOnly },
  '/api/schools/:id/history': { sharedBecause, make: addOnly },
  '/api/schools/:id/invitations': { as: 'school' as const, make: addOnly },
  '/api/schools/:id/invitations/:invitationId': { as: 'school' as const, make: addInvitation },
  '/api/schools/:id/users/:userId': { as: 'school' as const, make: addUser },
  '/api/school-invitations/:id': receive,
  '/api/school-invitations/:id/accept': receive,
  '/api/schools/:id/access': { sharedBecause, make: addOnly },
  '/api/schools/:id/access/:userId': { sharedBecause, make: addOnly },
}

async function addThree(owner: Actor): Promise<Record<string, string>> {
  for (let count = 0; count < 3; count += 1) await addSchool(owner)
  return {}
}

export const schoolFillers: Record<string, Filler> = {
  '/api/schools': addThree,
  '/api/schools/access-list': addThree,
  '/api/schools/:id/invitations': async (owner) => {
    const { params } = await addSchool(owner)
    for (let count = 0; count < 3; count += 1) {
      const given = { params: { id: params.id ?? '' }, body: { email: newAddress() } }
      await owner.testApp.call(inviteToSchool, given, { token: owner.token })
    }
    return params
  },
  '/api/school-invitations': async (owner) => {
    for (let count = 0; count < 3; count += 1) await receive(owner)
    return {}
  },
  '/api/schools/:id/history': async (owner) => {
    const { params } = await addSchool(owner)
    for (const status of ['verified', 'rejected'] as const) {
      const given = { params: { id: params.id ?? '' }, body: { status, reason: 'The address is wrong' } }
      await owner.testApp.call(verifySchool, given, { token: owner.token })
    }
    return params
  },
  '/api/schools/:id/access': async (owner) => {
    const { params } = await addSchool(owner)
    for (let count = 0; count < 3; count += 1) {
      const { email } = await owner.testApp.makeUser({ platforms: ['school'] })
      const given = { params: { id: params.id ?? '' }, body: { email } }
      const { status, text } = await owner.testApp.call(grantSchoolAccess, given, { token: owner.token })
      if (status !== 200) throw new Error(text)
    }
    return params
  },
}
