/** Opens the whole service on its own database, for tests that call its routes. */
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ErrorCode } from '@foyer/contract/errors'
import type { PageName } from '@foyer/contract/pages'
import { type Platform, platformRow, platforms } from '@foyer/contract/platforms'
import { createCode } from '@foyer/contract/routes/handover'
import type { Call, Result, Route } from '@foyer/contract/routes/route'
import { login, type Session } from '@foyer/contract/routes/sign-in'
import { fromWire, toWire } from '@foyer/contract/wire'
import type { FastifyInstance } from 'fastify'
import { type AppOptions, createApp } from '../app.ts'
import { storeHelpCategories } from '../features/help/help-categories.ts'
import { storePassword } from '../identity/credentials/credentials.ts'
import { addMembership } from '../identity/users/memberships.ts'
import { createUser } from '../identity/users/users.ts'
import { type Config, readConfig } from '../kernel/config/config.ts'
import { readRegistry } from '../kernel/config/platform-registry.ts'
import type { Database } from '../kernel/db/connect.ts'
import type { LogDestination } from '../kernel/http/connection/log.ts'
import { type PageStore, storePages } from '../kernel/http/pages/page-store.ts'
import { watchDatabase } from '../kernel/metrics/capacity-metrics.ts'
import { watchMessages } from '../messages/queue-metrics.ts'
import { nothingMissing } from '../preparation.ts'
import { openServices, type Services } from '../services.ts'
import { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from './test-database.ts'
import { uploadForm } from './upload-form.ts'

export const rightPassword = 'correct horse battery'
export const testSecret = 'the secret of a test installation'
export const clientSecret = 'a-secret-of-a-platform'

/** The site that may frame the auto-login page, for sessions of `student-client`. */
export const sisterOrigin = 'https://sister.example'

export type Answer<R extends Route> = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  data: Result<R>
  code: ErrorCode | undefined
  message: string | undefined
  detail: string | undefined
  fields: Record<string, string[]>
  text: string
}

type Sent = {
  token?: string
  client?: string
  headers?: Record<string, string>
  /** The content of an uploaded file. */
  file?: Buffer | string
}

export type TestApp = {
  app: FastifyInstance
  services: Services
  /** The DATABASE_URL for a separate process. */
  databaseUrl: string
  call<R extends Route>(route: R, given: Call<R>, sent?: Sent): Promise<Answer<R>>
  makeUser(given?: Partial<NewUser>): Promise<{ uuid: string; email: string }>
  signIn(platform?: Platform): Promise<Session>
  /** Creates a handover code for the session of this access token. */
  mint(token: string, more?: Partial<Call<typeof createCode>['body']>): Promise<Answer<typeof createCode>>
  /** Opens another copy of the service on the same database. */
  openAnother(): Promise<TestApp>
  /** Counts the statements that this copy of the service sends to the database during `work`. */
  countStatements(work: () => Promise<unknown>): Promise<number>
  /** Collects the lines logged from now on; requires a `logLevel`. */
  captureLog(): string[]
  close(): Promise<void>
}

type NewUser = {
  email: string
  phoneNumber: string
  platforms: Platform[]
  password: string | null
  firstName: string
  lastName: string | null
}

type Options = {
  config?: Partial<Config>
  poolSize?: number
  bounds?: AppOptions['bounds']
  database?: TestDatabaseOptions
  /** The pages that a stand-in for the front end renders. */
  pages?: readonly PageName[]
  /** Replaces `pages` with the real front end's pages. */
  pageStore?: PageStore
  logTo?: LogDestination
  /** The readiness check's wait for the database; long by default, because a busy machine is slow without a fault. */
  healthMs?: number
}

export async function openTestApp(options: Options = {}): Promise<TestApp> {
  const { poolSize } = options
  const database = await createTestDatabase({ ...(poolSize && { poolSize }), ...options.database })
  return openTestAppOn(database, options, database).catch(async (error) => {
    await database.close()
    throw error
  })
}

