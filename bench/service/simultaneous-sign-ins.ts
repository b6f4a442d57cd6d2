/** Signs in 300 users at once while a load balancer polls readiness. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchUser } from './add-users.ts'
import { openHttpClient } from './http-client.ts'
import { percentile } from './measure.ts'
import { signInBody } from './service-calls.ts'

export const simultaneousSignIns = 300
const pollEveryMs = 10

type SimultaneousSignIns = {
  /** Response times of /health/ready while users were waiting. */
  healthP50Ms: number
  healthP99Ms: number
  /** The number of /health/ready answers that would make a load balancer remove the service. */
  notReady: number
  /** The time until the last user had signed in. */
  allDoneSeconds: number
  /** The number of sign-ins refused with 503. */
  refused: number
}

export async function measureSimultaneousSignIns(
  url: string,
  users: readonly BenchUser[],
): Promise<SimultaneousSignIns> {
  const client = openHttpClient(url, simultaneousSignIns)
  const balancer = openHttpClient(url, 1)
  const times: number[] = []
  let refused = 0
  let notReady = 0
  let isOver = false

  /** Signs in, and repeats a refused sign-in after its `Retry-After`, with the same jitter as browsers. */
  async function signIn({ uuid }: BenchUser): Promise<void> {
    for (;;) {
      const { status, headers, text } = await client.ask('POST', '/api/auth/sso/login', {
        body: signInBody(uuid),
      })
      if (status === 200) return
      if (status !== 503) throw new Error(`/api/auth/sso/login: ${status} ${text}`)
      refused += 1
      await sleep(Number(headers['retry-after'] ?? 1) * 1_000 * (1 + Math.random() / 4))
    }
  }

  async function pollReadiness(): Promise<void> {
    while (!isOver) {
      const startedAt = performance.now()
      const { status } = await balancer.ask('GET', '/health/ready')
      if (status !== 200) notReady += 1
      times.push(performance.now() - startedAt)
      await sleep(pollEveryMs)
    }
  }

  const startedAt = performance.now()
  const polling = pollReadiness()
  await Promise.all(users.slice(0, simultaneousSignIns).map(signIn))
  const allDoneSeconds = (performance.now() - startedAt) / 1_000
  isOver = true
  await polling
  await Promise.all([client.close(), balancer.close()])
  return {
    healthP50Ms: percentile(times, 50),
    healthP99Ms: percentile(times, 99),
    notReady,
    allDoneSeconds,
    refused,
  }
}
