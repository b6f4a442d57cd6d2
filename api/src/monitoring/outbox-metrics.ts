/** Publishes the state of the message queue: how many messages wait, for how long, and how many were given up. */
import type { Metrics } from './metrics.ts'

type QueueFigures = { waiting: number; dead: number; oldestSeconds: number }

const unknown: QueueFigures = { waiting: Number.NaN, dead: Number.NaN, oldestSeconds: Number.NaN }

/** The figures of one scrape share one query. They are NaN while the database is unreachable; the other metrics still answer. */
export function watchMessages({ gauge }: Metrics, countMessages: () => Promise<QueueFigures>): void {
  let reading: Promise<QueueFigures> | undefined
  function read(): Promise<QueueFigures> {
    reading ??= countMessages()
      .catch(() => unknown)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  gauge({
    name: 'foyer_messages_waiting',
    help: 'Messages to users that are not sent yet',
    read: async () => (await read()).waiting,
  })
  gauge({
    name: 'foyer_messages_oldest_seconds',
    help: 'Seconds the oldest unsent message has waited',
    read: async () => (await read()).oldestSeconds,
  })
  gauge({
    name: 'foyer_messages_dead',
    help: 'Messages given up in the last 30 days',
    read: async () => (await read()).dead,
  })
}
