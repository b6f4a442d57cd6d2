import { identify, setAttribute, trackEvents } from '@foyer/contract/routes/analytics'
import type { Serve, Services } from '../services.ts'
import { identifyPerson, noteAttribute, noteEvents } from './send-event.ts'

export function analyticsRoutes(serve: Serve, services: Services): void {
  serve(identify, ({ caller, body, from }) => identifyPerson(services, caller, body, from))
  serve(setAttribute, ({ caller, body, from }) => noteAttribute(services, caller, body, from))
  serve(trackEvents, ({ body, from }) => noteEvents(services, body.events, from))
}
