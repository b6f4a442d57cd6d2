/** Builds the service and starts it in production mode, like an operator. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { leanNodeOptions, startServiceProcess, statusOf } from '../../scripts/service-process.ts'
import {
  folder,
  hashing,
  hashWorkers,
  limitsFactor,
  otpUserCount,
  platform,
  poolSize,
  ports,
  root,
} from './bench-settings.ts'
import { smsWebhook } from './sms-receiver.ts'

export type Service = {
  url: string
  pid: number
  /** The time from the start of the process to the first 200 of /health/ready. */
  readyMs: number
  stop(): Promise<void>
}

const readyWithinMs = 30_000
/** The same secrets in each run, because a filled database is reused. */
const secrets = createHash('sha256').update('secrets of the bench').digest('hex')

/** The file to run: the service built by `npm run build`. */
export const entry = 'api/dist/main.js'

/** Builds the front end and the service from the current sources. */
export function build(): void {
  run(['web/build.ts'])
  run(['node_modules/.bin/vite', 'build', 'api', '--configLoader', 'native', '--logLevel', 'warn'])
}

function run(args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

type StartOptions = {
  profileFolder?: string | undefined
  otherCheckout?: string
  settings?: Record<string, string>
}

/**
 * Starts the service and waits until it is ready.
 *
 * @param options `profileFolder` gets a CPU profile of the whole run. `otherCheckout` is the folder of another built
 * checkout, whose service starts with its own Node options on other ports. `settings` add to the usual ones.
 */
export async function startService(
  databaseUrl: string,
  { profileFolder, otherCheckout, settings = {} }: StartOptions = {},
): Promise<Service> {
  const checkout = otherCheckout ? resolve(otherCheckout) : root
  const place = otherCheckout
    ? { folder: join(folder, 'other'), port: ports.otherService, metricsPort: ports.otherMetrics }
    : { folder, port: ports.service, metricsPort: ports.metrics }
  mkdirSync(place.folder, { recursive: true })
  const nodeOptions = otherCheckout ? await nodeOptionsOf(checkout) : leanNodeOptions
  const profile = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : []
  const url = `http://localhost:${place.port}`
  const startedAt = performance.now()
  const service = startServiceProcess({
    entry: relative(root, join(checkout, entry)),
    cwd: checkout,
    nodeOptions: [...nodeOptions, ...profile],
    env: { ...process.env, ...productionSettings(databaseUrl, place), ...settings },
    stdout: openSync(join(place.folder, 'service.log'), 'a'),
    stderr: 'inherit',
    hasChannel: true,
  })
  await service.until(async () => (await statusOf(`${url}/health/ready`)) === 200, {
    withinMs: readyWithinMs,
    everyMs: 5,
  })
  const readyMs = performance.now() - startedAt
  return {
    url,
    pid: service.pid,
    readyMs,
    async stop() {
      await service.stop()
    },
  }
}

async function nodeOptionsOf(checkout: string): Promise<readonly string[]> {
  const { leanNodeOptions } = await import(join(checkout, 'scripts/service-process.ts'))
  return leanNodeOptions
}

type Place = { folder: string; port: number; metricsPort: number }

function productionSettings(
  databaseUrl: string,
  { folder, port, metricsPort }: Place,
): Record<string, string> {
  const platformsFile = join(folder, 'platforms.json')
  writeFileSync(platformsFile, JSON.stringify(registry()))
  return {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(poolSize),
    DATA_FOLDER: folder,
    HOST: 'localhost',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    PUBLIC_BASE_URL: `http://localhost:${port}`,
    ALLOW_INSECURE_BASE_URL: 'true',
    FOYER_SECRETS: secrets,
    PLATFORMS_FILE: platformsFile,
    PROVIDER_NAME: 'Bench',
    SUPPORT_EMAIL: 'support@bench.example',
    TERMS_URL: 'https://bench.example/terms',
    PRIVACY_URL: 'https://bench.example/privacy',
    EULA_URL: 'https://bench.example/eula',
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}?ignoreTLS=true`,
    MAIL_FROM: 'no-reply@bench.example',
    SMS_WEBHOOK_URL: smsWebhook.url,
    SMS_WEBHOOK_SECRET: smsWebhook.secret,
    // Each run sends an SMS to this many users, and several runs a day may use one database.
    SMS_PER_DAY: String(100 * otpUserCount),
    TRUSTED_PROXIES: '127.0.0.1,::1',
    LIMITS_FACTOR: String(limitsFactor),
    ARGON2_MEMORY_KIB: String(hashing.memoryCost),
    ARGON2_PASSES: String(hashing.timeCost),
    ARGON2_WORKERS: String(hashWorkers),
    DRAIN_MS: '1',
  }
}

function registry() {
  const { name, origin, clientId, clientSecret } = platform
  const secretSha256 = createHash('sha256').update(clientSecret).digest('hex')
  const openid = { redirectUris: [`${origin}/`] }
  return {
    [name]: { home: `${origin}/`, origins: [origin], clients: [{ id: clientId, secretSha256, openid }] },
  }
}
