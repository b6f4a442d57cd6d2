import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCode } from '@foyer/contract/routes/handover'
import { getJwks } from '@foyer/contract/routes/operations'
import { login } from '@foyer/contract/routes/sign-in'
import { decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import { createVerifier, type Verifier } from '../../../../sdk/src/verify.ts'
import { skipTime } from '../../testing/skip-time.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { revokeKey, rotateDueKeys, rotateKeys, rotateKeysNow } from './key-rotation.ts'

const day = 86_400
/** Skips more time than a copy of the service caches its keys. */
const settled = () => skipTime(1_100)

let first: TestApp
/** Two copies of the service on one database, before either has read the keys. */
let testApp: TestApp
let other: TestApp
const copies: TestApp[] = []
before(async () => {
  first = await openTestApp()
})
after(() => first.close())

afterEach(async () => {
  for (const copy of copies.splice(0)) await copy.close()
})

beforeEach(async () => {
  await sql`delete from signing_keys where state <> 'active'`.execute(first.services.db)
  testApp = await openCopy()
  other = await openCopy()
  await age('active', 'activated_at', 0)
})

async function openCopy(): Promise<TestApp> {
  const copy = await first.openAnother()
  copies.push(copy)
  return copy
}

/** Moves the publication and the last step of keys in this state into the past. */
async function age(state: string, column: string, seconds: number): Promise<void> {
  await sql`update signing_keys set ${sql.ref(column)} = clock_timestamp() - make_interval(secs => ${seconds})
    where state = ${state}`.execute(testApp.services.db)
}

const due = (copy = testApp) => rotateDueKeys(copy.services.db, copy.services.keyring)

async function keysByState(): Promise<Record<string, string[]>> {
  const rows = await testApp.services.db.selectFrom('signingKeys').select(['kid', 'state']).execute()
  const kids = Map.groupBy(rows, (row) => row.state)
  return Object.fromEntries([...kids].map(([state, found]) => [state, found.map((row) => row.kid)]))
}

async function publishedKids(copy = testApp): Promise<unknown[]> {
  return (await copy.call(getJwks, {})).data.keys.map((key) => key.kid)
}

async function signIn(copy = testApp): Promise<{ token: string; kid: string | undefined }> {
  const { uuid } = await first.makeUser()
  const body = { uuid, password: rightPassword, product: 'learning' } as const
  const { accessToken: token } = (await copy.call(login, { body })).data
  return { token, kid: decodeProtectedHeader(token).kid }
}

async function isAccepted(token: string, copy = testApp): Promise<boolean> {
  return (await copy.call(createCode, { body: { platform: 'student' } }, { token })).status === 200
}

/** Opens a fake platform server that caches fetched keys for an hour. */
function openPlatform(): { verifier: Verifier; fetches(): number } {
  let count = 0
  const verifier = createVerifier({
    accountsUrl: 'http://localhost:4000',
    platform: 'student',
    product: 'learning',
    async fetch() {
      count += 1
      return new Response((await testApp.app.inject('/.well-known/jwks.json')).body)
    },
  })
  return { verifier, fetches: () => count }
}

/** Makes the rotation due: the next key was published a day ago, and the active key is at its end. */
async function makeDue(): Promise<string> {
  await age('active', 'activated_at', 89 * day)
  await due()
  await age('next', 'created_at', day)
  await age('active', 'activated_at', 90 * day)
  const [next = ''] = (await keysByState()).next ?? []
  return next
}

describe('rotation of signing keys by age', () => {
  it('publishes the next signing key when the active one is 89 days old', async () => {
    await age('active', 'activated_at', 89 * day - 60)
    assert.equal(await due(), 0)
    await age('active', 'activated_at', 89 * day)
    assert.equal(await due(), 1)
    assert.equal(await due(), 0, 'only one')
    const { active = [], next = [] } = await keysByState()
    assert.deepEqual((await publishedKids()).toSorted(), [...active, ...next].toSorted())
    assert.deepEqual([(await signIn()).kid], active, 'which does not sign yet')
  })

  it('promotes the next signing key after 90 days, once it has been published for a day', async () => {
    const next = await makeDue()
    await age('next', 'created_at', day - 60)
    assert.equal(await due(), 0)
    await age('next', 'created_at', day)
    assert.equal(await due(), 1)
    const { active, retired = [] } = await keysByState()
    assert.deepEqual(active, [next])
    assert.equal(retired.length, 1)
    assert.equal((await signIn()).kid, next)
  })

  it('verifies tokens from before, during and after a rotation, here and at platforms', async () => {
    const platform = openPlatform()
    const next = await makeDue()
    const earlier = await signIn()
    await platform.verifier.verify(earlier.token)

    // The other copy has cached the earlier keys; both copies sign within the same second.
    await publishedKids(other)
    await due()
    const during = [await signIn(), await signIn(other)]
    settled()
    const later = await signIn()
    assert.notEqual(earlier.kid, later.kid)
    assert.equal(later.kid, next)
    for (const { token } of [earlier, ...during, later]) {
      assert.ok(await isAccepted(token, testApp))
      assert.ok(await isAccepted(token, other))
      await platform.verifier.verify(token)
    }
    assert.equal(platform.fetches(), 1, 'the platform had the new key before it signed')
  })

  it('verifies tokens of a promoted key in a copy of the service that read the keys before', async () => {
    const next = await makeDue()
    await publishedKids(other)
    await due()
    const { token, kid } = await signIn(await openCopy())
    assert.equal(kid, next)
    assert.ok(await isAccepted(token, other))
  })

  it("deletes a retired key after a day, an hour and a token's lifetime, and refuses its tokens", async () => {
    const old = await signIn()
    await makeDue()
    await due()
    await age('retired', 'retired_at', day + 3_600 + 600 - 60)
    assert.equal(await due(), 0)
    const copy = await openCopy()
    assert.ok((await publishedKids(copy)).includes(old.kid))
    assert.ok(await isAccepted(old.token, copy))

    await age('retired', 'retired_at', day + 3_600 + 600)
    assert.equal(await due(), 1)
    settled()
    assert.ok(!(await publishedKids()).includes(old.kid))
    assert.equal(await isAccepted(old.token), false)
    assert.equal(await isAccepted(old.token, other), false)
  })

  it('deletes the private half of a retired key', async () => {
    await makeDue()
    await due()
    const rows = await testApp.services.db.selectFrom('signingKeys').select(['state', 'privateJwk']).execute()
    for (const { state, privateJwk } of rows) assert.equal(privateJwk === null, state === 'retired')
  })

  it('rotates once when several copies of the service rotate in parallel', async () => {
    await age('active', 'activated_at', 89 * day)
    await Promise.all([testApp, other, testApp, other].map(due))
    assert.equal((await keysByState()).next?.length, 1)
    await age('next', 'created_at', day)
    await age('active', 'activated_at', 90 * day)
    await Promise.all([testApp, other, testApp, other].map(due))
    const { active, next, retired } = await keysByState()
    assert.deepEqual([active?.length, next, retired?.length], [1, undefined, 1])
  })

  it('creates one first key when several copies of the service start in parallel', async () => {
    const { db } = testApp.services
    await sql`delete from signing_keys`.execute(db)
    await Promise.all([openCopy(), openCopy(), openCopy()])
    const { active, next } = await keysByState()
    assert.deepEqual([active?.length, next], [1, undefined])
  })

  it('records an audit event for each step of a key', async () => {
    const { db } = testApp.services
    const { max } = await sql<{ max: string }>`select max(id) from audit_events`
      .execute(db)
      .then(({ rows: [row] }) => row ?? { max: '0' })
    await makeDue()
    await due()
    await age('retired', 'retired_at', 2 * day)
    await due()
    const events = await db
      .selectFrom('auditEvents')
      .select('event')
      .where('id', '>', max)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      events.map(({ event }) => event),
      ['created', 'retired', 'promoted', 'removed'].map((step) => `signing-key-${step}`),
    )
  })
})

