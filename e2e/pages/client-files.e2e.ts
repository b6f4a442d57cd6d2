/** Checks that files for browsers contain nothing of the service: no secret, no setting, no module, no SQL. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, password, test } from '../browser.ts'
import { installationEnv } from '../test-installation.ts'

const root = join(import.meta.dirname, '../..')

/** Names that only the service uses. */
const serviceNames = [
  /FOYER_SECRETS|DATABASE_URL|ARGON2_|PLATFORMS_FILE|TRUSTED_PROXIES|METRICS_PORT/,
  /node:(crypto|fs|net|http)\b|@foyer\/api/,
  /kysely|argon2|libphonenumber|prom-client|createHmac|timingSafeEqual/i,
  /\b(insert into|select \w+ from|audit_events|signing_keys)\b/,
  /secretSha256|client[_-]?secret/i,
]

function secretValues(): string[] {
  const registries = [join(root, 'api/platforms.development.json'), installationEnv.PLATFORMS_FILE]
  const hashes = registries.flatMap((file) => readFileSync(file, 'utf8').match(/[0-9a-f]{64}/g) ?? [])
  const secret = readFileSync(join(installationEnv.DATA_FOLDER, 'secret'), 'utf8').trim()
  return [...hashes, secret, password]
}

test('no file for browsers contains a name or a secret value of the service', () => {
  const files = globSync('web/dist/client/**/*.{js,css,json,svg,html}', { cwd: root })
  expect(files.length).toBeGreaterThan(2)
  const forbidden = secretValues()
  expect(forbidden.length).toBeGreaterThan(2)
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    expect(
      serviceNames.filter((name) => name.test(text)),
      file,
    ).toEqual([])
    expect(forbidden.filter((value) => text.includes(value)).length, file).toBe(0)
  }
})
