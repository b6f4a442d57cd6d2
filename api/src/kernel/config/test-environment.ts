/** Provides an environment that production accepts, and returns the faults of changed ones. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'foyer-settings-'))
process.once('exit', () => rmSync(folder, { recursive: true }))

let written = 0

export function writeTemporary(content: string): string {
  const path = join(folder, `${++written}`)
  writeFileSync(path, content)
  return path
}

export const random = () => randomBytes(48).toString('base64url')
export const sha256 = (secret: string) => createHash('sha256').update(secret).digest('hex')

export function platformsFile(content: unknown): string {
  return writeTemporary(JSON.stringify(content))
}

export const production = {
  NODE_ENV: 'production',
  FOYER_SECRETS: `${random()},${random()}`,
  DATABASE_URL: 'postgres://foyer:canary@database.internal:5432/foyer?sslmode=verify-full',
  PUBLIC_BASE_URL: 'https://accounts.provider.org',
  PLATFORMS_FILE: platformsFile({
    student: {
      home: 'https://learn.provider.org/home',
      origins: ['https://learn.provider.org', 'https://beta.provider.org:8443'],
      clients: [
        { id: 'learning-1', secretSha256: sha256(random()), origins: ['https://learn.provider.org'] },
        { id: 'learning-2', secretSha256: sha256(random()), origins: ['https://beta.provider.org:8443'] },
      ],
    },
  }),
  PROVIDER_NAME: 'Provider',
  SUPPORT_EMAIL: 'help@provider.org',
  TERMS_URL: 'https://provider.org/terms',
  PRIVACY_URL: 'https://provider.org/privacy',
  EULA_URL: 'https://provider.org/eula',
  SMTP_URL: 'smtps://mail.provider.org:465',
  MAIL_FROM: 'no-reply@provider.org',
}

/** Returns the lines with which the service refuses to start; empty if it accepts the environment. */
export function faultsOf(env: Record<string, string | undefined>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}
