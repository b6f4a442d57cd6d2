/**
 * Every setting of the service: one row a variable of the environment. README.md has the same table for operators. What
 * two settings must fulfil together is in settings-rules.ts.
 */
import { availableParallelism } from 'node:os'
import { captchaVendors } from '@foyer/contract/routes/captcha'
import { isLoopback, isRegistrableOrigin } from '@foyer/contract/targets/trusted-origin'
import * as v from 'valibot'
import { databaseTransport, withVerifiedTls } from '../db/transport-security.ts'
import * as kind from './setting-kinds.ts'
import { socialSettings } from './social-settings.ts'
import { storageSettings } from './storage-settings.ts'
import { isThisMachine } from './unsafe-hosts.ts'
import { isGuessable } from './weak-secrets.ts'

/** The port of the first demo platform in platforms.development.json. */
export const demoFirstPort = 4_100

const port = kind.integer(65_535)
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const smsCountries = ['IN', 'BD', 'LK', 'NP', 'AE', 'SA', 'QA', 'SG', 'MY', 'GB', 'US']
const bearerToken = /^[\x21-\x7e]+$/

export type Settings = v.InferOutput<ReturnType<typeof settingsSchema>>

/** In production, a setting that belongs to one installation has no default and is refused where it is missing. */
export function settingsSchema(isProduction: boolean) {
  const publicUrl = isProduction
    ? v.pipe(kind.httpUrl, v.check(isPublicUrl, 'must be an https address that people can open'))
    : kind.httpUrl
  return v.object({
    NODE_ENV: kind.oneOf(['development', 'test', 'production']),
    PORT: v.optional(port, '4000'),
    HOST: v.optional(kind.text, isProduction ? '0.0.0.0' : 'localhost'),
    /** Scheme, host and port that browsers use; also the issuer of tokens. */
    PUBLIC_BASE_URL: ofInstallation(v.pipe(kind.httpUrl, v.transform(kind.withoutEndSlashes))),
    /** Lets production use plain http on this machine, to try and to measure it. */
    ALLOW_INSECURE_BASE_URL: kind.oneOf(['true', 'false'], 'false'),
    DATABASE_URL: ofInstallation(databaseUrl),
    DATABASE_INSECURE_HOSTS: v.optional(kind.list, ''),
    DATABASE_POOL_SIZE: v.optional(kind.integer(), '10'),
    DATA_FOLDER: v.optional(kind.text),
    /** Holds the files of users; several copies of the service share it. */
    STORAGE_FOLDER: v.optional(kind.text),
    ...storageSettings,
    /** ClamAV's daemon, which scans uploaded files. */
    CLAMAV_HOST: v.optional(kind.hostAndPort),
    /** Newest first, at least 32 bytes each. */
    FOYER_SECRETS: ofInstallation(isProduction ? v.pipe(secrets, v.rawCheck(refuseWeakSecrets)) : secrets),
    PLATFORMS_FILE: ofInstallation(kind.text),
    DEMO_PORT: v.optional(port, String(demoFirstPort)),
    PROVIDER_NAME: ofInstallation(kind.text),
    SUPPORT_EMAIL: ofInstallation(isProduction ? supportEmail : kind.text),
    TERMS_URL: ofInstallation(publicUrl),
    PRIVACY_URL: ofInstallation(publicUrl),
    EULA_URL: ofInstallation(publicUrl),
    /** The origin of users' pictures, which pages may then show. */
    MEDIA_ORIGIN: v.optional(
      v.pipe(
        kind.text,
        v.check((origin) => isRegistrableOrigin(origin, !isProduction), 'must be an exact https origin'),
      ),
    ),
    SMTP_URL: ofInstallation(
      v.pipe(kind.text, v.check(isSmtpUrl, 'must be smtps://user:password@host:port or smtp://…')),
    ),
    MAIL_FROM: ofInstallation(kind.mailSender),
    TWILIO_ACCOUNT_SID: v.optional(kind.matching(/^\w+$/, 'must be letters and digits')),
    TWILIO_AUTH_TOKEN: v.optional(kind.text),
    TWILIO_FROM: v.optional(
      kind.matching(
        /^(\+[0-9]{5,15}|MG[0-9a-f]{32}|[A-Za-z0-9 ]{1,11})$/,
        'must be a number like +15005550006, a name of up to 11 letters, or MG…',
      ),
    ),
    TWILIO_BASE_URL: v.optional(kind.secureUrl(!isProduction), 'https://api.twilio.com'),
    SMS_WEBHOOK_URL: v.optional(kind.secureUrl(!isProduction)),
    SMS_WEBHOOK_SECRET: v.optional(kind.webhookKey),
    SMS_COUNTRIES: v.optional(kind.countries, smsCountries.join()),
    SMS_PER_DAY: v.optional(kind.integer(), '2000'),
    /** Networks besides the public Internet to which logout tokens may be posted. */
    BACK_CHANNEL_NETWORKS: v.optional(kind.networks, ''),
    /** Proxies whose X-Forwarded-For counts. */
    TRUSTED_PROXIES: v.optional(
      v.pipe(
        kind.networks,
        v.check(
          (networks) => !isProduction || !networks.some(isWiderThan8),
          'must be networks of one’s own, /8 or smaller',
        ),
      ),
      '',
    ),
    ARGON2_MEMORY_KIB: v.optional(kind.integer(), '19456'),
    ARGON2_PASSES: v.optional(kind.integer(), '2'),
    // One of the four threads that also read files and look up names stays free.
    ARGON2_WORKERS: v.optional(kind.integer(), String(Math.min(3, availableParallelism()))),
    /** Hashes that may wait for a worker, and how long. */
    ARGON2_QUEUE: v.optional(kind.integer(), '64'),
    ARGON2_WAIT_MS: v.optional(kind.integer(), '2000'),
    LIMITS_FACTOR: v.optional(kind.integer(), '1'),
    /** Whole months that an event of the audit trail is kept at least. */
    AUDIT_RETENTION_MONTHS: v.optional(kind.integer(1_200), '24'),
    /** `on`: our own challenges; `off` only outside production. */
    CAPTCHA: kind.oneOf(['on', 'off', ...captchaVendors]),
    CAPTCHA_SITE_KEY: v.optional(kind.text),
    CAPTCHA_SECRET: v.optional(kind.text),
    /** Replaces the vendor's own address, for a stand-in. */
    CAPTCHA_VERIFY_URL: v.optional(isProduction ? httpsOrThisMachine(kind.httpUrl) : kind.httpUrl),
    /** The least score of reCAPTCHA 3, from 0 (a machine) to 1 (a person). */
    CAPTCHA_MIN_SCORE: v.optional(kind.numberBetween(0, 1), '0.5'),
    ANALYTICS_URL: v.optional(isProduction ? httpsOrThisMachine(collectorUrl) : collectorUrl),
    ANALYTICS_TOKEN: v.optional(kind.matching(bearerToken, 'must be one word')),
    ERROR_COLLECTOR_URL: v.optional(isProduction ? httpsOrThisMachine(collectorUrl) : collectorUrl),
    ERROR_COLLECTOR_TOKEN: v.optional(kind.matching(bearerToken, 'must be one word')),
    ...socialSettings,
    /** Receives the ID token of a signed-in user from the browser (Spec 7.2). */
    TOKEN_SYNC_URL: v.optional(
      v.pipe(
        kind.text,
        v.check(
          (given) => isTokenSyncUrl(given, isProduction),
          'must be an https address without a password or fragment',
        ),
      ),
    ),
    /** The life of that ID token. */
    TOKEN_SYNC_MAX_AGE_SECONDS: v.optional(
      v.pipe(kind.integer(3_600), v.minValue(60, 'must be at least 60')),
      '300',
    ),
    ENUMERATION_MODE: kind.oneOf(['balanced', 'spec', 'strict']),
    /** `off`: a one-time code alone signs no staff in. */
    STAFF_OTP: kind.oneOf(['on', 'off']),
    /** Delay between SIGTERM and closing the listener. */
    DRAIN_MS: v.optional(kind.integer(), '5000'),
    WEB_FOLDER: v.optional(kind.text),
    WEB_DEV_URL: v.optional(kind.text),
    DEV_TOOLS: kind.oneOf(['on', 'off'], isProduction ? 'off' : 'on'),
    LOG_LEVEL: kind.oneOf(logLevels, isProduction ? 'info' : 'warn'),
    METRICS_PORT: v.optional(port),
    METRICS_HOST: v.optional(kind.text, '127.0.0.1'),
  })

  function ofInstallation<Schema extends v.GenericSchema<string, unknown>>(schema: Schema) {
    const optional = v.optional(schema)
    return isProduction ? (schema as unknown as typeof optional) : optional
  }
}

