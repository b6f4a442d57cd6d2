/** Turns environment variables into the configuration of the service. */
import { join } from 'node:path'
import type { CaptchaVendor } from '@foyer/contract/routes/captcha'
import * as v from 'valibot'
import { fromRoot } from '../../from-root.ts'
import { StartError } from '../start-error.ts'
import { type Environment, readSettingsFile, readVariables } from './environment.ts'
import { emptyRegistry, type Registry, readRegistry } from './platform-registry.ts'
import { withoutEndSlashes } from './setting-kinds.ts'
import { demoFirstPort, type Settings, settingsSchema } from './settings.ts'
import { settingsRules } from './settings-rules.ts'
import { toSocial } from './social-settings.ts'
import { toS3 } from './storage-settings.ts'

export type Config = ReturnType<typeof toConfig>
export type EnumerationMode = Settings['ENUMERATION_MODE']
export type VendorCaptchaSettings = NonNullable<Config['captchaVendor']>
export type DeliverySettings = Config['delivery']
export type SocialSettings = Config['social']
export type SmtpSettings = NonNullable<DeliverySettings['mail']>
export type TwilioSettings = Omit<Extract<DeliverySettings['sms'], { kind: 'twilio' }>, 'kind'>
export type WebhookSettings = Omit<Extract<DeliverySettings['sms'], { kind: 'webhook' }>, 'kind'>
export type MetricsAddress = NonNullable<Config['metrics']>

const developmentPlatforms = 'api/platforms.development.json'

/** Throws one StartError with a line for each fault; no line contains the value of a variable. */
export function readConfig(env: Environment = process.env): Config {
  const isProduction = env.NODE_ENV === 'production'
  const schema = settingsSchema(isProduction)
  const { values, faulty, faults } = readVariables(env, Object.keys(schema.entries))
  const parsed = v.safeParse(schema, values, { abortPipeEarly: true })
  for (const issue of parsed.issues ?? []) {
    const name = v.getDotPath(issue) ?? ''
    if (!faulty.includes(name)) faults.push(name + (issue.message.startsWith(':') ? '' : ' ') + issue.message)
    faulty.push(name)
  }
  // Skips rules about settings that are already faulty.
  const settings = parsed.output as Settings
  for (const { names, isMet, fault } of settingsRules(isProduction)) {
    if (names.some((name) => faulty.includes(name)) || isMet(settings)) continue
    faults.push(typeof fault === 'string' ? fault : fault(settings))
  }
  const registry = faulty.includes('PLATFORMS_FILE') ? emptyRegistry : openRegistry(settings, faults)
  if (faults.length > 0) throw new StartError(faults.join('\n'))
  return toConfig(settings, registry)
}

function openRegistry(
  { NODE_ENV, PLATFORMS_FILE, DEMO_PORT, BACK_CHANNEL_NETWORKS }: Settings,
  faults: string[],
): Registry {
  const { text, fault } = readSettingsFile(PLATFORMS_FILE ?? fromRoot(developmentPlatforms))
  if (fault) faults.push(`PLATFORMS_FILE ${fault}`)
  if (!text) return emptyRegistry
  const json = PLATFORMS_FILE ? text : withDemoPorts(text, DEMO_PORT)
  try {
    return readRegistry(json, {
      isProduction: NODE_ENV === 'production',
      backChannelNetworks: BACK_CHANNEL_NETWORKS ?? [],
    })
  } catch (error) {
    for (const line of (error as Error).message.split('\n')) faults.push(`PLATFORMS_FILE: ${line}`)
    return emptyRegistry
  }
}

/** Moves the demo sites to DEMO_PORT and the ports after it. */
function withDemoPorts(json: string, demoPort: number): string {
  return json.replace(/(?<=http:\/\/(?:localhost|127\.0\.0\.1):)41\d\d(?=\D)/g, (port) =>
    String(Number(port) - demoFirstPort + demoPort),
  )
}

