/** Logs and counts delivery attempts: message, number of tries and fault, and the client for a platform; never a user or content. */
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../monitoring/metrics.ts'
import type { DeliveryReport, Tried } from './channel-worker.ts'

const levels = { sent: 'info', released: 'info', expired: 'warn', again: 'warn', dead: 'error' } as const

export function logDelivery(log: FastifyBaseLogger): DeliveryReport {
  return {
    tried({ id, target, ...facts }: Tried) {
      log[levels[facts.result]]({ message: id, ...facts, ...(target && { client: target }) }, 'message tried')
    },
    unreachable(error) {
      log.warn({ err: error }, 'the message queue cannot be read')
    },
  }
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
