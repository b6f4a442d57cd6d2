/** Tests help, options, exit codes and errors of the command line (N-93, N-160). */
import assert from 'node:assert/strict'
import { mkdtemp, readlink, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { getJwks } from '@foyer/contract/routes/operations'
import { sql } from 'kysely'
import { startEmbeddedDatabase } from '../../../../embedded-postgres/src/embedded.ts'
import { connect } from '../../kernel/db/connect.ts'
import { migrate } from '../../kernel/db/migrate.ts'
import { openTestApp, type TestApp, testSecret } from '../../testing/test-app.ts'
import { patientBounds } from '../../testing/test-database.ts'
import { runFoyer, runFoyerProcess } from './test-run-foyer.ts'

let testApp: TestApp
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-command-line-'))
  testApp = await openTestApp()
})
after(async () => {
  await testApp.close()
  const home = await readlink(join(folder, 'postgres/home')).catch(() => undefined)
  if (home) await rm(home, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

const foyer = (words: string | string[], env = onDatabase()) => runFoyer(words, env)

/** Runs the command line in a separate process, to test its streams, exit code and environment. */
const foyerProcess = (words: string, env = onDatabase()) => runFoyerProcess(words, env)

function onDatabase(): Record<string, string> {
  return { DATABASE_URL: testApp.databaseUrl, FOYER_SECRETS: testSecret }
}

/** Tests reach their server by a socket, or by TCP with TEST_POSTGRES. */
function hostOf(databaseUrl: string): string {
  const { searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? ''
  return host.startsWith('/') ? host : `${host}:${searchParams.get('port')}`
}

async function kidOf(state: 'next' | 'active'): Promise<string | undefined> {
  const row = await testApp.services.db
    .selectFrom('signingKeys')
    .select('kid')
    .where('state', '=', state)
    .executeTakeFirst()
  return row?.kid
}

async function refuses(
  words: string,
  code: number,
  line: RegExp,
  { env, run = foyer }: { env?: Record<string, string>; run?: typeof foyerProcess } = {},
): Promise<void> {
  const ended = await run(words, env)
  assert.equal(ended.code, code, words)
  assert.match(ended.error, line)
  assert.doesNotMatch(ended.error + ended.out, /^\s+at |file:\/\//m)
}

describe('command line', { concurrency: 2 }, () => {
  it('lists commands and options in its help', async () => {
    const help = await foyerProcess('--help')
    assert.equal(help.code, 0)
    for (const word of ['user', 'membership', 'session', 'keys', 'housekeeping', 'toggle', 'migrate'])
      assert.match(help.out, new RegExp(`^  ${word} `, 'm'))
    const { out } = await foyer('keys rotate --help')
    for (const option of ['--now', '--as', '--json']) assert.match(out, new RegExp(`^  ${option} `, 'm'))
    assert.doesNotMatch((await foyer('keys list --help')).out, /--as/)
  })

  it('exits with 2 for an unknown or incomplete command', async () => {
    await refuses('keys', 2, /Usage: foyer keys/)
    await refuses('nonsense', 2, /^error: unknown command 'nonsense'\n/, { run: foyerProcess })
    await refuses('keys rotate --soon', 2, /^error: unknown option '--soon'\n/)
    await refuses('keys revoke', 2, /^error: missing required argument 'kid'\n/)
    await refuses('keys revoke -abc', 2, /^error: unknown option '-abc'\n.* Write -- before a value/)
    await refuses('keys revoke -- -abc', 1, /^No key has this id/)
  })

  it('exits with 1 and prints one line without secrets when a command fails', async () => {
    const unknown = /^No key has this id: run keys list to see the keys\n$/
    await refuses('keys revoke nobody', 1, unknown, { run: foyerProcess })
    const nowhere = { ...onDatabase(), DATABASE_URL: 'postgres://somebody:a-password@localhost:1/foyer' }
    await refuses('keys list', 1, /^connect ECONNREFUSED [0-9.:[\]]+\n$/, { env: nowhere })
    await refuses('keys list', 1, /^PORT must be [^\n]+\n$/, { env: { ...onDatabase(), PORT: 'x' } })
  })

  it('migrates an empty database, which other commands refuse until then', async () => {
    const name = 'test_command_line_empty'
    await sql.raw(`create database ${name}`).execute(testApp.services.db)
    const env = { ...onDatabase(), DATABASE_URL: testApp.databaseUrl.replace(/test_[0-9a-f]+/, name) }
    const host = hostOf(testApp.databaseUrl)
    await refuses(
      'keys list',
      1,
      /^The database is not at the schema of this version: run migrate first\n$/,
      { env },
    )
    assert.match((await foyer('migrate', env)).out, /^Ran 0001-foundation\n/)
    assert.deepEqual(await foyer('migrate --json', env), {
      code: 0,
      out: '{\n  "applied": []\n}\n',
      error: `Database: ${name} at ${host}\n`,
    })
    assert.deepEqual(await foyer('keys list', env), { code: 0, out: 'There are no keys yet.\n', error: '' })
  })

  it('runs the background jobs on demand', async () => {
    await sql`insert into attempts (key, count, window_ends_at) values ('old', 1, now() - interval '1 hour')`.execute(
      testApp.services.db,
    )
    assert.match((await foyer('housekeeping run')).out, /^attempts: 1$/m)
    const again = JSON.parse((await foyer('housekeeping run --json')).out)
    assert.deepEqual(again.jobs.at(-1), { job: 'months of the audit trail', count: 0 })
  })
})

describe('keys commands', () => {
  it('publishes a key, waits a day and then signs with it', async () => {
    const first = await kidOf('active')
    assert.match(
      (await foyer('keys rotate')).out,
      /^Published \S+\nIt may sign from \S+Z: run this command again then\./,
    )
    const next = await kidOf('next')
    assert.match((await foyer('keys rotate')).out, new RegExp(`^Still waiting: ${next}\n`))
    await sql`update signing_keys set created_at = now() - interval '1 day' where state = 'next'`.execute(
      testApp.services.db,
    )
    assert.match(
      (await foyer('keys rotate')).out,
      new RegExp(`^Signing with ${next}\n${first} still verifies `),
    )
    const { out } = await foyer('keys list')
    assert.doesNotMatch(out, /^-/m, 'a key begins like an option')
    assert.match(out, new RegExp(`^${next}  active   signs until \\S+Z$`, 'm'))
    assert.match(out, new RegExp(`^${first}  retired  verifies until \\S+Z$`, 'm'))
  })

  it('signs with the next key at once for --now and warns of refused tokens', async () => {
    const { code, out } = await foyer('keys rotate --now')
    assert.equal(code, 0)
    assert.match(out, new RegExp(`^Signing with ${await kidOf('active')}\n`))
    assert.match(out, /refuse new tokens for up to 30 seconds/)
  })

  it('signs at once for --now without an error when the key was published an hour ago', {
    timeout: 120_000,
  }, async () => {
    await foyer('keys rotate')
    await sql`update signing_keys set created_at = now() - interval '1 hour' where state = 'next'`.execute(
      testApp.services.db,
    )
    const { code, error } = await foyer('keys rotate --now')
    assert.equal(code, 0, error)
    assert.match(error, /^Database: [^\n]+\n$/)
  })

  it('removes a revoked key from the running service', { timeout: 120_000 }, async () => {
    const leaked = await kidOf('active')
    const isPublished = async () =>
      (await testApp.call(getJwks, {})).data.keys.some((key) => key.kid === leaked)
    assert.ok(await isPublished())
    const { code, out } = await foyer(`keys revoke ${leaked}`)
    assert.equal(code, 0)
    assert.match(out, /^Revoked \S+: .+\n.+ up to an hour.+\nSigning with \S+\n$/)
    while (await isPublished()) await sleep(50)
  })

  it('lists keys without key material', async () => {
    const { out } = await foyer('keys list --json')
    assert.deepEqual(Object.keys(JSON.parse(out).keys[0]), [
      'kid',
      'state',
      'createdAt',
      'activatedAt',
      'retiredAt',
      'nextStepAt',
    ])
  })
})

describe('the operator of a command', () => {
  async function actorsOf(event: string): Promise<(string | null)[]> {
    const { rows } = await sql<{ actor: string | null }>`
      select details ->> 'actor' as actor from audit_events where event = ${event} order by id`.execute(
      testApp.services.db,
    )
    return rows.map(({ actor }) => actor)
  }

  it('is in the audit trail, by default as the user of the system', async () => {
    await foyer(['toggle', 'set', 'actorTest', '{}', '--as', 'Nila Iyer'])
    await foyer(['toggle', 'set', 'actorTest', '{"isOn": true}'])
    assert.deepEqual(await actorsOf('toggle-set'), ['Nila Iyer', userInfo().username])
    const address = 'for-an-operator@example.com'
    const words = `user create --email ${address} --platform professor --first-name Asha`.split(' ')
    const created = await foyer([...words, '--as', 'Nila Iyer'])
    assert.equal(
      created.error,
      `Database: ${testApp.databaseUrl.match(/test_[0-9a-f]+/)} at ${hostOf(testApp.databaseUrl)}\n`,
    )
    assert.deepEqual(await actorsOf('user-created'), ['Nila Iyer'])
    await foyer(`user export ${address}`)
    assert.deepEqual(await actorsOf('user-exported'), [userInfo().username])
    await foyer(['toggle', 'remove', 'actorTest'])
  })

  it('has a name without control characters', async () => {
    for (const name of ['', ' ', 'a'.repeat(101), 'Asha\u001b[31m']) {
      const { code, error } = await foyer(['toggle', 'set', 'actorTest', '{}', '--as', name])
      assert.deepEqual([code, error], [1, '--as: give a name of up to 100 characters\n'])
    }
  })
})

describe('toggle commands', () => {
  const social = { enabled: { web: true }, providers: ['google', 'apple'] }
  const set = (id: string, json: string) => foyer(['toggle', 'set', id, json])

  it('sets, lists, replaces and removes toggles, with an audit event for each change', async () => {
    assert.match((await foyer('toggle list')).out, /^No toggle is set/)
    const { code, out } = await set('socialAccountAuthentication', JSON.stringify(social))
    assert.deepEqual([code, out], [0, `socialAccountAuthentication is ${JSON.stringify(social)}\n`])
    await set('newLook', '{"isOn": false}')
    await set('newLook', '{"isOn": true}')
    const { toggles } = JSON.parse((await foyer('toggle list --json')).out)
    assert.deepEqual(
      toggles.map(({ id, value }: { id: string; value: unknown }) => [id, value]),
      [
        ['newLook', { isOn: true }],
        ['socialAccountAuthentication', social],
      ],
    )
    assert.equal((await foyer('toggle remove newLook')).out, 'Removed newLook\n')
    const { rows } = await sql<{ event: string; id: string }>`
      select event, details ->> 'id' as id from audit_events
      where event like 'toggle%' and details ->> 'id' <> 'actorTest' order by id`.execute(testApp.services.db)
    assert.deepEqual(rows.map(({ event }) => event).sort(), [
      'toggle-removed',
      'toggle-set',
      'toggle-set',
      'toggle-set',
    ])
  })

  it('refuses an invalid toggle with one line', async () => {
    const refused: [string, string, RegExp][] = [
      [
        'socialAccountAuthentication',
        '{"enabled": {"web": "yes"}, "providers": []}',
        /: enabled\.web: .+\n$/,
      ],
      [
        'socialAccountAuthentication',
        '{"enabled": {"web": true}, "providers": ["myspace"]}',
        /: providers\.0: /,
      ],
      ['newLook', '[]', /^newLook: Must be a JSON object\n$/],
      ['newLook', '{isOn}', /^The value is not JSON\. .+\n$/],
      [
        'newLook',
        JSON.stringify({ a: 'x'.repeat(4_096) }),
        /^newLook: Must not be longer than 4096 bytes\n$/,
      ],
      ['__proto__', '{}', /^An id has .+\n$/],
    ]
    for (const [id, json, line] of refused) {
      const ended = await set(id, json)
      assert.equal(ended.code, 1, id)
      assert.match(ended.error, line)
    }
    await refuses('toggle remove nothing', 1, /^No toggle has this id: run toggle list to see them\n$/)
  })
})

describe('command line with the embedded database', () => {
  const env = () => ({ DATA_FOLDER: folder })

  it('runs commands while the embedded database is running and while it is stopped', async () => {
    const running = await startEmbeddedDatabase(join(folder, 'postgres'), { durable: false })
    const { db, close } = connect(running.connection, () => {}, undefined, patientBounds)
    await migrate(running.connection)
    assert.equal((await foyerProcess('keys rotate --now', env())).code, 0)
    assert.equal((await db.selectFrom('signingKeys').select('kid').execute()).length, 1)
    await close()
    await running.stop()

    const { code, out, error } = await foyerProcess('keys list', env())
    assert.deepEqual([code, error], [0, ''])
    assert.match(out, /^\S+ {2}active /)
    const again = await startEmbeddedDatabase(join(folder, 'postgres'), { durable: false })
    await again.stop()
  })
})
