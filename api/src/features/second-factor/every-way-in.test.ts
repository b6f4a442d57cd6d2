/**
 * Tests that every way to a session finds the same decision about the second factor (N-203): no way goes around it. A new way
 * in belongs into the table `ways`.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { autoLoginPlatform, type Platform } from '@foyer/contract/platforms'
import { continueWithProof } from '@foyer/contract/routes/browser-sessions'
import { createCode } from '@foyer/contract/routes/handover'
import { verifyOtp } from '@foyer/contract/routes/otp'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { joinPlatform } from '@foyer/contract/routes/sign-up'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { addTotpFactor } from '../../identity/credentials/totp-factors.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { invite } from '../accounts/invitations.ts'
import { openBrowser } from '../browser-sessions/test-browser.ts'
import { mailedCode } from '../otp/test-codes.ts'
import { passkeySteps } from '../passkeys/test-authenticator.ts'
import { acceptBeta, linkTo, partsOf } from '../password-links/test-links.ts'
import { autoLogIn, signInAtSister } from '../sessions/test-sister.ts'
import { makeProviderUser, tryLink, trySocial } from '../social/test-references.ts'
import { enrolmentIn, waysIn } from './test-second-factor.ts'

type Level = 1 | 2
type State = 'none' | 'enrolling' | 'overdue' | 'factor' | 'remembered'
type Answer = { status: number; code: string | undefined; text: string; headers: object }

const apps = new Map<Level, TestApp>()
before(async () => {
  for (const level of [1, 2] as const) {
    const config = { captcha: 'off', limitsFactor: 1_000, platformAssurance: { student: level } } as const
    apps.set(level, await openTestApp({ config }))
  }
})
after(async () => {
  for (const app of apps.values()) await app.close()
})

/** Brings a user into a state, whatever they did before. */
async function enter({ services: { db, keyring } }: TestApp, userId: string, state: State): Promise<void> {
  if (state === 'none') return
  if (state === 'enrolling' || state === 'overdue') {
    const days = state === 'overdue' ? 15 : 13
    await sql`insert into assurance_enrolments (user_id, platform, began_at)
      values (${userId}, 'student', now() - make_interval(days => ${days}))
      on conflict (user_id, platform) do update set began_at = excluded.began_at`.execute(db)
    return
  }
  const { id } = await addTotpFactor(db, keyring, { userId, name: 'App' })
  await sql`update totp_factors set confirmed_at = now() where id = ${id}`.execute(db)
  if (state === 'remembered')
    await sql`update known_browsers set second_factor_at = now() where user_id = ${userId}`.execute(db)
}

/** Opens a browser in which a new user has signed in before. */
async function known(app: TestApp, platforms: Platform[] = ['student'], first: Platform = 'student') {
  const user = await app.makeUser({ platforms })
  const browser = openBrowser(app)
  const { data: session } = await browser.signIn(user.uuid, first)
  return { ...user, browser, session }
}

/** What an answer that needs a second factor says, if the way cannot lead to the second step by itself. */
type Way = {
  name: string
  try(app: TestApp, state: State): Promise<Answer>
  /** The refusal of a way that nobody is at, or that has no first factor. */
  refusal?: string
  /** The way has two factors itself. */
  isStrong?: true
  /** The way has no known browser. */
  isNewBrowser?: true
  /** The session is open already: only a platform with two factors ends it. */
  isOpen?: true
  /** An open session hands its user over: only at a platform with one factor is the remembered browser enough. */
  handsOver?: true
}

