/** Reads the origin of a request: its networks and its device. */
import { deviceIdHeader, timeZoneHeader } from '@foyer/contract/wire'
import type { FastifyRequest } from 'fastify'
import { networksOf } from '../limits/network-rules.ts'
import type { SecurityEvents } from '../metrics/security-events.ts'
import type { RequestContext } from '../request-context.ts'
import { deviceLabel } from './device-label.ts'
import { readTimeZone } from './time-zone.ts'

export type ReadContext = {
  /** HMAC under a key that stays the same when a secret is added, since counters are stored under its values. */
  mac(purpose: string, value: string): Buffer
  report: SecurityEvents['report']
}

const deviceIdPattern = /^[A-Za-z0-9_-]{8,128}$/

export function requestContextOf(request: FastifyRequest, { mac, report }: ReadContext): RequestContext {
  const device = request.headers[deviceIdName]
  const networks = networksOf(request.ip, mac)
  return {
    requestId: request.id,
    address: networks[0].mac,
    networks,
    deviceId: typeof device === 'string' && deviceIdPattern.test(device) ? mac('device', device) : null,
    // Few requests need these two.
    get deviceLabel() {
      return deviceLabel(request.headers['user-agent'])
    },
    get timeZone() {
      return readTimeZone(request.headers[timeZoneName])
    },
    report: (event) => report(request.log, event),
  }
}

const deviceIdName = deviceIdHeader.toLowerCase()
const timeZoneName = timeZoneHeader.toLowerCase()
