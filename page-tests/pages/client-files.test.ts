/** Checks that files for browsers contain no secret, setting, module or SQL of the service. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { clientSecret, rightPassword, testSecret } from '../../api/src/testing/test-app.ts'
import { sharedService } from '../browser/shared-service.ts'

const root = join(import.meta.dirname, '../..')

/** Names that occur only in the service. */
const serviceNames = [
  /FOYER_SECRETS|DATABASE_URL|ARGON2_|PLATFORMS_FILE|TRUSTED_PROXIES|METRICS_PORT/,
  /node:(crypto|fs|net|http)\b|@foyer\/api/,
  /kysely|argon2|libphonenumber|prom-client|createHmac|timingSafeEqual/i,
  /\b(insert into|select \w+ from|audit_events|signing_keys)\b/,
  /secretSha256|client[_-]?secret/i,
]

/** Returns the secrets of the installation: hashes of client secrets, the secret itself and the demo password. */
function secretValues(): string[] {
  const registry = readFileSync(join(root, 'api/platforms.development.json'), 'utf8')
  return [
    ...(registry.match(/[0-9a-f]{64}/g) ?? []),
    clientSecret,
    testSecret,
    rightPassword,
    'foyer-demo-2026',
  ]
}

function assertClean(name: string, text: string): void {
  assert.deepEqual(
    serviceNames.filter((pattern) => pattern.test(text)),
    [],
    name,
  )
  assert.equal(secretValues().filter((value) => text.includes(value)).length, 0, name)
}

before(sharedService)

const files = () => globSync('web/dist/client/**/*.{js,css,json,svg,html}', { cwd: root })

test('no file for browsers contains a name or a secret value of the service', () => {
  assert.ok(files().length > 2)
  assert.ok(secretValues().length > 4)
  for (const file of files()) assertClean(file, readFileSync(join(root, file), 'utf8'))
})

test('no page contains a name or a secret value of the service', async () => {
  const { app } = await sharedService()
  for (const path of [
    '/?platform=student',
    '/school/login?platform=school',
    '/account',
    '/logout',
    '/help',
  ]) {
    const { statusCode, headers, body } = await app.inject(path)
    const shown = statusCode === 303 ? (await app.inject(String(headers.location))).body : body
    assert.match(shown, /data-page=/, path)
    assertClean(path, shown)
  }
})
