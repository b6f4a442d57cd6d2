/** F01: the service is killed under load, and what it had acknowledged stands. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { openClient } from './installation/client.ts'
import { openHouse } from './installation/installation.ts'
import { openJournal } from './installation/journal.ts'
import { actorsOf, inWords, startLoad } from './installation/load.ts'
import { makePeople } from './installation/people.ts'

export const killService: Fault = {
  id: 'F01',
  title: 'kill -9 of the service at 50 requests a second, 20 times',
  async run(check, { isShort }) {
    const house = await openHouse()
    const client = openClient(house.url)
    try {
      const actors = actorsOf(await makePeople(house.database, 100))
      const journal = openJournal()
      const words: string[] = []
      for (let round = 0; round < (isShort ? 1 : 20); round += 1) {
        const load = startLoad({ client, actors, journal, perSecond: 50 })
        await sleep(600 + Math.random() * 600)
        await house.stopService('SIGKILL')
        await house.startService()
        await house.readiness(200)
        const summary = await load.stop()
        words.push(inWords(summary))
        await journal.checkSessions(client, check)
      }
      await journal.checkCodes(client, check)
      check('the load went on', true, words.at(-1))
    } finally {
      await client.close()
      await house.close()
    }
  },
}
