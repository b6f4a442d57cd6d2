/** Tests the storage of users' files in a bucket (N-126). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import type { LookupFunction } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type S3StandIn, s3Registration, startS3 } from '@foyer/stand-ins/s3'
import { Failure } from '../failure.ts'
import { StartError } from '../start-error.ts'
import { createS3Storage, type S3Settings } from './s3-storage.ts'
import type { StorageKey } from './storage.ts'

let standIn: S3StandIn
let settings: S3Settings
let asked: string[]
let answerInstead: (call: IncomingMessage, response: ServerResponse) => boolean

before(async () => {
  standIn = await startS3({
    intercept(call, response) {
      asked.push(`${call.method} ${call.headers.host} ${call.url}`)
      return answerInstead(call, response)
    },
  })
  settings = { ...s3Registration, endpoint: standIn.url, bucketIn: 'path' }
})

beforeEach(() => {
  asked = []
  answerInstead = () => false
})

after(() => standIn.close())

const keyOf = (id: string = randomUUID()): StorageKey => ({ area: 'evidences', id, ending: 'pdf' })
const bytes = Buffer.from('%PDF-1.7, the bytes of an evidence')
const answering = (status: number, headers = {}) => {
  answerInstead = (call, response) => {
    call.resume()
    response.writeHead(status, headers).end()
    return true
  }
}
const refusing = (status: number, code: string) => {
  answerInstead = (call, response) => {
    call.resume()
    response.writeHead(status).end(`<Error><Code>${code}</Code><Message>It is ${code}.</Message></Error>`)
    return true
  }
}

describe('bucket of stored files', () => {
  it('returns a stored file with its type and length until it is deleted', async () => {
    const notes: string[] = []
    const storage = createS3Storage(settings, (operation, result) => notes.push(`${operation} ${result}`))
    const key = keyOf()
    assert.equal(await storage.get(key), null)
    await storage.put(key, bytes)
    const path = `evidences/${key.id.slice(0, 2)}/${key.id}.pdf`
    assert.equal(standIn.objects.get(path)?.type, 'application/pdf')
    const file = await storage.get(key)
    assert.deepEqual([file?.type, file?.length], ['application/pdf', bytes.length])
    assert.deepEqual(file && (await buffer(file.body)), bytes)
    await storage.delete(key)
    await storage.delete(key)
    assert.equal(await storage.get(key), null)
    assert.equal(standIn.objects.has(path), false)
    assert.deepEqual(notes, ['get done', 'put done', 'get done', 'delete done', 'delete done', 'get done'])
  })

  it('names the bucket before the host where the server wants it there', async () => {
    const lookup: LookupFunction = (_host, _options, found) =>
      found(null, [{ address: '127.0.0.1', family: 4 }])
    const endpoint = `http://s3.example:${new URL(standIn.url).port}`
    const httpAgent = new Agent({ lookup })
    const storage = createS3Storage({ ...settings, bucketIn: 'host', endpoint }, undefined, { httpAgent })
    const key = keyOf()
    await storage.put(key, bytes)
    assert.equal((await storage.get(key))?.length, bytes.length)
    assert.match(asked[0] ?? '', /^PUT foyer-files\.s3\.example:\d+ \/evidences\//)
  })

  it('says in one line at the start what the server refuses', async () => {
    const refused: [Partial<S3Settings>, string][] = [
      [{ accessKeyId: 'AKIAANOTHER' }, '403 InvalidAccessKeyId'],
      [{ bucket: 'another' }, '404 NoSuchBucket'],
    ]
    const isRefused = (reason: string) => (error: Error) => {
      assert.ok(error instanceof StartError)
      assert.match(error.message, /^S3_BUCKET: files of users cannot be stored in the bucket /)
      assert.ok(error.message.includes(`(${reason})`), error.message)
      assert.ok(!error.message.includes('\n'))
      return true
    }
    for (const [wrong, reason] of refused)
      await assert.rejects(createS3Storage({ ...settings, ...wrong }).check(), isRefused(reason))
    refusing(403, 'SignatureDoesNotMatch')
    await assert.rejects(createS3Storage(settings).check(), isRefused('403 SignatureDoesNotMatch'))
    answerInstead = () => false
    assert.equal(await createS3Storage(settings).check(), null)
    assert.deepEqual(
      [...standIn.objects.keys()].filter((name) => name.startsWith('checks/')),
      [],
    )
  })

  it('starts with a warning while the server is away, and refuses a redirect to another region', async () => {
    answering(503)
    assert.match((await createS3Storage(settings).check()) ?? '', /is unavailable \(it answered 503\)/)
    answering(301, { location: 'https://elsewhere.example/' })
    await assert.rejects(
      createS3Storage(settings).check(),
      /\(301 redirect, the bucket is in another region\)/,
    )
  })

  it('tries a call that failed once more', async () => {
    const storage = createS3Storage(settings)
    const key = keyOf()
    let tries = 0
    answerInstead = (call, response) => {
      tries += 1
      if (tries > 1) return false
      call.resume()
      response.writeHead(503).end()
      return true
    }
    await storage.put(key, bytes)
    assert.equal(tries, 2)
    assert.equal((await storage.get(key))?.length, bytes.length)
  })

  it('pauses after failures in a row, and answers at once that the service is busy', async () => {
    const storage = createS3Storage(settings)
    answering(500)
    const isOverloaded = (error: unknown) => error instanceof Failure && error.code === 'overloaded'
    for (let count = 0; count < 5; count += 1) await assert.rejects(storage.get(keyOf()), isOverloaded)
    const before = asked.length
    answerInstead = () => false
    await assert.rejects(storage.put(keyOf(), bytes), isOverloaded)
    assert.equal(asked.length, before)
  })

  it('gives a server up that does not answer, ends its answer early or sends too much', async () => {
    const silent = createS3Storage(settings, undefined, { answerMs: 60 })
    answerInstead = () => true
    await assert.rejects(silent.get(keyOf()), /busy/)
    const broken = createS3Storage(settings)
    answerInstead = (_call, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('short')
      response.destroy()
      return true
    }
    await assert.rejects(broken.get(keyOf()), /busy/)
    answerInstead = (_call, response) => {
      response.writeHead(200).end(Buffer.alloc(9_000_000))
      return true
    }
    await assert.rejects(broken.get(keyOf()), /busy/)
  })

  it('says that there is no room where the server or a quota is full, and tries once', async () => {
    const refusals: [number, string][] = [
      [507, 'XMinioStorageFull'],
      [403, 'QuotaExceeded'],
      [400, 'XMinioAdminBucketQuotaExceeded'],
    ]
    for (const [status, code] of refusals) {
      asked = []
      refusing(status, code)
      await assert.rejects(createS3Storage(settings).put(keyOf(), bytes), { code: 'storage-full' })
      assert.equal(asked.length, 1)
    }
  })

  it('reports a file that the server refuses as an error, without its key or secret', async () => {
    const storage = createS3Storage(settings)
    refusing(403, 'SignatureDoesNotMatch')
    for (const reach of [
      () => storage.put(keyOf(), bytes),
      () => storage.get(keyOf()),
      () => storage.delete(keyOf()),
    ])
      await assert.rejects(reach, { message: 'The storage of files refuses: 403 SignatureDoesNotMatch' })
  })
})
