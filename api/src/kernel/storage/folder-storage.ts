/**
 * Stores users' files in a folder that only the service's user can read. All copies of the service share the folder.
 */
import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Failure } from '../failure.ts'
import { StartError } from '../start-error.ts'
import { pathOf, type Storage, typeOf } from './storage.ts'

const folderMode = 0o700
const fileMode = 0o600
/** A file that is still incomplete after this time is left over from a crash. */
const abandonedAfterMs = 86_400_000

/** The disk of the folder is full, or the quota of the service's user is used up. */
const fullCodes: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT'])

/** Creates the storage. Tests replace `write`. */
export function createFolderStorage(folder: string, { write = writeFile } = {}): Storage {
  /** Contains incomplete files. It is on the same file system, so that a rename can move them. */
  const incoming = join(folder, 'incoming')

  return {
    async put(key, bytes) {
      const path = join(folder, pathOf(key))
      const fresh = join(incoming, randomUUID())
      try {
        await makeFolder(incoming)
        await makeFolder(dirname(path))
        // `flush` waits for the disk, so that a crash cannot leave an empty file with the final name.
        await write(fresh, bytes, { mode: fileMode, flag: 'wx', flush: true })
        await rename(fresh, path)
      } catch (error) {
        await rm(fresh, { force: true })
        const isFull = fullCodes.has((error as NodeJS.ErrnoException).code)
        throw isFull ? new Failure('storage-full', { cause: error }) : error
      }
      await flushFolder(dirname(path))
    },

    async get(key) {
      const file = await open(join(folder, pathOf(key))).catch(ignoreMissing)
      if (!file) return null
      try {
        const { size } = await file.stat()
        // The stream closes the file.
        return { type: typeOf(key), length: size, body: file.createReadStream() }
      } catch (error) {
        await file.close()
        throw error
      }
    },

    async delete(key) {
      await rm(join(folder, pathOf(key)), { force: true })
    },

    async check() {
      try {
        await makeFolder(incoming)
        await access(incoming, constants.R_OK | constants.W_OK | constants.X_OK)
        await removeAbandoned(incoming)
        return null
      } catch (error) {
        const { code = 'unknown error' } = error as NodeJS.ErrnoException
        throw new StartError(
          `STORAGE_FOLDER: files of users cannot be stored in ${folder} (${code}): name a folder that the service may write`,
        )
      }
    },
  }
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: folderMode })
}

/** Writes the folder to disk, so that the name of a new file survives a crash. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const found = await stat(path).catch(ignoreMissing)
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(path, { force: true })
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error
  return null
}
