/**
 * Lists every setting of the service: one row per environment variable. `npm run settings` generates docs/settings.md
 * from the rows and their comments. Rules about several settings are in settings-rules.ts.
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

/**
 * In production, settings that belong to one installation have no default, and the service refuses to start without
 * them.
 */
export function settingsSchema(isProduction: boolean) {
  const publicUrl = isProduction
    ? v.pipe(kind.httpUrl, v.check(isPublicUrl, 'must be an https address that people can open'))
    : kind.httpUrl
  return v.object({
    // Section: Where the service is
    /** In `production`, settings that belong to one installation have no default. */
    NODE_ENV: kind.oneOf(['development', 'test', 'production']),
    /** The port that the service listens on. */
    PORT: v.optional(port, '4000'),
    /** The address that the service listens on. */
    HOST: v.optional(kind.text, isProduction ? '0.0.0.0' : 'localhost'),
    /**
     * Scheme, host and port that browsers use; also the issuer of tokens.
     * @default `http://localhost:$PORT`
     */
    PUBLIC_BASE_URL: ofInstallation(v.pipe(kind.httpUrl, v.transform(kind.withoutEndSlashes))),
    /**
     * The domain that passkeys are for: the host of `PUBLIC_BASE_URL` or a domain above it. Another value makes all
     * passkeys useless.
     * @default the host of `PUBLIC_BASE_URL`
     */
    WEBAUTHN_RP_ID: v.optional(kind.text),
    /** `true` lets production use plain http on localhost, for trials and measurements. */
    ALLOW_INSECURE_BASE_URL: kind.oneOf(['true', 'false'], 'false'),
    /** Proxies whose `X-Forwarded-For` the service trusts: addresses or networks, separated by commas. */
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
    /**
     * The port that serves metrics ([operating-metrics](operating-metrics.md)).
     * @default none; production: `9464`
     */
    METRICS_PORT: v.optional(port),
    /** The address that serves metrics. */
    METRICS_HOST: v.optional(kind.text, '127.0.0.1'),
    /**
     * The collector that receives traces by OTLP over HTTP ([traces](operating-metrics.md#traces)); without it nothing is
     * recorded.
     */
    OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(isProduction ? httpsOrThisMachine(collectorUrl) : collectorUrl),
    /** The lowest level that is logged. */
    LOG_LEVEL: kind.oneOf(logLevels, isProduction ? 'info' : 'warn'),
    /** Delay between SIGTERM and closing the listener, in production. */
    DRAIN_MS: v.optional(kind.integer(), '5000'),

    // Section: Database and secrets
    /**
     * The Postgres server. In production a server on another machine needs `?sslmode=verify-full`.
     * @default the embedded Postgres in `DATA_FOLDER`
     */
    DATABASE_URL: ofInstallation(databaseUrl),
    /**
     * The Postgres server itself, if `DATABASE_URL` is a pooler that pools transactions, such as PgBouncer
     * ([poolers](operating.md#a-pooler)). Migrations, background jobs and the command line use it.
     * @default `DATABASE_URL`
     */
    DATABASE_DIRECT_URL: v.optional(databaseUrl),
    /** Whether statements are prepared; `off` for PgBouncer before 1.21 ([poolers](operating.md#a-pooler)). */
    DATABASE_PREPARED_STATEMENTS: kind.oneOf(['on', 'off'], 'on'),
    /**
     * A hot standby of the same Postgres that answers public profiles, reference data and lists of schools
     * ([a replica](operating.md#a-replica)).
     * @default none: `DATABASE_URL` answers
     */
    DATABASE_REPLICA_URL: v.optional(databaseUrl),
    /** Hosts that production may reach without TLS, separated by commas ([operation](decisions/operation.md)). */
    DATABASE_INSECURE_HOSTS: v.optional(kind.list, ''),
    /** Database connections of one copy of the service. */
    DATABASE_POOL_SIZE: v.optional(kind.integer(), '10'),
    /**
     * The folder of the embedded database and of generated secrets.
     * @default `.data`
     */
    DATA_FOLDER: v.optional(kind.text),
    /**
     * Key material, separated by commas, newest first, at least 32 bytes each: the first signs, all verify.
     * @default generated once in `DATA_FOLDER`
     */
    FOYER_SECRETS: ofInstallation(isProduction ? v.pipe(secrets, v.rawCheck(refuseWeakSecrets)) : secrets),

    // Section: Platforms, names and links
    /**
     * The file of the platforms' homes, page paths, exact origins and clients, and of external and sister sites
     * ([operating](operating.md#the-platforms-file)).
     * @default `api/platforms.development.json`
     */
    PLATFORMS_FILE: ofInstallation(kind.text),
    /**
     * The port of the first demo site. The other sites use the ports after it, and the defaults of `PLATFORMS_FILE`,
     * `TERMS_URL`, `PRIVACY_URL` and `EULA_URL` follow it. Not in production.
     */
    DEMO_PORT: v.optional(port, String(demoFirstPort)),
    /**
     * The name of the provider on pages and in messages.
     * @default `Foyer`
     */
    PROVIDER_NAME: ofInstallation(kind.text),
    /**
     * The email for users' questions, on pages and in mails.
     * @default `support@foyer.test`
     */
    SUPPORT_EMAIL: ofInstallation(isProduction ? supportEmail : kind.text),
    /**
     * The terms of use.
     * @default a page of the demo
     */
    TERMS_URL: ofInstallation(publicUrl),
    /**
     * The privacy policy.
     * @default a page of the demo
     */
    PRIVACY_URL: ofInstallation(publicUrl),
    /**
     * The licence agreement.
     * @default a page of the demo
     */
    EULA_URL: ofInstallation(publicUrl),
    /** The exact origin of another service that stores users' pictures; pages may then show them. */
    MEDIA_ORIGIN: v.optional(
      v.pipe(
        kind.text,
        v.check((origin) => isRegistrableOrigin(origin, !isProduction), 'must be an exact https origin'),
      ),
    ),

    // Section: Users' files
    /**
     * The folder of users' files; several copies of the service share it ([files](decisions/files.md)).
     * @default `files` in `DATA_FOLDER`
     */
    STORAGE_FOLDER: v.optional(kind.text),
    ...storageSettings,
    /**
     * `host:port` of ClamAV's daemon, which then scans every uploaded file
     * ([operating](operating.md#the-malware-scan)).
     */
    CLAMAV_HOST: v.optional(kind.hostAndPort),

    // Section: Mail and SMS
    /**
     * The mail server: `smtps://user:password@host:465`, or `smtp://` with STARTTLS (`?ignoreTLS=true` for a relay
     * without).
     * @default none: mail stays in the inbox
     */
    SMTP_URL: ofInstallation(
      v.pipe(kind.text, v.check(isSmtpUrl, 'must be smtps://user:password@host:port or smtp://…')),
    ),
    /** The sender of mail: `Name <address>`. */
    MAIL_FROM: ofInstallation(kind.mailSender),
    /**
     * The account for SMS by Twilio's API.
     * @default none: SMS stay in the inbox
     */
    TWILIO_ACCOUNT_SID: v.optional(kind.matching(/^\w+$/, 'must be letters and digits')),
    /** The token of the Twilio account. */
    TWILIO_AUTH_TOKEN: v.optional(kind.text),
    /** The sender of SMS: a number, a name of up to 11 letters, or a messaging service (`MG…`). */
    TWILIO_FROM: v.optional(
      kind.matching(
        /^(\+[0-9]{5,15}|MG[0-9a-f]{32}|[A-Za-z0-9 ]{1,11})$/,
        'must be a number like +15005550006, a name of up to 11 letters, or MG…',
      ),
    ),
    /** The address of Twilio's API. */
    TWILIO_BASE_URL: v.optional(kind.secureUrl(!isProduction), 'https://api.twilio.com'),
    /**
     * The URL of your own server that sends SMS instead of Twilio: it gets `{type: "sms.send", data: {to, text}}`,
     * signed according to [Standard Webhooks](https://www.standardwebhooks.com).
     */
    SMS_WEBHOOK_URL: v.optional(kind.secureUrl(!isProduction)),
    /** The key that signs these webhooks: `whsec_` and base64. */
    SMS_WEBHOOK_SECRET: v.optional(kind.webhookKey),
    /** Countries that may receive SMS. */
    SMS_COUNTRIES: v.optional(kind.countries, smsCountries.join()),
    /** The daily number of SMS above which Foyer logs an alarm and sends no more. */
    SMS_PER_DAY: v.optional(kind.integer(), '2000'),
    /**
     * Private networks to which production may post logout tokens, such as `10.20.0.0/16`; otherwise
     * `backchannelLogoutUri` must be on the public Internet.
     */
    BACK_CHANNEL_NETWORKS: v.optional(kind.networks, ''),

    // Section: Sign-in, limits and captcha
    /**
     * The information that a look-up discloses before authentication ([disclosure](decisions/disclosure.md)):
     * `balanced`, `spec` or `strict`.
     */
    ENUMERATION_MODE: kind.oneOf(['balanced', 'spec', 'strict']),
    /**
     * `off`: staff can't sign in with a one-time code without a password
     * ([one-time-tokens](decisions/one-time-tokens.md)).
     */
    STAFF_OTP: kind.oneOf(['on', 'off']),
    /**
     * Platforms whose sign-in needs another number of factors than their policy says, like `professor:2,iqa:1`
     * ([assurance](assurance.md)).
     */
    PLATFORM_ASSURANCE: v.optional(kind.platformAssurance, ''),
    /** Multiplies all limits; in production at most 20. */
    LIMITS_FACTOR: v.optional(kind.integer(), '1'),
    /** Memory of one password hash, in KiB. */
    ARGON2_MEMORY_KIB: v.optional(kind.integer(), '19456'),
    /** Passes of one password hash. */
    ARGON2_PASSES: v.optional(kind.integer(), '2'),
    /**
     * Password hashes that run at the same time. One of Node's four threads, which also read files and resolve host
     * names, stays free.
     * @default cores, at most 3
     */
    ARGON2_WORKERS: v.optional(kind.integer(), String(Math.min(3, availableParallelism()))),
    /** Hashes that may wait for a worker. */
    ARGON2_QUEUE: v.optional(kind.integer(), '64'),
    /** The longest wait of a password hash for a worker, in ms. */
    ARGON2_WAIT_MS: v.optional(kind.integer(), '2000'),
    /**
     * `on`: Foyer's own challenges; `turnstile`, `hcaptcha`, `recaptcha` (version 3, scores) or `recaptcha-invisible`
     * (version 2): the vendor's challenges ([limits](decisions/limits.md)); `off`: no challenges, outside production
     * only.
     */
    CAPTCHA: kind.oneOf(['on', 'off', ...captchaVendors]),
    /** PBKDF2 iterations of one try at Foyer's own challenge. A device makes about 150 tries for an easy challenge. */
    CAPTCHA_COST: v.optional(kind.integer(), '5000'),
    /** The vendor's public key. */
    CAPTCHA_SITE_KEY: v.optional(kind.text),
    /** The vendor's secret. */
    CAPTCHA_SECRET: v.optional(kind.text),
    /** Replaces the vendor's URL with a stand-in. */
    CAPTCHA_VERIFY_URL: v.optional(isProduction ? httpsOrThisMachine(kind.httpUrl) : kind.httpUrl),
    /** The lowest accepted reCAPTCHA 3 score, from 0 (a machine) to 1 (a person). */
    CAPTCHA_MIN_SCORE: v.optional(kind.numberBetween(0, 1), '0.5'),

    // Section: Social sign-in
    ...socialSettings,

    // Section: Collectors and the audit trail
    /**
     * The collector to which analytics events are forwarded
     * ([analytics-and-errors](decisions/analytics-and-errors.md)).
     */
    ANALYTICS_URL: v.optional(isProduction ? httpsOrThisMachine(collectorUrl) : collectorUrl),
    /** The bearer token of the analytics collector. */
    ANALYTICS_TOKEN: v.optional(kind.matching(bearerToken, 'must be one word')),
    /** The collector to which page errors are forwarded. */
    ERROR_COLLECTOR_URL: v.optional(isProduction ? httpsOrThisMachine(collectorUrl) : collectorUrl),
    /** The bearer token of the error collector. */
    ERROR_COLLECTOR_TOKEN: v.optional(kind.matching(bearerToken, 'must be one word')),
    /** The https URL to which browsers send a signed-in user's ID token ([tokens](decisions/tokens.md)). */
    TOKEN_SYNC_URL: v.optional(
      v.pipe(
        kind.text,
        v.check(
          (given) => isTokenSyncUrl(given, isProduction),
          'must be an https address without a password or fragment',
        ),
      ),
    ),
    /** The lifetime of that ID token, from 60 to 3600 s. */
    TOKEN_SYNC_MAX_AGE_SECONDS: v.optional(
      v.pipe(kind.integer(3_600), v.minValue(60, 'must be at least 60')),
      '300',
    ),
    /** The minimum number of whole months that an audit event is kept ([operating](operating.md#the-audit-trail)). */
    AUDIT_RETENTION_MONTHS: v.optional(kind.integer(1_200), '24'),

    // Section: Development
    /**
     * Demo users, the inbox and, with `npm start`, the stand-ins for social providers; only where `HOST` and
     * `PUBLIC_BASE_URL` are on this machine.
     */
    DEV_TOOLS: kind.oneOf(['on', 'off'], isProduction ? 'off' : 'on'),
    /**
     * The built front end.
     * @default `web/dist`
     */
    WEB_FOLDER: v.optional(kind.text),
    /** The development server of the front end, which `npm run dev` starts on `WEB_DEV_PORT` (4900). */
    WEB_DEV_URL: v.optional(kind.text),
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

/** Accepts https, and outside production plain http to loopback addresses. */
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
