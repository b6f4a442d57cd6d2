/** Tests the handlers of the example for Next, which get and return web-standard objects, against a stand-in of Foyer. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type StandIn, startStandIn } from '../../../sdk/src/stand-in.ts'

let standIn: StandIn
before(async () => {
  const client = { clientId: 'learning-web', clientSecret: 'secret' }
  standIn = await startStandIn({ platform: 'student', product: 'learning', ...client })
  Object.assign(process.env, {
    ACCOUNTS_URL: standIn.accountsUrl,
    FOYER_CLIENT_SECRET: 'secret',
    PORT: '3000',
  })
})
after(() => standIn.close())

test('the example for Next signs a user in, reads the session, and ignores the host of a request', async () => {
  const { GET } = await import('../../../sdk/examples/next/app/foyer/[...path]/route.ts')
  const { sessionOf } = await import('../../../sdk/examples/next/lib/site.ts')
  const { proxy } = await import('../../../sdk/examples/next/proxy.ts')
  const get = (url: string, cookie = '') => GET(new Request(url, { headers: { cookie } }))
  const cookieOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')

  const begun = await get('http://evil.example/foyer/sign-in?returnTo=/courses')
  const toFoyer = new URL(begun.headers.get('location') ?? '')
  assert.ok(toFoyer.searchParams.get('redirect-url')?.startsWith('http://localhost:3000/foyer/callback'))
  const back = await fetch(toFoyer, { redirect: 'manual' })
  const finished = await get(back.headers.get('location') ?? '', cookieOf(begun))
  assert.match(finished.headers.get('location') ?? '', /\/courses$/)
  const session = await sessionOf(new Headers({ cookie: cookieOf(finished) }))
  assert.equal(session?.user.uuid, standIn.now.user.uuid)

  assert.equal(await sessionOf(new Headers()), null)
  assert.equal((await get('http://localhost:3000/foyer/nothing')).status, 404)
  assert.equal(await proxy(new Request('http://localhost:3000/')), undefined)
  assert.equal((await proxy(new Request('http://localhost:3000/?code=ac_1')))?.status, 303)
})
