/**
 * Compares Foyer with better-auth (signing in, reading a session) and with oidc-provider (refreshing tokens, exchanging
 * codes), on the same Postgres with the same users (`npm run bench:peer`). `--check` and `--json <file>` work as in
 * `npm run bench`.
 */

import { addUsers, type BenchUser } from '../service/add-users.ts'
import type { HashQuestion } from '../service/bare-hash.ts'
import { limitsFactor, password, ports } from '../service/bench-settings.ts'
import { startDatabase } from '../service/database.ts'
import { startHelper } from '../service/helper-process.ts'
import { type HttpClient, openHttpClient } from '../service/http-client.ts'
import { type Measured, measure, median, medianOf } from '../service/measure.ts'
import { readUserInfo, renewAtClient, signInAtClient } from '../service/openid-calls.ts'
import { build, entry, startService } from '../service/production-service.ts'
import { type Figure, report } from '../service/report.ts'
import { handOver, mintCode, refresh, signIn, type Tokens } from '../service/service-calls.ts'
import { addPeerUsers } from './add-peer-users.ts'
import { handOverAtOidc, type OidcTokens, openOidcSession, refreshAtOidc } from './oidc-peer-calls.ts'

const rounds = 3
const seconds = 5
/** Users whose browsers have the cookie of an earlier sign-in, as most users do. */
const returningUsers = 200
const inFlight = { signIns: 8, reads: 16 }
/** Enough sessions that no session is handed over more often than Foyer allows child sessions. */
const handoverSessions = 1_000
/** Few client addresses, because better-auth scans all known addresses at each request. */
const addresses = 64

build()
const database = await startDatabase()
try {
  report(`Foyer (${entry}) beside better-auth and oidc-provider`, await compare())
} finally {
  await database.stop()
}
console.log(
  `Medians of ${rounds} rounds of ${seconds} s, in turns. Both with the limits on, ${limitsFactor} times as high: better-auth's in memory,` +
    " Foyer's in Postgres; oidc-provider has none.\nA session is read at better-auth with a cookie (get-session, Postgres); with Foyer a platform's server verifies the" +
    ' access token by the sdk without a call.\nFoyer has no read of its own that takes a token: the nearest is minting a code, which writes.',
)

