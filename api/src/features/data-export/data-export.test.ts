/**
 * Tests the export of a user's data: who may ask for it and download it, what it contains, how often, and what happens if a
 * worker fails (N-97, N-191).
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getProfile, putProfile } from '@foyer/contract/profile/profile-routes'
import { downloadExport, getExport, requestExport } from '@foyer/contract/routes/data-export'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { listSessions } from '@foyer/contract/routes/sessions'
import { getSettings } from '@foyer/contract/routes/settings'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { recordAs } from '../../kernel/audit.ts'
import { runFoyer } from '../../operator/command-line/test-run-foyer.ts'
import { runJobs } from '../../operator/jobs/run-jobs.ts'
import { sent } from '../../testing/canary-values.ts'
import { fillTables } from '../../testing/filled-tables.ts'
import { cellsOf, findCanaries } from '../../testing/find-canaries.ts'
import { openTestApp, originOf, rightPassword, type TestApp, testSecret } from '../../testing/test-app.ts'
import { deletionSteps } from '../account-deletion/test-deletion.ts'
import { disableUser, enableUser } from '../accounts/account-status-changes.ts'
import { claimExport, noteProgress, storeFiles } from '../accounts/data-exports.ts'
import { userData } from '../accounts/user-data.ts'
import { messagesTo } from '../password-links/test-links.ts'
import { ageSessions } from '../step-up/test-step-up.ts'
import { makeNextExport } from './make-export.ts'
import { exportsPerUser } from './own-export.ts'

const apps = { config: { captcha: 'off', limitsFactor: 1_000 } } as const

let testApp: TestApp
before(async () => {
  testApp = await openTestApp(apps)
})
after(() => testApp.close())

const { open, signIn } = deletionSteps(() => testApp)
const ask = (token: string) => testApp.call(requestExport, {}, { token })
const state = async (token: string) => (await testApp.call(getExport, {}, { token })).data
const download = (token: string, format?: 'html' | 'json') =>
  testApp.call(downloadExport, { query: format ? { format } : {} }, { token })

async function makeAll(): Promise<void> {
  while (await makeNextExport(testApp.services)) {}
}

async function openReady() {
  const account = await open()
  assert.equal((await ask(account.token)).status, 200)
  await makeAll()
  return account
}

/** Lets the lease of every worker end. */
async function endLeases(): Promise<void> {
  await sql`update data_exports set due_at = now() - interval '1 second'`.execute(testApp.services.db)
}

