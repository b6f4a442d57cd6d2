/** The service in production mode, as an operator starts it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  folder,
  hashing,
  hashWorkers,
  limitsFactor,
  otpPeople,
  platform,
  poolSize,
  ports,
  root,
} from './settings.ts'
import { smsWebhook } from './sms-receiver.ts'

export type Service = {
  url: string
  pid: number
  /** From the start of the process to the first 200 of /health/ready. */
  readyMs: number
  stop(): Promise<void>
}

const readyWithinMs = 30_000
const secrets = randomBytes(32).toString('hex')

/** What is started: the service as `npm run build` makes it. */
export const entry = 'api/dist/main.js'
const entryArguments = ['--max-semi-space-size=2', '--optimize-for-size']

/** Front end and service as they are now. */
export function build(): void {
  run(['web/build.ts'])
  run(['node_modules/.bin/vite', 'build', 'api', '--configLoader', 'native', '--logLevel', 'warn'])
}

function run(args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** `profileFolder`: a CPU profile of the whole run is left there. */
export async function startService(databaseUrl: string, profileFolder?: string): Promise<Service> {
  mkdirSync(folder, { recursive: true })
  const log = openSync(join(folder, 'service.log'), 'a')
  const profile = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : []
  const beganAt = performance.now()
  const child = spawn(process.execPath, [...entryArguments, ...profile, entry], {
    cwd: root,
    env: { ...process.env, ...productionSettings(databaseUrl) },
    stdio: ['ignore', log, 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const url = `http://localhost:${ports.service}`
  await untilReady(child, `${url}/health/ready`)
  const readyMs = performance.now() - beganAt
  return { url, pid: child.pid ?? 0, readyMs, stop }

  async function stop(): Promise<void> {
    child.kill('SIGTERM')
    await ended
  }
}

async function untilReady(child: ChildProcess, address: string): Promise<void> {
  for (const begun = performance.now(); performance.now() - begun < readyWithinMs; await sleep(5)) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}`)
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) return
  }
  child.kill('SIGTERM')
  throw new Error('The service did not become ready')
}

function productionSettings(databaseUrl: string): Record<string, string> {
  const platformsFile = join(folder, 'platforms.json')
  writeFileSync(platformsFile, JSON.stringify(registry()))
  return {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(poolSize),
    DATA_FOLDER: folder,
    HOST: 'localhost',
    PORT: String(ports.service),
    METRICS_PORT: String(ports.metrics),
    PUBLIC_BASE_URL: `http://localhost:${ports.service}`,
    ALLOW_INSECURE_BASE_URL: 'true',
    FOYER_SECRETS: secrets,
    PLATFORMS_FILE: platformsFile,
    PROVIDER_NAME: 'Bench',
    SUPPORT_EMAIL: 'support@bench.example',
    TERMS_URL: 'https://bench.example/terms',
    PRIVACY_URL: 'https://bench.example/privacy',
    EULA_URL: 'https://bench.example/eula',
    SMTP_URL: 'smtp://127.0.0.1:1?ignoreTLS=true',
    MAIL_FROM: 'no-reply@bench.example',
    SMS_WEBHOOK_URL: smsWebhook.url,
    SMS_WEBHOOK_SECRET: smsWebhook.secret,
    // A day of this house has as many as it has people.
    SMS_PER_DAY: String(otpPeople),
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
  return { [name]: { home: `${origin}/`, origins: [origin], clients: [{ id: clientId, secretSha256 }] } }
}
