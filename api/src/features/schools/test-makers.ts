/** Makes schools for the tests that visit every route. */
import { randomUUID } from 'node:crypto'
import { grantSchoolAccess } from '@foyer/contract/schools/school-access'
import { toWire } from '@foyer/contract/wire'
import type { TestApp } from '../../testing/test-app.ts'
import { makeSchool, placeIn, schoolDetails } from './test-schools.ts'

type Actor = { testApp: TestApp; token: string }
type Made = { params: Record<string, string>; body?: Record<string, unknown> }
type Maker = (owner: Actor) => Promise<Made>
type Filler = (owner: Actor) => Promise<Record<string, string>>

async function addSchool({ testApp, token }: Actor): Promise<Made> {
  const details = schoolDetails(await placeIn(testApp, 'IN'), { name: `School ${randomUUID()}` })
  const { id } = await makeSchool(testApp, { accessToken: token }, details)
  return { params: { id }, body: toWire(details) as Record<string, unknown> }
}

const addOnly: Maker = async (owner) => ({ params: (await addSchool(owner)).params })

const sharedBecause = 'staff decide on every school'

export const schoolMakers = {
  // The first platform of these routes can access every school, so a school owns the object.
  '/api/schools/:id': { as: 'school' as const, make: addSchool },
  '/api/schools/:id/logo': { as: 'school' as const, make: addOnly },
  '/api/schools/:id/verify': { sharedBecause, make: addOnly },
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