describe('a user who asks for their data', () => {
  it('sees how far the files are, is told by mail, and downloads both', async () => {
    const { token, email } = await open()
    assert.equal((await state(token)).state, 'none')
    const asked = await ask(token)
    assert.deepEqual([asked.data.state, asked.data.percent, asked.data.expiresAt], ['waiting', 0, null])
    const { db } = testApp.services
    const claimed = await claimExport(db)
    assert.ok(claimed && (await noteProgress(db, claimed, 40)))
    assert.equal((await state(token)).percent, 40)
    assert.equal((await download(token)).status, 404)
    await endLeases()
    await makeAll()
    const ready = await state(token)
    assert.deepEqual([ready.state, ready.percent], ['ready', 100])
    assert.equal(Math.round((Date.parse(ready.expiresAt ?? '') - Date.now()) / 86_400_000), 7)
    const [mail] = await messagesTo(testApp, email)
    assert.equal(mail?.template, 'export-ready')
    assert.match(mail?.text ?? '', /\/account\/privacy\?platform=student/)
    for (const [format, type] of [
      ['html', 'text/html'],
      ['json', 'application/json'],
    ] as const) {
      const { status, headers, text } = await download(token, format)
      assert.equal(status, 200)
      assert.match(String(headers['content-type']), new RegExp(`^${type}`))
      assert.match(
        String(headers['content-disposition']),
        /^attachment; filename="foyer-data-\d{4}-\d\d-\d\d\./,
      )
      assert.match(String(headers['content-security-policy']), /sandbox/)
      assert.equal(headers['cache-control'], 'no-store')
      assert.ok(text.includes(email))
    }
  })

  it('gets what the routes of the account answer', async () => {
    const { token, uuid } = await open()
    await testApp.call(
      putProfile,
      { body: { username: `teacher${Date.now()}`, headline: 'I teach physics' } },
      { token },
    )
    await ask(token)
    await makeAll()
    const data = JSON.parse((await download(token, 'json')).text)
    const profile = (await testApp.call(getProfile, {}, { token })).data
    assert.deepEqual(
      [data.id, data.profile.username, data.profile.headline],
      [uuid, profile.username, 'I teach physics'],
    )
    assert.deepEqual(data.settings, (await testApp.call(getSettings, {}, { token })).data)
    const sessions = (await testApp.call(listSessions, {}, { token })).data
    assert.deepEqual(
      data.sessions.map(({ id }: { id: string }) => id),
      sessions.map(({ id }) => id),
    )
    assert.deepEqual(
      data.memberships.map(({ platform }: { platform: string }) => platform),
      ['student'],
    )
  })

  it('gets every kind of data, in words on a page without scripts, and no password, token or key', async () => {
    const own = await openTestApp(apps)
    const run = async (...words: string[]) =>
      (await runFoyer(words, { DATABASE_URL: own.databaseUrl, FOYER_SECRETS: testSecret })).out
    const { uuid, secrets } = await fillTables(own, run)
    const body = { uuid, password: sent['right password'], product: 'learning', platform: 'student' } as const
    const token = (await own.call(login, { body })).data.accessToken
    await own.call(requestExport, {}, { token })
    assert.equal(await makeNextExport(own.services), true)
    const file = async (format: 'html' | 'json') =>
      (await own.call(downloadExport, { query: { format } }, { token })).text
    const [json, page] = [await file('json'), await file('html')]
    const data = JSON.parse(json)
    for (const [name, { title, read }] of Object.entries(userData)) {
      if (read === 'with another kind') continue
      assert.ok(name in data, name)
      assert.ok(page.includes(`<section id="${name}"><h2>${title}</h2>`), title)
    }
    assert.ok(page.includes(sent['text of a profile']) && page.includes(sent.email))
    assert.doesNotMatch(page, /<script|<img|rel="stylesheet"/)
    const watched = { ...secrets, 'right password': sent['right password'] }
    assert.deepEqual(
      findCanaries(watched, [
        { name: 'json', text: json },
        { name: 'html', text: page },
      ]),
      [],
    )
    const cells = (await cellsOf(own.services.db)).filter(({ name }) =>
      /^data_exports\.(html|json)$/.test(name),
    )
    assert.equal(cells.length, 2)
    assert.deepEqual(findCanaries({ email: sent.email }, cells), [], 'the files are encrypted')
    await own.close()
  })

  it('gets markup in a name as text', async () => {
    const { token, uuid } = await open({ firstName: '<script>alert(1)</script>' })
    await ask(token)
    await makeAll()
    const { text } = await download(token)
    assert.ok(uuid && text.includes('&lt;script&gt;alert(1)'))
    assert.ok(!text.includes('<script>alert'))
  })

  it('does not get the name of an operator, nor requests for help from a mailbox that is not proven', async () => {
    const { uuid, email } = await open()
    const { services } = testApp
    await recordAs('Nila Operator', async () => {
      await disableUser(services, uuid)
      await enableUser(services, uuid)
    })
    const token = await signIn(uuid)
    await ask(token)
    await makeAll()
    const proven = JSON.parse((await download(token, 'json')).text)
    assert.ok(proven.auditTrail.some(({ event }: { event: string }) => event === 'user-disabled'))
    assert.ok(!JSON.stringify(proven).includes('Nila Operator'))
    assert.ok(proven.messages.length > 0, 'the mail about the files')
    await sql`update emails set provenance = 'self_unverified' where address = ${email}`.execute(services.db)
    await ask(token)
    await makeAll()
    const unproven = JSON.parse((await download(token, 'json')).text)
    assert.deepEqual(unproven.messages, [])
  })

  it('needs a recent proof to ask and to download', async () => {
    const { uuid, token } = await openReady()
    await ageSessions(testApp, uuid)
    assert.equal((await ask(token)).code, 'proof-needed')
    assert.equal((await download(token)).code, 'proof-needed')
    assert.equal((await state(token)).state, 'ready', 'the state needs none')
  })

  it('gets the export that waits when asking twice, and another one in place of one that is ready', async () => {
    const { token } = await open()
    const [first, second] = await Promise.all([ask(token), ask(token)])
    assert.equal(first.data.requestedAt, second.data.requestedAt)
    await makeAll()
    assert.equal((await download(token)).status, 200)
    assert.equal((await ask(token)).data.state, 'waiting')
    assert.equal((await download(token)).status, 404)
    await makeAll()
    assert.equal((await download(token)).status, 200)
  })

  it('may ask three times a day', async () => {
    const strict = await openTestApp({ config: { captcha: 'off' } })
    const { uuid } = await strict.makeUser()
    const body = { uuid, password: rightPassword, product: 'learning', platform: 'student' } as const
    const token = (await strict.call(login, { body })).data.accessToken
    for (let count = 0; count < exportsPerUser.max; count += 1) {
      assert.equal((await strict.call(requestExport, {}, { token })).status, 200)
      await makeNextExport(strict.services)
    }
    const refused = await strict.call(requestExport, {}, { token })
    assert.equal(refused.code, 'too-many-attempts')
    const kept = await strict.call(downloadExport, { query: {} }, { token })
    assert.equal(kept.status, 200, 'a refused request keeps the files')
    await strict.close()
  })

  it('loses the files after seven days', async () => {
    const { token } = await openReady()
    const { db } = testApp.services
    await sql`update data_exports set expires_at = now() - interval '1 second'`.execute(db)
    assert.equal((await download(token)).status, 404)
    assert.equal((await state(token)).state, 'none')
    await runJobs(testApp.services, new AbortController().signal)
    assert.equal((await sql`select from data_exports`.execute(db)).rows.length, 0)
  })
})

