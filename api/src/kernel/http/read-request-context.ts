/** Reads the request context: the caller's networks, device and browser. */
import { deviceIdHeader, timeZoneHeader } from '@foyer/contract/wire'
import type { FastifyRequest } from 'fastify'
import { networksOf } from '../limits/network-rules.ts'
import type { SecurityEvents } from '../metrics/security-events.ts'
import type { RequestContext } from '../request-context.ts'
import { deviceLabel } from './device-label.ts'
import { readTimeZone } from './time-zone.ts'

export type ReadContext = {
  /** Computes an HMAC. Adding a secret does not change its key, because counters are stored under the result. */
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
    // Computed on access, because few requests need them.
    get deviceLabel() {
      return deviceLabel(request.headers['user-agent'])
    },
    get timeZone() {
      return readTimeZone(request.headers[timeZoneName])
    },
    report: (event) => report(request.log, { ...event, network: networks[0].mac }),
  }
}

const deviceIdName = deviceIdHeader.toLowerCase()
const timeZoneName = timeZoneHeader.toLowerCase()
