import { createCode, exchangeCode } from '@foyer/contract/handover'
import type { Serve, Services } from '../services.ts'
import { exchange } from './exchange.ts'
import { mintCode } from './mint-code.ts'

export function handoverRoutes(serve: Serve, services: Services): void {
  serve(createCode, ({ body, caller, from }) => mintCode(services, body, caller, from))
  serve(exchangeCode, ({ body, client, from }) => exchange(services, body, client, from))
}
