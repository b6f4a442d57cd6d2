/** Tests the outbox commands in a separate process. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createKeyring } from '../../kernel/keyring.ts'
import { noBackChannel } from '../../messages/back-channel/back-channel-delivery.ts'
import { createOutbox } from '../../messages/outbox.ts'
import { testSecret } from '../../testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { runFoyer } from './test-run-foyer.ts'

const installation = {
  provider: 'Foyer',
  supportEmail: 'help@foyer.example',
  baseUrl: 'https://foyer.example',
}
let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
  const { queue } = createOutbox({
    keyring: createKeyring([Buffer.from(testSecret)]),
    installation,
    senders: { email: null, sms: null },
    keepsContent: false,
    backChannel: noBackChannel,
  })
  const values = {
    code: '424242',
    minutes: 5,
    firstName: 'Asha',
    platform: 'student',
    purpose: 'login',
  } as const
  for (const [channel, to, expiresInSeconds] of [
    ['email', 'asha.rao@example.com', 300],
    ['sms', '+919876543210', 300],
    ['email', 'late@example.com', 0],
    ['email', 'waiting@example.com', 300],
  ] as const)
    await queue(database.db, { template: 'otp-code', channel, to, values, expiresInSeconds })
  await sql`update messages set state = 'dead', tries = 8, fault = 'ECONNREFUSED', finished_at = now()
    where id <> (select id from messages order by created_at desc limit 1)`.execute(database.db)
})
after(() => database.close())

async function foyer(words: string): Promise<{ code: number; text: string }> {
  const { code, out, error } = await runFoyer(words, {
    DATABASE_URL: database.url,
    FOYER_SECRETS: testSecret,
  })
  return { code, text: code === 0 ? out : error }
}

type Listed = { id: string; to: string; state: string; tries: number; channel: string }

async function list(words = ''): Promise<Listed[]> {
  return JSON.parse((await foyer(`outbox list --json${words}`)).text).messages
}

describe('outbox commands', { timeout: 180_000 }, () => {
  it('lists messages with the reason they wait, without content and with masked recipients', async () => {
    const { text } = await foyer('outbox list')
    assert.match(
      text,
      /^[0-9a-f-]{36} {2}dead {5}email {2}otp-code {2}a•••@example\.com .* 8 tries, last: ECONNREFUSED$/m,
    )
    assert.match(text, /\+91•••210/)
    for (const output of [text, JSON.stringify(await list())])
      assert.doesNotMatch(output, /424242|asha\.rao|9876543|Foyer|payload|waiting@/)
  })

  it('lists messages by state and names the states when one is unknown', async () => {
    assert.deepEqual(
      (await list(' --state waiting')).map(({ state, tries }) => [state, tries]),
      [['waiting', 0]],
    )
    assert.equal((await list(' --state dead')).length, 3)
    const { code, text } = await foyer('outbox list --state lost')
    assert.deepEqual([code, text], [1, 'Give one of the states waiting, sent, expired, dead\n'])
  })

  it('queues given-up messages again unless they have expired', async () => {
    const [waiting] = await list(' --state waiting')
    const dead = await list(' --state dead')
    const late = dead.find(({ to }) => to.startsWith('l'))
    const sms = dead.find(({ channel }) => channel === 'sms')
    assert.match((await foyer(`outbox retry ${waiting?.id}`)).text, /^This message is waiting:/)
    assert.match((await foyer(`outbox retry ${late?.id}`)).text, /^This message has expired/)
    assert.match((await foyer('outbox retry nonsense')).text, /^No message has this id/)
    assert.match((await foyer('outbox retry')).text, /^Give a message id or --all-dead/)
    assert.deepEqual(await foyer(`outbox retry ${sms?.id}`), { code: 0, text: `Queued again: ${sms?.id}\n` })
    assert.equal(JSON.parse((await foyer('outbox retry --all-dead --json')).text).retried.length, 1)
    assert.deepEqual((await list()).map(({ state, tries }) => [state, tries]).sort(), [
      ['dead', 8],
      ['waiting', 0],
      ['waiting', 0],
      ['waiting', 0],
    ])
    assert.equal((await foyer('outbox retry --all-dead')).text, 'No messages.\n')
  })
})
