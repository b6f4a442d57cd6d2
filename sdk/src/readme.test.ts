import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { finishSignIn } from './exchange.ts'
import type { FoyerOptions } from './foyer.ts'
import { startSignIn } from './redirect.ts'
import type { Session } from './session.ts'
import { startStandIn } from './stand-in.ts'

const client = { clientId: 'learning-web', clientSecret: 'secret' }

/** Writes an example of the README to a folder of its own, as a platform would; `heading` stands above the example. */
async function writeExample(t: TestContext, heading: string, file: string): Promise<string> {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const [, section = ''] = readme.split(`\n## ${heading}\n`)
  const code = /```js\n([\s\S]*?)```/.exec(section)?.[1] ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'foyer-readme-'))
  t.after(() => rm(folder, { recursive: true }))
  await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'))
  const path = join(folder, file)
  await writeFile(path, code)
  return path
}

async function startExample(t: TestContext, accountsUrl: string): Promise<string> {
  const path = await writeExample(t, 'A whole platform', 'platform.mjs')
  const port = await freePort()
  const env = { ACCOUNTS_URL: accountsUrl, FOYER_CLIENT_SECRET: client.clientSecret, PORT: String(port) }
  const child = fork(path, { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  t.after(() => child.kill('SIGKILL'))
  assert.ok(child.stdout)
  await once(child.stdout, 'data')
  return `http://localhost:${port}`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('the first example of the README signs a user in and out', async (t) => {
  const standIn = await startStandIn({ platform: 'student', product: 'learning', ...client })
  t.after(() => standIn.close())
  const origin = await startExample(t, standIn.accountsUrl)
  const cookies = new Map<string, string>()

  async function visit(path: string, init: RequestInit = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, origin }
    const response = await fetch(new URL(path, origin), { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    return { location: response.headers.get('location') ?? '', text: await response.text() }
  }

  async function signIn(location: string): Promise<string> {
    const callback = await visit((await visit(location)).location)
    return (await visit(callback.location)).text
  }

  assert.match((await visit('/')).text, /Sign in/)
  assert.match(await signIn((await visit('/sign-in')).location), /Hello Asha Rao/)
  const { location } = await visit('/sign-out', { method: 'POST' })
  assert.ok(location.startsWith(`${standIn.accountsUrl}/logout?`))
  assert.match((await visit('/')).text, /Sign in/)
  assert.ok(standIn.requests.includes('POST /api/auth/logout'))
  assert.match((await visit('/callback?code=x&state=y')).text, /state-mismatch/)
})

test('the access-token example of the README reads claims and refreshes an expired token', async (t) => {
  const standIn = await startStandIn({ platform: 'student', product: 'learning', ...client })
  t.after(() => standIn.close())
  const { createClaimsReader } = await import(await writeExample(t, 'Access tokens', 'claims.mjs'))
  const { accountsUrl } = standIn
  const callbackUrl = 'http://localhost:4200/callback'
  const foyer = { accountsUrl, platform: 'student', product: 'learning', ...client, callbackUrl }
  const claimsOf = createClaimsReader(foyer)

  standIn.now.accessSeconds = -60
  const session = await signIn(foyer)
  const expired = { ...session }
  standIn.now.accessSeconds = 600
  assert.equal((await claimsOf(session)).sub, session.user.uuid)
  assert.notEqual(session.accessToken, expired.accessToken)
  assert.notEqual(session.refreshToken, expired.refreshToken)
  await assert.rejects(claimsOf({ ...session, accessToken: 'x' }), { code: 'token-invalid' })
  await assert.rejects(claimsOf(expired), { code: 'session-ended' })
})

async function signIn(foyer: FoyerOptions): Promise<Session> {
  const { url, transaction } = await startSignIn(foyer)
  const { headers } = await fetch(url, { redirect: 'manual' })
  return (await finishSignIn(foyer, { requestUrl: headers.get('location') ?? '', transaction })).session
}

test('every example of the README is run by a test', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  assert.equal(readme.match(/```js\n/g)?.length, 2)
})
