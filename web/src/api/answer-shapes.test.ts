/** Proves N-150 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getCaptchaChallenge } from '@foyer/contract/routes/captcha'
import { createCode } from '@foyer/contract/routes/handover'
import { sendOtp, verifyOtp } from '@foyer/contract/routes/otp'
import {
  acceptBetaInvite,
  checkBetaInvite,
  checkCreateLink,
  checkResetLink,
  createPassword,
  resetPassword,
} from '@foyer/contract/routes/password-links'
import type { Route } from '@foyer/contract/routes/route'
import { getSettings } from '@foyer/contract/routes/settings'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { signUp } from '@foyer/contract/routes/sign-up'
import { putSignupTracking } from '@foyer/contract/routes/signup-tracking'
import { linkSocialAccount, signInWithSocial } from '@foyer/contract/routes/social'
import { safeParse } from 'valibot'
import { isAnswerOf } from './answer-shapes.ts'

const uuid = '11111111-1111-4111-8111-111111111111'
const contacts = { email: 'a•••@example.com', phoneNumber: null }
const owner = { ...contacts, product: 'learning', platform: 'student' }
const tokens = { accessToken: 'a.b.c', refreshToken: 'rt_1' }
const user = {
  uuid,
  email: null,
  isEmailVerified: false,
  firstName: 'Asha',
  lastName: null,
  fullName: 'Asha',
}
const session = { ...tokens, platform: 'student', user }
/** A copy of the previous version of the service does not send it. */
const addedToUser = ['user', 'isEmailVerified']

type Path = readonly string[]
/** A valid answer, and the fields that the browser does without. */
const cases: [Route, object, Path[]?][] = [
  [
    findUser,
    { uuid, hasPassword: true, phoneNumber: null, email: null, fullName: null, profile: { picture: null } },
    [['phoneNumber'], ['email']],
  ],
  [login, session, [addedToUser]],
  [signUp, session, [addedToUser]],
  [signInWithSocial, session, [addedToUser]],
  [linkSocialAccount, session, [addedToUser]],
  [acceptBetaInvite, session, [addedToUser]],
  [verifyOtp, { universal: session, user }, [['user'], ['universal', ...addedToUser]]],
  [sendOtp, { token: 'challenge', resendAt: '2026-11-22T10:00:00.000Z' }],
  [createCode, { code: 'ac_1' }],
  [getCaptchaChallenge, { parameters: {}, signature: 'ab' }],
  [checkResetLink, owner, [['product']]],
  [checkCreateLink, owner, [['product']]],
  [checkBetaInvite, { ...owner, firstName: 'Asha' }, [['product'], ['firstName']]],
  [resetPassword, contacts],
  [createPassword, contacts],
  [putSignupTracking, { isCreated: true }],
  [
    getSettings,
    {
      language: 'en',
      timezone: 'Asia/Kolkata',
      marketingEmails: false,
      productEmails: false,
      analyticsConsent: false,
      profileVisibility: 'private',
    },
    [
      ['language'],
      ['timezone'],
      ['marketingEmails'],
      ['productEmails'],
      ['analyticsConsent'],
      ['profileVisibility'],
    ],
  ],
]

function withField(value: unknown, [name = '', ...inner]: Path, changed: unknown): object {
  const fields = { ...(value as Record<string, unknown>) }
  const next = inner.length > 0 ? withField(fields[name], inner, changed) : changed
  return { ...fields, [name]: next }
}

/** The paths of the fields of an answer and of the objects in it; the fields inside documents are left out. */
function pathsIn(value: object): string[][] {
  return Object.entries(value).flatMap(([name, inner]) => [
    [name],
    ...(inner && typeof inner === 'object' && name !== 'data' ? pathsIn(inner) : []).map((rest) => [
      name,
      ...rest,
    ]),
  ])
}

for (const [route, valid, optional = []] of cases) {
  const isNeeded = (path: Path) =>
    !optional.some((without) => without.every((name, index) => name === path[index]))

  test(`accepts the contract's answer of ${route.method} ${route.path}`, () => {
    assert.ok(route.result && safeParse(route.result, valid).success)
    assert.equal(isAnswerOf(route, valid), true)
  })

  test(`accepts fields that a later release adds to ${route.method} ${route.path}`, () => {
    assert.equal(isAnswerOf(route, { ...valid, isAddedLater: true }), true)
    for (const path of pathsIn(valid).filter(isNeeded)) {
      const inner = path.reduce((value: unknown, name) => (value as Record<string, unknown>)[name], valid)
      if (inner && typeof inner === 'object')
        assert.equal(isAnswerOf(route, withField(valid, path, { ...inner, isAddedLater: true })), true)
    }
  })

  test(`refuses an answer of ${route.method} ${route.path} without a field that the browser needs`, () => {
    for (const answer of ['', 0, true, undefined]) assert.equal(isAnswerOf(route, answer), false)
    for (const path of pathsIn(valid).filter(isNeeded))
      for (const wrong of [undefined, 7, []])
        assert.equal(isAnswerOf(route, withField(valid, path, wrong)), false, `${path.join('.')}: ${wrong}`)
  })
}

test('refuses a session of an unknown platform, an empty token and a malformed time', () => {
  assert.equal(isAnswerOf(login, { ...session, platform: 'constructor' }), false)
  assert.equal(isAnswerOf(createCode, { code: '' }), false)
  assert.equal(isAnswerOf(sendOtp, { token: 'challenge', resendAt: 'soon' }), false)
})

test('accepts null for no route', () => {
  for (const [route] of cases) assert.equal(isAnswerOf(route, null), false, route.path)
})