describe('rotation of signing keys by an operator', () => {
  const rotate = () => rotateKeys(testApp.services.db, testApp.services.keyring)

  it('publishes a key first, and promotes it only after a day', async () => {
    const first = await rotate()
    assert.ok(first.kind === 'published' && first.isNew)
    const again = await rotate()
    assert.ok(again.kind === 'published' && !again.isNew)
    assert.equal(again.kid, first.kid)
    assert.ok(again.promotableAt.getTime() > Date.now() + 23 * 3_600_000)
    await age('next', 'created_at', day)
    assert.deepEqual(await rotate().then(({ kind, kid }) => [kind, kid]), ['promoted', first.kid])
  })

  it('promotes a key at once in an emergency, and every copy of the service accepts its tokens', async () => {
    const old = await signIn()
    const { db, keyring } = testApp.services
    let isDone = false
    const rotated = rotateKeysNow(db, keyring).finally(() => {
      isDone = true
    })
    // Requests reach the other copy all the time, so that it never reads the keys earlier than necessary.
    while (!isDone) {
      assert.ok(await isAccepted(old.token, other))
      await sleep(200)
    }
    const { token, kid } = await signIn(await openCopy())
    assert.equal(kid, (await rotated).kid)
    for (const copy of [testApp, other]) {
      assert.ok(await isAccepted(token, copy))
      assert.ok(await isAccepted(old.token, copy))
    }
  })

  it('deletes a revoked key and signs with another', async () => {
    const leaked = await signIn()
    const { db, keyring } = testApp.services
    // Each copy caches that it verified the token.
    for (const copy of [testApp, other]) assert.ok(await isAccepted(leaked.token, copy))
    assert.equal(await revokeKey(db, keyring, 'nobody'), null)
    const revocation = await revokeKey(db, keyring, leaked.kid ?? '')
    assert.ok(revocation?.wasActive)
    settled()
    for (const copy of [testApp, other]) {
      assert.equal(await isAccepted(leaked.token, copy), false)
      assert.ok(!(await publishedKids(copy)).includes(leaked.kid))
      const fresh = await signIn(copy)
      assert.equal(fresh.kid, revocation.activeKid)
      assert.ok(await isAccepted(fresh.token, copy))
    }
  })
})
