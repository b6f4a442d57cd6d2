/** Defines rules between settings. A rule is checked only if each of its settings is valid. */
import { isLoopback } from '@foyer/contract/targets/trusted-origin'
import { databaseTransport } from '../db/transport-security.ts'
import type { Settings } from './settings.ts'
import { issuedSettings, providerAddresses } from './social-settings.ts'
import { s3Settings } from './storage-settings.ts'

type Rule = {
  names: readonly (keyof Settings)[]
  isMet(settings: Settings): boolean
  /** A complete sentence without secret values. */
  fault: string | ((settings: Settings) => string)
}

const twilio = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const
const webhook = ['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET'] as const

const always: Rule[] = [
  {
    names: ['WEBAUTHN_RP_ID', 'PUBLIC_BASE_URL'],
    isMet: ({ WEBAUTHN_RP_ID: id, PUBLIC_BASE_URL: url = 'http://localhost' }) =>
      id === undefined || `.${new URL(url).hostname}`.endsWith(`.${id}`),
    fault: 'WEBAUTHN_RP_ID must be the host of PUBLIC_BASE_URL or a domain above it',
  },
  {
    names: ['DATABASE_URL', 'DATABASE_DIRECT_URL'],
    isMet: ({ DATABASE_URL, DATABASE_DIRECT_URL }) => Boolean(DATABASE_URL || !DATABASE_DIRECT_URL),
    fault: 'DATABASE_URL is missing: DATABASE_DIRECT_URL is the server behind its pooler',
  },
  {
    names: ['DATABASE_URL', 'DATABASE_REPLICA_URL'],
    isMet: ({ DATABASE_URL, DATABASE_REPLICA_URL }) => Boolean(DATABASE_URL || !DATABASE_REPLICA_URL),
    fault: 'DATABASE_URL is missing: DATABASE_REPLICA_URL is a replica of its server',
  },
  ...together(['SMTP_URL', 'MAIL_FROM']),
  {
    names: [...twilio, ...webhook],
    isMet: (settings) => !isAnySet(settings, twilio) || !isAnySet(settings, webhook),
    fault: (settings) =>
      `SMS_WEBHOOK_URL: SMS are sent by one provider, and ${twilio.find((name) => settings[name])} is set too`,
  },
  ...together(twilio),
  ...together(webhook),
  {
    names: ['CAPTCHA', 'CAPTCHA_SITE_KEY'],
    isMet: ({ CAPTCHA, CAPTCHA_SITE_KEY = '' }) =>
      !isVendor(CAPTCHA) || /^[\w-]{1,128}$/.test(CAPTCHA_SITE_KEY),
    fault: ({ CAPTCHA }) => `CAPTCHA_SITE_KEY must be the site key of ${CAPTCHA}`,
  },
  {
    names: ['CAPTCHA', 'CAPTCHA_SECRET'],
    isMet: ({ CAPTCHA, CAPTCHA_SECRET = '' }) => !isVendor(CAPTCHA) || /^[\x21-\x7e]+$/.test(CAPTCHA_SECRET),
    fault: ({ CAPTCHA }) => `CAPTCHA_SECRET must be the secret key of ${CAPTCHA}`,
  },
  {
    names: ['ANALYTICS_URL', 'ANALYTICS_TOKEN'],
    isMet: ({ ANALYTICS_URL, ANALYTICS_TOKEN }) => Boolean(ANALYTICS_URL || !ANALYTICS_TOKEN),
    fault: 'ANALYTICS_URL is missing',
  },
  ...Object.values(issuedSettings).flatMap((names) => together(names)),
  ...together(s3Settings),
  {
    names: ['ERROR_COLLECTOR_URL', 'ERROR_COLLECTOR_TOKEN'],
    isMet: ({ ERROR_COLLECTOR_URL, ERROR_COLLECTOR_TOKEN }) =>
      Boolean(ERROR_COLLECTOR_URL || !ERROR_COLLECTOR_TOKEN),
    fault: 'ERROR_COLLECTOR_URL is missing',
  },
]

/** Developer tools publish every message, and accounts with a known password: no other machine may reach them. */
const whileDeveloping: Rule[] = [
  {
    names: ['DEV_TOOLS', 'PUBLIC_BASE_URL'],
    isMet: ({ DEV_TOOLS, PUBLIC_BASE_URL: url }) => DEV_TOOLS === 'off' || !url || isOnThisMachine(url),
    fault: 'DEV_TOOLS are only for a PUBLIC_BASE_URL on this machine: set NODE_ENV=production',
  },
  {
    names: ['DEV_TOOLS', 'HOST'],
    isMet: ({ DEV_TOOLS, HOST }) => DEV_TOOLS === 'off' || isLoopback(HOST) || HOST === '::1',
    fault: 'DEV_TOOLS are only for a HOST of localhost, 127.0.0.1 or ::1: set DEV_TOOLS=off',
  },
]

