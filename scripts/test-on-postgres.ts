/**
 * Runs the given API tests, or all of them, on a Debian Postgres server (`node scripts/test-on-postgres.ts 15
 * [files…]`). The server is a temporary cluster of pg_virtualenv, which is part of Debian's postgresql packages.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The oldest Postgres that the service supports (api/src/kernel/db/server-version.ts). */
export const oldestPostgres = '15'

export function isPostgresInstalled(version: string): boolean {
  return existsSync(`/usr/lib/postgresql/${version}/bin/postgres`) && existsSync('/usr/bin/pg_virtualenv')
}

/**
 * The tests that `npm test` runs on the oldest Postgres: every migration, the audit partitions, the search for names,
 * and a sign-in. All API tests would take minutes longer. A statement that an older server does not support fails in
 * the migrations or in its own test; CONTRIBUTING.md has the command.
 */
export const fewTests = [
  'api/src/kernel/db/{migrate,server-version,statement}.test.ts',
  'api/src/kernel/audit-months.test.ts',
  'api/src/features/schools/school-records.test.ts',
  'api/src/features/sign-in/sign-in.test.ts',
]

/** Returns the command that runs these test files, or all API tests, on a server of this version. */
export function testOnPostgres(version: string, files: readonly string[]): [command: string, args: string[]] {
  // Little depends on the server's locale, and every Debian has C.UTF-8.
  const cluster = ['-t', '-v', version, '-c', '--locale=C.UTF-8 -e UTF8', '-i', '--auth=trust']
  // Sets a known socket folder, because some tests put a proxy before the server's socket.
  const settings = [
    'max_connections=100',
    'full_page_writes=off',
    'synchronous_commit=off',
    'unix_socket_directories=/tmp',
  ]
  const pairs = settings.flatMap((setting) => ['-o', setting])
  return [
    '/usr/bin/pg_virtualenv',
    [
      ...cluster,
      ...pairs,
      'env',
      'TEST_POSTGRES=1',
      'PGHOST=/tmp',
      process.execPath,
      'scripts/api-tests.ts',
      ...files,
    ],
  ]
}

if (import.meta.main) {
  const [version = oldestPostgres, ...files] = process.argv.slice(2)
  if (!isPostgresInstalled(version)) {
    console.error(`Postgres ${version} is missing: install Debian's package postgresql-${version}.`)
    process.exit(1)
  }
  const [command, args] = testOnPostgres(version, files)
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  process.exitCode = status ?? 1
}
