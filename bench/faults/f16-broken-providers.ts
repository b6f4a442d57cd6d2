/** F16: lets the providers of social sign-in hang, fail, or answer with a page, 10 MB, a redirect or single bytes (N-45). */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { memoryOf } from '../service/process-figures.ts'
import type { Fault } from './fault.ts'
import { openInstallation } from './installation/installation.ts'

type Misbehaviour = (response: ServerResponse) => void

const json = { 'content-type': 'application/json' }
const tenMegabytes = Buffer.alloc(10_000_000, 'x')
const limitMs = 3_000
/** The memory of the process may grow by this much: ten answers of 10 MB would be 100. */
const growthMb = 30

const misbehaviours: Record<string, Misbehaviour> = {
  'never answers': () => {},
  'answers 500': (response) => response.writeHead(500, json).end('{}'),
  'answers with a page': (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi</p>'),
  'answers with 10 MB': (response) => response.writeHead(200, json).end(tenMegabytes),
  'redirects to a private address': (response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  'redirects to this machine': (response) => response.writeHead(302, { location: '/followed' }).end(),
  'answers a byte every 100 ms'(response) {
    response.writeHead(200, json).flushHeaders()
    const dripping = setInterval(() => response.write(' '), 100)
    response.on('close', () => clearInterval(dripping))
  },
}

export const fault: Fault = {
  id: 'F16',
  title: 'social providers hang, fail, or answer with a page, 10 MB, a redirect or single bytes',
  async run(check, { isShort }) {
    using provider = await openProvider()
    await using installation = await openInstallation({ env: settingsAt(provider.url), isStarted: false })
    const atOnce = isShort ? 5 : 20
    for (const [name, misbehaviour] of Object.entries(misbehaviours)) {
      provider.misbehave(misbehaviour)
      // A new process has not called a provider yet, so no circuit breaker is open.
      await installation.startService()
      await tryOne(installation.url)
      const { pid } = installation.service()
      const before = memoryOf(pid).nowMb
      const tried = await Promise.all(Array.from({ length: atOnce }, () => tryOne(installation.url)))
      const wrong = tried.flat().filter(({ isRight }) => !isRight).length
      const slowest = Math.round(Math.max(...tried.flat().map(({ ms }) => ms)))
      const grown = Math.round(memoryOf(pid).peakMb - before)
      check(`it ${name}: every user is told so`, wrong === 0, `${tried.flat().length} users, ${wrong} not`)
      check(`it ${name}: within 3 s`, slowest <= limitMs, `${slowest} ms`)
      check(`it ${name}: memory stays flat`, grown <= growthMb, `+${grown} MB at most`)
      check(`it ${name}: the service stays ready`, await installation.isReady())
      await installation.stopService('SIGKILL')
    }
    check('no redirect was followed', provider.followed() === 0, provider.followed())
  },
}

type Tried = { isRight: boolean; ms: number }

/** Starts a sign-in with Google in a browser, and sends a token of Facebook. */
function tryOne(url: string): Promise<Tried[]> {
  const query = new URLSearchParams({
    ...{ platform: 'student', mode: 'popup', channel: 'c'.repeat(22), return: '/?platform=student' },
  })
  const start = timed(async () => {
    const answer = await fetch(`${url}/api/auth/social/google/start?${query}`, { redirect: 'manual' })
    return answer.status === 303 && /[#&]error=failed/.test(answer.headers.get('location') ?? '')
  })
  const token = timed(async () => {
    const answer = await fetch(`${url}/api/auth/social-auth/accounts`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({
        ...{ platform: 'student', account_type: 'learning', provider: 'facebook', access_token: 'EAAtoken' },
        ...{ token_type: 'universal', purpose: 'login', source: 'direct', utm_params: {} },
      }),
    })
    return answer.status === 400 && (await answer.text()).includes('Error signing in.')
  })
  return Promise.all([start, token])
}

async function timed(work: () => Promise<boolean>): Promise<Tried> {
  const begun = performance.now()
  const isRight = await work()
  return { isRight, ms: performance.now() - begun }
}

async function openProvider() {
  let misbehave: Misbehaviour = () => {}
  let followed = 0
  const server = createServer((request, response) => {
    response.on('error', () => {})
    if (request.url === '/followed') followed += 1
    misbehave(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    misbehave(next: Misbehaviour) {
      misbehave = next
    },
    followed: () => followed,
    [Symbol.dispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function settingsAt(url: string): Record<string, string> {
  return {
    ...{ GOOGLE_CLIENT_ID: 'faults', GOOGLE_CLIENT_SECRET: 'a-secret', GOOGLE_ISSUER: `${url}/google` },
    ...{ FACEBOOK_APP_ID: '1234567890', FACEBOOK_APP_SECRET: 'a-secret', FACEBOOK_GRAPH_URL: `${url}/graph` },
  }
}
