/**
 * Tests the adoption of pictures from a stand-in for a provider's picture server, through the public route (N-94,
 * N-123, N-124).
 */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, describe, it } from 'node:test'
import { crc32 } from 'node:zlib'
import { findUser } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import sharp from 'sharp'
import { cellsOf, findCanaries } from '../../testing/find-canaries.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { mayFetch } from './picture-sources.ts'
import { createProviderPictures, type ProviderPictures } from './provider-pictures.ts'
import { openPictureServer, type PictureServer } from './test-picture-server.ts'

let testApp: TestApp
let server: PictureServer
let pictures: ProviderPictures
/** The logged warnings as JSON. */
const log: string[] = []

before(async () => {
  testApp = await openTestApp()
  server = await openPictureServer()
  pictures = createPictures()
})

after(async () => {
  await pictures.stop()
  await server.close()
  await testApp.close()
})

afterEach(() => {
  log.length = 0
})

function createPictures(downloadMs = 30_000): ProviderPictures {
  const source = { hosts: ['localhost'], standIn: server.origin }
  return createProviderPictures(testApp.services, () => source, { downloadMs })
}

function adopt(userId: string, url: string, by = pictures): void {
  const warn = (message: string, details: object) => log.push(JSON.stringify({ message, ...details }))
  by.adopt({ userId, provider: 'google', url, warn })
}

/** Creates a user who is linked to Google. */
async function makeLinked(): Promise<{ uuid: string; email: string }> {
  const user = await testApp.makeUser()
  await sql`insert into identities (provider, subject, user_id) values ('google', ${user.uuid}, ${user.uuid})`.execute(
    testApp.services.db,
  )
  return user
}

/** Lets a new user adopt a picture, and returns the path of the user's picture afterwards, or null. */
async function adoptNew(url: string, by = pictures): Promise<string | null> {
  const { uuid } = await makeLinked()
  adopt(uuid, url, by)
  await by.whenIdle()
  return pictureOf(uuid)
}

async function pictureOf(userId: string): Promise<string | null> {
  const { rows } = await sql<{ pictureUrl: string | null }>`
    select picture_url from users where id = ${userId}`.execute(testApp.services.db)
  return rows[0]?.pictureUrl ?? null
}

const fetchPicture = async (path: string) => (await testApp.app.inject(path)).rawPayload

const countRows = async () =>
  Number(
    (await sql<{ count: string }>`select count(*) from pictures`.execute(testApp.services.db)).rows[0]?.count,
  )
const countFiles = async () => {
  const found = await readdir(testApp.services.config.storageFolder, { recursive: true })
  return found.filter((name) => name.endsWith('.webp')).length
}

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1565c0' } })

/** Returns the header of a PNG of this size, without pixels. */
function headOfPng(width: number, height: number): Buffer {
  const header = Buffer.from('IHDR0000000012345')
  header.writeUInt32BE(width, 4)
  header.writeUInt32BE(height, 8)
  header.set([8, 6, 0, 0, 0], 12)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(header))
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\r', 'latin1'), header, checksum])
}

