/**
 * Tests that the log contains no secrets, joins a request to its answer and security events, and never blocks the
 * service (N-164).
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { IncomingMessage } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { describe, it, mock } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { logout } from '@foyer/contract/routes/sessions'
import { openRaw } from '../../../testing/raw-socket.ts'
import { openTestApp } from '../../../testing/test-app.ts'
import { Failure } from '../../failure.ts'
import { requestLogger } from './log.ts'

function logged(write: (log: ReturnType<typeof requestLogger>) => void): Record<string, unknown> {
  let line = ''
  write(requestLogger('trace', { write: (text) => (line = text) }))
  return JSON.parse(line)
}

describe('redaction of log lines', () => {
  it('redacts properties with the name of a secret, at any level and in lists', () => {
    const facts = {
      password: 'hidden',
      headers: { cookie: 'hidden', 'set-cookie': 'hidden', host: 'shown' },
      nested: { req: Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/hidden' }) },
      users: [{ contact: { email: 'hidden', kind: 'shown, too' } }],
    }
    const line = logged((log) => log.info(facts))
    assert.doesNotMatch(JSON.stringify(line), /hidden/)
    assert.partialDeepStrictEqual(line, {
      password: '[Redacted]',
      headers: { host: 'shown' },
      nested: { req: { method: 'GET' } },
      users: [{ contact: { kind: 'shown, too' } }],
    })
    assert.equal(facts.password, 'hidden')
  })

  it('logs kind and place of an error and its causes, without values', () => {
    const database = Object.assign(new Error('duplicate key'), {
      code: '23505',
      table: 'emails',
      detail: 'Key (key)=(hidden@example.com) already exists.',
      parameters: ['hidden'],
    })
    const quoting = new SyntaxError('Unexpected token, "hidden" is not valid JSON', { cause: database })
    const { err } = logged((log) => log.error({ err: new Error('outer', { cause: quoting }) })) as {
      err: { message: string; stack: string; cause: { type: string; cause: object } }
    }
    assert.doesNotMatch(JSON.stringify(err), /hidden/)
    assert.equal(err.message, 'outer')
    assert.match(err.stack, /^ {4}at .*log\.test\.ts/)
    assert.equal(err.cause.type, 'SyntaxError')
    assert.partialDeepStrictEqual(err.cause.cause, { errorCode: '23505', table: 'emails' })
  })
})

describe('clients that disconnect', () => {
  it('logs nothing above info when a client disconnects while sending a body', async () => {
    const lines: string[] = []
    const testApp = await openTestApp({
      config: { logLevel: 'trace' },
      logTo: { write: (line) => lines.push(line) },
    })
    await testApp.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = testApp.app.server.address() as AddressInfo
    const head = 'POST /api/auth/users/fetch HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
    const { socket } = await openRaw(port, `${head}content-length: 50\r\n\r\n{"use`)
    await sleep(100)
    socket.resetAndDestroy()
    // Waits until the request has ended and its log lines are written.
    await sleep(100)
    await testApp.close()
    assert.deepEqual(
      lines.filter((line) => JSON.parse(line).level > 30),
      [],
    )
  })
})

describe('request id', () => {
  it("puts one request id, never the caller's, into answer, log lines and audit trail", async () => {
    const lines: string[] = []
    const testApp = await openTestApp({
      config: { logLevel: 'info' },
      logTo: { write: (line) => lines.push(line) },
    })
    const { accessToken, user } = await testApp.signIn()
    lines.length = 0
    const answer = await testApp.call(
      logout,
      {},
      { token: accessToken, headers: { 'x-request-id': 'chosen' } },
    )
    const id = String(answer.headers['x-request-id'])
    const [event, answered] = lines.map((line) => JSON.parse(line))
    assert.partialDeepStrictEqual(event, { requestId: id, event: 'sign-out', platform: 'student' })
    assert.partialDeepStrictEqual(answered, { requestId: id, route: logout.path, status: 204 })
    assert.match(event.user, /^[\w-]{12}$/)
    assert.doesNotMatch(lines.join(''), new RegExp(`chosen|${user.uuid}`))
    const audited = await testApp.services.db
      .selectFrom('auditEvents')
      .select('event')
      .where('requestId', '=', id)
      .execute()
    assert.deepEqual(audited, [{ event: 'sign-out' }])
    await testApp.close()
  })
})

describe('log in production', () => {
  it('logs health probes at debug and other requests at info', async () => {
    for (const [logLevel, expected] of [
      ['info', ['/.well-known/jwks.json']],
      ['debug', ['/health/live', '/health/ready', '/.well-known/jwks.json']],
    ] as const) {
      const testApp = await openTestApp({ config: { logLevel } })
      const lines = testApp.captureLog()
      for (const path of ['/health/live', '/health/ready', '/.well-known/jwks.json'])
        assert.equal((await testApp.app.inject(path)).statusCode, 200)
      assert.deepEqual(
        lines.map((line) => JSON.parse(line).route),
        expected,
      )
      await testApp.close()
    }
  })

  it('logs no stack for a deliberate refusal, and nothing for refusals while stopping', async () => {
    const testApp = await openTestApp({ config: { logLevel: 'info' } })
    testApp.app.get('/api/busy', async () => {
      throw new Failure('overloaded', { detail: 'database', waitSeconds: 2 })
    })
    testApp.app.get('/api/stopping', async () => {
      throw new Failure('overloaded', { detail: 'stopping', waitSeconds: 5 })
    })
    testApp.app.get('/api/broken', async () => {
      throw new Error('broken')
    })
    const lines = testApp.captureLog()
    for (const path of ['/api/busy', '/api/stopping', '/api/broken'])
      assert.ok((await testApp.app.inject(path)).statusCode >= 500)
    const problems = lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)
    assert.equal(problems.length, 2)
    assert.partialDeepStrictEqual(problems[0], { level: 40, detail: 'database', msg: 'overloaded' })
    assert.equal(problems[0].err, undefined)
    assert.partialDeepStrictEqual(problems[1], { level: 50, err: { message: 'broken' } })
    await testApp.close()
  })
})

describe('log of a lost database', () => {
  it('has one line a second with a count, while any other fault keeps a line for each request', async () => {
    const testApp = await openTestApp({ config: { logLevel: 'info' } })
    testApp.app.get('/api/lost', async () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    })
    testApp.app.get('/api/broken', async () => {
      throw new Error('broken')
    })
    await testApp.app.ready()
    const lines = testApp.captureLog()
    const problems = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)
    const get = async (path: string, times: number) => {
      const answers = []
      for (let time = 0; time < times; time += 1) answers.push(await testApp.app.inject(path))
      return answers.map(({ headers }) => headers['x-request-id'])
    }
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const lostIds = await get('/api/lost', 100)
      mock.timers.tick(1_000)
      const lost = problems()
      assert.deepEqual(
        lost.map(({ level, msg, err, requestId, count }) => [level, msg, err.errorCode, requestId, count]),
        [
          [50, 'overloaded', 'ECONNREFUSED', lostIds[0], undefined],
          [50, 'overloaded', 'ECONNREFUSED', lostIds[99], 99],
        ],
      )
      const brokenIds = await get('/api/broken', 3)
      assert.deepEqual(
        problems()
          .slice(2)
          .map(({ msg, requestId, count }) => [msg, requestId, count]),
        brokenIds.map((id) => ['unexpected', id, undefined]),
      )
      // After 1 s without a fault, the next fault is logged at once.
      mock.timers.tick(1_000)
      await get('/api/lost', 3)
      assert.deepEqual(
        problems()
          .slice(5)
          .map(({ count }) => count),
        [undefined],
      )
    } finally {
      mock.timers.reset()
    }
    await testApp.close()
    assert.equal(problems().at(-1).count, 2)
  })
})

describe('lines that wait for their block', () => {
  /** Starts a process that logs ten lines and then runs `end`. */
  function logThen(end: string) {
    const script = `
      import { requestLogger } from './log.ts'
      const log = requestLogger('info')
      for (let line = 0; line < 10; line += 1) log.info('line')
      ${end}`
    return spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  }

  const countLines = (text: string) => text.split('\n').length - 1

  for (const [name, end] of Object.entries({
    'calls process.exit': 'process.exit(1)',
    'throws an error': "throw new Error('unforeseen')",
    'has nothing left to do': '',
  })) {
    it(`writes the last lines of a process that ${name}`, async () => {
      const child = logThen(end)
      const [chunks] = await Promise.all([child.stdout.toArray(), once(child, 'close')])
      assert.equal(countLines(Buffer.concat(chunks).toString()), 10)
    })
  }

  it('writes the last lines of a process that stays idle', async () => {
    const child = logThen('setInterval(() => {}, 60_000)')
    let written = ''
    for await (const chunk of child.stdout) {
      written += chunk
      // The process would never end by itself.
      if (countLines(written) === 10) child.kill('SIGKILL')
    }
    assert.equal(countLines(written), 10)
  })
})

