import { identify, setAttribute, trackEvents } from '@foyer/contract/routes/analytics'
import { getSignupTracking, putSignupTracking } from '@foyer/contract/routes/signup-tracking'
import type { Serve, Services } from '../../services.ts'
import { readSignup, trackSignup } from './signup-tracking.ts'
import { identifyUser, storeAttribute, storeEvents } from './store-events.ts'

export function analyticsRoutes(serve: Serve, services: Services): void {
  serve(identify, ({ caller, body, requestContext }) => identifyUser(services, caller, body, requestContext))
  serve(setAttribute, ({ caller, body, requestContext }) =>
    storeAttribute(services, caller, body, requestContext),
  )
  serve(trackEvents, ({ body, requestContext }) => storeEvents(services, body.events, requestContext))
  serve(getSignupTracking, ({ params, caller }) => readSignup(services, caller, params.email))
  serve(putSignupTracking, ({ params, body, caller }) =>
    trackSignup(services, caller, { ...params, ...body }),
  )
}
