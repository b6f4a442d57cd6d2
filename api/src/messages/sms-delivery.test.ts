/** Tests SMS delivery through HTTP services that fail in several ways. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { DeliveryTiming } from './channel-worker.ts'
import type { Sender } from './senders/sender.ts'
import { createTwilioSender } from './senders/twilio.ts'
import { createWebhookSender } from './senders/webhook.ts'
import { openOutbox, statesOf, type TestOutbox, until } from './test-outbox.ts'

type Request = { path: string; headers: IncomingMessage['headers']; body: string }

let database: TestDatabase
let server: Server
let url: string
let outbox: TestOutbox | undefined
let requests: Request[]
let answer: (response: ServerResponse) => void
before(async () => {
  database = await createTestDatabase()
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(async () => {
  server.closeAllConnections()
  server.close()
  await database.close()
})
beforeEach(async () => {
  await sql`truncate messages`.execute(database.db)
  requests = []
  answer = (response) => response.writeHead(201).end('{"sid":"SM1","status":"queued"}')
})
afterEach(() => outbox?.stop())

const key = Buffer.alloc(32, 'key of the webhook')
const twilio = () =>
  createTwilioSender({ accountSid: 'AC1', authToken: 'a token', from: '+15005550006', baseUrl: url })
const webhook = () => createWebhookSender({ url: `${url}/sms`, key })

async function send(sms: Sender, timing: Partial<DeliveryTiming> = {}): Promise<void> {
  outbox = openOutbox(database.db, { sms, timing })
  await outbox.queueCode({ channel: 'sms', to: '+919876543210', code: '424242' })
}

async function isIn(state: string): Promise<void> {
  await until(async () => (await statesOf(database.db))[state] === 1)
}

async function faultOf(): Promise<string | null | undefined> {
  const { rows } = await sql<{ fault: string | null }>`select fault from messages`.execute(database.db)
  return rows[0]?.fault
}

describe('Twilio sender', { timeout: 120_000 }, () => {
  it('posts an SMS in the format of the Twilio API', async () => {
    await send(twilio())
    await isIn('sent')
    const [request] = requests
    assert.equal(request?.path, '/2010-04-01/Accounts/AC1/Messages.json')
    assert.equal(request?.headers['content-type'], 'application/x-www-form-urlencoded')
    assert.equal(request?.headers.authorization, `Basic ${Buffer.from('AC1:a token').toString('base64')}`)
    const { To, From, Body } = Object.fromEntries(new URLSearchParams(request?.body))
    assert.deepEqual([To, From], ['+919876543210', '+15005550006'])
    assert.match(Body ?? '', /^424242 is your Foyer code/)
    assert.equal(Body?.split('\n').at(-1), '@accounts.foyer.example #424242')
  })

  it('sends from a Twilio messaging service instead of a number', async () => {
    const from = `MG${'0'.repeat(32)}`
    await send(createTwilioSender({ accountSid: 'AC1', authToken: 'a token', from, baseUrl: url }))
    await isIn('sent')
    const { MessagingServiceSid, From } = Object.fromEntries(new URLSearchParams(requests[0]?.body))
    assert.deepEqual([MessagingServiceSid, From], [from, undefined])
  })

  it('gives up an SMS refused by Twilio at once and keeps only the error number', async () => {
    const refusal = { code: 21211, message: "The 'To' number +919876543210 is not valid" }
    answer = (response) => response.writeHead(400).end(JSON.stringify(refusal))
    await send(twilio())
    await isIn('dead')
    assert.equal(requests.length, 1)
    assert.equal(await faultOf(), 'http-400 twilio-21211')
  })

  for (const status of [429, 500, 503]) {
    it(`tries an SMS again after status ${status}`, async () => {
      answer = (response) => response.writeHead(requests.length < 3 ? status : 201).end()
      await send(twilio())
      await isIn('sent')
      assert.equal(requests.length, 3)
    })
  }

  it('tries an SMS again when the provider hangs or closes the connection', async () => {
    answer = (response) => {
      if (requests.length === 2) response.destroy()
      if (requests.length === 3) response.writeHead(201).end()
    }
    await send(twilio(), { tryMs: 3_000 })
    await isIn('sent')
    assert.deepEqual(
      outbox?.tried.map((outcome) => ('fault' in outcome ? outcome.fault : outcome.result)),
      ['timeout', 'ECONNRESET', 'sent'],
    )
  })

  it('counts an accepted SMS as sent, however long the answer is', async () => {
    answer = (response) => {
      response.writeHead(201)
      response.write('{')
    }
    await send(twilio())
    await isIn('sent')
  })

  it('follows no redirect of an SMS provider', async () => {
    answer = (response) =>
      requests.length === 1
        ? response.writeHead(307, { location: `${url}/elsewhere` }).end()
        : response.writeHead(201).end()
    await send(twilio())
    await isIn('sent')
    assert.ok(requests.every(({ path }) => path !== '/elsewhere'))
    assert.equal(requests.length, 2)
  })

  it('accepts a refusal of any length from an SMS provider', async () => {
    const end = Promise.withResolvers<void>()
    answer = (response) => {
      response.on('close', () => end.resolve())
      response.writeHead(500)
      const chunk = 'x'.repeat(65_536)
      const write = (): boolean => response.destroyed || (response.write(chunk) && write())
      response.on('drain', write)
      write()
    }
    await send(twilio())
    await end.promise
    await until(() => (outbox?.tried.length ?? 0) > 0)
    assert.equal(await faultOf(), 'http-500')
  })
})

describe('webhook sender', { timeout: 120_000 }, () => {
  /** Verifies a signature as https://www.standardwebhooks.com describes. */
  function verify({ headers, body }: Request): boolean {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': given } = headers
    const signed = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    return given === `v1,${signed}` && Math.abs(Date.now() / 1_000 - Number(timestamp)) < 300
  }

  it('signs an SMS webhook so that its receiver can verify it', async () => {
    await send(webhook())
    await isIn('sent')
    const [request] = requests
    assert.ok(request && verify(request))
    assert.ok(!verify({ ...request, body: request.body.replace('+91', '+92') }))
    const { type, data } = JSON.parse(request.body)
    assert.equal(type, 'sms.send')
    assert.equal(data.to, '+919876543210')
    assert.match(data.text, /#424242$/)
  })

  it('keeps the id of an SMS webhook at every try and signs each try', async () => {
    answer = (response) => response.writeHead(requests.length < 3 ? 500 : 204).end()
    await send(webhook())
    await isIn('sent')
    assert.equal(new Set(requests.map(({ headers }) => headers['webhook-id'])).size, 1)
    assert.ok(requests.every(verify))
  })
})
