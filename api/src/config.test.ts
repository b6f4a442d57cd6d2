import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readConfig } from './config.ts'

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

describe('settings', () => {
  it('have a default for everything while developing', () => {
    const config = readConfig({})
    assert.equal(config.baseUrl, 'http://localhost:4000')
    assert.equal(config.databaseUrl, null)
    assert.equal(config.registry.homeOf('student'), 'http://localhost:4100/')
  })

  it('are told apart by name, all faults at once, never by their value', () => {
    const wrong = {
      PORT: 'secret-value',
      DATABASE_URL: 'secret-value',
      LOG_LEVEL: 'secret-value',
      PUBLIC_BASE_URL: 'secret-value',
      FOYER_SECRETS: 'secret-value',
      LIMITS_FACTOR: '0',
      SMS_COUNTRIES: 'IN,secret-value',
      STAFF_OTP: 'secret-value',
    }
    const faults = faultsOf(wrong)
    for (const name of Object.keys(wrong))
      assert.ok(
        faults.some((line) => line.startsWith(name)),
        name,
      )
    assert.doesNotMatch(faults.join('\n'), /secret-value/)
  })

  it('do not start production without a database, secrets, an address and the platforms', () => {
    const faults = faultsOf({ NODE_ENV: 'production' })
    for (const name of ['DATABASE_URL', 'FOYER_SECRETS', 'PUBLIC_BASE_URL', 'PLATFORMS_FILE']) {
      assert.ok(faults.includes(`${name} is missing`), name)
    }
  })

  it('refuse a platforms file with a fault, a line each', () => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-config-'))
    const file = join(folder, 'platforms.json')
    const secretSha256 = 'a'.repeat(64)
    const cases: [unknown, RegExp][] = [
      [{ student: { origins: ['http://learn.example'] } }, /not an exact https origin/],
      [{ student: { origins: ['https://*.example'] } }, /not an exact https origin/],
      [
        { student: { home: 'https://evil.example/', origins: ['https://learn.example'] } },
        /home is not on one/,
      ],
      [{ nobody: { origins: [] } }, /Unknown platform/],
      [{ student: { origins: [], clients: [{ id: 'a', secretSha256: 'plain' }] } }, /secretSha256/],
      [
        {
          student: { origins: [], clients: [{ id: 'a', secretSha256 }] },
          school: { origins: [], clients: [{ id: 'a', secretSha256 }] },
        },
        /used twice/,
      ],
    ]
    for (const [content, expected] of cases) {
      writeFileSync(file, JSON.stringify(content))
      const [fault = ''] = faultsOf({ PLATFORMS_FILE: file })
      assert.match(fault, /^PLATFORMS_FILE: /)
      assert.match(fault, expected)
    }
    rmSync(folder, { recursive: true })
  })
})