const ways: readonly Way[] = [
  {
    name: 'password',
    async try(app, state) {
      const { uuid, browser } = await known(app)
      await enter(app, uuid, state)
      return browser.signIn(uuid)
    },
  },
  {
    name: 'one-time code',
    async try(app, state) {
      const { browser, ...user } = await known(app)
      await enter(app, user.uuid, state)
      const body = { ...(await mailedCode(app, user)), universalToken: true, platform: 'student' } as const
      return browser.call(verifyOtp, { body })
    },
  },
  {
    name: 'social account',
    async try(app, state) {
      const person = makeProviderUser({ email: `${Math.random().toString(36).slice(2)}@gmail.com` })
      const { data } = await trySocial(app, person, { purpose: 'sign_up' })
      const browser = openBrowser(app)
      const { uuid } = data.user
      await sql`update known_browsers set browser_id = decode(md5(random()::text) || md5(random()::text), 'hex')
        where user_id = ${uuid}`.execute(app.services.db)
      await enter(app, uuid, state)
      const cookie = [`social=${person.cookie}`, ...[...browser.jar].map((pair) => pair.join('='))].join('; ')
      return trySocial(app, person, {}, { cookie })
    },
    isNewBrowser: true,
  },
  {
    name: 'passkey',
    async try(app, state) {
      const { uuid, session } = await known(app)
      const steps = passkeySteps(() => app)
      const { authenticator } = await steps.add(session.accessToken)
      await enter(app, uuid, state)
      return steps.signIn(authenticator)
    },
    isStrong: true,
  },
  {
    name: 'invitation',
    async try(app, state) {
      const email = `beta-${Math.random().toString(36).slice(2)}@example.com`
      const given = { email, platform: 'student', firstName: 'Bela', isBeta: true } as const
      const invited = await invite(app.services, given)
      await enter(app, invited.userId, state)
      return acceptBeta(app, partsOf(await linkTo(app, email)))
    },
    isNewBrowser: true,
  },
  {
    name: 'kept proof of another platform',
    async try(app, state) {
      const { uuid, browser } = await known(app)
      await enter(app, uuid, state)
      const refused = await browser.signIn(uuid, 'school')
      const { proof } = JSON.parse(refused.text).errors
      return browser.call(continueWithProof, { body: { proof, platform: 'student', delivery: 'redirect' } })
    },
  },
  {
    name: 'session of another platform',
    async try(app, state) {
      const { uuid, browser } = await known(app, ['school', 'student'], 'school')
      await enter(app, uuid, state)
      return browser.continueAs(uuid, 'student')
    },
    refusal: 'proof-needed',
  },
  {
    name: 'sister site',
    async try(app, state) {
      assert.equal(autoLoginPlatform, 'student')
      const { sister, cookie } = await signInAtSister(app)
      await enter(app, String(decodeJwt(sister.accessToken).sub), state)
      return autoLogIn(app, { sister, cookie })
    },
    refusal: 'auto-login-refused',
  },
  {
    name: 'sign-up with an account',
    async try(app, state) {
      const { uuid, email, browser } = await known(app, ['school'], 'school')
      await enter(app, uuid, state)
      const names = { firstName: 'Meera', lastName: 'Iyer', source: 'direct', utmParams: {} } as const
      const proof = { password: rightPassword }
      const answer = await browser.call(joinPlatform, {
        body: { ...names, platform: 'student', email, proof },
      })
      const { rows } = await sql`select from memberships where user_id = ${uuid}`.execute(app.services.db)
      assert.equal(rows.length, answer.status === 200 ? 2 : 1, 'adds the platform with the session only')
      return answer
    },
  },
  {
    name: 'link of a social account',
    async try(app, state) {
      const { uuid, email } = await app.makeUser()
      await enter(app, uuid, state)
      const person = makeProviderUser({ provider: 'facebook', email })
      const answer = await tryLink(app, person, { proof: { password: rightPassword } })
      const { rows } = await sql`select from identities where user_id = ${uuid}`.execute(app.services.db)
      assert.equal(rows.length, answer.status === 200 ? 1 : 0, 'links with the session only')
      return answer
    },
    isNewBrowser: true,
  },
  {
    name: 'refresh of an older session',
    async try(app, state) {
      const { uuid, session, browser } = await known(app)
      await sql`update sessions set acr = null where user_id = ${uuid}`.execute(app.services.db)
      await enter(app, uuid, state)
      return browser.call(refreshToken, { body: { refreshToken: session.refreshToken } })
    },
    refusal: 'session-ended',
    isOpen: true,
  },
  {
    name: 'code for a platform of an older session',
    async try(app, state) {
      const { uuid, session, browser } = await known(app)
      await sql`update sessions set acr = null where user_id = ${uuid}`.execute(app.services.db)
      await enter(app, uuid, state)
      return browser.call(createCode, { body: { platform: 'student' } }, { token: session.accessToken })
    },
    handsOver: true,
  },
]

const expected: Record<Level, Record<State, 'opens' | 'second-factor-needed' | 'enrolment-needed'>> = {
  1: {
    none: 'opens',
    enrolling: 'opens',
    overdue: 'opens',
    factor: 'second-factor-needed',
    remembered: 'opens',
  },
  2: {
    none: 'opens',
    enrolling: 'opens',
    overdue: 'enrolment-needed',
    factor: 'second-factor-needed',
    remembered: 'opens',
  },
}

function outcomeOf(way: Way, level: Level, state: State): string {
  if (way.isStrong || (way.isOpen && level === 1)) return 'opens'
  const isAsked = state === 'remembered' && (way.isNewBrowser || way.isOpen || (way.handsOver && level === 2))
  const decision = isAsked ? 'second-factor-needed' : expected[level][state]
  return decision === 'opens' ? decision : (way.refusal ?? decision)
}

describe('every way to a session', () => {
  for (const way of ways)
    for (const level of [1, 2] as const)
      it(`finds the rule of a platform with ${level === 1 ? 'one factor' : 'two factors'} by ${way.name}`, async () => {
        const app = apps.get(level)
        assert.ok(app)
        for (const state of ['none', 'enrolling', 'overdue', 'factor', 'remembered'] as const) {
          const answer = await way.try(app, state)
          const outcome = outcomeOf(way, level, state)
          const found = answer.status === 200 ? 'opens' : answer.code
          assert.equal(found, outcome, `${state}: ${answer.text}`)
          if (found === 'second-factor-needed') assert.match(waysIn(answer).token, /^sf_/)
          if (found === 'enrolment-needed') assert.match(enrolmentIn(answer), /^en_/)
          if (found === 'opens' && !way.handsOver) assertLevel(answer, { way, level, state })
        }
      })
})

/** Two factors are noted for a passkey and for a remembered browser only. */
function assertLevel(
  { text }: Answer,
  { way, level, state }: { way: Way; level: Level; state: State },
): void {
  const { data } = JSON.parse(text)
  const { access_token: token, enrol_by: enrolBy } = data.universal ?? data
  const isStrong = way.isStrong || (state === 'remembered' && !way.isOpen)
  assert.equal(decodeJwt(token).acr, isStrong ? '2' : '1', state)
  if (way.isOpen) return
  assert.equal(enrolBy !== null, level === 2 && !isStrong, `${state}: ${enrolBy}`)
}
