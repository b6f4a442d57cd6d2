/** F08: every connection of the pool hangs on a lock; requests are refused in good time, and it passes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Fault } from './fault.ts'
import { openClient } from './installation/client.ts'
import { openHouse } from './installation/installation.ts'
import { openJournal } from './installation/journal.ts'
import { actorsOf, inWords, startLoad } from './installation/load.ts'
import { makePeople } from './installation/people.ts'

export const exhaustPool: Fault = {
  id: 'F08',
  title: 'all ten connections hang on a lock for 5 s at 200 requests a second',
  async run(check, { isShort }) {
    const house = await openHouse()
    const client = openClient(house.url, { connections: 600 })
    try {
      const actors = actorsOf(await makePeople(house.database, 600))
      const load = startLoad({ client, actors, journal: openJournal(), perSecond: 200 })
      await sleep(1_000)
      let live = 0
      await house.database.db.transaction().execute(async (trx) => {
        await sql`lock table attempts in access exclusive mode`.execute(trx)
        const untilMs = performance.now() + (isShort ? 2_500 : 5_000)
        while (performance.now() < untilMs) {
          live = Math.max(live, (await client.get('/health/live')).ms)
          await sleep(80)
        }
      })
      const startedAt = performance.now()
      let isRecovered = false
      while (performance.now() - startedAt < 3_000 && !isRecovered) {
        const before = load.summary().statuses[503] ?? 0
        await sleep(300)
        isRecovered = (load.summary().statuses[503] ?? 0) === before
      }
      const recoveredMs = Math.round(performance.now() - startedAt)
      const summary = await load.stop()
      const { 200: fine = 0, 503: refused = 0 } = summary.statuses
      check(
        'only 200 and 503',
        fine + refused === summary.requests,
        `${inWords(summary)} ${summary.faults[0] ?? ''}`,
      )
      check('some were refused', refused > 0, refused)
      // 1.5 s for a connection and 2 s for the lock are the longest waits one statement can meet; a request may meet both
      // twice, once before the lock was taken or as it goes.
      check('refused within 7 s', summary.refusedMs < 7_000, `${summary.refusedMs} ms`)
      // What comes through may have met them more than once; a browser waits 15 s.
      check('every request answered within 10 s', summary.maxMs < 10_000, `${summary.maxMs} ms`)
      check('health/live within 500 ms all the while', live < 500, `${Math.round(live)} ms`)
      check('no refusal 3 s after the lock is gone', isRecovered, `${recoveredMs} ms`)
    } finally {
      await client.close()
      await house.close()
    }
  },
}
