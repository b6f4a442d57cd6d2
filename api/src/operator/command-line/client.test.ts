/** Tests the commands for clients of OpenID Connect, and that a running service follows them. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  call,
  openBrowser,
  openOpenIdApp,
  redeem,
  signInAtClient,
} from '../../features/openid/test-openid.ts'
import { skipTime } from '../../testing/skip-time.ts'
import { type TestApp, testSecret } from '../../testing/test-app.ts'
import { runFoyer } from './test-run-foyer.ts'

const site = 'https://new.example'
const callback = `${site}/callback`
let testApp: TestApp
let folder: string
before(async () => {
  testApp = await openOpenIdApp()
  folder = await mkdtemp(join(tmpdir(), 'foyer-clients-'))
})
after(async () => {
  await testApp.close()
  await rm(folder, { recursive: true, force: true })
})

async function foyer(...words: string[]) {
  const env = { DATABASE_URL: testApp.databaseUrl, FOYER_SECRETS: testSecret }
  const ended = await runFoyer(['client', ...words, '--json'], env)
  assert.equal(ended.code, 0, ended.error)
  return JSON.parse(ended.out)
}

async function refuses(line: RegExp, ...words: string[]) {
  const env = { DATABASE_URL: testApp.databaseUrl, FOYER_SECRETS: testSecret }
  const ended = await runFoyer(['client', ...words], env)
  assert.equal(ended.code, 1, ended.out)
  assert.match(ended.error, line)
}

const create = (id: string, kind: string, uris: string, platform = 'student', ...more: string[]) => [
  'create',
  id,
  '--kind',
  kind,
  '--platform',
  platform,
  '--redirect-uris',
  uris,
  ...more,
]

/** Lets the service read the clients again, and returns its status for a request for a code. */
async function statusOf(id: string, uri: string): Promise<number> {
  skipTime(1_001)
  return (await openBrowser(testApp).ask({ client_id: id, redirect_uri: uri })).status
}

const becomes = async (id: string, uri: string, status: number) =>
  assert.equal(await statusOf(id, uri), status)

/** Signs a user in at the client. */
const signIn = (client: string, secret: string) =>
  signInAtClient(
    testApp,
    { client_id: client, redirect_uri: callback },
    { redirect_uri: callback },
    { client, secret },
  )

