/** F15: what readiness says when a migration is missing, or the secrets are not those of the signing key. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openClient } from './client.ts'
import type { Fault } from './fault.ts'
import { openHouse } from './house.ts'

/** What readiness found it answers for a moment. */
const knownForMs = 500

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
      await sleep(knownForMs)
      check('a missing migration is named', (await reason()) === 'migrations')
      await sql`insert into kysely_migration select * from set_aside`.execute(db)
      await sleep(knownForMs)
      check('and ready once it has run', (await client.get('/health/ready')).status === 200)

      await house.stopService('SIGKILL')
      const wrong = randomBytes(48).toString('base64url')
      await house.startService({ FOYER_SECRETS: wrong })
      for (let looks = 0; looks < 100 && (await reason()) !== 'signing-key'; looks += 1) await sleep(50)
      const { status, fault } = await client.get('/health/ready')
      check('a key that does not open is named', status === 503 && fault.includes('"signing-key"'))
      check('no secret in the body or the log', ![fault, house.said()].join().includes(wrong))
      check('nobody is served with it', (await client.refresh('rt_x')).status === 503)
      check('the log says what to do', /FOYER_SECRETS/.test(house.said()))
    } finally {
      await client.close()
      await house.close()
    }
  },
}
