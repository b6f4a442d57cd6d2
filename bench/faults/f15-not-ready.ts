/** F15: the answer of readiness when a migration is missing, or the secrets are not those of the signing key. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Fault } from './fault.ts'
import { openClient } from './installation/client.ts'
import { openHouse } from './installation/installation.ts'

export const notReady: Fault = {
  id: 'F15',
  title: 'a migration is missing; FOYER_SECRETS are wrong',
  async run(check) {
    const house = await openHouse()
    const client = openClient(house.url)
    const reason = async () => /"detail":"([a-z-]+)"/.exec((await client.get('/health/ready')).fault)?.[1]
    try {
      const { db } = house.database
      await sql`create table set_aside as select * from kysely_migration`.execute(db)
      await sql`delete from kysely_migration`.execute(db)
      check('a missing migration is named', await soon(async () => (await reason()) === 'migrations'))
      await sql`insert into kysely_migration select * from set_aside`.execute(db)
      const isReady = async () => (await client.get('/health/ready')).status === 200
      check('and ready once it has run', await soon(isReady))

      await house.stopService('SIGKILL')
      const wrong = randomBytes(48).toString('base64url')
      await house.startService({ FOYER_SECRETS: wrong })
      await soon(async () => (await reason()) === 'signing-key')
      const { status, fault } = await client.get('/health/ready')
      check('a key that does not open is named', status === 503 && fault.includes('"signing-key"'))
      check('nobody is served with it', (await client.refresh('rt_x')).status === 503)
      check('the log says what to do', await house.says(/FOYER_SECRETS/))
      check('no secret in the body or the log', ![fault, house.said()].join().includes(wrong))
    } finally {
      await client.close()
      await house.close()
    }
  },
}

/** Readiness keeps its last finding for a moment, so the expected one may come a little later. */
async function soon(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let looks = 0; looks < 200; looks += 1) {
    if (await isSo()) return true
    await sleep(50)
  }
  return false
}
