/** Tests reading the settings, and the token-sync URL (N-100, N-141). */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { defaultPlatformPaths } from '@foyer/contract/navigation/platform-links'
import { readConfig } from './config.ts'
import { faultsOf } from './test-environment.ts'

describe('the token-sync URL', () => {
  it('must be https, or http on this machine outside production, without password or fragment', () => {
    const { tokenSync } = readConfig({ TOKEN_SYNC_URL: 'http://127.0.0.1:9/token' })
    assert.deepEqual(tokenSync, { url: 'http://127.0.0.1:9/token', maxAgeSeconds: 300 })
    assert.equal(readConfig({}).tokenSync, null)
    const fault = 'TOKEN_SYNC_URL must be an https address without a password or fragment'
    for (const wrong of ['http://sync.example/', 'https://a:b@sync.example/', 'https://sync.example/#a', 'x'])
      assert.deepEqual(faultsOf({ TOKEN_SYNC_URL: wrong }), [fault])
    const production = faultsOf({ NODE_ENV: 'production', TOKEN_SYNC_URL: 'http://127.0.0.1:9/token' })
    assert.ok(production.includes(fault))
    assert.deepEqual(faultsOf({ TOKEN_SYNC_MAX_AGE_SECONDS: '59' }), [
      'TOKEN_SYNC_MAX_AGE_SECONDS must be at least 60',
    ])
  })
})

