/**
 * F33: a platform is down, then hangs, while sessions end and the service is killed; the platform still learns of every
 * ended session (N-161).
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { countMessages } from '../../api/src/messages/messages.ts'
import type { Fault } from './fault.ts'
import { clientId, origin } from './installation/client.ts'
import { type Installation, openInstallation } from './installation/installation.ts'

/** The lease of an attempt, and the longest pause between the first four attempts. */
const heardWithinMs = 90_000

export const fault: Fault = {
  id: 'F33',
  title: 'a platform is down, then hangs, while users sign out; kill -9 with messages in flight',
  async run(check, { isShort }) {
    await using platform = await openPlatform()
    await using installation = await openInstallation({
      env: { NODE_OPTIONS: leadHere(platform.url()) },
      backchannelLogoutUri: `${origin}/foyer/back-channel-logout`,
    })
    await using client = installation.openClient()
    const { db } = installation.database
    platform.trust(installation)
    const count = isShort ? 20 : 100
    const users = await installation.addUsers(3 * count)
    const sessions: { token: string; sid: string }[] = []
    for (const uuid of users) {
      const { data: own } = await client.login(uuid)
      const { data: minted } = await client.mint(own?.accessToken ?? '')
      const { data: child } = await client.exchange(minted?.code ?? '')
      if (own && child)
        sessions.push({ token: own.accessToken, sid: String(decodeJwt(child.accessToken).sid) })
    }
    check('every user was signed in at the platform', sessions.length === users.length, sessions.length)
    const [down, hanging, killed] = [0, 1, 2].map((part) => sessions.slice(part * count, (part + 1) * count))

    await platform.stop()
    const answers = await Promise.all((down ?? []).map(({ token }) => signOut(installation, token)))
    check(
      'every sign-out was answered while the platform was down',
      answers.every((status) => status === 204),
    )
    await sleep(isShort ? 1_500 : 8_000)
    platform.behaviour = 'hang'
    await platform.start()
    const slow = await Promise.all((hanging ?? []).map(({ token }) => signOut(installation, token)))
    check(
      'and while it hung',
      slow.every((status) => status === 204),
    )
    await sleep(isShort ? 1_000 : 8_000)
    check('nothing was heard of yet', platform.heard.size === 0)

    platform.behaviour = 'fine'
    const last = Promise.all((killed ?? []).map(({ token }) => signOut(installation, token)))
    while (platform.heard.size < 5) await sleep(5)
    await installation.stopService('SIGKILL')
    const ended = (await last).map((status, index) => ({ status, sid: killed?.[index]?.sid ?? '' }))
    const acknowledged = ended.flatMap(({ status, sid }) => (status === 204 ? [sid] : []))
    await installation.startService()
    const startedAt = performance.now()
    const waiting = async () => (await countMessages(db))['back-channel'].waiting
    while ((await waiting()) > 0 && performance.now() - startedAt < heardWithinMs) await sleep(50)
    const tookMs = Math.round(performance.now() - startedAt)

    const due = [...(down ?? []), ...(hanging ?? [])].map(({ sid }) => sid).concat(acknowledged)
    const missed = due.filter((sid) => !platform.heard.has(sid))
    check(
      'the platform heard of every end that was acknowledged',
      missed.length === 0,
      `${due.length - missed.length}/${due.length}`,
    )
    check(
      `nothing waits ${heardWithinMs / 1_000} s after the restart`,
      (await waiting()) === 0,
      `${tookMs} ms`,
    )
    check('no message was given up', (await countMessages(db))['back-channel'].dead === 0)
    const open = await openSessions(installation, [...platform.heard.keys()])
    check('no session that the platform heard of is open', open === 0, open)
    check('every token was right', platform.faults.length === 0, platform.faults[0])
    const twice = [...platform.heard.values()].filter((tokens) => tokens > 1).length
    check('what arrived twice is what was in flight at the kill', twice <= 16, twice)
  },
}

async function signOut({ url }: Installation, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${url}/api/auth/logout`, { method: 'POST', headers }).then(
    ({ status }) => status,
    () => 0,
  )
}

async function openSessions({ database }: Installation, ids: string[]): Promise<number> {
  const rows = await database.db
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', ids)
    .where('revokedAt', 'is', null)
    .execute()
  return rows.length
}

/**
 * Production accepts only https on another machine, so this code redirects the calls to that host to the stand-in on
 * this machine.
 */
function leadHere(url: string): string {
  const code = `import http from 'node:http'
    import https from 'node:https'
    import { syncBuiltinESMExports } from 'node:module'
    https.request = (given, { agent, ...options }) =>
      http.request(String(given).replace('${origin}', '${url}'), options)
    syncBuiltinESMExports()`
  return `--import=data:text/javascript,${encodeURIComponent(code)}`
}

/** Imitates a platform's server: counts the valid logout tokens of each session. */
async function openPlatform() {
  let trusted: { issuer: string; keys: ReturnType<typeof createRemoteJWKSet> } | undefined
  let server: Server | undefined
  let port = 0
  const platform = {
    url: () => `http://127.0.0.1:${port}`,
    behaviour: 'fine' as 'fine' | 'hang',
    heard: new Map<string, number>(),
    faults: [] as string[],
    trust({ url }: Installation) {
      trusted = { issuer: url, keys: createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`)) }
    },
    async start() {
      server = createServer(async (request, response) => {
        const form = new URLSearchParams((await request.setEncoding('utf8').toArray()).join(''))
        if (platform.behaviour === 'hang' || !trusted) return
        try {
          const { payload } = await jwtVerify(form.get('logout_token') ?? '', trusted.keys, {
            issuer: trusted.issuer,
            audience: clientId,
            typ: 'logout+jwt',
            requiredClaims: ['sid', 'sub', 'jti', 'exp'],
          })
          const sid = String(payload.sid)
          platform.heard.set(sid, (platform.heard.get(sid) ?? 0) + 1)
        } catch (error) {
          platform.faults.push(String(error))
        }
        response.writeHead(200).end()
      })
      await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
      port = (server.address() as AddressInfo).port
    },
    async stop() {
      server?.closeAllConnections()
      await new Promise<void>((resolve) => (server?.listening ? server.close(() => resolve()) : resolve()))
    },
    [Symbol.asyncDispose]: () => platform.stop(),
  }
  await platform.start()
  return platform
}
