import { codesPerSession, redemptionsPerClient } from '@foyer/contract/limits'
import { createCode, exchangeCode } from '@foyer/contract/routes/handover'
import type { Serve, Services } from '../services.ts'
import { exchange } from './exchange.ts'
import { mintCode } from './mint-code.ts'

export function handoverRoutes(serve: Serve, services: Services): void {
  serve(
    createCode,
    ({ body, caller, requestContext, warn }) => mintCode(services, body, { caller, requestContext, warn }),
    {
      rules: ({ caller }) => [{ key: `codes:session:${caller.sessionId}`, ...codesPerSession }],
    },
  )
  serve(
    exchangeCode,
    ({ body, client, requestContext }) => exchange(services, body, client, requestContext),
    {
      rules: ({ client }) => [{ key: `exchange:client:${client.id}`, ...redemptionsPerClient }],
    },
  )
}
