/**
 * Tests that a user ends the sessions of one other browser, of a browser that is not the user's, or of all others, and that
 * nobody else's sessions end (N-180, N-181).
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { continueWithProof } from '@foyer/contract/routes/browser-sessions'
import { createCode } from '@foyer/contract/routes/handover'
import {
  disownSession,
  endOneSession,
  endOtherSessions,
  listSessions,
  refreshToken,
} from '@foyer/contract/routes/sessions'
import { findUser, type Session } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import {
  browserSessionSteps,
  openBrowser,
  sidOf,
  type TestBrowser,
} from '../browser-sessions/test-browser.ts'
import { type BackChannel, openBackChannel, type PlatformSession } from './test-back-channel.ts'

let back: BackChannel
before(async () => {
  back = await openBackChannel()
  back.startDelivery()
})
after(() => back.close())

const { isOpen } = browserSessionSteps(() => back.testApp)

type Tokens = { accessToken: string }

const list = ({ accessToken: token }: Tokens) => back.testApp.call(listSessions, {}, { token })
const disown = ({ accessToken: token }: Tokens, id: string) =>
  back.testApp.call(disownSession, { params: { id } }, { token })
const endOthers = ({ accessToken: token }: Tokens) => back.testApp.call(endOtherSessions, {}, { token })
const endBrowser = ({ accessToken: token }: Tokens, id: string) =>
  back.testApp.call(endOneSession, { params: { id }, query: { scope: 'browser' } }, { token })
const isRenewed = async ({ refreshToken: token, client }: PlatformSession) =>
  (await back.testApp.call(refreshToken, { body: { refreshToken: token } }, { client })).status === 200

async function eventsOf(userId: string, event: string) {
  const { rows } = await sql<{ sessionId: string; details: unknown }>`
    select session_id, details from audit_events where user_id = ${userId} and event = ${event} order by id`.execute(
    back.testApp.services.db,
  )
  return rows
}

/** Returns the name that a look-up in this browser shows. */
async function nameIn(browser: TestBrowser, email: string): Promise<string | null> {
  const body = { userId: email, product: 'learning', platform: 'professor' } as const
  return (await browser.call(findUser, { body })).data.fullName
}

/** Signs a user in in two browsers, in the second one at two platforms, one of which has its own session. */
async function inTwoBrowsers() {
  const user = await back.testApp.makeUser({ platforms: ['student', 'school', 'professor'] })
  const [here, there] = [openBrowser(back.testApp), openBrowser(back.testApp)]
  const own = (await here.signIn(user.uuid)).data
  const [first, second] = [
    (await there.signIn(user.uuid, 'professor')).data,
    (await there.continueAs(user.uuid, 'student')).data,
  ]
  return { user, here, there, own, first, second, child: await back.handOver(second) }
}

type TwoBrowsers = Awaited<ReturnType<typeof inTwoBrowsers>>

async function assertOnlyHereIsOpen({ own, first, second, child }: TwoBrowsers): Promise<void> {
  for (const session of [first, second]) assert.equal(await isOpen(session), false)
  assert.equal(await isRenewed(child), false)
  assert.equal(await isOpen(own), true)
}

describe('the list of sessions', () => {
  it('marks the sessions in the browser of the caller, also one without a browser session', async () => {
    const { user, here, own, first } = await inTwoBrowsers()
    const older = (await here.signIn(user.uuid, 'professor')).data
    await sql`update sessions set browser_session_id = null where id = ${sidOf(older)}`.execute(
      back.testApp.services.db,
    )
    const marked = async (caller: Session) =>
      new Set((await list(caller)).data.flatMap(({ id, isHere }) => (isHere ? [id] : [])))
    assert.deepEqual(await marked(own), new Set([sidOf(own), sidOf(older)]))
    assert.equal((await marked(first)).has(sidOf(own)), false)
  })
})

describe('ending the sessions of one browser', () => {
  it('ends all of them with their platforms’ sessions, and keeps the browser known', async () => {
    const made = await inTwoBrowsers()
    const { user, there, own, first, child } = made
    assert.deepEqual(await back.endedBy(() => endBrowser(own, sidOf(first))), [child.id])
    await assertOnlyHereIsOpen(made)
    assert.equal(await nameIn(there, user.email), 'Asha Rao')
    const [event] = await eventsOf(user.uuid, 'session-ended')
    assert.deepEqual(event?.details, { endedBy: sidOf(own), scope: 'browser' })
    assert.equal((await endBrowser(own, sidOf(first))).status, 204, 'it has ended already')
  })

  it('ends one session only without the scope', async () => {
    const { own, first, second } = await inTwoBrowsers()
    const { status } = await back.testApp.call(
      endOneSession,
      { params: { id: sidOf(first) } },
      { token: own.accessToken },
    )
    assert.equal(status, 204)
    assert.deepEqual([await isOpen(first), await isOpen(second)], [false, true])
  })

  it('ends no session of another account in the same browser', async () => {
    const { own, there, first } = await inTwoBrowsers()
    const other = (await there.signIn((await back.testApp.makeUser()).uuid)).data
    for (const end of [endBrowser, disown]) assert.equal((await end(own, sidOf(first))).status, 204)
    assert.equal(await isOpen(other), true)
  })
})

