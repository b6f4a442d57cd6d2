/** Seeds demo users for development. Never runs in production. */
import { type Platform, platforms } from '@foyer/contract/platforms'
import { sql } from 'kysely'
import { storePassword } from '../../identity/credentials/credentials.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { readContact } from '../../identity/users/identifier.ts'
import { addMembership } from '../../identity/users/memberships.ts'
import { createUser } from '../../identity/users/users.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Services } from '../../services.ts'

export const demoPassword = 'foyer-demo-2026'

type DemoUser = {
  firstName: string
  lastName: string
  email?: string
  phoneNumber?: string
  platforms: Platform[]
  hasPassword: boolean
}

const names: Record<Platform, [string, string]> = {
  student: ['Asha', 'Rao'],
  school: ['Meera', 'Iyer'],
  recruitmentPlatform: ['Rohan', 'Mehta'],
  svp: ['Kavya', 'Nair'],
  olympiadPartner: ['Arjun', 'Bose'],
  centerHead: ['Leela', 'Menon'],
  centreAdmin: ['Vikram', 'Shah'],
  professor: ['Nandini', 'Sen'],
  serviceAdmin: ['Farah', 'Khan'],
  iqa: ['Dev', 'Kapoor'],
  apiDocs: ['Tara', 'Joshi'],
  applicationFormAdmin: ['Imran', 'Qureshi'],
  admissionsCounsellor: ['Sunita', 'Pillai'],
  recruitmentUtils: ['Kabir', 'Anand'],
}

export const demoUsers: readonly DemoUser[] = [
  ...platforms.map((platform) => ({
    firstName: names[platform][0],
    lastName: names[platform][1],
    email: `${platform.toLowerCase()}@foyer.test`,
    platforms: [platform],
    hasPassword: true,
  })),
  {
    firstName: 'Omar',
    lastName: 'Pinto',
    email: 'otp@foyer.test',
    platforms: ['student'],
    hasPassword: false,
  },
  {
    firstName: 'Priya',
    lastName: 'Das',
    phoneNumber: '+919876543210',
    platforms: ['student'],
    hasPassword: true,
  },
  {
    firstName: 'Maya',
    lastName: 'Verma',
    email: 'many@foyer.test',
    platforms: ['student', 'professor', 'school', 'centreAdmin'],
    hasPassword: true,
  },
]

const seedLock = 4002

/** Waits for a lock, so that one copy of the service at a time adds schools and learners. */
export async function lockDemoSeed(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${seedLock})`.execute(trx)
}

/** Adds missing demo users; hashes the password at most once. */
export async function seedDemoUsers({ db, hasher }: Pick<Services, 'db' | 'hasher'>): Promise<void> {
  let hash: string | undefined
  for (const user of demoUsers) {
    if (await findUser(db, { identifier: contactOf(user) })) continue
    if (user.hasPassword) hash ??= await hasher.hash(demoPassword)
    try {
      await db.transaction().execute((trx) => addDemoUser(trx, user, hash))
    } catch (error) {
      // Another copy of the service that started at the same time may have added this user.
      if (!(await findUser(db, { identifier: contactOf(user) }))) throw error
    }
  }
}

/** Adds a demo user and returns the new id. */
export async function addDemoUser(trx: Db, user: DemoUser, hash: string | undefined): Promise<string> {
  const { firstName, lastName, email, phoneNumber } = user
  const userId = await createUser(trx, {
    firstName,
    lastName,
    ...(email && { email: { address: email } }),
    ...(phoneNumber && { phoneNumber }),
    provenance: 'verified',
  })
  for (const platform of user.platforms)
    await addMembership(trx, { userId, platform, provenance: 'administrator' })
  if (user.hasPassword && hash) await storePassword(trx, { userId, hash, provenance: 'verified' })
  return userId
}

function contactOf({ email, phoneNumber }: DemoUser) {
  return readContact(email ?? phoneNumber ?? '')
}
