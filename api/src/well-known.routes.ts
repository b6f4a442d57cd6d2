import { jwks, openapi } from '@foyer/contract/operations'
import { describeApi } from './http/openapi.ts'
import type { Serve, Services } from './services.ts'

export function wellKnownRoutes(serve: Serve, { signingKeys, config }: Services): void {
  const description = describeApi(config.baseUrl)
  serve(jwks, async () => ({ keys: (await signingKeys.published()) as Record<string, unknown>[] }))
  serve(openapi, async () => description)
}
