import { identify, setAttribute, trackEvents } from '@foyer/contract/routes/analytics'
import type { Serve, Services } from '../../services.ts'
import { identifyUser, storeAttribute, storeEvents } from './store-events.ts'

export function analyticsRoutes(serve: Serve, services: Services): void {
  serve(identify, ({ caller, body, requestContext }) => identifyUser(services, caller, body, requestContext))
  serve(setAttribute, ({ caller, body, requestContext }) =>
    storeAttribute(services, caller, body, requestContext),
  )
  serve(trackEvents, ({ body, requestContext }) => storeEvents(services, body.events, requestContext))
}
