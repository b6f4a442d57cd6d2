/** Tests with promtool that each rule of operating/alerts.yaml fires when it should, and not when it should not. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '..')
const rulesFile = join(root, 'operating/alerts.yaml')
const rules = readFileSync(rulesFile, 'utf8')
const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name)

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined
const skip = hasPromtool ? false : 'promtool is not installed (Debian: apt-get install prometheus)'

/** Values of series, a minute apart: '0+10x20' begins at 0 and grows by 10 twenty times. */
type Series = Readonly<Record<string, string>>

/** Two cases of each alert, whose state is read after twenty minutes. */
const cases: Readonly<Record<string, { fires: Series; isQuiet: Series }>> = {
  FoyerNotReady: {
    fires: { 'up{job="foyer"}': '1x15 0x5', foyer_ready: '1x15 stale' },
    isQuiet: { 'up{job="foyer"}': '1x20', foyer_ready: '1x20' },
  },
  FoyerClock: {
    fires: { foyer_clock_difference_seconds: '-7x20' },
    isQuiet: { foyer_clock_difference_seconds: '-4x20' },
  },
  FoyerErrors: {
    fires: {
      'foyer_http_requests_total{status="2xx"}': '0+100x20',
      'foyer_http_requests_total{status="5xx"}': '0+2x20',
    },
    isQuiet: {
      'foyer_http_requests_total{status="2xx"}': '0+1000x20',
      'foyer_http_requests_total{status="5xx"}': '0+2x20',
    },
  },
  FoyerSlowSignIn: {
    fires: signIns({ within1s: 80 }),
    isQuiet: signIns({ within1s: 99 }),
  },
  FoyerPasswordQueue: {
    fires: { foyer_hash_refused_total: '0x15 1x5' },
    isQuiet: { foyer_hash_refused_total: '3x20' },
  },
  FoyerDatabasePool: {
    fires: { foyer_database_refused_total: '0x20', foyer_database_waiting: '6x20' },
    isQuiet: { foyer_database_refused_total: '0x20', foyer_database_waiting: '5x20' },
  },
  FoyerTokenTheft: {
    fires: { 'foyer_security_events_total{event="refresh-reused",platform="student"}': '0+1x20' },
    isQuiet: { 'foyer_security_events_total{event="refresh-reused",platform="student"}': '0x18 3x2' },
  },
  FoyerGuessing: {
    fires: events({ 'sign-in-refused': 40, 'sign-in': 10 }),
    isQuiet: events({ 'sign-in-refused': 20, 'sign-in': 10 }),
  },
  FoyerPlatformCannotRedeem: {
    fires: { 'foyer_redemption_alarms_total{client="labs-web"}': '0x15 1x5' },
    isQuiet: { 'foyer_redemption_alarms_total{client="labs-web"}': '1x20' },
  },
  FoyerWrongCodes: {
    fires: { 'foyer_alarms_total{alarm="wrong-codes"}': '0x15 1x5' },
    isQuiet: { 'foyer_alarms_total{alarm="sms-used-up"}': '0x15 1x5' },
  },
  FoyerTextMessagesUsedUp: {
    fires: { 'foyer_alarms_total{alarm="sms-used-up"}': '0x15 1x5' },
    isQuiet: { 'foyer_alarms_total{alarm="wrong-codes"}': '0x15 1x5' },
  },
  FoyerTextMessagesUnanswered: {
    fires: texts({ sent: 10, right: 1 }),
    isQuiet: texts({ sent: 10, right: 5 }),
  },
  FoyerStorageFull: {
    fires: { foyer_storage_full_total: '0x15 1x5' },
    isQuiet: { foyer_storage_full_total: '0x20' },
  },
  FoyerMalwareScanner: {
    fires: { 'foyer_malware_scans_total{result="unavailable"}': '0+1x20' },
    isQuiet: { 'foyer_malware_scans_total{result="infected"}': '0+1x20' },
  },
  FoyerMessagesStuck: {
    fires: { 'foyer_messages_oldest_seconds{channel="email"}': '0+60x20' },
    isQuiet: {
      'foyer_messages_oldest_seconds{channel="email"}': '30x20',
      'foyer_messages_oldest_seconds{channel="back-channel"}': '0+60x20',
    },
  },
  FoyerPlatformHearsNoLogout: {
    fires: { 'foyer_messages_oldest_seconds{channel="back-channel"}': '0+120x20' },
    isQuiet: { 'foyer_messages_oldest_seconds{channel="email"}': '0+120x20' },
  },
  FoyerMessagesGivenUp: {
    fires: { 'foyer_messages_dead{channel="sms"}': '0x15 4x5' },
    isQuiet: { 'foyer_messages_dead{channel="sms"}': '4x20' },
  },
  FoyerCaptchasFail: {
    fires: captchas({ refused: 10, solved: 2 }),
    isQuiet: captchas({ refused: 10, solved: 30 }),
  },
  FoyerPagesFail: {
    fires: { 'foyer_error_reports_total{kind="render"}': '0x15 20x5' },
    isQuiet: { 'foyer_error_reports_total{kind="hydration"}': '0x15 20x5' },
  },
  FoyerEventLoop: {
    fires: { nodejs_eventloop_lag_p99_seconds: '0.3x20' },
    isQuiet: { nodejs_eventloop_lag_p99_seconds: '0.05x20' },
  },
  FoyerLockouts: {
    fires: events({ 'sign-in-locked': 20 }),
    isQuiet: events({ 'sign-in-locked': 5 }),
  },
  FoyerNetworkLimited: {
    fires: { 'foyer_limit_refusals_total{limit="login:address"}': '0+10x20' },
    isQuiet: { 'foyer_limit_refusals_total{limit="login:device"}': '0+10x20' },
  },
}