describe('settings', () => {
  it('gives every setting a default while developing', () => {
    const config = readConfig({})
    assert.equal(config.baseUrl, 'http://localhost:4000')
    assert.equal(config.databaseUrl, null)
    assert.equal(config.registry.homeOf('student'), 'http://localhost:4100/')
  })

  it('moves the origins, homes and pages of the demo with DEMO_PORT', () => {
    const { registry, links } = readConfig({ PORT: '5000', DEMO_PORT: '5010' })
    assert.deepEqual(registry.originsOf('student'), ['http://localhost:5010', 'http://localhost:5021'])
    assert.equal(registry.homeOf('student'), 'http://localhost:5010/')
    assert.equal(registry.homeOf('recruitmentPlatform'), 'http://127.0.0.1:5018/')
    assert.deepEqual(registry.sisterOrigins, ['http://localhost:5021'])
    assert.equal(links.terms, 'http://localhost:5010/terms')
    assert.ok(faultsOf({ DEMO_PORT: 'four' })[0]?.startsWith('DEMO_PORT must be'))
  })

  it('registers the pages of the demo platform', () => {
    const { registry } = readConfig({})
    assert.deepEqual(registry.pathsOf('student'), defaultPlatformPaths)
    assert.deepEqual(registry.pathsOf('school'), {})
  })

  it('leaves the origins of a named platforms file as they are', () => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-config-'))
    const file = join(folder, 'platforms.json')
    writeFileSync(file, JSON.stringify({ student: { origins: ['http://localhost:4100'] } }))
    const { registry, platformsFile } = readConfig({ PLATFORMS_FILE: file, DEMO_PORT: '5010' })
    assert.deepEqual(registry.originsOf('student'), ['http://localhost:4100'])
    assert.equal(platformsFile, file)
    rmSync(folder, { recursive: true })
  })

  it('lists all faults at once, by variable and never by value', () => {
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

  it('listens for metrics where METRICS_PORT is set', () => {
    assert.equal(readConfig({}).metrics, null)
    assert.deepEqual(readConfig({ METRICS_PORT: '9000', METRICS_HOST: '::1' }).metrics, {
      host: '::1',
      port: 9000,
    })
    assert.ok(faultsOf({ METRICS_PORT: '70000' })[0]?.startsWith('METRICS_PORT must be'))
  })

  it('treats any empty variable as unset', () => {
    const names = ['HOST', 'PORT', 'DATA_FOLDER', 'WEB_FOLDER', 'WEB_DEV_URL', 'PLATFORMS_FILE', 'NODE_ENV']
    names.push('PUBLIC_BASE_URL', 'DEV_TOOLS', 'CAPTCHA', 'METRICS_HOST', 'METRICS_PORT', 'DATABASE_URL_FILE')
    const empty = Object.fromEntries(names.map((name) => [name, '']))
    const { registry: _, ...config } = readConfig(empty)
    const { registry: __, ...expected } = readConfig({})
    assert.deepEqual(config, expected)
    assert.equal(config.host, 'localhost')
  })

  it('refuses developer tools on a host that other machines reach', () => {
    for (const HOST of ['0.0.0.0', '::', '192.168.0.2', 'accounts.local']) {
      assert.deepEqual(faultsOf({ HOST }), [
        'DEV_TOOLS are only for a HOST of localhost, 127.0.0.1 or ::1: set DEV_TOOLS=off',
      ])
      assert.equal(readConfig({ HOST, DEV_TOOLS: 'off' }).host, HOST)
    }
    for (const HOST of ['localhost', '127.0.0.1', '::1']) assert.equal(readConfig({ HOST }).hasDevTools, true)
  })

  it('refuses developer tools for a public base URL', () => {
    const here = { PUBLIC_BASE_URL: 'http://127.0.0.1:4000' }
    assert.equal(readConfig(here).hasDevTools, true)
    const there = { PUBLIC_BASE_URL: 'https://accounts.provider.org' }
    assert.ok(faultsOf(there)[0]?.startsWith('DEV_TOOLS are only for a PUBLIC_BASE_URL on this machine'))
    assert.equal(readConfig({ ...there, DEV_TOOLS: 'off' }).hasDevTools, false)
  })

  it('accepts only an exact origin for pictures, with https in production', () => {
    assert.equal(readConfig({ MEDIA_ORIGIN: 'https://media.example' }).mediaOrigin, 'https://media.example')
    for (const wrong of [
      'https://media.example/',
      'https://*.example',
      "https://a.example; script-src 'unsafe-inline'",
      '*',
    ])
      assert.deepEqual(faultsOf({ MEDIA_ORIGIN: wrong }), ['MEDIA_ORIGIN must be an exact https origin'])
    const production = faultsOf({ NODE_ENV: 'production', MEDIA_ORIGIN: 'http://localhost:4100' })
    assert.ok(production.includes('MEDIA_ORIGIN must be an exact https origin'))
  })

  it('takes the host and port of the malware scanner, and refuses anything else', () => {
    assert.equal(readConfig({}).clamav, null)
    const addresses = {
      'scanner.internal:3310': { host: 'scanner.internal', port: 3_310 },
      '127.0.0.1:1': { host: '127.0.0.1', port: 1 },
      '[::1]:3310': { host: '::1', port: 3_310 },
    }
    for (const [given, clamav] of Object.entries(addresses))
      assert.deepEqual(readConfig({ CLAMAV_HOST: given }).clamav, clamav)
    for (const wrong of ['scanner', 'scanner:0', 'scanner:65536', 'tcp://scanner:3310', ':3310', 'a b:3310'])
      assert.deepEqual(faultsOf({ CLAMAV_HOST: wrong }), [
        'CLAMAV_HOST must be host:port, like 127.0.0.1:3310',
      ])
  })

  it('reads the captcha vendor with its keys, and the collectors of analytics and error reports', () => {
    const { captcha, captchaVendor, collector, errorCollector } = readConfig({
      CAPTCHA: 'turnstile',
      CAPTCHA_SITE_KEY: '0x4AAAA',
      CAPTCHA_SECRET: '0x4BBBB',
      ANALYTICS_URL: 'https://collector.example/batch',
      ERROR_COLLECTOR_URL: 'https://errors.example/batch',
      ERROR_COLLECTOR_TOKEN: 'a-token',
    })
    assert.equal(captcha, 'on')
    assert.deepEqual(captchaVendor, {
      vendor: 'turnstile',
      siteKey: '0x4AAAA',
      secret: '0x4BBBB',
      verifyUrl: null,
      minScore: 0.5,
    })
    assert.deepEqual(collector, { url: 'https://collector.example/batch', token: null })
    assert.deepEqual(errorCollector, { url: 'https://errors.example/batch', token: 'a-token' })
    const wrong = {
      CAPTCHA_SITE_KEY: 'a b',
      CAPTCHA_SECRET: '',
      CAPTCHA_VERIFY_URL: 'x',
      CAPTCHA_MIN_SCORE: '2',
    }
    const faults = faultsOf({
      ...wrong,
      CAPTCHA: 'hcaptcha',
      ANALYTICS_URL: 'https://me:secret-value@x.example',
      ERROR_COLLECTOR_URL: 'https://me:secret-value@x.example',
    })
    for (const name of [...Object.keys(wrong), 'ANALYTICS_URL', 'ERROR_COLLECTOR_URL'])
      assert.ok(
        faults.some((line) => line.startsWith(`${name} must be`)),
        name,
      )
    assert.doesNotMatch(faults.join('\n'), /secret-value/)
    assert.match(faultsOf({ CAPTCHA: 'nobody' })[0] ?? '', /^CAPTCHA must be one of on, off, turnstile, /)
    assert.deepEqual(faultsOf({ ANALYTICS_TOKEN: 'a' }), ['ANALYTICS_URL is missing'])
    assert.deepEqual(faultsOf({ ERROR_COLLECTOR_TOKEN: 'a' }), ['ERROR_COLLECTOR_URL is missing'])
  })

  it('refuses a faulty platforms file, one line a fault', () => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-config-'))
    const file = join(folder, 'platforms.json')
    const secretSha256 = 'a'.repeat(64)
    const cases: [unknown, RegExp][] = [
      [{ student: { origins: ['http://learn.example'] } }, /not an exact https origin/],
      [{ student: { origins: ['https://*.example'] } }, /origin 1 is a wildcard/],
      [
        { student: { home: 'https://evil.example/', origins: ['https://learn.example'] } },
        /home is not on one/,
      ],
      [{ student: { origins: [], paths: { orders: '/a/../b' } } }, /student\.paths\.orders: must be a path/],
      [{ student: { origins: [], paths: { orders: '/orders' } } }, /student: paths without a home/],
      [{ nobody: { origins: [] } }, /Unknown platform/],
      [{ student: { origins: [], clients: [{ id: 'a', secretSha256: 'plain' }] } }, /secretSha256/],
      [{ student: { origins: [], clients: [{ id: 'foyer', secretSha256 }] } }, /reserved/],
      [
        { student: { origins: [], clients: [{ id: 'a', secretSha256, requiresPkce: 'no' }] } },
        /requiresPkce: must be true or false/,
      ],
      [
        {
          student: { origins: [], clients: [{ id: 'a', secretSha256 }] },
          school: { origins: [], clients: [{ id: 'a', secretSha256 }] },
        },
        /used twice/,
      ],
      [{ external: { teams: {} } }, /external.teams: is not known here/],
      [{ external: null }, /external: must be an object/],
      [{ external: { zoom: external({ name: ' ' }) } }, /external.zoom.name: must not be empty/],
      [{ external: { zoom: external({ platforms: [] }) } }, /platforms: must not be empty/],
      [{ external: { zoom: external({ platforms: ['nobody'] }) } }, /Unknown platform/],
      [{ external: { zoom: external({ platforms: ['apiDocs'] }) } }, /apiDocs never redirects/],
      [{ external: { zoom: external({ url: '/in' }) } }, /external zoom: the URL is not absolute/],
      [{ external: { zoom: external({ url: 'http://meet.example/in' }) } }, /not an exact https origin/],
      [{ external: { zoom: external({ url: 'https://a@meet.example/in' }) } }, /user name/],
      [{ external: { zoom: external({ url: 'https://meet.example/in#a' }) } }, /fragment/],
      [{ external: { zoom: external({ url: 'https://meet.example/in?code=1' }) } }, /parameter code/],
      [
        {
          student: { origins: [], clients: [{ id: 'meet', secretSha256 }] },
          external: { zoom: external({}) },
        },
        /client id meet is used twice/,
      ],
      [{ student: { origins: [], previewOrigins: ['https://*.preview.example'] } }, /must be like/],
      [
        { sisterSites: [{ origin: 'https://sister.example/in', client: 'a' }] },
        /sisterSites: origin 1 is not an exact https origin/,
      ],
      [{ sisterSites: ['https://sister.example'] }, /sisterSites.0: must be an object/],
      [{ sisterSites: [{ origin: 'https://sister.example' }] }, /sisterSites.0.client: is missing/],
      [
        {
          school: { origins: [], clients: [{ id: 'a', secretSha256 }] },
          sisterSites: [{ origin: 'https://sister.example', client: 'a' }],
        },
        /sisterSites: a is no client of student/,
      ],
      [
        clients([{ id: 'a', origins: ['https://a.example'] }, { id: 'b' }]),
        /client b: name its origins, because student has several of both/,
      ],
      [clients([{ id: 'a', origins: ['https://c.example'] }]), /client a: origin 1 is not one of student/],
      [clients([{ id: 'a', origins: ['https://a.example'] }]), /student: origin 2 belongs to no client/],
      [{ sisterSites: 'https://sister.example' }, /must be a list/],
      [client('http://platform.example/logout'), /back-channel logout URI is not an exact https origin/],
      [client('/logout'), /back-channel logout URI is not absolute/],
      [client('https://a@platform.example/logout'), /user name/],
      [client('https://platform.example/logout#a'), /fragment/],
    ]
    function client(backchannelLogoutUri: string) {
      return { student: { origins: [], clients: [{ id: 'meet', secretSha256, backchannelLogoutUri }] } }
    }
    function clients(given: object[]) {
      const origins = ['https://a.example', 'https://b.example']
      return { student: { origins, clients: given.map((client) => ({ secretSha256, ...client })) } }
    }
    function external(more: object) {
      const client = { id: 'meet', secretSha256 }
      return { name: 'Zoom', url: 'https://meet.example/in', client, platforms: ['student'], ...more }
    }
    for (const [content, expected] of cases) {
      writeFileSync(file, JSON.stringify(content))
      const [fault = ''] = faultsOf({ PLATFORMS_FILE: file })
      assert.match(fault, /^PLATFORMS_FILE: /)
      assert.match(fault, expected)
    }
    rmSync(folder, { recursive: true })
  })
})
