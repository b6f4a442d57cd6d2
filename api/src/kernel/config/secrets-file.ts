/**
 * Generates the secret of an installation without FOYER_SECRETS at its first start. Only the service's user can read
 * it.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'

export async function openSecretsFile(dataFolder: string): Promise<Buffer[]> {
  const path = join(dataFolder, 'secret')
  const fresh = `${path}-${randomUUID()}`
  await mkdir(dataFolder, { recursive: true })
  await writeFile(fresh, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  // `link` fails if the file exists: copies that start at once all use the secret of the first.
  await link(fresh, path).catch(ignoreExisting)
  await rm(fresh)
  const secret = Buffer.from((await readFile(path, 'utf8')).trim())
  if (secret.length < 32)
    throw new StartError(
      `${path} holds no secret: restore the old file, or remove it to start with a new secret.`,
    )
  return [secret]
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
