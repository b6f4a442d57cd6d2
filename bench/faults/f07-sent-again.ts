/** F07: sends one sign-up twenty times at once to two copies, with another body, and again after a kill (N-31). */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { openClient } from './installation/client.ts'
import { openInstallation } from './installation/installation.ts'
import { countClaims, countUsers, sessionOf } from './installation/sign-ups.ts'

export const fault: Fault = {
  id: 'F07',
  title: 'the same sign-up twenty times at once, with another body, and after a kill',
  async run(check) {
    await using installation = await openInstallation()
    await using here = installation.openClient()
    await using there = openClient((await installation.startCopy()).url)
    const key = randomUUID()
    const email = 'asha@example.com'
    const application = { email, captcha: await here.solve() }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? here : there).signUp(application, key)),
    )
    const sessions = new Set(answers.map(({ data }) => sessionOf(data)))
    check(
      'all twenty requests to two copies are answered with one session',
      answers.every(({ status }) => status === 200) && sessions.size === 1,
      `${answers.filter(({ status }) => status === 200).length} × 200, sessions ${sessions.size}`,
    )
    check('the requests made one account', (await countUsers(installation.database, email)) === 1)
    const other = await here.signUp({ ...application, firstName: 'Aisha' }, key)
    check('another body with the same key is refused', other.status === 422, other.status)

    // Hashing is slow enough for the kill to happen during it: the key is claimed, but no account exists.
    await installation.stopService('SIGTERM')
    await installation.startService({ ARGON2_MEMORY_KIB: '19456', ARGON2_PASSES: '400' })
    const slowEmail = 'slow@example.com'
    const slowKey = randomUUID()
    const cut = here.signUp({ email: slowEmail, captcha: await here.solve() }, slowKey)
    while ((await countClaims(installation.database)) === 0) await sleep(10)
    await installation.stopService('SIGKILL')
    const { status } = await cut
    check('the killed service does not answer', status === 0, status)
    await installation.startService()
    const again = await here.signUp({ email: slowEmail, captcha: await here.solve() }, slowKey)
    check(
      'the repeated sign-up succeeds within 12 s',
      again.status === 200 && again.ms < 12_000,
      `${again.status}, ${(again.ms / 1_000).toFixed(1)} s`,
    )
    check('the repeated sign-up made one account', (await countUsers(installation.database, slowEmail)) === 1)
  },
}
