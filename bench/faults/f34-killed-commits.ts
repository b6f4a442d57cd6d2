/**
 * F34: kills the service after the database has committed and before the answer arrives; every client repeats its
 * request.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Check, Fault } from './fault.ts'
import type { Answer, Client, Tokens } from './installation/client.ts'
import { type Installation, openInstallation } from './installation/installation.ts'

const users = 32
/** The number of simultaneous exchanges: less than the pool's connections, so that no exchange waits for one. */
const exchanges = 8

/** The notice that the database sends just before it commits a change of sessions, and with the same answer. */
const notice = 'sessions are committed'

export const fault: Fault = {
  id: 'F34',
  title: 'kill -9 of the service between a commit and its answer: refresh, exchange',
  async run(check, { isShort }) {
    await using installation = await openInstallation()
    await using client = installation.openClient()
    await announceCommits(installation)
    let tokens: Tokens[] = []
    for (const uuid of await installation.addUsers(users)) {
      const { data } = await client.login(uuid)
      if (data) tokens.push(data)
    }
    check('every user is signed in', tokens.length === users, tokens.length)
    for (let round = 0; round < (isShort ? 1 : 5); round += 1) {
      tokens = await refreshAll(check, { installation, client }, tokens)
      await exchangeAll(check, { installation, client }, tokens)
    }
  },
}

type Setup = { installation: Installation; client: Client }

/** Lets the database announce each commit of sessions, because a proxy cannot see what an answer is about. */
async function announceCommits({ database: { db } }: Installation): Promise<void> {
  await sql`
    create function announce_commit() returns trigger language plpgsql as
    ${sql.lit(`begin raise notice '${notice}'; return null; end`)}`.execute(db)
  await sql`
    create constraint trigger announce_commit after insert or update on sessions
    deferrable initially deferred for each row execute function announce_commit()`.execute(db)
}

/**
 * Sends all requests at once and withholds the answers to commits of sessions. Kills the service once the database has
 * committed at least two, and starts it again.
 */
async function killAfterCommit<T>(
  { installation }: Setup,
  send: () => Promise<Answer<T>>[],
  countCommitted: () => Promise<number>,
): Promise<Answer<T>[]> {
  const before = await countCommitted()
  installation.proxy.set({ kind: 'blackhole-from', text: notice })
  const answers = send()
  const endsAt = performance.now() + 10_000
  // The first request runs as a batch by itself, so the test waits for a second commit.
  while ((await countCommitted()) - before < 2 && performance.now() < endsAt) await sleep(2)
  await installation.stopService('SIGKILL')
  installation.proxy.set({ kind: 'none' })
  const settled = await Promise.all(answers)
  await installation.startService()
  return settled
}

async function refreshAll(check: Check, setup: Setup, tokens: readonly Tokens[]): Promise<Tokens[]> {
  const { installation, client } = setup
  const countSteps = () => count(installation, sql`select sum(counter)::int as count from sessions`)
  const before = await countSteps()
  const lost = await killAfterCommit(
    setup,
    () => tokens.map(({ refreshToken }) => client.refresh(refreshToken)),
    countSteps,
  )
  const committed = (await countSteps()) - before
  const unanswered = lost.filter(({ status }) => status === 0).length
  check('refresh: a batch was committed and not answered', committed > 1 && unanswered === users, committed)

  const next: Tokens[] = []
  let same = 0
  for (const { refreshToken } of tokens) {
    const [first, second] = [await client.refresh(refreshToken), await client.refresh(refreshToken)]
    if (first.data && first.data.refreshToken === second.data?.refreshToken) same += 1
    if (first.data) next.push(first.data)
  }
  check('refresh: asking again returns one successor', same === users, same)
  check('refresh: each session was stepped once', (await countSteps()) - before === users)
  return next
}

async function exchangeAll(check: Check, setup: Setup, tokens: readonly Tokens[]): Promise<void> {
  const { installation, client } = setup
  const countOpened = () =>
    count(installation, sql`select count(*)::int as count from sessions where parent_id is not null`)
  const codes: string[] = []
  for (const { accessToken } of tokens.slice(0, exchanges))
    codes.push((await client.mint(accessToken)).data?.code ?? '')
  const before = await countOpened()
  const lost = await killAfterCommit(setup, () => codes.map((code) => client.exchange(code)), countOpened)
  const committed = (await countOpened()) - before
  const unanswered = lost.filter(({ status }) => status === 0).length
  check('exchange: codes were used up and not answered', committed > 1 && unanswered === exchanges, committed)

  // A code whose exchange was not committed can still be exchanged once.
  const again = await Promise.all(codes.map((code) => client.exchange(code)))
  const redeemed = again.filter(({ status }) => status === 200).length
  const refused = again.filter(({ status }) => status === 400).length
  check(
    'exchange: a code that was committed is used up, every other one works',
    redeemed === exchanges - committed && refused === committed,
    `${redeemed} of ${exchanges - committed}`,
  )
  const replayed = await count(
    installation,
    sql`select count(*)::int as count from sessions where revoked_reason = 'code-replayed'`,
  )
  check('exchange: the replay ended the sessions that nobody had got', replayed >= committed, replayed)
  const fresh = await Promise.all(
    tokens.map(async ({ accessToken }) => {
      const { data } = await client.mint(accessToken)
      return (await client.exchange(data?.code ?? '')).status
    }),
  )
  check(
    'exchange: a new code works for everybody',
    fresh.every((status) => status === 200),
  )
}

async function count({ database }: Installation, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await (query as ReturnType<typeof sql<{ count: number }>>).execute(database.db)
  return rows[0]?.count ?? 0
}
