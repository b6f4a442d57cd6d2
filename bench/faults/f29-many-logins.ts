/**
 * F29: sends 300 sign-ins at once with password hashing as in production, and checks that the event loop stays free
 * (N-13).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../service/measure.ts'
import { eventLoopDelayMs } from '../service/process-figures.ts'
import type { Fault } from './fault.ts'
import { openInstallation } from './installation/installation.ts'

const hashing = { memoryKib: 19_456, passes: 2 }

/** Waves one after the other, since a p99 needs a hundred samples or more. */
const waves = 4
/** The `Retry-After` of a refused sign-in. */
const retryAfterMs = 2_000

export const fault: Fault = {
  id: 'F29',
  title: '300 sign-ins at once, while health is polled every 20 ms (N-13)',
  async run(check) {
    const metricsPort = 5_349
    await using installation = await openInstallation({
      env: {
        ARGON2_MEMORY_KIB: String(hashing.memoryKib),
        ARGON2_PASSES: String(hashing.passes),
        METRICS_PORT: String(metricsPort),
      },
    })
    await using client = installation.openClient({ connections: 300 })
    await using probe = installation.openClient({ connections: 4 })
    const users = await installation.addUsers(300, hashing)
    // Warms up: compiles the code and opens the connections.
    await Promise.all(users.map(() => client.get('/health/live')))
    await Promise.all(users.slice(0, 8).map((uuid) => client.login(uuid)))

    const live: number[] = []
    const ready: number[] = []
    let unready = 0
    let isOver = false
    const probing = (async () => {
      for (; !isOver; await sleep(20)) {
        live.push((await probe.get('/health/live')).ms)
        const answer = await probe.get('/health/ready')
        ready.push(answer.ms)
        if (answer.status !== 200) unready += 1
      }
    })()
    const startedAt = performance.now()
    const answers: Awaited<ReturnType<typeof client.login>>[] = []
    for (let wave = 0; wave < waves; wave += 1) {
      answers.push(...(await Promise.all(users.map((uuid) => client.login(uuid)))))
      await sleep(retryAfterMs)
    }
    const tookMs = Math.round(performance.now() - startedAt)
    isOver = true
    await probing

    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    const figures = `${count(200)} signed in, ${count(503)} refused, ${tookMs} ms`
    check(
      'only 200, 400, 429 and 503',
      answers.every(({ status }) => [200, 400, 429, 503].includes(status)),
      figures,
    )
    check(
      'health/live p99 under 100 ms',
      percentile(live, 99) < 100,
      `${Math.round(percentile(live, 99))} ms, median ${Math.round(percentile(live, 50))} ms, n=${live.length}`,
    )
    check(
      'health/ready p99 under 150 ms',
      percentile(ready, 99) < 150,
      `${Math.round(percentile(ready, 99))} ms, n=${ready.length}`,
    )
    check('ready throughout', unready === 0, `not ready ${unready} times`)
    const lagMs = await eventLoopDelayMs(metricsPort)
    if (lagMs !== null) check('event-loop lag p99 under 100 ms', lagMs < 100, `${Math.round(lagMs)} ms`)
  },
}
