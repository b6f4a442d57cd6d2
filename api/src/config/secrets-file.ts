/** Secrets of an installation that named none: made at the first start, readable by its owner alone. */
import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'

export async function openSecretsFile(dataFolder: string): Promise<Buffer[]> {
  const path = join(dataFolder, 'secret')
  const fresh = `${path}-${randomUUID()}`
  await mkdir(dataFolder, { recursive: true })
  await writeFile(fresh, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  // Fails where the file exists: of two starts at once the first one's secret is everybody's.
  await link(fresh, path).catch(ignoreExisting)
  await rm(fresh)
  const secret = Buffer.from((await readFile(path, 'utf8')).trim())
  if (secret.length < 32)
    throw new StartError(`${path} holds no secret: put the old one back, or remove it to start anew.`)
  return [secret]
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