const inProduction: Rule[] = [
  {
    names: ['S3_ENDPOINT', 'ALLOW_INSECURE_BASE_URL'],
    isMet: (settings) =>
      !settings.S3_ENDPOINT || settings.S3_ENDPOINT.startsWith('https:') || isTrial(settings),
    fault: 'S3_ENDPOINT must be an https address',
  },
  {
    names: ['PUBLIC_BASE_URL', 'ALLOW_INSECURE_BASE_URL'],
    isMet: (settings) => settings.PUBLIC_BASE_URL?.startsWith('https:') === true || mayBeInsecure(settings),
    fault: 'PUBLIC_BASE_URL must be an https address',
  },
  // Secrets may travel unencrypted to this machine only; production allows that only for a trial.
  ...providerAddresses.map(
    (name): Rule => ({
      names: [name, 'ALLOW_INSECURE_BASE_URL'],
      isMet: (settings) => settings[name].startsWith('https:') || isTrial(settings),
      fault: `${name} must be an https address`,
    }),
  ),
  {
    names: ['PUBLIC_BASE_URL'],
    // Checks the text too, because the parsed URL drops a bare "?" or "#".
    isMet: ({ PUBLIC_BASE_URL: url = '' }) => URL.parse(url)?.pathname === '/' && !/[?#@]/.test(url),
    fault: 'PUBLIC_BASE_URL must be scheme, host and port alone: no user, path, query or fragment',
  },
  {
    names: ['PUBLIC_BASE_URL', 'ALLOW_INSECURE_BASE_URL'],
    isMet: (settings) => settings.ALLOW_INSECURE_BASE_URL === 'false' || mayBeInsecure(settings),
    fault: 'ALLOW_INSECURE_BASE_URL is only for a PUBLIC_BASE_URL on localhost, 127.0.0.1 or [::1]',
  },
  ...(['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const).map(
    (name): Rule => ({
      names: [name, 'DATABASE_INSECURE_HOSTS'],
      isMet(settings) {
        const transport = databaseTransport(settings[name] ?? '')
        return !transport || transport.isSafe || settings.DATABASE_INSECURE_HOSTS.includes(transport.host)
      },
      fault: `${name}: the server is on another machine: add sslmode=verify-full, or list its host in DATABASE_INSECURE_HOSTS`,
    }),
  ),
  {
    names: ['CAPTCHA'],
    isMet: ({ CAPTCHA }) => CAPTCHA !== 'off',
    fault: 'CAPTCHA must be on in production',
  },
  {
    names: ['DEV_TOOLS'],
    isMet: ({ DEV_TOOLS }) => DEV_TOOLS === 'off',
    fault: 'DEV_TOOLS must be off in production: they add demo people and show every message',
  },
  {
    names: ['WEB_DEV_URL'],
    isMet: ({ WEB_DEV_URL }) => WEB_DEV_URL === undefined,
    fault: 'WEB_DEV_URL is for development: its pages have no policy',
  },
  // OWASP's minimum for argon2id with parallelism 1. Only a trial (ALLOW_INSECURE_BASE_URL), as tests and benchmarks run, may
  // go below it.
  {
    names: ['ARGON2_MEMORY_KIB', 'ALLOW_INSECURE_BASE_URL'],
    isMet: (settings) => settings.ARGON2_MEMORY_KIB >= 19_456 || isTrial(settings),
    fault: 'ARGON2_MEMORY_KIB must be at least 19456 in production',
  },
  {
    names: ['ARGON2_PASSES', 'ALLOW_INSECURE_BASE_URL'],
    isMet: (settings) => settings.ARGON2_PASSES >= 2 || isTrial(settings),
    fault: 'ARGON2_PASSES must be at least 2 in production',
  },
  {
    names: ['CAPTCHA_COST', 'ALLOW_INSECURE_BASE_URL'],
    isMet: (settings) => settings.CAPTCHA_COST >= 5_000 || isTrial(settings),
    fault: 'CAPTCHA_COST must be at least 5000 in production',
  },
  {
    names: ['LIMITS_FACTOR', 'ALLOW_INSECURE_BASE_URL'],
    isMet: (settings) => settings.LIMITS_FACTOR <= 20 || isTrial(settings),
    fault: 'LIMITS_FACTOR must be at most 20 in production',
  },
]

export function settingsRules(isProduction: boolean): Rule[] {
  return [...always, ...(isProduction ? inProduction : whileDeveloping)]
}

/** Requires all of these settings if any is set, and names each missing one. */
function together(names: readonly (keyof Settings)[]): Rule[] {
  return names.map((name) => ({
    names,
    isMet: (settings) => settings[name] !== undefined || !isAnySet(settings, names),
    fault: `${name} is missing`,
  }))
}

function isAnySet(settings: Settings, names: readonly (keyof Settings)[]): boolean {
  return names.some((name) => settings[name] !== undefined)
}

function isVendor(captcha: Settings['CAPTCHA']): boolean {
  return captcha !== 'on' && captcha !== 'off'
}

function mayBeInsecure(settings: Settings): boolean {
  return isTrial(settings) && isOnThisMachine(settings.PUBLIC_BASE_URL ?? '')
}

function isTrial({ ALLOW_INSECURE_BASE_URL }: Settings): boolean {
  return ALLOW_INSECURE_BASE_URL === 'true'
}

function isOnThisMachine(url: string): boolean {
  return isLoopback(URL.parse(url)?.hostname ?? '')
}