describe('log output that accepts no lines', () => {
  /** Logs several megabytes, more than any pipe buffers, and then reports that the process still runs. */
  const talk = `
    import { Failure } from '../../failure.ts'
import { requestLogger } from './log.ts'
    const log = requestLogger('info')
    for (let line = 0; line < 20_000; line += 1) {
      log.info({ text: 'x'.repeat(200) })
      if (line % 500 === 0) await new Promise(setImmediate)
    }
    setTimeout(() => process.send({ mebibytes: process.memoryUsage().rss / 2 ** 20 }), 50)
    setInterval(() => {}, 1_000)`

  function startLogging(output: number | 'pipe'): ChildProcess {
    return spawn(process.execPath, ['--input-type=module', '-e', talk], {
      cwd: import.meta.dirname,
      stdio: ['ignore', output, 'ignore', 'ipc'],
    })
  }

  async function keepsRunning(child: ChildProcess): Promise<void> {
    const [said] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    child.kill('SIGKILL')
    assert.ok(said?.mebibytes < 300, `it says ${JSON.stringify(said)}`)
  }

  it('keeps running when the log is on a full disk', () =>
    keepsRunning(startLogging(openSync('/dev/full', 'w'))))

  it('keeps running when the log is a closed pipe', () => {
    const child = startLogging('pipe')
    child.stdout?.destroy()
    return keepsRunning(child)
  })

  it('keeps running when the log is a pipe without a reader', () => {
    const child = startLogging('pipe')
    child.stdout?.pause()
    return keepsRunning(child)
  })
})
