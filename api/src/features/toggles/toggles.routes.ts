import { getFeatureToggles } from '@foyer/contract/routes/toggles'
import type { Serve } from '../../services.ts'
import type { FeatureToggles } from './feature-toggles.ts'

export function togglesRoutes(serve: Serve, featureToggles: FeatureToggles): void {
  serve(getFeatureToggles, async () => ({ toggles: await featureToggles.all() }))
}
