/** F15: checks what readiness answers when a migration is missing or the secrets do not open the signing key. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Fault } from './fault.ts'
import { openInstallation } from './installation/installation.ts'

export const fault: Fault = {
  id: 'F15',
  title: 'a migration is missing; FOYER_SECRETS are wrong',
  async run(check) {
    await using installation = await openInstallation()
    await using client = installation.openClient()
    const reason = async () => /"detail":"([a-z-]+)"/.exec((await client.get('/health/ready')).fault)?.[1]
    const { db } = installation.database
    await sql`create table set_aside as select * from kysely_migration`.execute(db)
    await sql`delete from kysely_migration`.execute(db)
    check(
      '/health/ready names a missing migration',
      await becomesTrue(async () => (await reason()) === 'migrations'),
    )
    await sql`insert into kysely_migration select * from set_aside`.execute(db)
    const isReady = async () => (await client.get('/health/ready')).status === 200
    check('becomes ready once the migration has run', await becomesTrue(isReady))

    await installation.stopService('SIGKILL')
    const wrong = randomBytes(48).toString('base64url')
    await installation.startUnready({ FOYER_SECRETS: wrong })
    await becomesTrue(async () => (await reason()) === 'signing-key')
    const { status, fault } = await client.get('/health/ready')
    check(
      '/health/ready names a signing key that does not open',
      status === 503 && fault.includes('"signing-key"'),
    )
    check(
      'the API answers 503 with a signing key that does not open',
      (await client.refresh('rt_x')).status === 503,
    )
    check('the log says what to do', await installation.logs(/FOYER_SECRETS/))
    check(
      'neither the body nor the log contains the secret',
      ![fault, installation.output()].join().includes(wrong),
    )
  },
}

/** Polls for ten seconds, since readiness caches its last result for a moment. */
async function becomesTrue(isTrue: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isTrue()) return true
    await sleep(50)
  }
  return false
}