describe('disowning a browser', () => {
  it('ends its sessions, tells the platforms, and forgets the browser', async () => {
    const made = await inTwoBrowsers()
    const { user, here, there, own, first, second, child } = made
    assert.deepEqual(await back.endedBy(() => disown(own, sidOf(second))), [child.id])
    await assertOnlyHereIsOpen(made)
    assert.equal(await nameIn(there, user.email), null)
    assert.equal(await nameIn(here, user.email), 'Asha Rao')
    assert.equal((await there.continueAs(user.uuid, 'school')).code, 'not-signed-in-here')
    assert.deepEqual(await eventsOf(user.uuid, 'session-disowned'), [
      { sessionId: sidOf(second), details: { disownedBy: sidOf(own) } },
    ])
    assert.equal((await disown(own, sidOf(first))).status, 204, 'it has ended already')
    assert.equal((await eventsOf(user.uuid, 'session-disowned')).length, 1)
  })

  it('ends a session without a browser session alone', async () => {
    const { own, first, second } = await inTwoBrowsers()
    await sql`update sessions set browser_session_id = null, browser_id = null where id = ${sidOf(first)}`.execute(
      back.testApp.services.db,
    )
    assert.equal((await disown(own, sidOf(first))).status, 204)
    assert.deepEqual([await isOpen(first), await isOpen(second)], [false, true])
  })

  it('forgets the browser of a session that has ended', async () => {
    const { user, there, own, first } = await inTwoBrowsers()
    await endBrowser(own, sidOf(first))
    assert.equal((await disown(own, sidOf(first))).status, 204)
    assert.equal(await nameIn(there, user.email), null)
  })

  it('ends a proof that waits for a platform', async () => {
    const { user, there, own, first } = await inTwoBrowsers()
    const refused = await there.signIn(user.uuid, 'iqa')
    const { proof } = JSON.parse(refused.text).errors
    await disown(own, sidOf(first))
    const body = { proof, platform: 'school', delivery: 'redirect' } as const
    assert.notEqual((await there.call(continueWithProof, { body })).status, 200)
  })

  it('leaves no session to a browser that continues at the same moment', async () => {
    const { user, there, own, first } = await inTwoBrowsers()
    const [continued, disowned] = await Promise.all([
      there.continueAs(user.uuid, 'school'),
      disown(own, sidOf(first)),
    ])
    assert.equal(disowned.status, 204)
    if (continued.status === 200) assert.equal(await isOpen(continued.data), false)
    assert.equal((await list(own)).data.length, 1)
  })
})

describe('ending the sessions everywhere else', () => {
  it('ends those of every other browser, and keeps all of this one', async () => {
    const made = await inTwoBrowsers()
    const { user, here, own, child } = made
    const beside = (await here.continueAs(user.uuid, 'school')).data
    const kept = await back.handOver(own, 'sister')
    const third = (await openBrowser(back.testApp).signIn(user.uuid)).data
    const others = (await openBrowser(back.testApp).signIn((await back.testApp.makeUser()).uuid)).data
    assert.deepEqual(await back.endedBy(() => endOthers(own)), [child.id])
    await assertOnlyHereIsOpen(made)
    assert.equal(await isOpen(third), false)
    for (const session of [beside, others]) assert.equal(await isOpen(session), true)
    assert.equal(await isRenewed(kept), true)
    const [event] = await eventsOf(user.uuid, 'sign-out')
    assert.deepEqual([event?.sessionId, event?.details], [sidOf(own), { scope: 'others' }])
  })

  it('ends nothing where the user is signed in in this browser only', async () => {
    const { uuid } = await back.testApp.makeUser()
    const own = (await openBrowser(back.testApp).signIn(uuid)).data
    assert.equal((await endOthers(own)).status, 204)
    assert.equal(await isOpen(own), true)
    assert.deepEqual(await eventsOf(uuid, 'sign-out'), [])
  })

  it('ends a platform’s session whose parent in another browser idled out', async () => {
    const { own, second, child } = await inTwoBrowsers()
    await sql`update sessions set idle_expires_at = clock_timestamp() - interval '1 second'
      where id = ${sidOf(second)}`.execute(back.testApp.services.db)
    assert.equal(await isRenewed(child), true)
    await endOthers(own)
    assert.equal((await list(own)).data.length, 1)
  })
})

describe('a stolen session', () => {
  it('ends nothing of another user, whose sessions look like none', async () => {
    const { own } = await inTwoBrowsers()
    const victim = await inTwoBrowsers()
    const ids = [sidOf(victim.first), victim.child.id, randomUUID()]
    for (const end of [disown, endBrowser]) {
      const answers = await Promise.all(ids.map((id) => end(own, id)))
      assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
      assert.equal(answers[0]?.status, 404)
      assert.equal((await end(own, 'no-uuid')).status, 400)
    }
    for (const session of [victim.own, victim.first, victim.second]) assert.equal(await isOpen(session), true)
    assert.equal(await nameIn(victim.there, victim.user.email), 'Asha Rao')
  })

  it('gives the session of a platform and a caller without a token nothing', async () => {
    const { own, first, child } = await inTwoBrowsers()
    for (const ask of [endOthers, (by: Tokens) => disown(by, sidOf(first))]) {
      assert.equal((await ask(child)).code, 'no-access')
      assert.equal((await ask({ accessToken: 'a.b.c' })).status, 401)
    }
    for (const session of [own, first]) assert.equal(await isOpen(session), true)
  })

  it('gets no code and no way in by disowning the browser of the owner', async () => {
    const { user, here, own, first } = await inTwoBrowsers()
    assert.equal((await disown(first, sidOf(own))).status, 204)
    assert.equal(await isOpen(own), false)
    assert.equal((await here.signIn(user.uuid)).status, 200, 'the password is still right')
    const messages = await back.testApp.services.outbox.recent(back.testApp.services.db, 50)
    assert.ok(
      messages.some(({ to, template }) => to === user.email && template === 'new-device'),
      'the next sign-in of the owner is one of a new browser',
    )
    await endOthers((await here.signIn(user.uuid)).data)
    const minted = await back.testApp.call(
      createCode,
      { body: { platform: 'student' } },
      { token: first.accessToken },
    )
    assert.equal(minted.status, 401)
  })
})
