/**
 * Publishes the state of the message queue by channel: waiting messages, the age of the oldest, and dead messages.
 * delivery-report.ts counts the attempts.
 */
import type { Db } from '../kernel/db/connect.ts'
import type { Metrics } from '../kernel/metrics/metrics.ts'
import { countMessages, deliveryChannels, type QueueFigures } from './messages.ts'

const unknown: QueueFigures = { waiting: Number.NaN, dead: Number.NaN, oldestSeconds: Number.NaN }

/**
 * Runs one query for all figures of a scrape. The figures are NaN while the database is unreachable, so the other
 * metrics are still served.
 */
export function watchMessages({ gauges }: Metrics, db: Db): void {
  let reading: Promise<Partial<Record<string, QueueFigures>>> | undefined
  async function read(figure: keyof QueueFigures): Promise<Record<string, number>> {
    reading ??= countMessages(db)
      .catch(() => ({}))
      .finally(() => {
        reading = undefined
      })
    const queues = await reading
    return Object.fromEntries(
      deliveryChannels.map((channel) => [channel, (queues[channel] ?? unknown)[figure]]),
    )
  }
  const label = 'channel'
  gauges({
    name: 'foyer_messages_waiting',
    help: 'Messages to users and platforms that are not sent yet',
    label,
    read: () => read('waiting'),
  })
  gauges({
    name: 'foyer_messages_oldest_seconds',
    help: 'Seconds the oldest unsent message has waited',
    label,
    read: () => read('oldestSeconds'),
  })
  gauges({
    name: 'foyer_messages_dead',
    help: 'Messages given up in the last 30 days',
    label,
    read: () => read('dead'),
  })
}
