import { createCode, exchangeCode } from '@foyer/contract/routes/handover'
import type { Window } from '../../kernel/limits/request-limits.ts'
import type { Serve, Services } from '../../services.ts'
import { mintCode } from './mint.ts'
import { redeemCode } from './redeem.ts'

const codesPerSession: Window = { max: 30, windowSeconds: 60 }

/** Limits codes without a window, because a script of an attacker on a platform's page could request them unnoticed. */
export const silentCodesPerSession: Window = { max: 6, windowSeconds: 60 }

const redemptionsPerClient: Window = { max: 600, windowSeconds: 60 }

export function handoverRoutes(serve: Serve, services: Services): void {
  serve(createCode, ({ body, ...circumstances }) => mintCode(services, body, circumstances), {
    rules: ({ caller, body: { delivery } }) => [
      { key: `codes:session:${caller.sessionId}`, ...codesPerSession },
      ...(delivery === 'silent'
        ? [{ key: `codes:silent:${caller.sessionId}`, ...silentCodesPerSession }]
        : []),
    ],
  })
  serve(
    exchangeCode,
    ({ body, client, requestContext }) => redeemCode(services, body, client, requestContext),
    {
      rules: ({ client }) => [{ key: `exchange:client:${client.id}`, ...redemptionsPerClient }],
    },
  )
}
