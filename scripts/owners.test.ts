/**
 * Tests that only one file or folder writes each table: reads every insert, update and delete in the service's sources.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const service = join(import.meta.dirname, '../api/src')

/** The file or folder that writes each table. */
const owners: Record<string, string> = {
  accountDeletions: 'identity/sessions/account-deletions.ts',
  analyticsDevices: 'features/analytics/analytics.queries.ts',
  analyticsEvents: 'features/analytics/analytics.queries.ts',
  appConsents: 'identity/users/app-consents.ts',
  attempts: 'kernel/limits/',
  auditEvents: 'kernel/audit.ts',
  browserSessions: 'identity/sessions/browser-sessions.ts',
  countries: 'features/reference/store-countries.ts',
  assuranceEnrolments: 'identity/sessions/assurance.ts',
  credentials: 'identity/credentials/credentials.ts',
  emailClaims: 'identity/users/own-contacts.ts',
  dataExports: 'features/accounts/data-exports.ts',
  emails: 'identity/users/',
  errorReports: 'features/error-reports/error-reports.queries.ts',
  evidences: 'kernel/storage/owned-files.ts',
  featureToggles: 'features/toggles/toggles.queries.ts',
  helpCategories: 'features/help/help-categories.ts',
  helpRequests: 'features/help/help-requests.ts',
  idempotencyKeys: 'kernel/limits/idempotency.ts',
  identities: 'identity/users/identities.ts',
  knownBrowsers: 'identity/sessions/known-browsers.ts',
  memberships: 'identity/users/memberships.ts',
  messages: 'messages/',
  notificationPreferences: 'features/notifications/notification-preferences.ts',
  notifications: 'features/notifications/notifications.queries.ts',
  otpChallenges: 'identity/tokens/',
  passkeys: 'identity/credentials/passkeys.ts',
  phoneClaims: 'identity/users/own-contacts.ts',
  phones: 'identity/users/',
  pictures: 'kernel/storage/owned-files.ts',
  platformClients: 'identity/credentials/platform-clients.ts',
  profileBlocks: 'features/profile/',
  profileItems: 'features/profile/',
  profiles: 'features/profile/',
  recoveryCodes: 'identity/credentials/recovery-codes.ts',
  referenceItems: 'features/reference/',
  referenceLists: 'features/reference/load-reference.ts',
  schoolAccess: 'features/schools/school-rows.ts',
  schoolInvitations: 'features/schools/school-invitation-rows.ts',
  schoolLogos: 'kernel/storage/owned-files.ts',
  schools: 'features/schools/school-rows.ts',
  oneTimeTokens: 'identity/tokens/',
  sessions: 'identity/sessions/',
  signUps: 'features/accounts/sign-ups.ts',
  signingKeys: 'identity/tokens/signing-key-rows.ts',
  signupTracking: 'features/analytics/signup-tracking.ts',
  skillAttachments: 'kernel/storage/owned-files.ts',
  skillPortfolios: 'features/skill-portfolio/portfolios.ts',
  skillSubmissions: 'features/skill-portfolio/submission-rows.ts',
  states: 'features/reference/store-countries.ts',
  totpFactors: 'identity/credentials/totp-factors.ts',
  userSettings: 'identity/users/user-settings.ts',
  users: 'identity/users/',
}

/** Returns the tables that a source writes, including those named by a variable or by the list of a loop. */
function writtenTables(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const built = [...code.matchAll(/\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(([^)]*)\)/g)]
  const batches = [...code.matchAll(/\bdeleteBatch\([^}]*?from: '(\w+)'/g)].map(([, table = '']) => table)
  const raw = [...code.matchAll(/\b(?:insert into|update|delete from|truncate) ([a-z_]+)/g)]
  const named = built.flatMap(([, given = '']) => {
    if (/'/.test(given)) return namesIn(given)
    return [...code.matchAll(new RegExp(`\\b${given}(?: of| =|:) (.*)`, 'g'))].flatMap(([, values = '']) =>
      namesIn(values),
    )
  })
  const spelled = raw.map(([, table = '']) => table.replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase()))
  return [...new Set([...named, ...batches, ...spelled])].filter((table) => table in owners)
}

function namesIn(code: string): string[] {
  return [...code.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)
}

describe('the writers of a table', () => {
  it('have an owner for every table of the database', () => {
    const [, columns = ''] =
      /export type Tables = \{([^}]*)\}/.exec(readFileSync(join(service, 'kernel/db/tables.ts'), 'utf8')) ??
      []
    const tables = [...columns.matchAll(/^ {2}(\w+):/gm)].map(([, table]) => table)
    assert.deepEqual(Object.keys(owners).sort(), tables.sort())
  })

  it('are its owner only', () => {
    // Excludes tests and migrations.
    const files = globSync('**/*.ts', { cwd: service }).filter(
      (file) => !/\.test\.ts$|(^|\/)test-[^/]*$|^(testing|kernel\/db\/migrations)\//.test(file),
    )
    const writers = files.flatMap((file) =>
      writtenTables(readFileSync(join(service, file), 'utf8')).map((table) => ({ table, file })),
    )
    const foreign = writers.filter(({ table, file }) => !file.startsWith(owners[table] ?? ''))
    assert.deepEqual(foreign, [])
    const unwritten = Object.keys(owners).filter((table) => !writers.some((writer) => writer.table === table))
    assert.deepEqual(unwritten, [], 'an owner writes its table')
  })

  it('are found in every form of a write', () => {
    const forms: Record<string, string[]> = {
      "db.insertInto('phones')": ['phones'],
      "trx.updateTable(isEmail ? 'emails' : 'phones').set(row)": ['emails', 'phones'],
      "for (const table of ['emails', 'phones'] as const) await trx.deleteFrom(table).execute()": [
        'emails',
        'phones',
      ],
      "type Kind = { table: 'pictures' | 'evidences' }; db.deleteFrom(table)": ['pictures', 'evidences'],
      "deleteBatch(db, {\n from: 'knownBrowsers',\n limit })": ['knownBrowsers'],
      'sql`with old as (delete from sign_ups returning id) insert into known_browsers as known': [
        'signUps',
        'knownBrowsers',
      ],
      '/** Does not update users. */ sql`select id from users for update`': [],
    }
    for (const [source, tables] of Object.entries(forms))
      assert.deepEqual(writtenTables(source).sort(), tables.sort())
  })
})
