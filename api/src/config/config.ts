/** Reads the environment, alone in the service. A fault is one line that names the variable, never its value. */

import { availableParallelism } from 'node:os'
import { databaseBounds, hashingBounds } from '@foyer/contract/limits'
import { isLoopback, isRegistrableOrigin } from '@foyer/contract/trusted-origin'
import type { Hashing } from '../accounts/passwords/password-hashing.ts'
import { databaseTransport, withVerifiedTls } from '../db/transport-security.ts'
import { fromRoot } from '../from-root.ts'
import type { MetricsAddress } from '../monitoring/metrics-listener.ts'
import { type DeliverySettings, readDeliverySettings } from '../outbox/delivery-settings.ts'
import { StartError } from '../start-error.ts'
import { readVendorCaptcha, type VendorCaptchaSettings } from './captcha-settings.ts'
import { type Collector, readCollector } from './collector-settings.ts'
import { createReader, type Environment, listed, withoutEmpty, withoutEndSlashes } from './environment.ts'
import { emptyRegistry, type Registry, readRegistry } from './platform-registry.ts'
import { findProductionFaults } from './production-checks.ts'

export type Config = {
  isProduction: boolean
  port: number
  host: string
  /** Scheme, host and port people use, without a trailing slash; also the issuer of tokens. */
  baseUrl: string
  /** Lets production speak plain http on this machine alone: for trying and measuring. */
  allowsInsecureBaseUrl: boolean
  /** null: the embedded Postgres. */
  databaseUrl: string | null
  /** Where the embedded database and generated secrets live. */
  dataFolder: string
  /** Newest first, at least 32 bytes each; null: made at the first start and kept in the data folder. */
  secrets: readonly Buffer[] | null
  registry: Registry
  /** The file that the registry was read from, for log lines. */
  platformsFile: string
  provider: string
  supportEmail: string
  links: { terms: string; privacy: string; eula: string }
  /** Where pictures of people lie, which pages may show; null: nowhere but here. */
  mediaOrigin: string | null
  /** By what mail and SMS leave the house. */
  delivery: DeliverySettings
  /** Addresses of proxies whose X-Forwarded-For counts. */
  trustedProxies: readonly string[]
  hashing: Hashing
  databasePoolSize: number
  limitsFactor: number
  /** Puzzles for whoever asks very often; `off` only outside production. */
  captcha: 'on' | 'off'
  /** Somebody else's captcha in place of our puzzles; null: ours. */
  captchaVendor: VendorCaptchaSettings | null
  /** Where analytics is forwarded to. */
  collector: Collector | null
  /** Where text messages may go, ISO 3166-1 alpha-2, and how many a day. */
  smsCountries: readonly string[]
  smsPerDay: number
  /** Whether a one-time code alone lets staff in. */
  staffOtp: 'on' | 'off'
  /** What strangers learn of whom: as the specification has it, staff hidden, or everybody hidden. */
  enumerationMode: EnumerationMode
  /** Between the word to stop and the closing of doors, for a load balancer to turn away. */
  drainMs: number
  /** The built front end. */
  webFolder: string
  /** Of the front end's development server; null: the built one. */
  webDevUrl: string | null
  /** Demo people, the inbox of sent messages. Never in production. */
  hasDevTools: boolean
  logLevel: string
  /** Where metrics are asked for; null: nowhere. */
  metrics: MetricsAddress | null
}

export type EnumerationMode = 'balanced' | 'spec' | 'strict'

const modes = ['development', 'test', 'production'] as const
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const defaultSmsCountries = ['IN', 'BD', 'LK', 'NP', 'AE', 'SA', 'QA', 'SG', 'MY', 'GB', 'US']

const developmentPlatforms = 'api/platforms.development.json'
/** The port of the first demo platform in that file. */
const demoFirstPort = 4_100