describe('a client of the command line', () => {
  it('signs users in with a secret that is printed once, without a restart', async () => {
    await openBrowser(testApp).ask({ client_id: 'new-web' })
    const { secret } = await foyer(...create('new-web', 'web', callback), '--name', 'New site')
    await becomes('new-web', callback, 303)
    assert.equal((await signIn('new-web', secret)).scope, 'openid profile email phone offline_access')
    const shown = await foyer('show', 'new-web')
    assert.equal(shown.client.name, 'New site')
    assert.doesNotMatch(JSON.stringify(shown), new RegExp(secret))
    assert.doesNotMatch(JSON.stringify(shown), /sha256/)
    assert.match(JSON.stringify(await foyer('list')), /new-web/)
  })

  it('has two secrets while the operator replaces one', async () => {
    const first = await foyer(...create('two-secrets', 'web', callback))
    const second = await foyer('rotate-secret', 'two-secrets')
    await becomes('two-secrets', callback, 303)
    for (const { secret } of [first, second]) await signIn('two-secrets', secret)
    const third = await foyer('rotate-secret', 'two-secrets', '--keep', '0d')
    const answers = (secret: string) => redeem(testApp, 'oc_x', {}, { client: 'two-secrets', secret })
    skipTime(1_001)
    assert.equal((await answers(third.secret)).body.error, 'invalid_grant')
    for (const { secret } of [first, second]) assert.equal((await answers(secret)).status, 401)
  })

  it('is refused when it is disabled, and its sessions end', async () => {
    const { secret } = await foyer(...create('disabled', 'web', callback))
    await becomes('disabled', callback, 303)
    const { refresh_token: token } = await signIn('disabled', secret)
    assert.equal((await foyer('disable', 'disabled')).ended, 1)
    await becomes('disabled', callback, 400)
    await foyer('enable', 'disabled')
    await becomes('disabled', callback, 303)
    const form = { grant_type: 'refresh_token', refresh_token: token }
    const { body } = await call(testApp, '/token', form, { client: 'disabled', secret })
    assert.equal(body.error, 'invalid_grant')
  })

  it('gets only its scopes and uses only its grants', async () => {
    const options = ['--scopes', 'openid email', '--grants', 'authorization_code']
    const { secret } = await foyer(...create('narrow', 'web', callback, 'student', ...options))
    await becomes('narrow', callback, 303)
    assert.equal((await signIn('narrow', secret)).scope, 'openid email')
    const form = { grant_type: 'refresh_token', refresh_token: 'rt_x' }
    const { body } = await call(testApp, '/token', form, { client: 'narrow', secret })
    assert.equal(body.error, 'unauthorized_client')
  })

  it('of an app has any port of its loopback address, and its own scheme', async () => {
    const uris = 'http://127.0.0.1/done com.example.app:/done'
    await foyer(...create('app', 'native', uris))
    await becomes('app', 'http://127.0.0.1:51004/done', 303)
    assert.equal(await statusOf('app', 'com.example.app:/done'), 303)
    for (const uri of [
      'http://127.0.0.1:51004/other',
      'http://127.0.0.1.evil.example/done',
      'http://127.0.0.1:51004@evil.example/done',
      'http://localhost:51004/done',
      'com.example.app:/other',
    ])
      assert.equal(await statusOf('app', uri), 400, uri)
  })

  it('of a service gets tokens with its secret until it is disabled, and introspection knows it', async () => {
    const words = ['--audiences', 'https://grades.example', '--scopes', 'grades:read']
    const { secret } = await foyer(
      'create',
      'service',
      '--kind',
      'machine',
      '--platform',
      'student',
      ...words,
    )
    skipTime(1_001)
    const sent = { client: 'service', secret }
    const { body } = await call(testApp, '/token', { grant_type: 'client_credentials' }, sent)
    assert.equal(body.scope, 'grades:read')
    const form = { token: String(body.access_token) }
    assert.equal((await call(testApp, '/introspect', form, sent)).body.sub, 'service')
    await foyer('disable', 'service')
    skipTime(1_001)
    assert.equal((await call(testApp, '/introspect', form, sent)).body.error, 'invalid_client')
  })

  it('has a picture and a minimum assurance, and shows who may enter', async () => {
    const file = join(folder, 'logo.png')
    await writeFile(file, Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB', 'base64'))
    await foyer(...create('pictured', 'web', callback), '--logo', file, '--minimum-acr', '2')
    const { client } = await foyer('show', 'pictured')
    assert.match(client.logo, /^data:image\/png;base64,iVBORw0KGgo/)
    assert.deepEqual([client.minimumAcr, client.entry], [2, 'anyone with an account'])
    await foyer('change', 'pictured', '--logo', 'none', '--minimum-acr', '1')
    const changed = (await foyer('show', 'pictured')).client
    assert.deepEqual([changed.logo, changed.minimumAcr], [undefined, 1])
    await foyer(...create('for-staff', 'web', callback, 'professor'))
    assert.equal((await foyer('show', 'for-staff')).client.entry, 'members of professor')
    await writeFile(file, '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    await refuses(/PNG, JPEG or WebP/, 'change', 'pictured', '--logo', file)
    await writeFile(file, Buffer.concat([Buffer.from('iVBORw0KGgoA', 'base64'), Buffer.alloc(17_000)]))
    await refuses(/larger than 16 kB/, 'change', 'pictured', '--logo', file)
    await refuses(/must be the name/, 'change', 'pictured', '--logo', 'https://new.example/logo')
    await refuses(/minimumAcr must be 1 or 2/, 'change', 'pictured', '--minimum-acr', '3')
  })

  it('has a redirect URI until it expires', async () => {
    await foyer(...create('preview', 'spa', callback))
    const preview = 'https://branch-7.preview.example/callback'
    await foyer('change', 'preview', '--add-redirect-uri', preview, '--expires', '14d')
    await becomes('preview', preview, 303)
    await foyer('change', 'preview', '--add-redirect-uri', preview, '--expires', '0d')
    await becomes('preview', preview, 400)
  })
})

describe('client apply', () => {
  it('prints the difference first, and changes nothing the second time', async () => {
    const file = join(folder, 'clients.json')
    const client = {
      id: 'applied',
      name: 'Applied',
      kind: 'web',
      platform: 'student',
      redirectUris: [callback],
    }
    await writeFile(file, JSON.stringify([client]))
    assert.deepEqual((await foyer('apply', file)).changes, [{ id: 'applied', setting: null }])
    await refuses(/No registered client/, 'show', 'applied')
    assert.match((await foyer('apply', file, '--yes')).secrets.applied, /^cs_/)
    assert.deepEqual((await foyer('apply', file, '--yes')).changes, [])
    await writeFile(file, JSON.stringify([{ ...client, name: 'Renamed' }]))
    assert.deepEqual((await foyer('apply', file, '--yes')).changes, [
      { id: 'applied', setting: 'name', from: 'Applied', to: 'Renamed' },
    ])
    assert.equal((await foyer('show', 'applied')).client.name, 'Renamed')
  })

  it('refuses a file with a fault as a whole', async () => {
    const file = join(folder, 'faulty.json')
    const client = { id: 'whole', name: 'Whole', kind: 'web', platform: 'student', redirectUris: [callback] }
    await writeFile(file, JSON.stringify([client, { ...client, id: 'faulty', colour: 'red' }]))
    await refuses(/^faulty: colour is not known here/, 'apply', file, '--yes')
    await refuses(/No registered client/, 'show', 'whole')
    await writeFile(file, JSON.stringify([client, client]))
    await refuses(/whole twice/, 'apply', file, '--yes')
    await refuses(/cannot be read/, 'apply', join(folder, 'nowhere.json'))
  })
})

describe('a registration', () => {
  const faults: [name: string, words: string[], line: RegExp][] = [
    ['a wildcard', create('x1', 'web', 'https://*.example.com/'), /wildcard/],
    ['a fragment', create('x1', 'web', `${callback}#x`), /fragment/],
    ['http', create('x1', 'web', 'http://new.example/callback'), /https/],
    ['a user name', create('x1', 'web', 'https://a@new.example/'), /user name/],
    ['a scheme of an app for a site', create('x1', 'web', 'com.example.app:/done'), /is not https/],
    ['a scheme without a domain', create('x1', 'native', 'myapp:/done'), /reverse of a domain/],
    ['a script', create('x1', 'native', 'javascript:alert(1)'), /reverse of a domain/],
    ['no redirect URI', ['create', 'x1', '--kind', 'web', '--platform', 'student'], /needs a redirect URI/],
    ['an unknown kind', create('x1', 'desktop', callback), /kind must be one of/],
    ['an unknown platform', create('x1', 'web', callback, 'moon'), /platform/],
    [
      'a platform that leads nowhere',
      create('x1', 'web', callback, 'serviceAdmin'),
      /leads to no other site/,
    ],
    ['an unknown scope', create('x1', 'web', callback, 'student', '--scopes', 'root'), /scopes/],
    ['an id of the platforms file', create('web', 'web', callback), /platforms file/],
    ['an id with capitals', create('X1', 'web', callback), /lower-case/],
    [
      'a logout URI with a fragment',
      create('x1', 'web', callback, 'student', '--backchannel-logout-uri', `${site}/#x`),
      /fragment/,
    ],
  ]
  const machine = (...more: string[]) => [
    'create',
    'x1',
    '--kind',
    'machine',
    '--platform',
    'student',
    ...more,
  ]
  const forGrades = machine('--audiences', 'https://grades.example')
  faults.push(
    [
      'keys at http',
      create('x1', 'web', callback, 'student', '--jwks-uri', 'http://new.example/jwks'),
      /jwksUri is not an exact https/,
    ],
    [
      'keys of an app',
      create('x1', 'native', callback, 'student', '--jwks-uri', `${site}/jwks`),
      /native has no keys/,
    ],
    ['a machine without an audience', machine(), /needs an audience/],
    ['an audience of users', machine('--audiences', 'learning'), /audience learning is an audience of users/],
    ['an audience that is no URI', machine('--audiences', 'The-Grades'), /not absolute/],
    ['a user’s scope of a machine', [...forGrades, '--scopes', 'openid'], /scope openid is about a user/],
    ['a redirect URI of a machine', [...forGrades, '--redirect-uris', callback], /no redirect/],
    ['a user’s grant of a machine', [...forGrades, '--grants', 'refresh_token'], /client_credentials alone/],
    [
      'the grant of a machine for users',
      create('x1', 'web', callback, 'student', '--grants', 'authorization_code client_credentials'),
      /has no grant client_credentials/,
    ],
  )
  for (const [name, words, line] of faults) it(`with ${name} is refused`, () => refuses(line, ...words))

  it('of an expiring redirect URI is refused for staff, and for more than 30 days', async () => {
    await foyer(...create('staff', 'web', callback, 'professor'))
    const preview = ['--add-redirect-uri', 'https://branch-7.preview.example/', '--expires']
    await refuses(/platform of staff/, 'change', 'staff', ...preview, '14d')
    await foyer(...create('long', 'web', callback))
    await refuses(/within 30 days/, 'change', 'long', ...preview, '31d')
    await refuses(/number of days/, 'change', 'long', ...preview, 'soon')
    await refuses(/needs --add-redirect-uri/, 'change', 'long', '--expires', '1d')
  })

  it('of a private key is refused', async () => {
    const file = join(folder, 'private.json')
    await writeFile(file, JSON.stringify({ keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' }] }))
    await refuses(/private key/, ...create('x1', 'web', callback, 'student', '--jwks', file))
  })
})
