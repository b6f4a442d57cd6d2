/** Tests which environments production refuses, and the exact lines that explain why. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { readConfig } from './config.ts'
import {
  production as good,
  platformsFile,
  random,
  faultsOf as refusalsOf,
  sha256,
  writeTemporary,
} from './test-environment.ts'
import { unsafeHost } from './unsafe-hosts.ts'

const faultsOf = (changed: Record<string, string | undefined>) => refusalsOf({ ...good, ...changed })

const notAlone = 'PUBLIC_BASE_URL must be scheme, host and port alone: no user, path, query or fragment'
const onlyHere = 'ALLOW_INSECURE_BASE_URL is only for a PUBLIC_BASE_URL on localhost, 127.0.0.1 or [::1]'
const notSecure = 'PUBLIC_BASE_URL must be an https address'
const guessable = 'FOYER_SECRETS: number 1 can be guessed, make one with: openssl rand -base64 48'
const noDatabase = 'DATABASE_URL must be postgres://user:password@host:port/database'

const refused: [Record<string, string | undefined>, string[]][] = [
  [{ FOYER_SECRETS: undefined }, ['FOYER_SECRETS is missing']],
  [{ FOYER_SECRETS: '' }, ['FOYER_SECRETS is missing']],
  [{ FOYER_SECRETS: random().slice(0, 31) }, ['FOYER_SECRETS must have at least 32 bytes each']],
  [
    { FOYER_SECRETS: [good.FOYER_SECRETS, good.FOYER_SECRETS.split(',')[0]].join() },
    ['FOYER_SECRETS: number 3 is there twice'],
  ],
  [{ FOYER_SECRETS: 'Change-Me-JZ7v0qkX2bT9wLr4Ns8Yp1Hd' }, [guessable]],
  [{ FOYER_SECRETS: 'k'.repeat(64) }, [guessable]],
  [{ FOYER_SECRETS_FILE: writeTemporary(random()) }, ['FOYER_SECRETS and FOYER_SECRETS_FILE are both set']],
  [
    { FOYER_SECRETS: undefined, FOYER_SECRETS_FILE: '/nowhere/canary' },
    ['FOYER_SECRETS_FILE cannot be read (ENOENT)'],
  ],
  [
    { FOYER_SECRETS: undefined, FOYER_SECRETS_FILE: writeTemporary('\n') },
    ['FOYER_SECRETS_FILE names an empty file'],
  ],
  [{ DATABASE_URL: undefined }, ['DATABASE_URL is missing']],
  [{ DATABASE_URL: 'canary' }, [noDatabase]],
  [{ DATABASE_URL: 'mysql://canary@host/foyer' }, [noDatabase]],
  [{ DATABASE_URL: 'postgres://canary@host' }, [noDatabase]],
  [{ DATABASE_URL: 'postgres://canary@host:port/foyer' }, [noDatabase]],
  [
    { DATABASE_URL: undefined, DATABASE_URL_FILE: '/nowhere/canary' },
    ['DATABASE_URL_FILE cannot be read (ENOENT)'],
  ],
  [{ PUBLIC_BASE_URL: undefined }, ['PUBLIC_BASE_URL is missing']],
  [{ PUBLIC_BASE_URL: 'canary' }, ['PUBLIC_BASE_URL must be an http or https address']],
  [{ PUBLIC_BASE_URL: 'http://accounts.provider.org' }, [notSecure]],
  [{ PUBLIC_BASE_URL: 'http://localhost:4000' }, [notSecure]],
  [{ PUBLIC_BASE_URL: 'https://accounts.provider.org/canary' }, [notAlone]],
  [{ PUBLIC_BASE_URL: 'https://accounts.provider.org?canary' }, [notAlone]],
  [{ PUBLIC_BASE_URL: 'https://accounts.provider.org?' }, [notAlone]],
  [{ PUBLIC_BASE_URL: 'https://canary:canary@accounts.provider.org' }, [notAlone]],
  [{ ALLOW_INSECURE_BASE_URL: 'true' }, [onlyHere]],
  [{ ARGON2_MEMORY_KIB: '8192' }, ['ARGON2_MEMORY_KIB must be at least 19456 in production']],
  [{ CAPTCHA_COST: '100' }, ['CAPTCHA_COST must be at least 5000 in production']],
  [{ ARGON2_PASSES: '1' }, ['ARGON2_PASSES must be at least 2 in production']],
  [{ LIMITS_FACTOR: '1000' }, ['LIMITS_FACTOR must be at most 20 in production']],
  [
    { TRUSTED_PROXIES: '10.0.0.1,128.0.0.0/1' },
    ['TRUSTED_PROXIES must be networks of one’s own, /8 or smaller'],
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces.provider.org' },
    ['OTEL_EXPORTER_OTLP_ENDPOINT must be an https address in production'],
  ],
  [
    { ERROR_COLLECTOR_URL: 'http://errors.provider.org/canary' },
    ['ERROR_COLLECTOR_URL must be an https address in production'],
  ],
  [
    { ANALYTICS_URL: 'http://collector.provider.org/canary' },
    ['ANALYTICS_URL must be an https address in production'],
  ],
  [
    { ALLOW_INSECURE_BASE_URL: 'true', PUBLIC_BASE_URL: 'http://accounts.provider.org' },
    [notSecure, onlyHere],
  ],
  [
    { ALLOW_INSECURE_BASE_URL: 'true', PUBLIC_BASE_URL: 'http://localhost.provider.org' },
    [notSecure, onlyHere],
  ],
  [{ ALLOW_INSECURE_BASE_URL: 'canary' }, ['ALLOW_INSECURE_BASE_URL must be one of true, false']],
  [{ PLATFORMS_FILE: undefined }, ['PLATFORMS_FILE is missing']],
  [{ PLATFORMS_FILE: '/nowhere/canary' }, ['PLATFORMS_FILE cannot be read (ENOENT)']],
  [{ PLATFORMS_FILE: writeTemporary('canary') }, ['PLATFORMS_FILE: the file is not JSON']],
  [{ CAPTCHA: 'off' }, ['CAPTCHA must be on in production']],
  [
    { CAPTCHA: 'canary' },
    ['CAPTCHA must be one of on, off, turnstile, hcaptcha, recaptcha, recaptcha-invisible'],
  ],
  [{ DEV_TOOLS: 'on' }, ['DEV_TOOLS must be off in production: they add demo people and show every message']],
  [{ WEB_DEV_URL: 'http://canary' }, ['WEB_DEV_URL is for development: its pages have no policy']],
  [
    { SUPPORT_EMAIL: '', TERMS_URL: '', PRIVACY_URL: '', EULA_URL: '', PROVIDER_NAME: '' },
    [
      'PROVIDER_NAME is missing',
      'SUPPORT_EMAIL is missing',
      'TERMS_URL is missing',
      'PRIVACY_URL is missing',
      'EULA_URL is missing',
    ],
  ],
  [{ SUPPORT_EMAIL: 'canary' }, ['SUPPORT_EMAIL must be an email address']],
  [{ SUPPORT_EMAIL: 'support@foyer.test' }, ['SUPPORT_EMAIL must be an address that somebody reads']],
  [{ TERMS_URL: 'http://localhost:4100/terms' }, ['TERMS_URL must be an https address that people can open']],
  [
    { NODE_ENV: 'prod' },
    [
      'NODE_ENV must be one of development, test, production',
      'DEV_TOOLS are only for a PUBLIC_BASE_URL on this machine: set NODE_ENV=production',
    ],
  ],
  [
    { TRUSTED_PROXIES: '10.0.0.1,canary' },
    ['TRUSTED_PROXIES must be addresses or networks, comma-separated'],
  ],
  [{ TRUSTED_PROXIES: '0.0.0.0/0' }, ['TRUSTED_PROXIES must be addresses or networks, comma-separated']],
]

const accepted: Record<string, string | undefined>[] = [
  {},
  { PUBLIC_BASE_URL: 'https://accounts.provider.org:8443/' },
  { DATABASE_URL: 'postgresql://foyer@%2Frun%2Fpostgresql/foyer?sslmode=disable' },
  { FOYER_SECRETS: randomBytes(32).toString('hex') },
  { FOYER_SECRETS: undefined, FOYER_SECRETS_FILE: writeTemporary(`${random()}\n${random()}\n`) },
  { DATABASE_URL: undefined, DATABASE_URL_FILE: writeTemporary(`${good.DATABASE_URL}\n`) },
  { CAPTCHA: 'turnstile', CAPTCHA_SITE_KEY: 'site-key', CAPTCHA_SECRET_FILE: writeTemporary(random()) },
  ...['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'].map((url) => ({
    PUBLIC_BASE_URL: url,
    ALLOW_INSECURE_BASE_URL: 'true',
  })),
  {
    TRUSTED_PROXIES: '10.0.0.0/8, fd00::1,loopback',
    CAPTCHA: 'on',
    DEV_TOOLS: 'off',
    NODE_ENV: 'production',
  },
]

describe('production', () => {
  for (const [changed, lines] of refused) {
    it(`production refuses ${JSON.stringify(changed).slice(0, 100)}`, () =>
      assert.deepEqual(faultsOf(changed), lines))
  }

  it('production accepts an environment without faults', () => {
    for (const changed of accepted) assert.deepEqual(faultsOf(changed), [])
    assert.equal(readConfig(good).hasDevTools, false)
    assert.equal(readConfig(good).captcha, 'on')
  })

  it('production lists every fault at once, and no value of any variable', () => {
    const canaries = Object.fromEntries(Object.keys(good).map((name) => [name, `canary-${name}`]))
    const lines = faultsOf({ ...canaries, NODE_ENV: 'production', CAPTCHA: 'off', DEV_TOOLS: 'on' })
    for (const name of ['FOYER_SECRETS', 'DATABASE_URL', 'PUBLIC_BASE_URL', 'PLATFORMS_FILE', 'TERMS_URL'])
      assert.ok(
        lines.some((line) => line.startsWith(name)),
        name,
      )
    assert.ok(lines.includes('CAPTCHA must be on in production'))
    assert.doesNotMatch(lines.join('\n'), /canary/)
  })

  it('production reads its secrets newest first, from a file too', () => {
    const [newer, older] = [random(), random()]
    const path = writeTemporary(`${newer}\n\n${older}\n`)
    const { secrets } = readConfig({ ...good, FOYER_SECRETS: undefined, FOYER_SECRETS_FILE: path })
    assert.deepEqual(secrets?.map(String), [newer, older])
  })
})

describe('the platforms of production', () => {
  const known = sha256('foyer-demo-learning-secret')
  const own = sha256(random())
  const cases: [unknown, string[]][] = [
    [
      { student: { origins: ['https://*.canary.org'] } },
      ['student: origin 1 is a wildcard: name each origin'],
    ],
    [
      { student: { origins: ['https://learn.org', 'https://canary.vercel.app'] } },
      ['student: origin 2 is on vercel.app, where anybody may publish'],
    ],
    [
      { student: { origins: ['http://localhost:4100'] }, school: { origins: ['https://[::1]'] } },
      ['student: origin 1 is on this machine', 'school: origin 1 is on this machine'],
    ],
    [
      { student: { origins: [], clients: [{ id: 'demo', secretSha256: known }] } },
      ['the secret of client demo is for development: it is published'],
    ],
    [
      {
        student: { origins: [], clients: [{ id: 'one', secretSha256: own }] },
        school: { origins: [], clients: [{ id: 'two', secretSha256: own }] },
      },
      ['client two has the secret of another client'],
    ],
    [
      { student: { origins: [], clients: [{ id: 'one', secretSha256: [own, known] }] } },
      ['the secret of client one is for development: it is published'],
    ],
    [
      {
        student: { origins: [], clients: [{ id: 'one', secretSha256: [sha256(random()), own] }] },
        school: { origins: [], clients: [{ id: 'two', secretSha256: [own, sha256(random())] }] },
      },
      ['client two has the secret of another client'],
    ],
    [
      { student: { origins: [], clients: [{ id: 'one', secretSha256: [own, own, own] }] } },
      ['student.clients.0.secretSha256: must be a SHA-256 in lower-case hex, or a list of two'],
    ],
    [
      { student: { origins: [], clients: [{ id: 'one', secretSha256: 'canary' }] } },
      ['student.clients.0.secretSha256: must be a SHA-256 in lower-case hex'],
    ],
    [
      { external: { zoom: zoom({ url: 'https://canary.vercel.app/in' }) } },
      ['external zoom: the URL is on vercel.app, where anybody may publish'],
    ],
    [
      { external: { zoom: zoom({ url: 'http://localhost:4101/in' }) } },
      ['external zoom: the URL is on this machine'],
    ],
    [
      { external: { zoom: zoom({ client: { id: 'meet', secretSha256: known } }) } },
      ['the secret of client meet is for development: it is published'],
    ],
    [
      {
        student: { origins: [], clients: [{ id: 'one', secretSha256: own }] },
        external: { zoom: zoom({}) },
      },
      ['client meet has the secret of another client'],
    ],
    [{ external: { zoom: { ...zoom({}), name: undefined } } }, ['external.zoom.name: is missing']],
    [{ student: { origins: 'canary' } }, ['student.origins: must be a list']],
    [
      { student: { origins: [], paths: { library: '//canary', canary: '/', settings: 1 } } },
      [
        "student.paths.library: must be a path: '/' first, no '//', no dot segment, no scheme, no query",
        'student.paths.settings: must be text',
        'student.paths.canary: is not known here',
      ],
    ],
    [
      {
        student: {
          origins: [],
          clients: [{ id: 'one', secretSha256: own, backchannelLogoutUri: 'https://169.254.169.254/out' }],
        },
      },
      [
        'client one: the back-channel logout URI is in a private network that BACK_CHANNEL_NETWORKS does not allow',
      ],
    ],
    [{ student: { origins: [], clients: ['canary'] } }, ['student.clients.0: must be an object']],
    [{ student: {} }, ['student.origins: is missing']],
    [{ student: { origins: [], clients: [], hosts: ['canary'] } }, ['student.hosts: is not known here']],
    ['canary', ['the file: must be an object']],
  ]

  function zoom(more: object) {
    const client = { id: 'meet', secretSha256: own }
    return { name: 'Zoom', url: 'https://meet.example/in', client, platforms: ['student'], ...more }
  }

  for (const [content, lines] of cases) {
    it(`production refuses a platforms file: ${lines[0]}`, () =>
      assert.deepEqual(
        faultsOf({ PLATFORMS_FILE: platformsFile(content) }),
        lines.map((line) => `PLATFORMS_FILE: ${line}`),
      ))
  }

  it('production refuses every spelling of a host on which anybody may publish', () => {
    const hosts = [
      'a.vercel.app',
      'vercel.app.',
      'b.c.github.io',
      'x.ngrok-free.app',
      'a.web.app',
      'a.pages.dev',
    ]
    for (const host of [...hosts, 'a.netlify.app', 'a.firebaseapp.com', 'a.herokuapp.com', 'a.onrender.com'])
      assert.match(unsafeHost(host) ?? '', /anybody may publish/, host)
    for (const host of ['localhost', 'a.localhost', 'localhost.', '127.0.0.2', '0.0.0.0', '[::1]', '[::]'])
      assert.equal(unsafeHost(new URL(`https://${host}`).hostname), 'is on this machine', host)
    for (const host of ['provider.org', 'vercel.app.provider.org', 'notvercel.app', 'localhost.provider.org'])
      assert.equal(unsafeHost(host), null, host)
  })
})
