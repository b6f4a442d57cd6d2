/** Seeds five schools for development: verified, rejected and unverified. Never runs in production. */
import type { SchoolStatus, SchoolType } from '@foyer/contract/school-types'
import { sql } from 'kysely'
import { lockDemoSeed } from '../../api/src/features/dev-tools/demo-users.ts'
import { listCountryRows, listStateRows } from '../../api/src/features/reference/countries.queries.ts'
import { addSchool, listSchools, updateSchool } from '../../api/src/features/schools/school-rows.ts'
import { findUser } from '../../api/src/identity/users/find-user.ts'
import { readContact } from '../../api/src/identity/users/identifier.ts'
import type { Db } from '../../api/src/kernel/db/connect.ts'
import type { Services } from '../../api/src/services.ts'

type DemoSchool = {
  name: string
  type: SchoolType
  /** ISO 3166-1 code. */
  country: string
  state: string
  status: SchoolStatus
  /** The reason for the decision. */
  reason?: string
  board: string
  address: string
  /** The demo user who signed up the school and has access to it. */
  founder: string
}

const principal = 'school@foyer.test'
const manager = 'many@foyer.test'

export const demoSchools: readonly DemoSchool[] = [
  {
    name: 'Green Valley School',
    type: 'all-through',
    country: 'IN',
    state: 'Karnataka',
    status: 'unverified',
    board: 'CBSE',
    address: '14 Hunsur Road, Mysuru 570017',
    founder: principal,
  },
  {
    name: 'Vaigai Higher Secondary School',
    type: 'secondary',
    country: 'IN',
    state: 'Tamil Nadu',
    status: 'verified',
    reason: 'Certificate of the state board, checked by telephone.',
    board: 'Tamil Nadu State Board',
    address: '3 Vaigai North Street, Madurai 625001',
    founder: principal,
  },
  {
    name: 'Escuela Mirador del Golfo',
    type: 'primary',
    country: 'MX',
    state: 'Yucatán',
    status: 'verified',
    reason: 'Registered with the Secretaría de Educación.',
    board: 'SEP',
    address: 'Calle 60 no. 482, Mérida, Yucatán',
    founder: manager,
  },
  {
    name: '青葉の森幼稚園',
    type: 'preschool',
    country: 'JP',
    state: 'Miyagi',
    status: 'unverified',
    board: '文部科学省',
    address: '仙台市青葉区一番町 2-5',
    founder: manager,
  },
  {
    name: 'Northern Quarter Music School',
    type: 'tutoring',
    country: 'GB',
    state: 'Manchester',
    status: 'rejected',
    reason: 'The registration number belongs to another company. Please send the right one.',
    board: 'None',
    address: '41 Thomas Street, Manchester M4 1NA',
    founder: manager,
  },
]

/** Adds the schools that their founders lack. Schools that users have changed are not touched. */
export async function seedDemoSchools({ db }: Pick<Services, 'db'>): Promise<void> {
  const founders = new Set(demoSchools.map(({ founder }) => founder))
  for (const email of founders) {
    const founder = await findUser(db, { identifier: readContact(email) })
    if (!founder || (await missingOf(db, email, founder)).length === 0) continue
    await db.transaction().execute(async (trx) => {
      await lockDemoSeed(trx)
      for (const school of await missingOf(trx, email, founder)) await add(trx, school, founder)
    })
  }
}

async function missingOf(db: Db, email: string, founder: Founder): Promise<DemoSchool[]> {
  const known = new Set((await listSchools(db, founder.id)).map(({ name }) => name))
  return demoSchools.filter((school) => school.founder === email && !known.has(school.name))
}

type Founder = { id: string; firstName: string; lastName: string | null }

async function add(trx: Db, school: DemoSchool, founder: Founder): Promise<void> {
  const { name, type, status, reason, board, address } = school
  const country = (await listCountryRows(trx)).find(({ iso2 }) => iso2 === school.country)
  if (!country) return
  const state = (await listStateRows(trx, country.id))?.find((listed) => listed.name === school.state)
  const { id, isNew } = await addSchool(trx, {
    ...{ name, type, countryId: country.id, stateId: state?.id ?? null },
    ...{ contactFirstName: founder.firstName, contactLastName: founder.lastName, founderId: founder.id },
  })
  if (!isNew) return
  const decided = reason === undefined ? {} : { statusReason: reason, decidedAt: sql<Date>`now()` }
  await updateSchool(trx, id, { status, board, address, ...decided })
}
