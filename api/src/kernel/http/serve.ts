/** Serves every API route: identifies the caller, parses strictly, counts, runs the handler and checks the result. */

import type { ErrorCode } from '@foyer/contract/errors'
import type { Captcha } from '@foyer/contract/routes/captcha'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/connect.ts'
import { asFailure, Failure } from '../failure.ts'
import { createConditionalCount, withoutCounting } from '../limits/conditional-count.ts'
import { doOnce, type NoteMade } from '../limits/idempotency.ts'
import { challengeLevelAt, countAttempts } from '../limits/rate-limit.ts'
import type { UploadedFile } from '../uploads/check-upload.ts'
import { type Authenticator, identify } from './access.ts'
import { createResults } from './answers/send-result.ts'
import { jsonType, sendIfKnown, sendStored } from './answers/stored-answer.ts'
import { createStoredAnswers, type StoredAnswers } from './answers/stored-answers.ts'
import { requireVersion } from './answers/versions.ts'
import { browserOf } from './browser-cookie.ts'
import { browserSessionCookieOf } from './browser-session-cookie.ts'
import type { AnswerOf, Parts, Serve } from './handler.ts'
import { flowBrowserOf } from './page-routes/flow-cookie.ts'
import { parseRequest } from './parse-request.ts'
import { type ReadContext, requestContextOf } from './read-request-context.ts'
import { repeatableOf } from './repeatable.ts'
import {
  addressRules,
  type CaptchaPurpose,
  captchaPurposeOf,
  conditionalRulesOf,
  rulesOf,
  userRulesOf,
} from './route-limits.ts'
import { discardRest, withUpload } from './uploads/read-upload.ts'
import { createUploadMemory, type UploadMemory } from './uploads/upload-memory.ts'
import { addRoute } from './uploads/upload-routes.ts'

export type { Serve } from './handler.ts'

export type CaptchaCheck = {
  /**
   * Throws `captcha-needed` or `captcha-refused`, both with a new challenge, unless `given` solves one of this level.
   */
  check(given: Captcha | undefined, level: number, purpose: CaptchaPurpose): Promise<void>
}

type ServeOptions<Caller, Client> = ReadContext & {
  db: Db
  authenticator: Authenticator<Caller, Client>
  /** null if captcha challenges are turned off. */
  captcha: CaptchaCheck | null
  /** Multiplies every limit. Benchmarks and tests raise it; no value turns the limits off. */
  limitsFactor: number
  /** True if browsers reach the service over https. */
  isHttps: boolean
  /** The memory limit of uploads; tests lower it. */
  uploadMemory?: UploadMemory
}

/**
 * Checks each request in this order: the request is well formed, the caller is authenticated and may call the route, no
 * limit is reached, and a due captcha challenge is solved. Only then is an upload read. The proof of the session that the
 * route needs is checked last.
 */
