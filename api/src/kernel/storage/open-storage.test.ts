import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type S3StandIn, s3Registration, startS3 } from '@foyer/stand-ins/s3'
import { openStorage } from './open-storage.ts'

let standIn: S3StandIn
before(async () => {
  standIn = await startS3({
    intercept(call, response) {
      call.resume()
      response.writeHead(507).end()
      return true
    },
  })
})
after(() => standIn.close())

describe('the storage of the settings', () => {
  it('counts each file for which there was no room', async () => {
    let fullCount = 0
    const s3 = { ...s3Registration, endpoint: standIn.url, bucketIn: 'path' as const }
    const storage = openStorage(
      { storageFolder: '', s3 },
      {
        onFull: () => {
          fullCount += 1
        },
      },
    )
    const key = { area: 'pictures', id: randomUUID(), ending: 'webp' } as const
    await assert.rejects(storage.put(key, Buffer.from('a')), { code: 'storage-full' })
    assert.equal(fullCount, 1)
  })
})