describe('picture of a provider', () => {
  it('makes the picture of a provider a square of ours without metadata, for a user who has none', async () => {
    const exif = {
      IFD0: { Artist: 'Canary', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1' },
    }
    const originals = {
      jpg: await canvas(500, 300).jpeg().withExif(exif).toBuffer(),
      png: await canvas(96, 96).png().withExif(exif).toBuffer(),
      webp: await canvas(2_048, 2_048).webp().withExif(exif).toBuffer(),
    }
    for (const [name, original] of Object.entries(originals)) {
      assert.ok(original.includes('Canary'), name)
      const path = await adoptNew(server.serve(original))
      assert.match(path ?? '', /^\/api\/pictures\/[0-9a-f-]{36}$/, name)
      const stored = await fetchPicture(path ?? '')
      const { format, width, height, exif: kept, icc, xmp } = await sharp(stored).metadata()
      assert.deepEqual([format, width, height], ['webp', 256, 256], name)
      assert.deepEqual([kept, icc, xmp], [undefined, undefined, undefined], name)
    }
    assert.deepEqual(log, [])
  })

  it('shows the picture of a learner in the look-up', async () => {
    const { uuid, email } = await makeLinked()
    adopt(uuid, server.serve(await canvas(96, 96).png().toBuffer()))
    await pictures.whenIdle()
    const { data } = await testApp.call(findUser, { body: { userId: email, product: 'learning' } })
    assert.equal(data.profile.picture, await pictureOf(uuid))
  })

  it('gives a user one picture of a provider, also when two arrive at once', async () => {
    const original = await canvas(96, 96).png().toBuffer()
    const { uuid } = await makeLinked()
    const [filesBefore, rowsBefore] = [await countFiles(), await countRows()]
    const other = createPictures()
    for (const by of [pictures, other]) adopt(uuid, server.serve(original), by)
    await Promise.all([pictures.whenIdle(), other.whenIdle()])
    assert.deepEqual([await countFiles(), await countRows()], [filesBefore + 1, rowsBefore + 1])
    const first = await pictureOf(uuid)
    const askedBefore = server.count()
    adopt(uuid, server.serve(original))
    await pictures.whenIdle()
    assert.deepEqual([await pictureOf(uuid), server.count()], [first, askedBefore])
    assert.deepEqual(await fetchPicture(first ?? '').then((bytes) => bytes.length > 0), true)
  })

  it('gives no picture to a user whose link to the provider has ended meanwhile', async () => {
    const asked = Promise.withResolvers<ServerResponse>()
    const { uuid } = await makeLinked()
    adopt(uuid, server.serve(asked.resolve))
    const response = await asked.promise
    await sql`delete from identities where user_id = ${uuid}`.execute(testApp.services.db)
    response.end(await canvas(96, 96).png().toBuffer())
    await pictures.whenIdle()
    assert.equal(await pictureOf(uuid), null)
  })

  it('refuses a picture that is no jpg, png or webp, whatever the server calls it', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const lies = [
      Buffer.from(svg),
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      await canvas(96, 96).gif().toBuffer(),
      await canvas(96, 96).tiff().toBuffer(),
      Buffer.from(`\xff\xd8\xff${svg}`, 'latin1'),
      Buffer.concat([headOfPng(96, 96), Buffer.from(svg)]),
      (await canvas(96, 96).jpeg().toBuffer()).subarray(0, 200),
      Buffer.alloc(0),
    ]
    for (const [index, bytes] of lies.entries()) {
      const url = server.serve((response) => response.setHeader('content-type', 'image/jpeg').end(bytes))
      assert.equal(await adoptNew(url), null, `number ${index}`)
    }
    assert.equal(log.length, lies.length)
    for (const line of log) assert.match(line, /"result":"refused"/)
  })

  it('refuses a picture of huge dimensions without decoding it', async () => {
    const bombs = [headOfPng(60_000, 60_000), await canvas(2_049, 2_049).png().toBuffer()]
    for (const bomb of bombs) {
      assert.ok(bomb.length < 100_000)
      assert.equal(await adoptNew(server.serve(bomb)), null)
    }
  })

  it('reads no more than two megabytes of a picture', async () => {
    const cut = Promise.withResolvers<void>()
    const endless = server.serve((response) => {
      response.on('close', cut.resolve)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', more)
      more()
    })
    assert.equal(await adoptNew(endless), null)
    const large = await adoptNew(server.serve(Buffer.alloc(10_485_760)))
    assert.equal(large, null)
    await cut.promise
    assert.deepEqual(
      log.map((line) => JSON.parse(line).fault),
      ['too large', 'too large'],
    )
  })

  it('follows a picture to hosts of the provider only, never to a private address', async () => {
    const original = await canvas(96, 96).png().toBuffer()
    const redirectTo = (location: string) =>
      server.serve((response) => response.writeHead(302, { location }).end())
    assert.notEqual(await adoptNew(redirectTo(redirectTo(server.serve(original)))), null)
    const refused = [
      redirectTo('http://169.254.169.254/latest/meta-data/'),
      redirectTo('https://10.0.0.1/picture.jpg'),
      redirectTo('file:///etc/passwd'),
      redirectTo('https://elsewhere.example/picture.jpg'),
      redirectTo(redirectTo(redirectTo(server.serve(original)))),
      'http://169.254.169.254/latest/meta-data/',
      'data:image/png;base64,AAAA',
      `${server.origin.replace('//', '//user:password@')}/`,
      'not a url',
      `${server.origin}/${'a'.repeat(2_048)}`,
    ]
    for (const url of refused) assert.equal(await adoptNew(url), null, url)
    for (const line of log) assert.match(line, /"result":"refused"/)
    assert.equal(log.length, refused.length)
  })

  it('fetches no picture from a host name that leads to a private address', async () => {
    const source = { hosts: ['localhost'], standIn: null }
    const cautious = createProviderPictures(testApp.services, () => source)
    assert.equal(await adoptNew('https://localhost/picture.jpg', cautious), null)
    assert.equal(JSON.parse(log[0] ?? '').fault, 'private address')
  })

  it('gives a picture up whose server is too slow, does not answer or fails', async () => {
    const hasty = createPictures(50)
    const drip = server.serve((response) => {
      response.write('\x89PNG')
      const timer = setInterval(() => response.write('.'), 5)
      response.on('close', () => clearInterval(timer))
    })
    assert.equal(await adoptNew(drip, hasty), null)
    assert.equal(await adoptNew(`${server.origin}/silent`, hasty), null)
    const failing = server.serve((response) => response.writeHead(500).end())
    assert.equal(await adoptNew(failing), null)
    const cut = server.serve((response) => response.writeHead(200, { 'content-length': 100 }).destroy())
    assert.equal(await adoptNew(cut), null)
    for (const line of log) assert.match(line, /"result":"unreachable"/)
    assert.equal(log.length, 4)
  })

  it('keeps a bounded number of pictures waiting, and drops them when the service stops', async () => {
    const own = createPictures()
    const { uuid } = await makeLinked()
    const askedBefore = server.count()
    for (let count = 0; count < 150; count += 1) adopt(uuid, `${server.origin}/silent`, own)
    await own.stop()
    adopt(uuid, `${server.origin}/silent`, own)
    assert.ok(server.count() <= askedBefore + 1)
    assert.equal(await pictureOf(uuid), null)
    const metrics = await testApp.services.metrics.registry.metrics()
    assert.match(metrics, /foyer_provider_pictures_total{provider="google",result="dropped"} 50\n/)
  })

  it('leaves no trace of the address of a picture in the database, the log or the metrics', async () => {
    const [path] = [await adoptNew(server.serve(await canvas(96, 96).png().toBuffer()))]
    assert.notEqual(path, null)
    await adoptNew(server.serve(Buffer.from('no picture')))
    await adoptNew('https://private-picture.example/')
    const places = [
      ...(await cellsOf(testApp.services.db)),
      { name: 'log', text: log.join('\n') },
      { name: 'metrics', text: await testApp.services.metrics.registry.metrics() },
    ]
    assert.equal(log.length, 2)
    assert.deepEqual(findCanaries({ 'provider URL': 'private-picture' }, places), [])
  })
})

describe('hosts of pictures', () => {
  it('accepts the hosts of a provider by https on the usual port, and a stand-in at its origin', () => {
    const source = { hosts: ['googleusercontent.com'], standIn: 'http://127.0.0.1:4150' }
    const may = (url: string) => mayFetch(source, new URL(url))
    for (const url of ['https://lh3.googleusercontent.com/a/x', 'http://127.0.0.1:4150/google/picture'])
      assert.equal(may(url), true, url)
    for (const url of [
      'http://lh3.googleusercontent.com/a/x',
      'https://lh3.googleusercontent.com:8443/a/x',
      'https://evilgoogleusercontent.com/x',
      'https://googleusercontent.com.evil.example/x',
      'https://me@lh3.googleusercontent.com/x',
      'http://127.0.0.1:4151/x',
      'https://127.0.0.1:4150/x',
    ])
      assert.equal(may(url), false, url)
  })
})