const databaseUrl = v.pipe(
  kind.text,
  v.check(isDatabaseUrl, 'must be postgres://user:password@host:port/database'),
  v.transform(withVerifiedTls),
  v.check(
    (url) => !isDatabaseUrl(url) || databaseTransport(url) !== null,
    'names a certificate or key file that cannot be read',
  ),
)

function isDatabaseUrl(given: string): boolean {
  const url = URL.parse(given)
  const hasHost = url?.hostname || url?.searchParams.has('host')
  return Boolean(/^postgres(ql)?:$/.test(url?.protocol ?? '') && hasHost && (url?.pathname.length ?? 0) > 1)
}

const secrets = v.pipe(
  kind.list,
  v.transform((items) => items.map((item): Buffer => Buffer.from(item))),
  v.minLength(1, 'is missing'),
  v.check((items) => items.every((item) => item.length >= 32), 'must have at least 32 bytes each'),
)

function refuseWeakSecrets({ dataset, addIssue }: v.RawCheckContext<Buffer[]>): void {
  if (!dataset.typed) return
  for (const [index, secret] of dataset.value.entries()) {
    const isRepeated = dataset.value.findIndex((other) => other.equals(secret)) < index
    if (isGuessable(secret))
      addIssue({
        message: `: number ${index + 1} can be guessed, make one with: openssl rand -base64 48`,
      })
    if (isRepeated) addIssue({ message: `: number ${index + 1} is there twice` })
  }
}