async function openTestAppOn(
  database: Database,
  options: Omit<Options, 'poolSize' | 'database'>,
  origin: TestDatabase,
): Promise<TestApp> {
  const { bounds = {} } = options
  let captured: string[] | null = null
  const config = { ...testConfig(), ...options.config }
  const services = await openServices(config, database.db, [Buffer.from(testSecret)])
  await storeHelpCategories(database.db)
  watchDatabase(services.metrics, database)
  watchMessages(services.metrics, database.db)
  const app = await createApp({
    services,
    pages: options.pageStore ?? storePages(plainPages(options.pages)),
    isStopping: () => false,
    ...nothingMissing,
    healthMs: options.healthMs ?? 30_000,
    bounds,
    logTo: options.logTo ?? { write: (line) => captured?.push(line) },
  })
  let made = 0

  const testApp: TestApp = {
    app,
    services,
    databaseUrl: origin.url,
    async call(route, given, sent = {}) {
      const { params, query, body } = given as { params?: object; query?: object; body?: object }
      const form = sent.file === undefined ? null : uploadForm({ bytes: sent.file })
      const response = await app.inject({
        method: route.method,
        url: route.path.replace(/:(\w+)/g, (_, name: string) =>
          String((params as Record<string, unknown>)[name]),
        ),
        query: toWire(query ?? {}) as Record<string, string>,
        ...(body !== undefined && { payload: toWire(body, route.opaque) as object }),
        ...form,
        headers: { ...form?.headers, ...authorization(sent), ...sent.headers },
      })
      return readAnswer(route, response)
    },
    async makeUser(given = {}) {
      made += 1
      const email = given.email ?? `person${made}@example.com`
      const user = { firstName: 'Asha', lastName: 'Rao', platforms: ['student'] as Platform[], ...given }
      const { db, hasher } = services
      const uuid = await createUser(db, {
        firstName: user.firstName,
        lastName: user.lastName,
        email: { address: email },
        ...(given.phoneNumber && { phoneNumber: given.phoneNumber }),
        provenance: 'verified',
      })
      for (const platform of user.platforms)
        await addMembership(db, { userId: uuid, platform, provenance: 'sign_up' })
      if (given.password !== null) {
        const hash = await hasher.hash(given.password ?? rightPassword)
        await storePassword(db, { userId: uuid, hash, provenance: 'verified' })
      }
      return { uuid, email }
    },
    async signIn(platform = 'student') {
      const { uuid } = await testApp.makeUser({ platforms: [platform] })
      const { product } = platformRow(platform)
      const answer = await testApp.call(login, { body: { uuid, password: rightPassword, product, platform } })
      return answer.data
    },
    mint: (token, more) => testApp.call(createCode, { body: { platform: 'student', ...more } }, { token }),
    openAnother: () => openTestAppOn(origin.openAnother(), options, origin),
    async countStatements(work) {
      const { sent } = database.load()
      await work()
      return database.load().sent - sent
    },
    captureLog() {
      captured = []
      return captured
    },
    async close() {
      await app.close()
      await database.close()
    },
  }
  return testApp
}

/** Holds the files that the test apps of this process store. */
const storageFolder = join(tmpdir(), `foyer-test-files-${process.pid}`)
process.once('exit', () => rmSync(storageFolder, { recursive: true, force: true }))

export function testConfig(): Config {
  const config = readConfig({
    ARGON2_MEMORY_KIB: '64',
    ARGON2_PASSES: '1',
    ARGON2_WAIT_MS: '30000',
    CAPTCHA_COST: '10',
    LOG_LEVEL: 'silent',
    PORT: '4000',
  })
  return { ...config, registry: testRegistry(), storageFolder }
}

/**
 * Gives every platform a home on its own origin, and two clients: `<platform>-pkce-client` with the default settings,
 * and `<platform>-client`, which does not require PKCE, for tests that are not about the handover.
 */
function testRegistry() {
  const secretSha256 = createHash('sha256').update(clientSecret).digest('hex')
  const entries = platforms.map((platform) => {
    const origin = originOf(platform)
    const clients = [
      { id: `${platform}-client`, secretSha256, requiresPkce: false },
      { id: `${platform}-pkce-client`, secretSha256 },
    ]
    return [platform, { home: `${origin}/home`, origins: [origin], clients }]
  })
  const file = {
    ...Object.fromEntries(entries),
    sisterSites: [{ origin: sisterOrigin, client: 'student-client' }],
  }
  return readRegistry(JSON.stringify(file), { isProduction: false })
}

export function originOf(platform: Platform): string {
  return `https://${platform.toLowerCase()}.example`
}

const usualPages: readonly PageName[] = ['sign-in', 'account', 'logout', 'not-found', 'invalid-url']

function plainPages(pages = usualPages) {
  return platforms.flatMap((platform) =>
    pages.map((page) => ({
      page,
      platform,
      html: `<title>${page} ${platform}</title>`,
      scriptHashes: ["'sha256-script'"],
      styleHashes: ["'sha256-style'"],
    })),
  )
}

function authorization({ token, client }: Sent): Record<string, string> {
  if (token) return { authorization: `Bearer ${token}` }
  if (client) return { authorization: `Basic ${Buffer.from(`${client}:${clientSecret}`).toString('base64')}` }
  return {}
}

type Response = Awaited<ReturnType<FastifyInstance['inject']>>

function readAnswer<R extends Route>(route: R, response: Response): Answer<R> {
  const { statusCode: status, headers, body: text } = response
  const raw = text.startsWith('{') ? JSON.parse(text) : undefined
  const json = fromWire(raw, route.opaque) as Record<string, never> | undefined
  const errors = json?.errors as
    | { code?: ErrorCode; message?: string; detail?: string; fieldErrors?: Record<string, string[]> }
    | undefined
  return {
    status,
    headers,
    text,
    data: dataOf(route, raw) as Result<R>,
    code: errors?.code,
    message: errors?.message,
    detail: errors?.detail,
    fields: errors?.fieldErrors ?? {},
  }
}

/** Turns the body of an answer into the result of its route; a list includes its page numbers. */
function dataOf(route: Route, raw: { data?: unknown; meta?: unknown } | undefined): unknown {
  if (route.isBare) return raw
  const data = fromWire(raw?.data, route.opaque)
  return route.list && raw?.meta ? { items: data, ...(fromWire(raw.meta) as object) } : data
}
