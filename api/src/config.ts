/** The only reader of the environment. A fault is one line that names the variable, never its value. */

import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Hashing } from './accounts/password-hashing.ts'
import { type Registry, readRegistry } from './registry.ts'
import { StartError } from './start-error.ts'

export type Config = {
  isProduction: boolean
  port: number
  host: string
  /** Scheme, host and port people use, without a trailing slash; also the issuer of tokens. */
  baseUrl: string
  /** null: the embedded Postgres. */
  databaseUrl: string | null
  /** Where the embedded database and generated secrets live. */
  dataFolder: string
  /** Newest first, at least 32 bytes each; null: made at the first start and kept in the data folder. */
  secrets: readonly Buffer[] | null
  registry: Registry
  provider: string
  supportEmail: string
  links: { terms: string; privacy: string; eula: string }
  /** Addresses of proxies whose X-Forwarded-For counts. */
  trustedProxies: readonly string[]
  hashing: Hashing
  databasePoolSize: number
  limitsFactor: number
  /** Puzzles for whoever asks very often; `off` only outside production. */
  captcha: 'on' | 'off'
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
}

export type EnumerationMode = 'balanced' | 'spec' | 'strict'

const defaultSmsCountries = ['IN', 'BD', 'LK', 'NP', 'AE', 'SA', 'QA', 'SG', 'MY', 'GB', 'US']

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

type Environment = Record<string, string | undefined>

/** Throws StartError with every fault, a line each. */
export function readConfig(env: Environment = process.env): Config {
  const faults: string[] = []
  const isProduction = env.NODE_ENV === 'production'
  const port = integer('PORT', 4_000, 65_535)
  const baseUrl = url('PUBLIC_BASE_URL', isProduction ? undefined : `http://localhost:${port}`)

  const config: Config = {
    isProduction,
    port,
    host: env.HOST ?? (isProduction ? '0.0.0.0' : 'localhost'),
    baseUrl: baseUrl.replace(/\/+$/, ''),
    databaseUrl: databaseUrl(),
    dataFolder: env.DATA_FOLDER ?? fromRoot('.data'),
    secrets: secrets(),
    registry: registry(),
    provider: env.PROVIDER_NAME ?? 'Foyer',
    supportEmail: env.SUPPORT_EMAIL ?? 'support@foyer.test',
    links: {
      terms: url('TERMS_URL', 'http://localhost:4100/terms'),
      privacy: url('PRIVACY_URL', 'http://localhost:4100/privacy'),
      eula: url('EULA_URL', 'http://localhost:4100/eula'),
    },
    trustedProxies: list('TRUSTED_PROXIES'),
    hashing: {
      memoryKib: integer('ARGON2_MEMORY_KIB', 19_456),
      passes: integer('ARGON2_PASSES', 2),
      // One of the four threads that also read files and look up names stays free.
      workers: integer('ARGON2_WORKERS', Math.min(3, availableParallelism())),
      queue: integer('ARGON2_QUEUE', 64),
      waitMs: integer('ARGON2_WAIT_MS', 2_000),
    },
    databasePoolSize: integer('DATABASE_POOL_SIZE', 10),
    limitsFactor: integer('LIMITS_FACTOR', 1),
    captcha: oneOf('CAPTCHA', ['on', 'off']),
    enumerationMode: oneOf('ENUMERATION_MODE', ['balanced', 'spec', 'strict']),
    smsCountries: countries('SMS_COUNTRIES', defaultSmsCountries),
    smsPerDay: integer('SMS_PER_DAY', 2_000),
    staffOtp: oneOf('STAFF_OTP', ['on', 'off']),
    drainMs: isProduction ? integer('DRAIN_MS', 5_000) : 0,
    webFolder: env.WEB_FOLDER ?? fromRoot('web/dist'),
    webDevUrl: env.WEB_DEV_URL ?? null,
    hasDevTools: !isProduction,
    logLevel: logLevel(),
  }
  if (isProduction && !config.databaseUrl) faults.push('DATABASE_URL is missing')
  if (isProduction && !config.secrets) faults.push('FOYER_SECRETS is missing')
  if (isProduction && !env.PLATFORMS_FILE) faults.push('PLATFORMS_FILE is missing')
  if (faults.length > 0) throw new StartError(faults.join('\n'))
  return config

  function integer(name: string, fallback: number, max = Number.MAX_SAFE_INTEGER): number {
    const given = env[name]
    if (given === undefined || given === '') return fallback
    if (/^[0-9]{1,15}$/.test(given) && Number(given) >= 1 && Number(given) <= max) return Number(given)
    faults.push(`${name} must be a whole number from 1${max < Number.MAX_SAFE_INTEGER ? ` to ${max}` : ''}`)
    return fallback
  }

  /** The first is the one meant where nothing is given. */
  function oneOf<const T extends string>(name: string, choices: readonly [T, ...T[]]): T {
    const given = env[name] || choices[0]
    const found = choices.find((choice) => choice === given)
    if (found === undefined) faults.push(`${name} must be one of ${choices.join(', ')}`)
    return found ?? choices[0]
  }

  function url(name: string, fallback: string | undefined): string {
    const given = env[name] ?? fallback
    const parsed = given === undefined ? null : URL.parse(given)
    if (parsed && /^https?:$/.test(parsed.protocol) && given) return given
    faults.push(given === undefined ? `${name} is missing` : `${name} must be an http or https address`)
    return 'http://localhost'
  }

  function databaseUrl(): string | null {
    const given = env.DATABASE_URL
    if (!given) return null
    if (!/^postgres(ql)?:$/.test(URL.parse(given)?.protocol ?? ''))
      faults.push('DATABASE_URL must be a postgres:// address')
    return given
  }

  function logLevel(): string {
    const given = env.LOG_LEVEL ?? (isProduction ? 'info' : 'warn')
    if (!logLevels.includes(given)) faults.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}`)
    return given
  }

  function list(name: string): string[] {
    return (env[name] ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
  }

  function countries(name: string, fallback: readonly string[]): readonly string[] {
    const given = list(name)
    if (given.every((country) => /^[A-Z]{2}$/.test(country))) return given.length > 0 ? given : fallback
    faults.push(`${name} must be country codes of two capital letters, separated by commas`)
    return fallback
  }

  function secrets(): Buffer[] | null {
    const given = list('FOYER_SECRETS').map((secret) => Buffer.from(secret))
    if (given.some((secret) => secret.length < 32))
      faults.push('FOYER_SECRETS must have at least 32 bytes each')
    return given.length > 0 ? given : null
  }

  function registry(): Registry {
    const path = env.PLATFORMS_FILE ?? fromRoot('api/platforms.development.json')
    try {
      return readRegistry(readFileSync(path, 'utf8'), { allowLoopback: !isProduction })
    } catch (error) {
      for (const line of String((error as Error).message).split('\n')) faults.push(`PLATFORMS_FILE: ${line}`)
      return { homeOf: () => null, originsOf: () => [], clients: [] }
    }
  }
}

function fromRoot(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}
