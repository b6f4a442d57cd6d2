/** Types what a sign-up is given: by the service, and by the request. */
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/connect.ts'
import type { NoteMade } from '../../limits/idempotency.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Browser, RequestContext } from '../../request-context.ts'
import type { Hasher } from '../passwords/password-hashing.ts'
import type { TokenMaker } from '../sessions/issue-tokens.ts'

export type SignUpServices = TokenMaker & { config: Config; db: Db; hasher: Hasher; outbox: Outbox }

export type SignUpRequest = {
  requestContext: RequestContext
  browser: Browser
  counted: readonly string[]
  noteMade: NoteMade
}
