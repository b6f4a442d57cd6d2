/** Tests sign-ups through a provider that supplies a picture, through the routes of the service (N-124). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getOwnPicture } from '@foyer/contract/routes/pictures'
import { findUser } from '@foyer/contract/routes/sign-in'
import sharp from 'sharp'
import { cellsOf, findCanaries } from '../../testing/find-canaries.ts'
import { openTestApp, type TestApp, testConfig } from '../../testing/test-app.ts'
import { makeProviderUser, signUpSocially, trySocial } from '../social/test-references.ts'
import { openPictureServer, type PictureServer } from './test-picture-server.ts'

let testApp: TestApp
let server: PictureServer
let original: Buffer
const lines: string[] = []

before(async () => {
  server = await openPictureServer()
  original = await sharp({ create: { width: 96, height: 96, channels: 3, background: '#1565c0' } })
    .png()
    .toBuffer()
  const { social } = testConfig()
  const google = { clientId: 'foyer', clientSecret: 'foyer-secret', issuer: `${server.origin}/google` }
  const facebook = {
    appId: '1',
    appSecret: 'x',
    graphUrl: `${server.origin}/graph`,
    dialogUrl: server.origin,
  }
  const configured = ['google', 'facebook'] as const
  testApp = await openTestApp({
    config: {
      social: { ...social, google, facebook, configured: [...configured] },
      limitsFactor: 1_000,
      logLevel: 'trace',
    },
    logTo: { write: (line) => lines.push(line) },
  })
})

after(async () => {
  await testApp.services.providerPictures.stop()
  await testApp.close()
  await server.close()
})

const ownPicture = async (token: string) => (await testApp.call(getOwnPicture, {}, { token })).data.picture

describe('picture after a social sign-in', () => {
  it('shows the picture of Google on the account page and in the look-up after a sign-up', async () => {
    const person = makeProviderUser({ pictureUrl: server.serve(original) })
    const { data } = await signUpSocially(testApp, person)
    await testApp.services.providerPictures.whenIdle()
    const picture = await ownPicture(data.accessToken)
    assert.equal((await testApp.app.inject(picture ?? '')).headers['content-type'], 'image/webp')
    const looked = await testApp.call(findUser, {
      body: { userId: person.identity.email ?? '', product: 'learning' },
    })
    assert.equal(looked.data.profile.picture, picture)
  })

  it('answers the sign-in before it asks for the picture, and tries again with the next sign-in', async () => {
    const asked = Promise.withResolvers<void>()
    const answering = Promise.withResolvers<void>()
    const slow = server.serve(async (response) => {
      asked.resolve()
      await answering.promise
      response.writeHead(503).end()
    })
    const person = makeProviderUser({ pictureUrl: slow })
    const { data } = await signUpSocially(testApp, person)
    await asked.promise
    assert.equal(await ownPicture(data.accessToken), null)
    answering.resolve()
    await testApp.services.providerPictures.whenIdle()
    assert.equal(await ownPicture(data.accessToken), null)
    const identity = { ...person.identity, pictureUrl: server.serve(original) }
    assert.equal((await trySocial(testApp, { ...person, identity })).status, 200)
    await testApp.services.providerPictures.whenIdle()
    assert.notEqual(await ownPicture(data.accessToken), null)
  })

  it('takes the picture of a stranger away when the owner proves the mailbox', async () => {
    const email = 'owner.of.a.picture@gmail.com'
    const stranger = makeProviderUser({ provider: 'facebook', email, pictureUrl: server.serve(original) })
    const { data } = await signUpSocially(testApp, stranger)
    await testApp.services.providerPictures.whenIdle()
    const picture = await ownPicture(data.accessToken)
    assert.notEqual(picture, null)
    const owner = await trySocial(testApp, makeProviderUser({ email }))
    assert.equal(owner.data.user.uuid, data.user.uuid)
    assert.equal(await ownPicture(owner.data.accessToken), null)
  })

  it('writes the address of a picture of Google into no table and no log line', async () => {
    await signUpSocially(testApp, makeProviderUser({ pictureUrl: server.serve(Buffer.from('no picture')) }))
    await testApp.services.providerPictures.whenIdle()
    assert.ok(lines.some((line) => line.includes('no picture of the provider')))
    const places = [...(await cellsOf(testApp.services.db)), { name: 'log', text: lines.join('\n') }]
    assert.deepEqual(findCanaries({ 'provider URL': 'private-picture' }, places), [])
  })
})
