/** Signs users of other providers in and up with canary values: by a reference, with a password and with a code. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  beginIdentityLink,
  linkIdentity,
  listIdentities,
  removeIdentity,
} from '@foyer/contract/routes/identities'
import { sendOtp } from '@foyer/contract/routes/otp'
import { linkSocialAccount, signInWithSocial } from '@foyer/contract/routes/social'
import { decodeJwt } from 'jose'
import { codeTo, endWaits } from '../features/otp/test-codes.ts'
import type { SocialIdentity } from '../features/social/identity.ts'
import { createReference } from '../features/social/references.ts'
import { bearer, type Send } from './canary-calls.ts'
import { sent } from './canary-values.ts'
import type { TestApp } from './test-app.ts'

const cookie = `social=${sent.cookie}`
const browser = createHash('sha256').update(sent.cookie).digest('base64url')

/** Returns the secrets that it received: references, tokens and codes. */
export async function signInSocially(testApp: TestApp, send: Send): Promise<Record<string, string>> {
  const refer = (given: Partial<SocialIdentity>, linkSession?: string) =>
    createReference(
      testApp.services,
      {
        provider: 'facebook',
        subject: sent['id at a provider'],
        email: sent['email at a provider'],
        isEmailVerified: true,
        isAuthoritative: false,
        fullName: { firstName: sent['first name'], lastName: sent['last name'] },
        pictureUrl: null,
        ...given,
      },
      browser,
      linkSession,
    )
  const social = { platform: 'student', accountType: 'learning', provider: 'facebook' }
  const tryReference = (accessToken: string, purpose: 'login' | 'sign_up') =>
    send(
      signInWithSocial,
      { ...social, accessToken, tokenType: 'universal', purpose, source: 'direct', utmParams: {} },
      { cookie },
    )
  const reference = await refer({})
  await tryReference(reference, 'login')
  const { data: opened } = await tryReference(reference, 'sign_up')
  assert.ok(opened, 'a person signs up with a provider')

  const known = { email: sent.email, subject: `${sent['id at a provider']}-2` }
  const byPassword = await refer(known)
  const link = (accessToken: string, proof: object) =>
    send(linkSocialAccount, { ...social, accessToken, proof }, { cookie })
  await link(byPassword, { password: sent['wrong password'] })
  const { data: linked } = await link(byPassword, { password: sent['right password'] })
  assert.ok(linked, 'a person is linked with the password of an account')
  await endWaits(testApp)
  const byCode = await refer({ ...known, subject: `${sent['id at a provider']}-3` })
  const { data } = await send(sendOtp, { medium: 'email', purpose: 'social_link', email: sent.email })
  const { token } = data as unknown as { token: string }
  const otp = await codeTo(testApp, sent.email)
  await link(byCode, { token, otp: sent['code typed wrong'] })
  const { data: proven } = await link(byCode, { token, otp })
  assert.ok(proven, 'a person is linked with a code')
  const own = bearer(accessTokenOf(opened))
  await send(listIdentities, undefined, own)
  await send(removeIdentity, undefined, own, { provider: 'facebook' })
  await send(beginIdentityLink, undefined, own, { provider: 'facebook' })
  const ownLink = await refer({}, String(decodeJwt(accessTokenOf(opened)).sid))
  const ownCookie = { ...own, cookie }
  await send(linkIdentity, { accessToken: ownLink }, ownCookie, { provider: 'facebook' })
  return {
    'reference of an own link': ownLink,
    'reference of a sign-up': reference,
    'reference of a password proof': byPassword,
    'reference of a code proof': byCode,
    'access token of a social sign-up': accessTokenOf(opened),
    'access token of a password link': accessTokenOf(linked),
    'access token of a code link': accessTokenOf(proven),
    'challenge of a link': token,
    'code of a link': otp,
  }
}

function accessTokenOf(data: unknown): string {
  return (data as Record<string, string>).access_token ?? ''
}
