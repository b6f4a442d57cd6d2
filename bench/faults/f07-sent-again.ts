/** F07: one sign-up sent twenty times at once to two copies, with another body, and once more after a kill. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { openClient } from './installation/client.ts'
import { openHouse } from './installation/installation.ts'
import { countClaims, countPeople, sessionOf } from './installation/sign-ups.ts'

export const sentAgain: Fault = {
  id: 'F07',
  title: 'the same sign-up twenty times at once, with another body, and after a kill',
  async run(check) {
    const house = await openHouse()
    const here = openClient(house.url)
    const there = openClient((await house.startCopy()).url)
    try {
      const key = randomUUID()
      const email = 'asha@example.com'
      const application = { email, captcha: await here.solve() }
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 ? here : there).signUp(application, key)),
      )
      const sessions = new Set(answers.map(({ data }) => sessionOf(data)))
      check(
        'all twenty, of two copies, are answered with one session',
        answers.every(({ status }) => status === 200) && sessions.size === 1,
        `${answers.filter(({ status }) => status === 200).length} × 200, sessions ${sessions.size}`,
      )
      check('there is one account', (await countPeople(house.database, email)) === 1)
      const other = await here.signUp({ ...application, firstName: 'Aisha' }, key)
      check('another body is refused', other.status === 422, other.status)

      // So slow that it is killed while it hashes: the key is claimed, and nothing made.
      await house.stopService('SIGTERM')
      await house.startService({ ARGON2_MEMORY_KIB: '19456', ARGON2_PASSES: '400' })
      await house.readiness(200)
      const late = 'late@example.com'
      const lateKey = randomUUID()
      const cut = here.signUp({ email: late, captcha: await here.solve() }, lateKey)
      while ((await countClaims(house.database)) === 0) await sleep(10)
      await house.stopService('SIGKILL')
      const { status } = await cut
      check('who is killed half way answers nothing', status === 0, status)
      await house.startService()
      await house.readiness(200)
      const again = await here.signUp({ email: late, captcha: await here.solve() }, lateKey)
      check(
        'sent again, it goes through within 12 s',
        again.status === 200 && again.ms < 12_000,
        `${again.status}, ${(again.ms / 1_000).toFixed(1)} s`,
      )
      check('and there is one account', (await countPeople(house.database, late)) === 1)
    } finally {
      await Promise.all([here.close(), there.close()])
      await house.close()
    }
  },
}
