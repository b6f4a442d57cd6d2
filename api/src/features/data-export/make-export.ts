/** Makes the exports that users have asked for, one at a time in each copy of the service. */
import type { FastifyBaseLogger } from 'fastify'
import { findTimeZone } from '../../identity/sessions/known-browsers.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import { type RepeatingJob, startRepeatingJob } from '../../kernel/repeating-job.ts'
import type { Services } from '../../services.ts'
import {
  type ClaimedExport,
  claimExport,
  giveUp,
  noteProgress,
  releaseExport,
  storeFiles,
} from '../accounts/data-exports.ts'
import { noticeRecipient } from '../accounts/notice-recipient.ts'
import { readUserData } from '../accounts/read-user-data.ts'
import { renderExport } from './render-export.ts'

type Resources = Pick<Services, 'db' | 'keyring' | 'outbox' | 'config'>

/** Waits between two looks for an export that waits, and after an error. */
const idleMs = 2_000
const errorMs = 5_000

export function startMakingExports(services: Resources, log: FastifyBaseLogger): RepeatingJob {
  async function run(): Promise<number> {
    try {
      return (await makeNextExport(services)) ? 0 : idleMs
    } catch (error) {
      log.error({ err: error }, 'export of a user’s data failed')
      return errorMs
    }
  }
  return startRepeatingJob(run, { firstAfterMs: idleMs })
}

/** Makes the export that waits longest. Returns false if none waits. After an error the export is tried again, or given up. */
export async function makeNextExport(resources: Resources): Promise<boolean> {
  const { db } = resources
  await giveUp(db)
  const claimed = await claimExport(db)
  if (!claimed) return false
  try {
    await makeExport(resources, claimed)
    return true
  } catch (error) {
    await releaseExport(db, claimed)
    throw error
  }
}

async function makeExport(resources: Resources, claimed: ClaimedExport): Promise<void> {
  const { db, keyring, config } = resources
  const user = await findUser(db, { id: claimed.userId })
  if (!user) return
  const data = await readUserData(resources, user, {
    isForUser: true,
    onRead: (done, total) => noteProgress(db, claimed, Math.floor((done / total) * 95)),
  })
  if (!data) return
  const timeZone = await findTimeZone(db, { userId: user.id })
  const exported = { exportedAt: new Date(), ...data }
  const files = {
    html: renderExport(exported, { timeZone, config }),
    json: JSON.stringify(exported, null, 2),
  }
  await db.transaction().execute(async (trx) => {
    const expiresAt = await storeFiles(trx, keyring, claimed, files)
    if (expiresAt) await tell(resources, trx, { user, claimed, expiresAt, timeZone })
  })
}

type Ready = { user: User; claimed: ClaimedExport; expiresAt: Date; timeZone: string | null }

/** A user without an email sees the files on the page: a text message would cost money for each export. */
async function tell(
  { outbox, config }: Resources,
  trx: Parameters<typeof outbox.queue>[0],
  { user, claimed: { platform }, expiresAt, timeZone }: Ready,
): Promise<void> {
  const recipient = noticeRecipient({ config, outbox }, user)
  if (recipient?.channel !== 'email') return
  const firstName = greetingName(user, 'email')
  await outbox.queue(trx, {
    template: 'export-ready',
    ...recipient,
    values: { firstName, platform, expiresAt, timeZone },
  })
}
