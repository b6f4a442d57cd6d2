/**
 * Logs and counts every delivery attempt: message id, number of attempts, fault and the platform's client; never a user
 * or content.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../kernel/metrics/metrics.ts'
import type { DeliveryReport, Tried } from './channel-worker.ts'

const levels = { sent: 'info', released: 'info', expired: 'warn', again: 'warn', dead: 'error' } as const

export function reportDeliveries(log: FastifyBaseLogger, { deliveries }: Metrics): DeliveryReport {
  return {
    tried({ id, target, ...facts }: Tried) {
      const { channel, template, result } = facts
      deliveries.inc({ channel, template, result })
      log[levels[result]]({ message: id, ...facts, ...(target && { client: target }) }, 'message tried')
    },
    unreachable(error) {
      log.warn({ err: error }, 'the message queue cannot be read')
    },
  }
}
