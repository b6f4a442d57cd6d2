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
import { startStandIn } from './stand-in.ts'

const client = { clientId: 'learning-web', clientSecret: 'secret' }

/** Runs the first example of the README in a folder of its own, as a platform would. */
async function startExample(t: TestContext, accountsUrl: string): Promise<string> {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const code = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'foyer-readme-'))
  t.after(() => rm(folder, { recursive: true }))
  await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'))
  await writeFile(join(folder, 'platform.mjs'), code)
  const port = await freePort()
  const env = { ACCOUNTS_URL: accountsUrl, FOYER_CLIENT_SECRET: client.clientSecret, PORT: String(port) }
  const child = fork(join(folder, 'platform.mjs'), { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
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

test('the example signs a person in and out, as it stands in the README', async (t) => {
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
