/** Calls every route with its example of /docs; a route without secrets gets only this call. */
import { allRoutes } from '@foyer/contract/routes/all-routes'
import { validBody } from '../kernel/http/test-valid-bodies.ts'
import type { Send } from './canary-calls.ts'

export async function sendExamples(send: Send): Promise<void> {
  for (const route of allRoutes) await send(route, route.body && validBody(route))
}
