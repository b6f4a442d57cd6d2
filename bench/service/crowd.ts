/** Three hundred people sign in at once, and the load balancer goes on asking whether the service is there. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from './add-people.ts'
import { openHttpClient } from './http-client.ts'
import { signInBody } from './journeys.ts'
import { percentile } from './measure.ts'

export const crowdSize = 300
const askEveryMs = 10

export type Crowd = {
  /** Of /health/ready, while people were waiting. */
  healthP50Ms: number
  healthP99Ms: number
  /** How often /health/ready said no, which would take the service out of the balancer. */
  notReady: number
  /** Until the last one was in. */
  allInSeconds: number
  /** How often somebody was asked to come back in a moment. */
  turnedAway: number
}

export async function letCrowdIn(url: string, people: readonly Person[]): Promise<Crowd> {
  const doors = openHttpClient(url, crowdSize)
  const balancer = openHttpClient(url, 1)
  const times: number[] = []
  let turnedAway = 0
  let notReady = 0
  let isOver = false

  /** Who is told 503 waits as long as the answer says, with the jitter a browser has by itself. */
  async function enter({ uuid }: Person): Promise<void> {
    for (;;) {
      const { status, headers, text } = await doors.ask('POST', '/api/auth/sso/login', {
        body: signInBody(uuid),
      })
      if (status === 200) return
      if (status !== 503) throw new Error(`/api/auth/sso/login: ${status} ${text}`)
      turnedAway += 1
      await sleep(Number(headers['retry-after'] ?? 1) * 1_000 * (1 + Math.random() / 4))
    }
  }

  async function watchHealth(): Promise<void> {
    while (!isOver) {
      const askedAt = performance.now()
      const { status } = await balancer.ask('GET', '/health/ready')
      if (status !== 200) notReady += 1
      times.push(performance.now() - askedAt)
      await sleep(askEveryMs)
    }
  }

  const beganAt = performance.now()
  const health = watchHealth()
  await Promise.all(people.slice(0, crowdSize).map(enter))
  const allInSeconds = (performance.now() - beganAt) / 1_000
  isOver = true
  await health
  await Promise.all([doors.close(), balancer.close()])
  return {
    healthP50Ms: percentile(times, 50),
    healthP99Ms: percentile(times, 99),
    notReady,
    allInSeconds,
    turnedAway,
  }
}
