import { getFeatureToggles, getSignupTracking, putSignupTracking } from '@foyer/contract/routes/documents'
import type { Serve, Services } from '../../services.ts'
import { createFeatureToggles } from './feature-toggles.ts'
import { readSignup, trackSignup } from './signup-tracking.ts'

export function documentsRoutes(serve: Serve, services: Services): void {
  const featureToggles = createFeatureToggles(services.db)

  serve(getSignupTracking, ({ params, caller }) => readSignup(services, caller, params.email))
  serve(putSignupTracking, ({ params, body, caller }) =>
    trackSignup(services, caller, { ...params, ...body }),
  )
  serve(getFeatureToggles, async () => ({ toggles: await featureToggles.all() }))
}
