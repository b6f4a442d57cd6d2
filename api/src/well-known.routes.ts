import { jwks, openapi } from '@foyer/contract/routes/operations'
import type { Serve, Services } from './services.ts'

export function wellKnownRoutes(
  serve: Serve,
  { signingKeys }: Services,
  description: Record<string, unknown>,
): void {
  serve(jwks, async () => ({ keys: (await signingKeys.published()) as Record<string, unknown>[] }))
  serve(openapi, async () => description)
}
