/** Tests the storage of users' files in a folder (N-125). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { createFolderStorage } from './folder-storage.ts'
import type { StorageKey } from './storage.ts'

let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-storage-'))
})

after(() => rm(folder, { recursive: true }))

const keyOf = (id: string = randomUUID()): StorageKey => ({ area: 'pictures', id, ending: 'webp' })
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

describe('folder of stored files', () => {
  it('returns a stored file with its type and length until it is deleted', async () => {
    const storage = createFolderStorage(join(folder, 'whole'))
    const key = keyOf()
    const bytes = Buffer.from('the bytes of a picture')
    assert.equal(await storage.get(key), null)
    await storage.put(key, bytes)
    const file = await storage.get(key)
    assert.deepEqual([file?.type, file?.length], ['image/webp', bytes.length])
    assert.deepEqual(file && (await buffer(file.body)), bytes)
    await storage.delete(key)
    await storage.delete(key)
    assert.equal(await storage.get(key), null)
  })

  it('stores a file whole or not at all, readable by the service alone', async () => {
    const own = join(folder, 'own')
    const storage = createFolderStorage(own)
    const key = keyOf()
    await storage.put(key, Buffer.from('whole'))
    const place = join(own, 'pictures', key.id.slice(0, 2))
    assert.deepEqual([await modeOf(own), await modeOf(place)], ['700', '700'])
    assert.equal(await modeOf(join(place, `${key.id}.webp`)), '600')
    // A folder with the final name makes the rename fail.
    const taken = keyOf()
    await storage.put(taken, Buffer.from('x'))
    const path = join(own, 'pictures', taken.id.slice(0, 2), `${taken.id}.webp`)
    await rm(path)
    await createFolderStorage(path).check()
    await assert.rejects(storage.put(taken, Buffer.from('lost')))
    assert.deepEqual(await readdir(join(own, 'incoming')), [])
  })

  it('says that there is no room where the disk or a quota is full, and leaves nothing behind', async () => {
    const own = join(folder, 'full')
    for (const code of ['ENOSPC', 'EDQUOT']) {
      const write = (async (path: string) => {
        await writeFile(path, 'the first by')
        throw Object.assign(new Error('full'), { code })
      }) as typeof writeFile
      const storage = createFolderStorage(own, { write })
      await assert.rejects(storage.put(keyOf(), Buffer.from('the first bytes')), { code: 'storage-full' })
      assert.deepEqual(await readdir(join(own, 'incoming')), [])
    }
  })

  it('refuses every key that is no UUID, so that no file outside the folder is reached', async () => {
    const storage = createFolderStorage(join(folder, 'keys'))
    for (const id of ['../../secret', `${randomUUID()}/../x`, '', '.', `${randomUUID()}\n`, 'A'.repeat(36)])
      for (const reach of [
        () => storage.get(keyOf(id)),
        () => storage.put(keyOf(id), Buffer.from('x')),
        () => storage.delete(keyOf(id)),
      ])
        await assert.rejects(reach, /no UUID/)
  })

  it('removes at the start what a crash left a day ago', async () => {
    const own = join(folder, 'left')
    const storage = createFolderStorage(own)
    await storage.check()
    for (const name of ['old', 'new']) await writeFile(join(own, 'incoming', name), '')
    const dayAgo = Date.now() / 1_000 - 90_000
    await utimes(join(own, 'incoming', 'old'), dayAgo, dayAgo)
    await storage.check()
    assert.deepEqual(await readdir(join(own, 'incoming')), ['new'])
  })

  it('says in one line which folder cannot be written', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    await assert.rejects(createFolderStorage(join(file, 'below')).check(), {
      message: `STORAGE_FOLDER: files of users cannot be stored in ${join(file, 'below')} (ENOTDIR): name a folder that the service may write`,
    })
  })
})
