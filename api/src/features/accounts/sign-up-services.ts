/** Types what a sign-up is given: by the service, and by the request. */

import type { Hasher } from '../../identity/credentials/password-hashing.ts'
import type { TokenMaker } from '../../identity/sessions/issue-tokens.ts'
import type { Config } from '../../kernel/config/config.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { NoteMade } from '../../kernel/limits/idempotency.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import type { Outbox } from '../../messages/outbox.ts'

export type SignUpServices = TokenMaker & { config: Config; db: Db; hasher: Hasher; outbox: Outbox }

export type SignUpRequest = {
  requestContext: RequestContext
  browser: Browser
  counted: readonly string[]
  noteMade: NoteMade
}