function toConfig(settings: Settings, registry: Registry) {
  const isProduction = settings.NODE_ENV === 'production'
  const provider = settings.PROVIDER_NAME ?? 'Foyer'
  const dataFolder = settings.DATA_FOLDER ?? fromRoot('.data')
  const baseUrl = settings.PUBLIC_BASE_URL ?? `http://localhost:${settings.PORT}`
  const demoUrl = `http://localhost:${settings.DEMO_PORT}`
  return {
    isProduction,
    port: settings.PORT,
    host: settings.HOST,
    baseUrl,
    /** The relying party of passkeys (WebAuthn §4). */
    passkeyRpId: settings.WEBAUTHN_RP_ID ?? new URL(baseUrl).hostname,
    /** If null, the service runs the embedded Postgres. */
    databaseUrl: settings.DATABASE_URL ?? null,
    /** The server itself; differs from `databaseUrl` if that is a pooler. */
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL ?? null,
    /** If null, `databaseUrl` is no pooler. */
    databasePooler: settings.DATABASE_DIRECT_URL
      ? { isPreparing: settings.DATABASE_PREPARED_STATEMENTS === 'on' }
      : null,
    /** The hot standby that answers some reads; null if `databaseUrl` answers all. */
    databaseReplicaUrl: settings.DATABASE_REPLICA_URL ?? null,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    /** The folder of the embedded database and generated secrets. */
    dataFolder,
    /** The folder of users' files, such as pictures. */
    storageFolder: settings.STORAGE_FOLDER ?? join(dataFolder, 'files'),
    /** If set, this S3 server stores users' files instead of the folder. */
    s3: toS3(settings),
    /** If null, uploads are not scanned for malware. */
    clamav: settings.CLAMAV_HOST ?? null,
    /** Newest first. If null, a secret is generated at the first start and stored in the data folder. */
    secrets: settings.FOYER_SECRETS ?? null,
    registry,
    /** Log lines name this file. */
    platformsFile: settings.PLATFORMS_FILE ?? developmentPlatforms,
    provider,
    supportEmail: settings.SUPPORT_EMAIL ?? 'support@foyer.test',
    links: {
      terms: settings.TERMS_URL ?? `${demoUrl}/terms`,
      privacy: settings.PRIVACY_URL ?? `${demoUrl}/privacy`,
      eula: settings.EULA_URL ?? `${demoUrl}/eula`,
    },
    mediaOrigin: settings.MEDIA_ORIGIN ?? null,
    delivery: { mail: toSmtp(settings, provider), sms: toTwilio(settings) ?? toWebhook(settings) },
    smsCountries: settings.SMS_COUNTRIES,
    smsPerDay: settings.SMS_PER_DAY,
    trustedProxies: settings.TRUSTED_PROXIES,
    /** If null, logout tokens may go to any address. */
    backChannelNetworks: isProduction ? settings.BACK_CHANNEL_NETWORKS : null,
    hashing: {
      memoryKib: settings.ARGON2_MEMORY_KIB,
      passes: settings.ARGON2_PASSES,
      workers: settings.ARGON2_WORKERS,
      queue: settings.ARGON2_QUEUE,
      waitMs: settings.ARGON2_WAIT_MS,
    },
    limitsFactor: settings.LIMITS_FACTOR,
    auditRetentionMonths: settings.AUDIT_RETENTION_MONTHS,
    captcha: settings.CAPTCHA === 'off' ? ('off' as const) : ('on' as const),
    captchaCost: settings.CAPTCHA_COST,
    captchaVendor: toCaptchaVendor(settings),
    collector: settings.ANALYTICS_URL
      ? { url: settings.ANALYTICS_URL, token: settings.ANALYTICS_TOKEN ?? null }
      : null,
    errorCollector: settings.ERROR_COLLECTOR_URL
      ? { url: settings.ERROR_COLLECTOR_URL, token: settings.ERROR_COLLECTOR_TOKEN ?? null }
      : null,
    /** The collector of traces, without a slash at the end; null records none. */
    traceCollector: settings.OTEL_EXPORTER_OTLP_ENDPOINT
      ? withoutEndSlashes(settings.OTEL_EXPORTER_OTLP_ENDPOINT)
      : null,
    social: toSocial(settings),
    /** If null, pages send ID tokens nowhere. */
    tokenSync: settings.TOKEN_SYNC_URL
      ? { url: settings.TOKEN_SYNC_URL, maxAgeSeconds: settings.TOKEN_SYNC_MAX_AGE_SECONDS }
      : null,
    enumerationMode: settings.ENUMERATION_MODE,
    staffOtp: settings.STAFF_OTP,
    platformAssurance: settings.PLATFORM_ASSURANCE,
    drainMs: isProduction ? settings.DRAIN_MS : 0,
    webFolder: settings.WEB_FOLDER ?? fromRoot('web/dist'),
    /** If null, the built front end serves the pages. */
    webDevUrl: settings.WEB_DEV_URL ?? null,
    hasDevTools: settings.DEV_TOOLS === 'on',
    logLevel: settings.LOG_LEVEL as string,
    metrics:
      isProduction || settings.METRICS_PORT
        ? { host: settings.METRICS_HOST, port: settings.METRICS_PORT ?? 9_464 }
        : null,
  }
}

/** Returns null if mail is not configured: it then stays in the development inbox. */
function toSmtp({ SMTP_URL: url, MAIL_FROM: sender }: Settings, provider: string) {
  return url && sender ? { url, from: { ...sender, name: sender.name || provider } } : null
}

function toTwilio(settings: Settings) {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = settings
  if (!accountSid || !authToken || !from) return null
  const baseUrl = withoutEndSlashes(settings.TWILIO_BASE_URL)
  return { kind: 'twilio' as const, accountSid, authToken, from, baseUrl }
}

function toWebhook({ SMS_WEBHOOK_URL: url, SMS_WEBHOOK_SECRET: key }: Settings) {
  return url && key ? { kind: 'webhook' as const, url, key } : null
}

/** Returns null if Foyer's own captcha challenges are used. */
function toCaptchaVendor(settings: Settings): {
  vendor: CaptchaVendor
  siteKey: string
  secret: string
  verifyUrl: string | null
  minScore: number
} | null {
  const { CAPTCHA: vendor, CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret } = settings
  if (vendor === 'on' || vendor === 'off' || !siteKey || !secret) return null
  const { CAPTCHA_VERIFY_URL: verifyUrl = null, CAPTCHA_MIN_SCORE: minScore } = settings
  return { vendor, siteKey, secret, verifyUrl, minScore }
}
