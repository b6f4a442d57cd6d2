/** Messages as metrics: how many wait, for how long, how many were given up, and what came of each try. */
import type { Db } from '../db/connect.ts'
import type { DeliveryReport } from '../outbox/delivery.ts'
import { countMessages, type QueueFigures } from '../outbox/messages.ts'
import type { Metrics } from './metrics.ts'

const unknown: QueueFigures = { waiting: Number.NaN, dead: Number.NaN, oldestSeconds: Number.NaN }

/** One look for the figures of one scrape. While the database is away they are not known, and the others are told. */
export function watchMessages({ gauge }: Metrics, db: Db): void {
  let looking: Promise<QueueFigures> | undefined
  function look(): Promise<QueueFigures> {
    looking ??= countMessages(db)
      .catch(() => unknown)
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  gauge({
    name: 'foyer_messages_waiting',
    help: 'Messages to people that are not sent yet',
    read: async () => (await look()).waiting,
  })
  gauge({
    name: 'foyer_messages_oldest_seconds',
    help: 'How long the oldest of them has waited',
    read: async () => (await look()).oldestSeconds,
  })
  gauge({
    name: 'foyer_messages_dead',
    help: 'Messages that were given up, of the last 30 days',
    read: async () => (await look()).dead,
  })
}

export function countDeliveries(report: DeliveryReport, { deliveries }: Metrics): DeliveryReport {
  return {
    ...report,
    tried(outcome) {
      const { channel, template, result } = outcome
      deliveries.inc({ channel, template, result })
      report.tried(outcome)
    },
  }
}
