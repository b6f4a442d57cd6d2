/** Tests a provider's tokens for another app, and the claims of identities (N-40, N-44). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { signInWithSocial } from '@foyer/contract/routes/social'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { foreignRegistrations } from '@foyer/stand-ins/settings'
import type { SocialIdentity } from '../identity.ts'
import { identityOf } from '../identity-of.ts'
import { openSocialApp, type SocialApp } from './test-social.ts'

let social: SocialApp
before(async () => {
  social = await openSocialApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => social.close())

const failed = { code: 'social-failed' }
const proofOf = (provider: SocialProvider, accessToken: string) =>
  identityOf(social.services, { provider, accessToken, purpose: 'login', browserHash: null })
const identityBy = async (provider: SocialProvider, token: string): Promise<SocialIdentity> =>
  (await proofOf(provider, token)).identity

describe('a raw token of a provider', () => {
  it('proves an identity by ID tokens and access tokens that were issued to us', async () => {
    const { standIns } = social
    for (const provider of ['google', 'facebook', 'apple'] as const) {
      const person = standIns.addPerson(provider)
      const tokens = [
        ...(provider === 'facebook' ? [] : [await standIns.mintIdToken(provider, person)]),
        ...(provider === 'apple' ? [] : [await standIns.mintAccessToken(provider, person)]),
      ]
      for (const token of tokens) {
        const { subject, email } = await identityBy(provider, token)
        assert.deepEqual([subject, email], [person.subject, person.email], provider)
      }
    }
  })

  it('refuses a token that was issued to another app, by every provider (N-40)', async () => {
    const { standIns } = social
    const google = standIns.addPerson('google')
    const apple = standIns.addPerson('apple')
    const facebook = standIns.addPerson('facebook')
    const others = foreignRegistrations
    const tokens: [SocialProvider, string][] = [
      ['google', await standIns.mintIdToken('google', google, { clientId: others.google.clientId })],
      ['google', await standIns.mintAccessToken('google', google, others.google.clientId)],
      ['facebook', await standIns.mintAccessToken('facebook', facebook, others.facebook.appId)],
      ['apple', await standIns.mintIdToken('apple', apple, { clientId: others.apple.clientId })],
      // A token whose audience is Foyer and another app.
      ['apple', await standIns.mintIdToken('apple', apple, { claims: { aud: ['test.foyer.web', 'other'] } })],
      ['google', await standIns.mintIdToken('google', google, { claims: { azp: 'other' } })],
      // A token of another provider.
      ['google', await standIns.mintIdToken('apple', apple)],
      ['apple', await standIns.mintIdToken('google', google)],
    ]
    for (const [provider, token] of tokens) await assert.rejects(proofOf(provider, token), failed)
  })

  it('refuses forged, expired, old and unsigned tokens, and texts that are no token', async () => {
    const { standIns } = social
    const person = standIns.addPerson('google')
    const now = Math.floor(Date.now() / 1_000)
    const [head, body] = (await standIns.mintIdToken('google', person)).split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const tokens = [
      await standIns.mintIdToken('google', person, { isForged: true }),
      await standIns.mintIdToken('google', person, { claims: { exp: now - 60 } }),
      await standIns.mintIdToken('google', person, { claims: { iat: now - 700 } }),
      await standIns.mintIdToken('google', person, { claims: { iss: 'https://evil.example' } }),
      `${none}.${body}.`,
      `${head}.${body}.`,
      'a-token',
      'sr_unknown',
    ]
    for (const token of tokens) await assert.rejects(proofOf('google', token), failed)
    await assert.rejects(proofOf('facebook', 'a-token'), failed)
    await assert.rejects(proofOf('apple', 'a-token'), failed)
  })
})

describe('a raw token that opened a session', () => {
  const send = async (
    provider: SocialProvider,
    accessToken: string,
    purpose: 'login' | 'sign_up' = 'login',
  ) => {
    const given = {
      platform: 'student',
      accountType: 'learning',
      tokenType: 'universal',
      purpose,
      provider,
    } as const
    const body = { ...given, accessToken, source: 'direct', utmParams: {} }
    const { status, code } = await social.testApp.call(signInWithSocial, { body })
    return status === 200 ? 'opened' : code
  }

  it('opens no other session, in whatever spelling, while a new token does', async () => {
    const { standIns } = social
    const person = standIns.addPerson('google', { email: 'once@gmail.com', isEmailVerified: true })
    const token = await standIns.mintIdToken('google', person, { claims: { jti: '1' } })
    assert.equal(await send('google', token), 'social-account-unknown')
    assert.equal(await send('google', token, 'sign_up'), 'opened')
    const last = token.at(-1) ?? ''
    const sameBytes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter(
      (letter) =>
        letter !== last &&
        Buffer.from(token.slice(0, -1) + letter, 'base64url').equals(Buffer.from(token, 'base64url')),
    )
    for (const again of [token, `${token}=`, ...sameBytes.map((letter) => token.slice(0, -1) + letter)])
      assert.notEqual(await send('google', again), 'opened', again.slice(-4))
    assert.equal(await send('google', token), 'social-failed')
    assert.equal(
      await send('google', await standIns.mintIdToken('google', person, { claims: { jti: '2' } })),
      'opened',
    )
    const access = await standIns.mintAccessToken('google', person)
    assert.deepEqual(
      [await send('google', access), await send('google', access)],
      ['opened', 'social-failed'],
    )
  })

  it('opens one session for ten requests at once', async () => {
    const { standIns } = social
    const person = standIns.addPerson('google', { email: 'parallel@gmail.com', isEmailVerified: true })
    assert.equal(await send('google', await standIns.mintIdToken('google', person), 'sign_up'), 'opened')
    const token = await standIns.mintIdToken('google', person, { claims: { jti: '1' } })
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('google', token)))
    assert.equal(answers.filter((answer) => answer === 'opened').length, 1, answers.join())
  })
})

describe('the claims of an identity', () => {
  const google = async (given: Parameters<SocialApp['standIns']['addPerson']>[1], claims = {}) => {
    const person = social.standIns.addPerson('google', given)
    return identityBy('google', await social.standIns.mintIdToken('google', person, { claims }))
  }

  it('reads email_verified as text, and takes Gmail and Workspace alone as the owners of an address (N-44)', async () => {
    const verdicts: [Parameters<typeof google>[0], boolean, boolean][] = [
      [{ email: 'a@gmail.com', isEmailVerified: 'true' }, true, true],
      [{ email: 'a@gmail.com', isEmailVerified: 'false' }, false, false],
      [{ email: 'a@gmail.com', isEmailVerified: false }, false, false],
      [{ email: 'a@school.example', hd: 'school.example' }, true, true],
      [{ email: 'a@school.example', hd: 'school.example', isEmailVerified: false }, false, false],
      [{ email: 'a@web.example' }, true, false],
      [{ email: 'a@gmail.com.evil.example' }, true, false],
      [{ email: 'A@Gmail.com' }, true, true],
      // The provider may have verified another mailbox than the address that the service reads from this email.
      [{ email: '\uff41@gmail.com' }, true, false],
      [{ email: 'a@\u2133ail.example', hd: '\u2133ail.example' }, true, false],
    ]
    for (const [given, isEmailVerified, isAuthoritative] of verdicts) {
      const identity = await google(given)
      assert.deepEqual(
        [identity.isEmailVerified, identity.isAuthoritative],
        [isEmailVerified, isAuthoritative],
        JSON.stringify(given),
      )
    }
  })

  it('has no email where the provider gives none or none that is an address, and takes relay addresses (N-44)', async () => {
    for (const email of [undefined, 7, 'no address', 'a@b.example\0', 'a@b.example\r\nBcc: c@d.example'])
      assert.equal((await google({}, { email })).email, null)
    const relay = social.standIns.addPerson('apple', { email: 'abc123@privaterelay.appleid.com' })
    const { email, isAuthoritative } = await identityBy(
      'apple',
      await social.standIns.mintIdToken('apple', relay),
    )
    assert.deepEqual([email, isAuthoritative], ['abc123@privaterelay.appleid.com', true])
  })

  it('drops a name or picture that our own forms would refuse, and refuses a subject that is no id', async () => {
    const odd = await google(
      {},
      { given_name: 'x'.repeat(65), name: '\u202eevil', picture: 'javascript:alert(1)' },
    )
    assert.deepEqual([odd.fullName, odd.pictureUrl], [null, null])
    const whole = await google({}, { given_name: undefined, family_name: undefined, name: 'Asha de la Rao' })
    assert.deepEqual(whole.fullName, { firstName: 'Asha', lastName: 'de la Rao' })
    for (const sub of ['', 'a\0b', 'x'.repeat(256)]) await assert.rejects(google({}, { sub }), failed)
  })
})