/** Throws StartError with every fault, a line each. */
export function readConfig(given: Environment = process.env): Config {
  const env = withoutEmpty(given)
  const faults: string[] = []
  const { integer, text, url, oneOf, networks, file, secret } = createReader(env, faults)
  const isProduction = oneOf('NODE_ENV', modes) === 'production'
  const port = integer('PORT', 4_000, 65_535)
  const baseUrl = url('PUBLIC_BASE_URL', whileDeveloping(`http://localhost:${port}`))
  const demoPort = isProduction ? demoFirstPort : integer('DEMO_PORT', demoFirstPort, 65_535)
  const demoUrl = `http://localhost:${demoPort}`
  const provider = text('PROVIDER_NAME', whileDeveloping('Foyer'))

  const config: Config = {
    isProduction,
    port,
    host: env.HOST ?? (isProduction ? '0.0.0.0' : 'localhost'),
    baseUrl: withoutEndSlashes(baseUrl),
    allowsInsecureBaseUrl: oneOf('ALLOW_INSECURE_BASE_URL', ['true', 'false'], 'false') === 'true',
    databaseUrl: databaseUrl(),
    dataFolder: env.DATA_FOLDER ?? fromRoot('.data'),
    secrets: secrets(),
    registry: registry(),
    platformsFile: env.PLATFORMS_FILE || developmentPlatforms,
    provider,
    supportEmail: text('SUPPORT_EMAIL', whileDeveloping('support@foyer.test')),
    links: {
      terms: url('TERMS_URL', whileDeveloping(`${demoUrl}/terms`)),
      privacy: url('PRIVACY_URL', whileDeveloping(`${demoUrl}/privacy`)),
      eula: url('EULA_URL', whileDeveloping(`${demoUrl}/eula`)),
    },
    mediaOrigin: mediaOrigin(),
    delivery: readDeliverySettings({
      read: (name) => secret(name, { isRequired: false }) ?? undefined,
      provider,
      isProduction,
      faults,
    }),
    trustedProxies: networks('TRUSTED_PROXIES'),
    hashing: {
      memoryKib: integer('ARGON2_MEMORY_KIB', 19_456),
      passes: integer('ARGON2_PASSES', 2),
      // One of the four threads that also read files and look up names stays free.
      workers: integer('ARGON2_WORKERS', Math.min(3, availableParallelism())),
      queue: integer('ARGON2_QUEUE', hashingBounds.queue),
      waitMs: integer('ARGON2_WAIT_MS', hashingBounds.waitMs),
    },
    databasePoolSize: integer('DATABASE_POOL_SIZE', databaseBounds.maxConnections),
    limitsFactor: integer('LIMITS_FACTOR', 1),
    captcha: env.CAPTCHA === 'off' ? 'off' : 'on',
    captchaVendor: readVendorCaptcha(env, faults),
    collector: readCollector(env, faults),
    enumerationMode: oneOf('ENUMERATION_MODE', ['balanced', 'spec', 'strict']),
    smsCountries: countries('SMS_COUNTRIES', defaultSmsCountries),
    smsPerDay: integer('SMS_PER_DAY', 2_000),
    staffOtp: oneOf('STAFF_OTP', ['on', 'off']),
    drainMs: isProduction ? integer('DRAIN_MS', 5_000) : 0,
    webFolder: env.WEB_FOLDER ?? fromRoot('web/dist'),
    webDevUrl: env.WEB_DEV_URL || null,
    hasDevTools: oneOf('DEV_TOOLS', ['on', 'off'], isProduction ? 'off' : 'on') === 'on',
    logLevel: oneOf('LOG_LEVEL', logLevels, isProduction ? 'info' : 'warn'),
    metrics:
      isProduction || env.METRICS_PORT
        ? { host: env.METRICS_HOST || '127.0.0.1', port: integer('METRICS_PORT', 9_464, 65_535) }
        : null,
  }
  if (isProduction) faults.push(...findProductionFaults(config))
  else if (config.hasDevTools) faults.push(...devToolFaults(config))
  if (faults.length > 0) throw new StartError(faults.join('\n'))
  return config

  /** Production names everything of its own. */
  function whileDeveloping(fallback: string): string | undefined {
    return isProduction ? undefined : fallback
  }

  function mediaOrigin(): string | null {
    const given = env.MEDIA_ORIGIN
    if (!given) return null
    if (!isRegistrableOrigin(given, !isProduction)) faults.push('MEDIA_ORIGIN must be an exact https origin')
    return given
  }

  function databaseUrl(): string | null {
    const given = secret('DATABASE_URL', { isRequired: isProduction })
    if (!given) return null
    const parsed = URL.parse(given)
    const hasHost = parsed?.hostname || parsed?.searchParams.has('host')
    const hasDatabase = (parsed?.pathname.length ?? 0) > 1
    if (!/^postgres(ql)?:$/.test(parsed?.protocol ?? '') || !hasHost || !hasDatabase) {
      faults.push('DATABASE_URL must be postgres://user:password@host:port/database')
      return given
    }
    const url = withVerifiedTls(given)
    const transport = databaseTransport(url)
    const isAccepted =
      transport?.isSafe || listed(env.DATABASE_INSECURE_HOSTS ?? '').includes(transport?.host ?? '')
    if (!transport) faults.push('DATABASE_URL names a certificate or key file that cannot be read')
    else if (isProduction && !isAccepted)
      faults.push(
        'DATABASE_URL: the server is on another machine: add sslmode=verify-full, or list its host in DATABASE_INSECURE_HOSTS',
      )
    return url
  }

  function countries(name: string, fallback: readonly string[]): readonly string[] {
    const given = listed(env[name] ?? '')
    if (given.every((country) => /^[A-Z]{2}$/.test(country))) return given.length > 0 ? given : fallback
    faults.push(`${name} must be country codes of two capital letters, separated by commas`)
    return fallback
  }

  function secrets(): Buffer[] | null {
    const given = secret('FOYER_SECRETS', { isRequired: isProduction })
    if (!given) return null
    const secrets = listed(given).map((item) => Buffer.from(item))
    if (secrets.length === 0) faults.push('FOYER_SECRETS is missing')
    if (secrets.some((item) => item.length < 32))
      faults.push('FOYER_SECRETS must have at least 32 bytes each')
    return secrets
  }

  function registry(): Registry {
    const path = text('PLATFORMS_FILE', whileDeveloping(fromRoot(developmentPlatforms)))
    const json = path && file('PLATFORMS_FILE', path)
    if (!json) return emptyRegistry
    try {
      return readRegistry(env.PLATFORMS_FILE ? json : withDemoPorts(json, demoPort), { isProduction })
    } catch (error) {
      for (const line of (error as Error).message.split('\n')) faults.push(`PLATFORMS_FILE: ${line}`)
      return emptyRegistry
    }
  }
}

/** Every message that is sent, and accounts with a published password: nobody on the network may reach them. */
function devToolFaults({ baseUrl, host }: Config): string[] {
  const isHere = isLoopback(host) || host === '::1'
  return [
    ...(isLoopback(URL.parse(baseUrl)?.hostname ?? '')
      ? []
      : ['DEV_TOOLS are only for a PUBLIC_BASE_URL on this machine: set NODE_ENV=production']),
    ...(isHere ? [] : ['DEV_TOOLS are only for a HOST of localhost, 127.0.0.1 or ::1: set DEV_TOOLS=off']),
  ]
}

/** The demo platforms listen where DEMO_PORT says: the first of them there, the others on the ports that follow. */
function withDemoPorts(json: string, demoPort: number): string {
  return json.replace(/(?<=http:\/\/localhost:)41\d\d(?=\D)/g, (port) =>
    String(Number(port) - demoFirstPort + demoPort),
  )
}
