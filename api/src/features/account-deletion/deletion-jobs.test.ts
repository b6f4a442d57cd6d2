/** Tests the jobs that remind users of a deletion and carry it out (N-96, N-190). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { requestDeletion } from '@foyer/contract/routes/account-deletion'
import { putOwnPicture } from '@foyer/contract/routes/pictures'
import { login } from '@foyer/contract/routes/sign-in'
import { deletionGraceDays } from '@foyer/contract/shared-values'
import { sql } from 'kysely'
import { photo } from '../../kernel/uploads/test-files.ts'
import { runFoyer } from '../../operator/command-line/test-run-foyer.ts'
import { runJobs } from '../../operator/jobs/run-jobs.ts'
import { sent } from '../../testing/canary-values.ts'
import { fillTables } from '../../testing/filled-tables.ts'
import { cellsOf, findCanaries } from '../../testing/find-canaries.ts'
import { openTestApp, type TestApp, testSecret } from '../../testing/test-app.ts'
import { disableUser } from '../accounts/account-status-changes.ts'
import { messagesTo } from '../password-links/test-links.ts'
import { carryOutDeletions } from './deletion-jobs.ts'
import { deletionSteps } from './test-deletion.ts'

const apps = { config: { captcha: 'off', limitsFactor: 1_000 } } as const

let testApp: TestApp
before(async () => {
  testApp = await openTestApp(apps)
})
after(() => testApp.close())

const { openLeaving, move, doJobs, exists, noticesTo } = deletionSteps(() => testApp)

describe('the jobs of deletions', { timeout: 120_000 }, () => {
  it('remind the user once, three days before', async () => {
    const { uuid, email } = await openLeaving()
    await move(uuid, deletionGraceDays - 4)
    await doJobs()
    assert.deepEqual(await noticesTo(email), ['deletion-requested'])
    await move(uuid, 1)
    await doJobs()
    await doJobs()
    assert.deepEqual(await noticesTo(email), ['deletion-requested', 'deletion-reminder'])
  })

  it('delete the user from every table and the storage, and keep the audit trail without the user', async () => {
    const own = await openTestApp(apps)
    const run = async (...words: string[]) => {
      const { code, out } = await runFoyer(words, {
        DATABASE_URL: own.databaseUrl,
        FOYER_SECRETS: testSecret,
      })
      assert.equal(code, 0)
      return out
    }
    const { db } = own.services
    const { uuid, names } = await fillTables(own, run)
    const body = { uuid, password: sent['right password'], product: 'learning', platform: 'student' } as const
    const { data } = await own.call(login, { body })
    const token = data.accessToken
    const file = await photo().jpeg().toBuffer()
    const { picture } = (await own.call(putOwnPicture, {}, { token, file })).data
    const isStored = async () => (await own.app.inject({ url: picture ?? '' })).statusCode === 200
    assert.ok(await isStored())
    assert.equal((await own.call(requestDeletion, {}, { token })).status, 200)
    assert.ok(findCanaries(names, await cellsOf(db)).length > 20)
    const events = async () => (await sql`select from audit_events`.execute(db)).rows.length
    const before = await events()
    await sql`update account_deletions set due_at = now(), reminded_at = now()`.execute(db)
    const { rows } = await sql`select from account_deletions where user_id = ${uuid}`.execute(db)
    assert.equal(rows.length, 1)
    await runJobs(own.services, new AbortController().signal)
    assert.deepEqual(findCanaries(names, await cellsOf(db)), [])
    assert.ok((await events()) > before)
    assert.ok(!(await isStored()))
    const [last] = await messagesTo(own, sent.email)
    assert.equal(last?.template, 'account-deleted')
    await own.close()
  })

  it('delete a disabled user, who cannot sign in to cancel', async () => {
    const { uuid } = await openLeaving()
    await disableUser(testApp.services, uuid)
    await move(uuid, deletionGraceDays)
    await doJobs()
    assert.equal(await exists(uuid), false)
  })

  it('delete the others if one account cannot be deleted, and try it again', async () => {
    const [first, second] = [await openLeaving(), await openLeaving()]
    for (const { uuid } of [first, second]) await move(uuid, deletionGraceDays)
    const { services } = testApp
    const { db } = services
    await sql`create table holders (user_id uuid references users)`.execute(db)
    await sql`insert into holders values (${first.uuid})`.execute(db)
    await assert.rejects(carryOutDeletions(services, 100), AggregateError)
    assert.deepEqual([await exists(first.uuid), await exists(second.uuid)], [true, false])
    await sql`drop table holders`.execute(db)
    await carryOutDeletions(services, 100)
    assert.equal(await exists(first.uuid), false)
  })

  it('count a text message about a deletion only with the deletion', async () => {
    const own = await openTestApp({ config: { ...apps.config, smsPerDay: 2 } })
    const { db } = own.services
    const steps = deletionSteps(() => own)
    const phoneNumber = '+919876500192'
    const { uuid, token } = await steps.open({ phoneNumber })
    await sql`delete from emails where user_id = ${uuid}`.execute(db)
    await steps.ask(token)
    await steps.move(uuid, deletionGraceDays)
    await sql`create table holders (user_id uuid references users)`.execute(db)
    await sql`insert into holders values (${uuid})`.execute(db)
    for (let count = 0; count < 3; count += 1)
      await assert.rejects(carryOutDeletions(own.services, 100), AggregateError)
    await sql`drop table holders`.execute(db)
    await carryOutDeletions(own.services, 100)
    // The deletion removes the earlier messages.
    assert.deepEqual(await steps.noticesTo(phoneNumber), ['account-deleted'])
    await own.close()
  })
})