describe('anyone else', () => {
  it('neither sees nor downloads the export of a user: signed out, as another user, or as a platform', async () => {
    const { token } = await openReady()
    const other = await open()
    assert.equal((await state(other.token)).state, 'none')
    assert.equal((await download(other.token)).status, 404)
    for (const route of [getExport, requestExport, downloadExport] as const) {
      const given = route === downloadExport ? { query: {} } : {}
      assert.equal((await testApp.call(route, given as never, {})).status, 401, route.path)
    }
    const { code } = (await testApp.mint(token, { redirectUrl: `${originOf('student')}/callback` })).data
    const body = { code, platform: 'student' } as const
    const { data } = await testApp.call(exchangeCode, { body }, { client: 'student-client' })
    const platform = data.session.accessToken
    assert.equal((await download(platform)).code, 'no-access')
    assert.equal((await ask(platform)).code, 'no-access')
    assert.equal((await testApp.call(getExport, {}, { token: platform })).code, 'no-access')
  })
})

describe('a worker', () => {
  it('that dies is replaced by another after its lease, and writes nothing any more', async () => {
    const { token } = await open()
    await ask(token)
    const { db, keyring } = testApp.services
    const dead = await claimExport(db)
    assert.ok(dead)
    assert.equal(await makeNextExport(testApp.services), false, 'the lease runs')
    await endLeases()
    const next = await claimExport(db)
    assert.ok(next)
    assert.equal(await noteProgress(db, dead, 50), false)
    assert.equal(await storeFiles(db, keyring, dead, { html: 'late', json: 'late' }), null)
    assert.ok(await storeFiles(db, keyring, next, { html: 'page', json: '{}' }))
    assert.equal((await download(token)).text, 'page')
  })

  it('leaves one export to one copy of the service', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => open()))
    for (const { token } of accounts) await ask(token)
    const claims = await Promise.all(Array.from({ length: 6 }, () => claimExport(testApp.services.db)))
    const ids = claims.flatMap((claim) => (claim ? [claim.id] : []))
    assert.deepEqual([ids.length, new Set(ids).size], [4, 4])
    await endLeases()
    await makeAll()
    for (const { token } of accounts) assert.equal((await state(token)).state, 'ready')
  })

  it('that fails three times gives the export up, and the user asks again', async () => {
    const { token } = await open()
    await ask(token)
    const { services } = testApp
    const { db } = services
    await sql`alter table notifications rename to elsewhere`.execute(db)
    for (let count = 0; count < 3; count += 1) await assert.rejects(makeNextExport(services))
    assert.equal(await makeNextExport(services), false)
    await sql`alter table elsewhere rename to notifications`.execute(db)
    assert.equal((await state(token)).state, 'failed')
    assert.equal((await download(token)).status, 404)
    assert.equal((await ask(token)).data.state, 'waiting')
    await makeAll()
    assert.equal((await state(token)).state, 'ready')
  })
})
