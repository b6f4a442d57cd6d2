/** Seeds a dozen learners with profiles, portraits and notifications for development. Never runs in production. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { addDemoUser, demoPassword, lockDemoSeed } from '../../api/src/features/dev-tools/demo-users.ts'
import { insertProfile } from '../../api/src/features/profile/insert-profile.ts'
import { listStateRows } from '../../api/src/features/reference/countries.queries.ts'
import { fromRoot } from '../../api/src/from-root.ts'
import { findUser } from '../../api/src/identity/users/find-user.ts'
import { readContact } from '../../api/src/identity/users/identifier.ts'
import { replacePicture } from '../../api/src/identity/users/pictures.ts'
import { findSettings, storeSettings } from '../../api/src/identity/users/user-settings.ts'
import type { Tables } from '../../api/src/kernel/db/tables.ts'
import { pictureFiles } from '../../api/src/kernel/storage/owned-files.ts'
import type { Services } from '../../api/src/services.ts'
import type { Learner } from './demo-learner.ts'
import { demoLearners } from './demo-learners.ts'
import { demoNotifications } from './demo-notifications.ts'
import { type Codes, idOf, itemsOf, readCodes } from './learner-entries.ts'

type Resources = Pick<Services, 'db' | 'hasher' | 'storage'> & {
  config: Pick<Services['config'], 'registry'>
}
type Trx = Kysely<Tables>

/** Adds the learners who have no profile; if none is missing, this is one query. */
export async function seedDemoLearners(resources: Resources): Promise<void> {
  const { db, hasher } = resources
  if ((await listMissing(db)).length === 0) return
  const hash = await hasher.hash(demoPassword)
  await db.transaction().execute(async (trx) => {
    await lockDemoSeed(trx)
    const codes = await readCodes(trx)
    for (const learner of await listMissing(trx)) {
      const userId = await addLearner(trx, learner, { codes, hash })
      await addPortrait(trx, resources, { learner, userId })
      await addNotifications(trx, resources, { learner, userId })
    }
  })
}

async function listMissing(db: Trx): Promise<Learner[]> {
  const rows = await db
    .selectFrom('emails')
    .innerJoin('profiles', 'profiles.userId', 'emails.userId')
    .select('key')
    .where(
      'key',
      'in',
      demoLearners.map(({ email }) => email),
    )
    .execute()
  const known = new Set(rows.map(({ key }) => key))
  return demoLearners.filter(({ email }) => !known.has(email))
}

/** Adds the user, unless a demo user has the email, and the profile. Returns the user's id. */
async function addLearner(
  trx: Trx,
  learner: Learner,
  { codes, hash }: { codes: Codes; hash: string },
): Promise<string> {
  const { email, firstName, lastName, username, headline, about, dateOfBirth } = learner
  const known = await findUser(trx, { identifier: readContact(email) })
  const user = { firstName, lastName, email, platforms: ['student' as const], hasPassword: true }
  const userId = known?.id ?? (await addDemoUser(trx, user, hash))
  const [country, state, city] = learner.place
  const countryId = idOf(codes, 'countries', country)
  const states = state === null ? null : await listStateRows(trx, countryId)
  const stateId = states?.find(({ name }) => name === state)?.id ?? null
  const head = { headline, about, dateOfBirth, countryId, stateId, city, url: null }
  await insertProfile(trx, { userId, username, head, items: itemsOf(learner, codes) })
  const profileVisibility = learner.isHidden ? 'private' : 'public'
  await storeSettings(trx, userId, { ...(await findSettings(trx, userId)), profileVisibility })
  return userId
}

type Added = { learner: Learner; userId: string }

async function addPortrait(
  trx: Trx,
  { storage }: Resources,
  { learner: { email }, userId }: Added,
): Promise<void> {
  const file = fromRoot(`seed/src/portraits/${email.split('@')[0]}.webp`)
  if (!existsSync(file)) return
  const picture = { ending: 'webp' as const, bytes: await readFile(file) }
  await pictureFiles.store({ db: trx, storage }, picture, {}, (id) => replacePicture(trx, userId, id))
}

async function addNotifications(
  trx: Trx,
  { config: { registry } }: Resources,
  { learner: { email }, userId }: Added,
): Promise<void> {
  const platform = 'student'
  const client = registry.clients.find(({ platforms }) => platforms.includes(platform))
  const [origin] = registry.originsOf(platform)
  if (!client) return
  const ago = (hours: number) => sql<Date>`now() - make_interval(hours => ${hours})`
  for (const { to, kind, title, body, path, hoursAgo, isOpened } of demoNotifications) {
    if (to !== email) continue
    const url = path && origin ? origin + path : null
    const times = { createdAt: ago(hoursAgo), openedAt: isOpened ? ago(hoursAgo - 1) : null }
    await trx
      .insertInto('notifications')
      .values({ userId, platform, clientId: client.id, kind, title, body, url, ...times })
      .execute()
  }
}
