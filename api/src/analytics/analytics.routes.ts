import { identify, setAttribute, trackEvents } from '@foyer/contract/routes/analytics'
import type { Serve, Services } from '../services.ts'
import { identifyPerson, noteAttribute, noteEvents } from './send-event.ts'

export function analyticsRoutes(serve: Serve, services: Services): void {
  serve(identify, ({ caller, body, requestContext }) =>
    identifyPerson(services, caller, body, requestContext),
  )
  serve(setAttribute, ({ caller, body, requestContext }) =>
    noteAttribute(services, caller, body, requestContext),
  )
  serve(trackEvents, ({ body, requestContext }) => noteEvents(services, body.events, requestContext))
}
