import { getFeatureToggles } from '@foyer/contract/routes/toggles'
import type { Serve, Services } from '../../services.ts'
import { createFeatureToggles } from './feature-toggles.ts'

export function togglesRoutes(serve: Serve, { db }: Services): void {
  const featureToggles = createFeatureToggles(db)
  serve(getFeatureToggles, async () => ({ toggles: await featureToggles.all() }))
}