function signIns({ within1s }: { within1s: number }): Series {
  const bucket = (le: string) =>
    `foyer_http_request_duration_seconds_bucket{route="/api/auth/sso/login",le="${le}"}`
  return { [bucket('1')]: `0+${within1s}x20`, [bucket('2.5')]: '0+100x20', [bucket('+Inf')]: '0+100x20' }
}

function events(perMinute: Record<string, number>): Series {
  return Object.fromEntries(
    Object.entries(perMinute).map(([event, count]) => [
      `foyer_security_events_total{event="${event}",platform="student"}`,
      `0+${count}x20`,
    ]),
  )
}

function texts(perMinute: Record<string, number>): Series {
  return Object.fromEntries(
    Object.entries(perMinute).map(([result, count]) => [
      `foyer_otp_codes_total{channel="sms",result="${result}"}`,
      `0+${count}x20`,
    ]),
  )
}

function captchas(perMinute: Record<string, number>): Series {
  return Object.fromEntries(
    Object.entries(perMinute).map(([result, count]) => [
      `foyer_captchas_total{limit="login",result="${result}"}`,
      `0+${count}x20`,
    ]),
  )
}

/** Runs promtool on one case, and returns its complaints; '' if the alert is in the expected state. */
function complaints(name: string, series: Series, isFiring: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-alerts-'))
  try {
    const test = {
      interval: '1m',
      input_series: Object.entries(series).map(([series, values]) => ({ series, values })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${name}",alertstate="firing"})`,
          eval_time: '20m',
          exp_samples: isFiring ? [{ labels: '{}', value: 1 }] : [],
        },
      ],
    }
    // JSON is YAML too.
    const file = join(folder, 'test.json')
    writeFileSync(file, JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests: [test] }))
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
    return status === 0 ? '' : stdout + stderr
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('operating/alerts.yaml', () => {
  it('every alert has a severity, a summary, a line in the runbooks, and two cases here', () => {
    const runbooks = readFileSync(join(root, 'docs/runbooks.md'), 'utf8')
    assert.ok(alerts.length > 20)
    assert.deepEqual(Object.keys(cases).sort(), [...alerts].sort())
    for (const [index, rule] of rules
      .split(/^ +- alert: /m)
      .slice(1)
      .entries()) {
      const name = alerts[index] ?? ''
      assert.match(rule, /labels: \{ severity: (critical|warning) \}/, name)
      assert.match(rule, /summary: '.+'/, name)
      assert.ok(rule.includes(`runbook: docs/runbooks.md#${name.toLowerCase()}`), name)
      assert.match(runbooks, new RegExp(`^### ${name}\\n\\n\\S`, 'm'))
    }
  })

  it('promtool accepts the rules', { skip }, () => {
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', rulesFile], { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
  })

  for (const [name, { fires, isQuiet }] of Object.entries(cases)) {
    it(`${name} fires when it should`, { skip }, () => assert.equal(complaints(name, fires, true), ''))
    it(`${name} is quiet when it should be`, { skip }, () =>
      assert.equal(complaints(name, isQuiet, false), ''),
    )
  }
})