export function createServe<Caller, Client>(
  app: FastifyInstance,
  options: ServeOptions<Caller, Client>,
): Serve<Caller, Client> {
  const { db, limitsFactor, captcha, isHttps, authenticator, uploadMemory = createUploadMemory() } = options
  /** The stored answers of each public path. */
  const storedAnswers = new Map<string, StoredAnswers>()
  const countConditionally = createConditionalCount(db, limitsFactor)
  return (route, handler, { takeSlot, rules: ownRules, replay, unforeseen } = {}) => {
    type Answer = AnswerOf<typeof route>
    const purpose = captchaPurposeOf(route)
    const { send, textOf } = createResults(route)
    const stored = route.cacheSeconds ? createStoredAnswers(jsonType, textOf) : null
    if (stored) storedAnswers.set(route.path, stored)
    const caching = { 'cache-control': `public, max-age=${route.cacheSeconds}` }

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      const parts = parseRequest(route, request)
      const storedUnder = stored ? JSON.stringify(parts) : ''
      const fresh = stored?.find(storedUnder)
      // 304 for a stored answer is not counted by any limit.
      if (fresh && sendIfKnown(request, reply, fresh, caching)) return reply
      const identified = await identify(authenticator, route.access, request.headers.authorization)
      const { caller, client } = identified
      const requestContext = requestContextOf(request, options)
      if (caller !== undefined) authenticator.requireAccess(caller, route, requestContext)
      const browserSession = browserSessionCookieOf(request, isHttps)
      const session = browserSession.cookie
      const browser = browserOf(request, reply, { isHttps, mac: options.mac, session })
      const requireMatch = (current: object) => requireVersion(request.headers['if-match'], current)
      const givenWith = (file?: UploadedFile) => {
        const given: unknown = { ...parts, ...identified, requireMatch, ...(file && { file }) }
        return given as Parts<typeof route, Caller, Client>
      }

      const mayNeedCaptcha = route.captcha !== undefined && caller === undefined
      const solution = captchaIn(parts)
      // A request without a solution only fetches the challenge, so it must not count as an attempt of the device.
      const isFetchingChallenge = purpose.isAlwaysDue && mayNeedCaptcha && captcha !== null && !solution
      const conditionalRules = conditionalRulesOf(route, requestContext)
      const userRules =
        caller === undefined ? [] : userRulesOf(route, options.mac('user', authenticator.countedAs(caller)))
      const count = async () => {
        const rules = [
          ...rulesOf(route, isFetchingChallenge ? { ...requestContext, deviceId: null } : requestContext),
          ...(ownRules?.(givenWith()) ?? []),
        ]
        const all = [...rules, ...userRules, ...conditionalRules.map(withoutCounting)]
        return { rules, ...(await countAttempts(db, all, limitsFactor)) }
      }
      type Counted = Awaited<ReturnType<typeof count>>

      async function run(given: ReturnType<typeof givenWith>, counted: Counted, noteMade: NoteMade) {
        async function handle(conditionalLevel: number): Promise<Answer> {
          const level = Math.max(counted.challengeLevel, conditionalLevel)
          if (mayNeedCaptcha && level > 0) await captcha?.check(solution, level, purpose)
          if (route.needsProof && caller !== undefined)
            await authenticator.requireProof(caller, route.needsProof, requestContext)
          return handler({
            ...given,
            requestContext,
            browser,
            flowBrowser: flowBrowserOf(request, isHttps),
            counted: counted.rules.filter(({ weight }) => weight !== 0).map(({ key }) => key),
            challengeLevel: (action) =>
              challengeLevelAt(db, addressRules(requestContext, action), limitsFactor),
            noteMade,
            warn: (message, details = {}) => request.log.warn(details, message),
          })
        }
        return conditionalRules.length === 0 || isFetchingChallenge
          ? handle(0)
          : countConditionally(requestContext, conditionalRules, handle)
      }

      async function runOnce(file?: UploadedFile, counted?: Counted): Promise<Answer> {
        const given = givenWith(file)
        const countOnce = async () => counted ?? (await count())
        const make = (noteMade: NoteMade, sum: Counted) => run(given, sum, noteMade)
        const owner = ownerOf({ caller, client }, authenticator)
        const repeatable =
          replay && repeatableOf(route, request, { parts: { ...parts, file }, owner, mac: options.mac })
        if (!replay || !repeatable) return make(async () => {}, await countOnce())
        const again = (madeId: string) => replay(madeId, { ...given, requestContext, browser })
        return doOnce(db, repeatable, { count: countOnce, make, replay: again }, limitsFactor)
      }

      if (stored) {
        const counted = await count()
        const again = await stored.findOrMake(storedUnder, () => run(givenWith(), counted, async () => {}))
        return sendStored(request, reply.headers(caching), again)
      }
      const { upload } = route
      if (!upload) {
        const result = await runOnce()
        if (route.method !== 'GET') storedAnswers.get(route.path)?.forget()
        browserSession.send(reply)
        return send(request, reply, result)
      }
      const counted = await count()
      const userId = caller === undefined ? null : authenticator.idOf(caller)
      const uploading = { body: request.raw, upload, memory: uploadMemory, userId }
      const result = await withUpload(uploading, (file) => runOnce(file, counted))
      return send(request, reply, result)
    }

    async function answerInSlot(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      const freeSlot = takeSlot?.()
      return answer(request, reply).finally(freeSlot)
    }

    async function answerFailure(request: FastifyRequest, error: unknown): Promise<never> {
      if (route.upload && !request.raw.complete) await discardRest(request.raw, route.upload)
      return throwAs(error, unforeseen)
    }
    addRoute(app, route, (request, reply) =>
      answerInSlot(request, reply).catch((error) => answerFailure(request, error)),
    )
  }
}

function throwAs(error: unknown, unforeseen: ErrorCode | undefined): never {
  const isUnforeseen = unforeseen !== undefined && asFailure(error).code === 'unexpected'
  throw isUnforeseen ? new Failure(unforeseen, { cause: error }) : error
}

function ownerOf<Caller, Client>(
  { caller, client }: { caller: Caller | undefined; client: Client | undefined },
  authenticator: Authenticator<Caller, Client>,
): string {
  if (caller !== undefined) return authenticator.idOf(caller)
  return client === undefined ? '' : authenticator.clientIdOf(client)
}

function captchaIn(parts: { body?: unknown }): Captcha | undefined {
  return (parts.body as { captcha?: Captcha } | undefined)?.captcha
}