async function compare(): Promise<Figure[]> {
  const databaseUrl = await database.create('foyer_bench')
  const peerUrl = await database.create('peer_bench')
  const service = await startService(databaseUrl)
  const users = await addUsers(databaseUrl)
  const peer = await startHelper('peers/peer-server.ts', [peerUrl])
  const oidcPeer = await startHelper('peers/oidc-peer-server.ts', [await database.create('oidc_bench')])
  const platform = await startHelper('service/platform-server.ts', [service.url])
  const hashes = await startHelper('service/bare-hash.ts')
  await addPeerUsers(peerUrl, users)
  const ours = openHttpClient(service.url, 16, { addresses })
  const peerClient = openHttpClient(`http://localhost:${ports.peer}`, 16, { addresses })
  const oidcClient = openHttpClient(`http://localhost:${ports.oidcPeer}`, 16, { addresses })
  const platformServer = openHttpClient(`http://localhost:${ports.platform}`, 16, { addresses })
  try {
    const returning = users.slice(0, returningUsers)
    for (const user of returning) await signIn(ours, user)
    const next = inTurn(returning)
    // Uses other users than the sign-ins, because sign-ins end a user's oldest sessions.
    const others = users.slice(returningUsers)
    const held = await Promise.all(others.slice(0, inFlight.reads).map((user) => signIn(ours, user)))
    const cookies: string[] = []
    for (const user of users.slice(0, inFlight.reads)) cookies.push(await signInAtPeer(peerClient, user))

    const sessions: Tokens[] = []
    while (sessions.length < handoverSessions) {
      const together = others.slice(sessions.length, sessions.length + inFlight.signIns)
      sessions.push(...(await Promise.all(together.map((user) => signIn(ours, user)))))
    }
    const nextSession = inTurn(sessions)
    const oidcSessions: string[] = []
    for (const { uuid } of users.slice(0, handoverSessions))
      oidcSessions.push(await openOidcSession(oidcClient, uuid))
    const nextOidcSession = inTurn(oidcSessions)
    const openIdHeld: Tokens[] = []
    for (let index = 0; index < inFlight.reads; index += 1)
      openIdHeld.push(await signInAtClient(ours, nextSession()))
    const oidcHeld: OidcTokens[] = []
    for (let index = 0; index < inFlight.reads; index += 1)
      oidcHeld.push(await handOverAtOidc(oidcClient, nextOidcSession()))

    const routes = (task: (index: number) => Promise<unknown>) => () =>
      measure(task, { inFlight: inFlight.reads, seconds })
    const bearer = (index: number) => ({ authorization: `Bearer ${held[index]?.access_token}` })
    const loads = {
      argon2id: () => hashes.ask<Measured>({ kind: 'argon2id', seconds } satisfies HashQuestion),
      scrypt: () => hashes.ask<Measured>({ kind: 'scrypt', seconds } satisfies HashQuestion),
      signIns: () => measure(() => signIn(ours, next()), { inFlight: inFlight.signIns, seconds }),
      peerSignIns: () =>
        measure(() => signInAtPeer(peerClient, next()), { inFlight: inFlight.signIns, seconds }),
      reads: routes((index) => read(platformServer, '/', bearer(index))),
      peerReads: routes((index) =>
        read(peerClient, '/api/auth/get-session', { cookie: cookies[index] ?? '' }),
      ),
      codes: routes((index) => mintCode(ours, held[index] as Tokens)),
      pairs: routes(() => handOver(ours, nextSession())),
      openIdPairs: routes(() => signInAtClient(ours, nextSession())),
      oidcPairs: routes(() => handOverAtOidc(oidcClient, nextOidcSession())),
      refreshes: routes(async (index) => {
        held[index] = await refresh(ours, held[index] as Tokens)
      }),
      openIdRefreshes: routes(async (index) => {
        openIdHeld[index] = await renewAtClient(ours, openIdHeld[index] as Tokens)
      }),
      openIdReads: routes((index) => readUserInfo(ours, openIdHeld[index] as Tokens)),
      oidcReads: routes((index) => readUserInfo(oidcClient, oidcHeld[index] as OidcTokens, '/me')),
      oidcRefreshes: routes(async (index) => {
        oidcHeld[index] = await refreshAtOidc(oidcClient, oidcHeld[index] as OidcTokens)
      }),
    }
    const measured = await inRounds(loads)
    const ratio = (a: keyof typeof loads, b: keyof typeof loads) =>
      median(
        measured[a].map((round, index) => round.perSecond / (measured[b][index]?.perSecond ?? Number.NaN)),
      )
    return [
      rate('Foyer: sign-ins', measured.signIns),
      rate('better-auth: sign-ins', measured.peerSignIns),
      {
        name: 'Foyer to better-auth',
        value: ratio('signIns', 'peerSignIns'),
        unit: '×',
        target: { atLeast: 4.5 },
      },
      rate('argon2id alone, as Foyer uses it', measured.argon2id),
      rate('scrypt alone, as better-auth uses it', measured.scrypt),
      { name: 'argon2id to scrypt', value: ratio('argon2id', 'scrypt'), unit: '×' },
      rate('Foyer: session read at a platform', measured.reads),
      rate('better-auth: session read', measured.peerReads),
      { name: 'Foyer to better-auth', value: ratio('reads', 'peerReads'), unit: '×' },
      rate('Foyer: code minted', measured.codes),
      rate('Foyer: code minted and exchanged', measured.pairs),
      rate('oidc-provider: code minted and exchanged', measured.oidcPairs),
      {
        name: 'Foyer to oidc-provider',
        value: ratio('pairs', 'oidcPairs'),
        unit: '×',
        target: { atLeast: 3 },
      },
      rate('Foyer: signed in at a client of OpenID Connect', measured.openIdPairs),
      {
        name: 'Foyer to oidc-provider',
        value: ratio('openIdPairs', 'oidcPairs'),
        unit: '×',
      },
      rate('Foyer: renewed at /token', measured.openIdRefreshes),
      {
        name: 'Foyer to oidc-provider',
        value: ratio('openIdRefreshes', 'oidcRefreshes'),
        unit: '×',
        target: { atLeast: 3 },
      },
      rate('Foyer: /userinfo', measured.openIdReads),
      rate('oidc-provider: userinfo', measured.oidcReads),
      { name: 'Foyer to oidc-provider', value: ratio('openIdReads', 'oidcReads'), unit: '×' },
      rate('Foyer: token refreshed', measured.refreshes),
      rate('oidc-provider: token refreshed', measured.oidcRefreshes),
      {
        name: 'Foyer to oidc-provider',
        value: ratio('refreshes', 'oidcRefreshes'),
        unit: '×',
        target: { atLeast: 3 },
      },
    ]
  } finally {
    await Promise.all([ours, peerClient, oidcClient, platformServer].map((client) => client.close()))
    await Promise.all([peer, oidcPeer, platform, hashes].map((helper) => helper.stop()))
    await service.stop()
  }
}

async function inRounds<Name extends string>(
  loads: Record<Name, () => Promise<Measured>>,
): Promise<Record<Name, Measured[]>> {
  const names = Object.keys(loads) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Measured[]>
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) measured[name].push(await loads[name]())
  }
  return measured
}

/** Signs in at better-auth and returns the session's cookie. */
async function signInAtPeer(client: HttpClient, { email }: BenchUser): Promise<string> {
  const { status, headers, text } = await client.ask('POST', '/api/auth/sign-in/email', {
    body: { email, password },
  })
  if (status !== 200) throw new Error(`better-auth: ${status} ${text}`)
  return [headers['set-cookie'] ?? []].flat().join('; ').split(';')[0] ?? ''
}

/** Reads a session; throws if there is none. */
async function read(client: HttpClient, path: string, headers: Record<string, string>): Promise<void> {
  const { status, text } = await client.ask('GET', path, { headers })
  if (status !== 200 || text === 'null') throw new Error(`${path}: ${status} ${text}`)
}

function inTurn<Item>(items: readonly Item[]): () => Item {
  let next = 0
  return () => items[next++ % items.length] as Item
}

function rate(name: string, rounds: readonly Measured[]): Figure {
  const { perSecond, p50Ms, p99Ms } = medianOf(rounds)
  return { name, value: perSecond, unit: '/s', p50Ms, p99Ms }
}