const supportEmail = v.pipe(
  kind.matching(/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, 'must be an email address'),
  v.check((address) => !address.endsWith('@foyer.test'), 'must be an address that somebody reads'),
)

const collectorUrl = v.pipe(
  kind.text,
  v.check((given) => {
    const url = URL.parse(given)
    return kind.isHttpUrl(given) && !url?.username && !url?.password
  }, 'must be an http or https address without a password'),
)

/** Tokens travel in clear to loopback alone, and never in production. */
function isTokenSyncUrl(given: string, isProduction: boolean): boolean {
  const url = URL.parse(given)
  if (!url || url.username || url.password || url.hash) return false
  return url.protocol === 'https:' || (!isProduction && url.protocol === 'http:' && isLoopback(url.hostname))
}

function httpsOrThisMachine<Schema extends v.GenericSchema<string, string>>(schema: Schema) {
  return v.pipe(
    schema,
    v.check((given) => {
      const url = URL.parse(given)
      return !url || url.protocol === 'https:' || isThisMachine(url.hostname)
    }, 'must be an https address in production'),
  )
}

function isPublicUrl(given: string): boolean {
  const url = URL.parse(given)
  return !url || (url.protocol === 'https:' && !isThisMachine(url.hostname))
}

function isSmtpUrl(given: string): boolean {
  const url = URL.parse(given)
  return Boolean(url?.hostname) && /^smtps?:$/.test(url?.protocol ?? '')
}

function isWiderThan8(network: string): boolean {
  const bits = /\/(\d+)$/.exec(network)?.[1]
  return bits !== undefined && Number(bits) < 8
}
