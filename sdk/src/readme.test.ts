import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
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

/** Writes the README's example under `heading` to a new folder, like a platform would. */
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

/** Four of the five are also in sdk/examples; docs/examples/sdk/sdk-examples.test.ts compares and runs them. */
test('every example of the README is run by a test', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  assert.equal(readme.match(/```js\n/g)?.length, 5)
})
